import { stockAt } from '../../../domain/stock/history.ts';
import { type PastItem, readPastShelf } from '../../../domain/stock/shelf.ts';
import { bangkokMinute } from '../../../lib/calendar.ts';
import type { Answer } from '../../answer.ts';
import { fields, optionalText, optionalTime, optionalWhole } from '../../forms/fields.ts';
import { Submit, TextField, TimeField } from '../../forms/inputs.tsx';
import { csvFile } from '../../page/downloads.ts';
import { minuteText } from '../../page/format.ts';
import { Columns, Empty, Heading, Pager } from '../../page/parts.tsx';
import { words } from '../../page/texts.ts';
import type { Visit } from '../../visit.ts';
import { Figure, FileLink, figure, ItemLink, StockTabs, variantName } from '../parts.tsx';
import { placeNames } from '../places.tsx';
import { texts } from '../texts.ts';
import { around } from './shelf.tsx';

const asked = fields({ at: optionalTime, q: optionalText(), page: optionalWhole(1) });

const PAGE = 50;
const MINUTE = 60_000;

/** The whole minute that was asked for, so that what happened in it counts. */
const momentOf = (visit: Visit): number => {
  const { at } = visit.query(asked);
  return at === undefined ? visit.now : at + MINUTE - 1;
};

const typedTime = (millis: number): string => bangkokMinute(millis).replace(' ', 'T');

/** What there was at a time. */
export function pastPage(visit: Visit): Answer {
  const t = texts(visit.language);
  const { q, page = 1 } = visit.query(asked);
  const time = momentOf(visit);
  const { items, count } = readPastShelf(visit.ctx.db, visit.store.id, {
    time,
    query: q,
    limit: PAGE,
    offset: (page - 1) * PAGE,
  });
  const body = (
    <>
      <Heading title={t.past} />
      <StockTabs visit={visit} />
      <form class="inline" action="/office/stock/past">
        <TimeField name="at" label={t.when} value={typedTime(time)} />
        <TextField name="q" type="search" label={words(visit.language).search} placeholder={t.find} value={q} />
        <Submit class="secondary outline">{t.show}</Submit>
        <FileLink href={`/office/stock/past.csv?at=${typedTime(time)}`}>{words(visit.language).csv}</FileLink>
      </form>
      <h2>{t.pastOf(minuteText(time, visit.language))}</h2>
      {items.length === 0 ? <Empty title={t.nothingThen} /> : <PastTable visit={visit} items={items} />}
      <Pager visit={visit} {...around(visit.asked.url, page, count)} />
    </>
  );
  return { title: t.past, body };
}

function PastTable({ visit, items }: { visit: Visit; items: readonly PastItem[] }) {
  const t = texts(visit.language);
  const nameOf = placeNames(visit);
  const sum = (item: PastItem, of: (row: PastItem['warehouses'][number]) => number) =>
    item.warehouses.reduce((total, row) => total + of(row), 0);
  return (
    <table class="list stock-cards">
      <Columns of={[t.item, t.warehouse, [t.onHand, 'right'], [t.reserved, 'right']]} />
      <tbody>
        {items.map((item) => (
          <tr>
            <th scope="row">
              <div>
                <ItemLink visit={visit} item={item} />
              </div>
            </th>
            <td data-label={t.warehouse}>
              {item.warehouses.map(({ warehouseId, onHand }) => `${nameOf(warehouseId)} ${figure(onHand)}`).join(' · ')}
            </td>
            <td class="number" data-label={t.onHand}>
              <Figure of={sum(item, ({ onHand }) => onHand)} />
            </td>
            <td class="number" data-label={t.reserved}>
              <Figure of={sum(item, ({ reserved }) => reserved)} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function pastCsv(visit: Visit): Answer {
  const rows = stockAt(visit.ctx.db, visit.store.id, momentOf(visit)).map((row) => [
    row.variantId,
    row.sku,
    variantName(row),
    row.warehouseKey,
    row.onHand,
    row.reserved,
    row.available,
  ]);
  const columns = ['variant', 'sku', 'name', 'warehouse', 'on_hand', 'reserved', 'available'];
  return csvFile(`stock-at-${bangkokMinute(momentOf(visit)).replace(/[ :]/g, '-')}`, columns, rows);
}
