import { type MissedVariant, missedVariants } from '../../../domain/partners/missed-variants.ts';
import type { App } from '../../../domain/webhooks/apps.ts';
import { idText } from '../../../lib/ids.ts';
import { count } from '../../../lib/number-format.ts';
import { fields, optionalChoice } from '../../forms/fields.ts';
import { SelectField, Submit } from '../../forms/inputs.tsx';
import type { Page } from '../../office-response.ts';
import { Empty, Heading, Pager, Tag } from '../../page/components.tsx';
import { ExportMenu } from '../../page/export-menu.tsx';
import { fileTexts } from '../../page/file-texts.ts';
import { List } from '../../page/list.tsx';
import { type Columns, type ListFile, listFile, secondColumn } from '../../page/list-file.ts';
import { paginated } from '../../page/pagination.ts';
import type { StoreContext } from '../../request-context.ts';
import { fileScreens, get, type Screen } from '../../screen.ts';
import { ExactTime, requestedApp } from '../partner-components.tsx';
import { appTexts } from './app-texts.ts';

const DAY_RANGES = ['1', '7', '30', '90'] as const;
const DAY = 86_400_000;

const filter = fields({ days: optionalChoice(DAY_RANGES) });

const daysOf = (context: StoreContext) => context.query(filter).days ?? '7';

const missedBy = (context: StoreContext, app: App): MissedVariant[] =>
  missedVariants(context.db, app.id, context.now - Number(daysOf(context)) * DAY);

export const missedScreens: readonly Screen[] = [
  get('/partners/apps/:id/missed', 'partners', (context) => missedPage(context, requestedApp(context))),
  ...fileScreens('/partners/apps/:id/missed', 'partners', (context) => missedFile(context, requestedApp(context))),
];

function missedPage(context: StoreContext, app: App): Page {
  const t = appTexts(context.language);
  const appPath = `/office/partners/apps/${app.id}`;
  const missed = missedBy(context, app);
  const { rows, ...pages } = paginated(context, ({ limit, offset }) => missed.slice(offset, offset + limit));
  return {
    title: `${t.missed} · ${app.name}`,
    body: (
      <>
        <Heading title={t.missed} back={{ href: appPath, label: app.name }}>
          {rows.length > 0 && <ExportMenu href={`${appPath}/missed?days=${daysOf(context)}`} />}
        </Heading>
        <p class="hint">{t.missedHint}</p>
        <form method="get" action={`${appPath}/missed`} class="inline short">
          <SelectField
            name="days"
            label={t.since}
            value={daysOf(context)}
            options={DAY_RANGES.map((days) => ({ value: days, label: t.days(Number(days)) }))}
            data-submits
          />
          <Submit class="secondary outline" label={t.show} />
        </form>
        <MissedVariants context={context} variants={rows} />
        <Pager {...pages} />
      </>
    ),
  };
}

function MissedVariants({ context, variants }: { context: StoreContext; variants: readonly MissedVariant[] }) {
  const t = appTexts(context.language);
  return (
    <List
      rows={variants}
      empty={<Empty title={t.nothingMissed} hint={t.nothingMissedHint} />}
      columns={(column) => [
        column(t.variant, (row) => (
          <>
            {row.productName}
            {row.variantName !== '' && <span class="muted"> {row.variantName}</span>}
          </>
        )),
        column(t.sku, (row) => row.sku),
        column(t.available, 'number', (row) =>
          row.available === null ? <Tag>{t.deleted}</Tag> : <strong>{count(row.available)}</strong>,
        ),
        column(t.missedCount, 'number', (row) => count(row.changes)),
        column(t.newest, (row) => <ExactTime at={row.newestTime} />),
      ]}
    />
  );
}

function missedFile(context: StoreContext, app: App): ListFile {
  const t = appTexts(context.language);
  const names = fileTexts(context.language);
  const columns: Columns<MissedVariant> = {
    [names.variantId]: ({ variantId }) => idText(variantId),
    [t.sku]: ({ sku }) => sku,
    [names.product]: ({ productName }) => productName,
    [names.variant]: ({ variantName }) => variantName,
    [t.available]: ({ available }) => available,
    [t.missedCount]: ({ changes }) => changes,
    [t.newest]: secondColumn(({ newestTime }) => newestTime),
  };
  return listFile(`${t.missed} ${app.id}`, missedBy(context, app), columns, `missed-${app.id}`);
}
