import { pastStockValue } from '../../../domain/figures/stock-value.ts';
import { stockAt } from '../../../domain/stock/stock-history.ts';
import { type PastItem, searchPastStock } from '../../../domain/stock/stock-search.ts';
import { bangkokMinute } from '../../../lib/calendar.ts';
import { type Money, moneyText } from '../../../lib/money.ts';
import { baht, count as countText, money, satang, wholeSatang } from '../../../lib/number-format.ts';
import { fieldTime } from '../../../lib/typed-dates.ts';
import { TimeField } from '../../forms/date-fields.tsx';
import { fields, optionalInteger, optionalText, optionalTime } from '../../forms/fields.ts';
import type { Form } from '../../forms/form.ts';
import type { OfficeResponse } from '../../office-response.ts';
import { Empty, Heading, Pager } from '../../page/components.tsx';
import { ExportMenu } from '../../page/export-menu.tsx';
import { minuteText } from '../../page/format.ts';
import { List } from '../../page/list.tsx';
import { type Columns, type ListFile, listFile, moneyColumn } from '../../page/list-file.ts';
import { activeFilter, ListFilters } from '../../page/list-filters.tsx';
import type { StoreContext, StoreProps } from '../../request-context.ts';
import { queryForm } from '../query-form.ts';
import { Figure, figure, ItemLink, StockTabs, variantColumns } from '../stock-components.tsx';
import { stockTexts } from '../stock-texts.ts';
import { warehouseNames } from '../warehouse-options.ts';
import { pageLinks } from './stock-list.tsx';

const pastQuery = fields({ at: optionalTime, q: optionalText(), page: optionalInteger(1) });

const timeField = fields({ at: optionalTime });

const PAGE = 50;
const MINUTE = 60_000;

interface RequestedTime {
  form: Form<unknown>;
  /** Undefined if the typed time is invalid. */
  time: number | undefined;
}

/** The requested time, rounded up to the end of its minute. */
function requestedTime(context: StoreContext): RequestedTime {
  const form = queryForm(context, timeField, { at: inputTime(context.now) });
  const { at } = context.query(pastQuery);
  if (at !== undefined && at > context.now) form.addError(stockTexts(context.language).inFuture, 'at');
  return { form, time: form.hasErrors ? undefined : at === undefined ? context.now : at + MINUTE - 1 };
}

const inputTime = (millis: number): string => bangkokMinute(millis).replace(' ', 'T');

/** Stock at a time in the past. */
export function pastStockPage(context: StoreContext): OfficeResponse {
  const t = stockTexts(context.language);
  const { form, time } = requestedTime(context);
  const body = (
    <>
      <Heading title={t.past}>
        {time !== undefined && <ExportMenu href={`/office/stock/past?at=${inputTime(time)}`} />}
      </Heading>
      <StockTabs context={context} />
      <Filter context={context} form={form} />
      {time !== undefined && <PastStock context={context} time={time} />}
    </>
  );
  return { title: t.past, body };
}

/** The field for the time is expanded until a time is chosen. */
function Filter({ context, form }: StoreProps<{ form: Form<unknown> }>) {
  const t = stockTexts(context.language);
  const { at, q } = context.query(pastQuery);
  return (
    <ListFilters
      action="/stock/past"
      search={{ label: t.searchHint, placeholder: t.searchHint, value: q }}
      active={activeFilter('at', t.at, at === undefined ? undefined : fieldTime(at, context.language))}
      isOpen={at === undefined || form.hasErrors}
    >
      <TimeField name="at" form={form} label={t.at} pickedTime="now" />
    </ListFilters>
  );
}

function PastStock({ context, time }: { context: StoreContext; time: number }) {
  const t = stockTexts(context.language);
  const { q, page = 1 } = context.query(pastQuery);
  const { items, count } = searchPastStock(context.db, context.store.id, {
    time,
    query: q,
    limit: PAGE,
    offset: (page - 1) * PAGE,
  });
  return (
    <>
      <h2>{t.pastTitle(minuteText(time, context.language))}</h2>
      {context.may('costs') && items.length > 0 && <StockValueThen context={context} time={time} />}
      {items.length === 0 ? <Empty title={t.noItemsThen} /> : <PastTable context={context} items={items} />}
      <Pager {...pageLinks(context.request.url, page, count)} />
    </>
  );
}

/** The value of all stock at the time, also of items that the search leaves out. */
function StockValueThen({ context, time }: { context: StoreContext; time: number }) {
  const t = stockTexts(context.language);
  const rows = stockAt(context.db, context.store.id, time);
  const { value, withoutCost } = pastStockValue(rows);
  const ofWarehouses = [...Map.groupBy(rows, ({ warehouseId }) => warehouseId)];
  const nameOf = warehouseNames(context);
  return (
    <p class="stock-sums">
      <Worth label={t.valueOfAll} value={value} beyond={t.beyond} />
      {ofWarehouses.length > 1 &&
        ofWarehouses.map(([id, own]) => (
          <Worth label={nameOf(id)} value={pastStockValue(own).value} beyond={t.beyond} />
        ))}
      {withoutCost.variants > 0 && (
        <small>{t.withoutCost(countText(withoutCost.variants), countText(withoutCost.pieces))}</small>
      )}
    </p>
  );
}

const Worth = ({ label, value, beyond }: { label: string; value: Money | undefined; beyond: string }) => (
  <span>
    {label} <strong class="money">{value === undefined ? beyond : money(wholeSatang(value))}</strong>
  </span>
);

const amountText = (amount: Money | null | undefined, format: (amount: Money) => string): string =>
  amount === null || amount === undefined ? '—' : format(amount);

const costOf = ({ warehouses }: PastItem): Money | null => warehouses[0]?.cost ?? null;

const worthOf = (item: PastItem): Money | undefined =>
  costOf(item) === null ? undefined : pastStockValue(item.warehouses).value;

function PastTable({ context, items }: { context: StoreContext; items: readonly PastItem[] }) {
  const t = stockTexts(context.language);
  const nameOf = warehouseNames(context);
  const sum = (item: PastItem, of: (row: PastItem['warehouses'][number]) => number) =>
    item.warehouses.reduce((total, row) => total + of(row), 0);
  const hasCosts = context.may('costs');
  return (
    <List
      class="list stock-cards"
      rows={items}
      columns={(column) => [
        column(t.item, (item) => (
          <div>
            <ItemLink context={context} item={item} />
          </div>
        )),
        column(t.warehouse, (item) =>
          item.warehouses.map(({ warehouseId, onHand }) => `${nameOf(warehouseId)} ${figure(onHand)}`).join(' · '),
        ),
        column(t.onHand, 'number', (item) => <Figure value={sum(item, ({ onHand }) => onHand)} />),
        column(t.reserved, 'number', (item) => <Figure value={sum(item, ({ reserved }) => reserved)} />),
        hasCosts && column(t.unitCost, 'money', (item) => amountText(costOf(item), baht)),
        hasCosts &&
          column(t.value, 'money', (item) => amountText(worthOf(item), (value) => satang(wholeSatang(value)))),
      ]}
    />
  );
}

/** Stock at a time as a file; empty if the time is invalid. */
export function pastStockFile(context: StoreContext): ListFile {
  const { time } = requestedTime(context);
  const items = time === undefined ? [] : stockAt(context.db, context.store.id, time);
  const t = stockTexts(context.language);
  const nameOf = warehouseNames(context);
  const columns: Columns<(typeof items)[number]> = {
    ...variantColumns(context),
    [t.warehouse]: ({ warehouseId }) => nameOf(warehouseId),
    [t.onHand]: ({ onHand }) => onHand,
    [t.reserved]: ({ reserved }) => reserved,
    [t.available]: ({ available }) => available,
    ...(context.may('costs') && {
      [t.unitCost]: ({ cost }) => (cost === null ? null : Number(moneyText(cost))),
      [t.value]: moneyColumn((row) => (row.cost === null ? null : pastStockValue([row]).value)),
    }),
  };
  const at = bangkokMinute(time ?? context.now).replace(':', '-');
  return listFile(`${t.past} ${at}`, items, columns, `stock-at-${at}`);
}
