import { type MissedVariant, missedVariants } from '../../../domain/partners/missed-variants.ts';
import type { App } from '../../../domain/webhooks/apps.ts';
import { bangkokSecond } from '../../../lib/calendar.ts';
import { idText } from '../../../lib/ids.ts';
import type { Page } from '../../answer.ts';
import { fields, optionalChoice } from '../../forms/fields.ts';
import { SelectField, Submit } from '../../forms/inputs.tsx';
import { csvFile } from '../../page/downloads.ts';
import { count } from '../../page/format.ts';
import { paged } from '../../page/paged.ts';
import { Columns, Empty, Heading, Pager, Tag } from '../../page/parts.tsx';
import { get, type Screen } from '../../screen.ts';
import type { Visit } from '../../visit.ts';
import { CsvLink, Moment } from '../partner-components.tsx';
import { appHere } from '../requested-resources.ts';
import { appTexts } from './app-texts.ts';

const SPANS = ['1', '7', '30', '90'] as const;
const DAY = 86_400_000;

const filter = fields({ days: optionalChoice(SPANS) });

const daysOf = (visit: Visit) => visit.query(filter).days ?? '7';

const missedBy = (visit: Visit, app: App): MissedVariant[] =>
  missedVariants(visit.ctx.db, app.id, visit.now - Number(daysOf(visit)) * DAY);

export const missedScreens: readonly Screen[] = [
  get('/partners/apps/:id/missed', 'owner', (visit) => missedPage(visit, appHere(visit))),
  get('/partners/apps/:id/missed.csv', 'owner', (visit) => missedFile(visit, appHere(visit))),
];

function missedPage(visit: Visit, app: App): Page {
  const t = appTexts(visit.language);
  const here = `/office/partners/apps/${app.id}`;
  const missed = missedBy(visit, app);
  const { rows, ...pages } = paged(visit, ({ limit, offset }) => missed.slice(offset, offset + limit));
  return {
    title: `${t.missed} · ${app.name}`,
    body: (
      <>
        <Heading title={t.missed} back={{ href: here, label: app.name }}>
          {rows.length > 0 && <CsvLink visit={visit} href={`${here}/missed.csv?days=${daysOf(visit)}`} />}
        </Heading>
        <p class="hint">{t.missedHint}</p>
        <form method="get" action={`${here}/missed`} class="inline short">
          <SelectField
            name="days"
            label={t.since}
            value={daysOf(visit)}
            options={SPANS.map((days) => ({ value: days, label: t.days(Number(days)) }))}
            data-submits
          />
          <Submit class="secondary outline">{t.show}</Submit>
        </form>
        {rows.length > 0 ? (
          <MissedTable visit={visit} rows={rows} />
        ) : (
          <Empty title={t.nothingMissed}>
            <p>{t.nothingMissedHint}</p>
          </Empty>
        )}
        <Pager visit={visit} {...pages} />
      </>
    ),
  };
}

function MissedTable({ visit, rows }: { visit: Visit; rows: readonly MissedVariant[] }) {
  const t = appTexts(visit.language);
  return (
    <table class="list">
      <Columns of={[t.variant, t.sku, [t.available, 'right'], [t.changes, 'right'], t.newest]} />
      <tbody>
        {rows.map((row) => (
          <tr>
            <th scope="row">
              {row.productName}
              {row.variantName !== '' && <span class="quietly"> {row.variantName}</span>}
            </th>
            <td data-label={t.sku}>{row.sku}</td>
            <td data-label={t.available} class="number">
              {row.available === null ? <Tag>{t.deleted}</Tag> : <strong>{count(row.available)}</strong>}
            </td>
            <td data-label={t.changes} class="number">
              {count(row.changes)}
            </td>
            <td data-label={t.newest}>
              <Moment visit={visit} at={row.newestTime} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const COLUMNS = ['variant_id', 'sku', 'product', 'variant', 'available', 'changes', 'newest'];

const missedFile = (visit: Visit, app: App): Response =>
  csvFile(
    `missed-${app.id}`,
    COLUMNS,
    missedBy(visit, app).map((row) => [
      idText(row.variantId),
      row.sku,
      row.productName,
      row.variantName,
      row.available,
      row.changes,
      bangkokSecond(row.newestTime),
    ]),
  );
