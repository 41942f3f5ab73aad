import { knownCosts } from '../../../domain/catalogue/average-costs.ts';
import {
  SHORTAGES,
  STOCK_SORTS,
  type StockItem,
  type StockPage,
  type StockSort,
  searchStock,
} from '../../../domain/stock/stock-search.ts';
import type { Id } from '../../../lib/ids.ts';
import { fieldLabel } from '../../../lib/messages/field-labels.ts';
import { inMoney, moneyText } from '../../../lib/money.ts';
import { count } from '../../../lib/number-format.ts';
import { fields, optionalChoice, optionalId, optionalInteger, optionalText } from '../../forms/fields.ts';
import { SelectField } from '../../forms/inputs.tsx';
import type { OfficeResponse } from '../../office-response.ts';
import { ButtonLink, Empty, Heading, Pager, Tag, withQuery } from '../../page/components.tsx';
import { exportLinks } from '../../page/export-menu.tsx';
import { List } from '../../page/list.tsx';
import { type Columns, type ListFile, listFile, moneyColumn } from '../../page/list-file.ts';
import { activeFilter, ListFilters } from '../../page/list-filters.tsx';
import { Menu } from '../../page/menu.tsx';
import { ALL_ROWS } from '../../page/pagination.ts';
import { sortField, sortOf } from '../../page/sort.tsx';
import { Thumb } from '../../page/thumb.tsx';
import type { StoreContext } from '../../request-context.ts';
import { SavedViews, SaveView } from '../../views/saved-views.tsx';
import { picturesOf } from '../counts/count-sheet-table.tsx';
import { Figure, figure, ItemLink, StockTabs, variantColumns } from '../stock-components.tsx';
import { stockTexts } from '../stock-texts.ts';
import { openWarehouses, warehouseNames } from '../warehouse-options.ts';
import { WarehouseFilter } from '../warehouse-select.tsx';

const listQuery = fields({
  q: optionalText(),
  show: optionalChoice(SHORTAGES),
  warehouse: optionalId,
  sort: sortField(STOCK_SORTS),
  page: optionalInteger(1),
});

const PAGE = 50;

const searchOf = (context: StoreContext) => {
  const { q, show, warehouse, sort, page = 1 } = context.query(listQuery);
  return { query: q, shortage: show, warehouseId: warehouse, sort: sortOf(sort), page };
};

/** All items of the store with their stock. */
export function stockPage(context: StoreContext): OfficeResponse {
  const t = stockTexts(context.language);
  const { page, sort, ...search } = searchOf(context);
  const stock = searchStock(context.db, context.store.id, { ...search, sort, limit: PAGE, offset: (page - 1) * PAGE });
  const isFiltered = Object.values(search).some((value) => value !== undefined);
  const body = (
    <>
      <Heading title={t.stock}>
        <ButtonLink href="/office/stock/receive" icon="plus" main label={t.receive} />
        <Menu
          buttons={[
            { href: '/office/stock/write-off', label: t.writeOff },
            { href: '/office/stock/transfer', label: t.transfer },
          ]}
          links={[
            { href: '/office/stock/return', label: t.customerReturn },
            { href: '/office/stock/assembly', label: t.assembly },
            ...(stock.count > 0 ? exportLinks(listUrl(context.request.url)) : []),
          ]}
        />
      </Heading>
      <StockTabs context={context} />
      <SavedViews context={context} list="stock" />
      {(isFiltered || stock.count > 0) && <Filter context={context} />}
      {stock.items.length > 0 ? (
        <>
          <Totals context={context} stock={stock} />
          <StockTable context={context} stock={stock} />
          <Pager {...pageLinks(context.request.url, page, stock.count)} />
        </>
      ) : (
        <NoItems context={context} isFiltered={isFiltered} />
      )}
    </>
  );
  return { title: t.stock, body };
}

/** Links to the previous and next page. */
export const pageLinks = (url: URL, page: number, total: number) => ({
  previous: page > 1 ? withQuery(url, { page: page === 2 ? undefined : page - 1 }) : undefined,
  next: page * PAGE < total ? withQuery(url, { page: page + 1 }) : undefined,
});

function Filter({ context }: { context: StoreContext }) {
  const t = stockTexts(context.language);
  const { query, shortage, warehouseId, sort } = searchOf(context);
  const warehouses = openWarehouses(context);
  const levels = [
    { value: 'low', label: t.low },
    { value: 'out', label: t.outOfStock },
    { value: 'below_zero', label: t.belowZero },
  ];
  return (
    <ListFilters
      action="/stock"
      search={{ label: t.searchHint, placeholder: t.searchHint, value: query }}
      scans
      kept={{ sort: sort && (context.request.url.searchParams.get('sort') ?? undefined) }}
      active={[
        ...activeFilter('show', t.stockFilter, levels.find(({ value }) => value === shortage)?.label),
        ...activeFilter('warehouse', t.warehouse, warehouses.find(({ id }) => id === warehouseId)?.name),
      ]}
      beside={<SaveView context={context} list="stock" />}
    >
      <SelectField name="show" label={t.stockFilter} options={levels} empty={t.anyStock} value={shortage} />
      <WarehouseFilter context={context} />
    </ListFilters>
  );
}

const listUrl = (url: URL): string => withQuery(new URL('/office/stock/list', url), filterParams(url));

/** The query parameters of the filter, without the page. */
export const filterParams = (url: URL): Record<string, string> =>
  Object.fromEntries([...url.searchParams].filter(([name, value]) => name !== 'page' && value !== ''));

/** Totals without bundles and pulled items, whose stock belongs to other items. */
function Totals({ context, stock }: { context: StoreContext; stock: StockPage }) {
  const t = stockTexts(context.language);
  const sum = (of: (row: { onHand: number; reserved: number }) => number) =>
    stock.sums.reduce((total, row) => total + of(row), 0);
  const borrowingCount = stock.count - stock.ownStockCount;
  return (
    <p class="stock-sums">
      <span>{t.itemCount(count(stock.count))}</span>
      {stock.ownStockCount > 0 && (
        <>
          <span>
            {t.onHand} <strong class="number">{figure(sum(({ onHand }) => onHand))}</strong>
          </span>
          <span>
            {t.reserved} <strong class="number">{figure(sum(({ reserved }) => reserved))}</strong>
          </span>
          <span>
            {t.available} <strong class="number">{figure(sum(({ onHand, reserved }) => onHand - reserved))}</strong>
          </span>
        </>
      )}
      {borrowingCount > 0 && <small>{t.notInTotals(count(borrowingCount))}</small>}
    </p>
  );
}

function NoItems({ context, isFiltered }: { context: StoreContext; isFiltered: boolean }) {
  const t = stockTexts(context.language);
  if (isFiltered)
    return (
      <Empty title={t.noMatches} hint={t.noMatchesHint}>
        <ButtonLink href="/office/stock" label={t.clearFilters} />
      </Empty>
    );
  return (
    <Empty title={t.noItems} hint={t.noItemsHint}>
      <ButtonLink href="/office/products" main label={t.goToProducts} />
    </Empty>
  );
}

/** The list as a file: a row per item and warehouse. */
export function stockFile(context: StoreContext): ListFile {
  const { page, ...search } = searchOf(context);
  const { items } = searchStock(context.db, context.store.id, { ...search, ...ALL_ROWS });
  const t = stockTexts(context.language);
  const nameOf = warehouseNames(context);
  const costs = knownCosts(
    context.db,
    items.map(({ variantId }) => variantId),
  );
  const rows = items.flatMap(({ warehouses, ...item }) =>
    warehouses.map((level) => ({ ...item, level, cost: costs.get(item.variantId) ?? null })),
  );
  const columns: Columns<(typeof rows)[number]> = {
    ...variantColumns(context),
    [t.warehouse]: ({ level }) => nameOf(level.warehouseId),
    [t.onHand]: ({ level }) => level.onHand,
    [t.reserved]: ({ level }) => level.reserved,
    [t.available]: ({ level }) => level.onHand - level.reserved,
    [fieldLabel('low_stock_threshold', context.language)]: ({ lowStockThreshold }) => lowStockThreshold,
    ...(context.may('costs') && {
      [t.unitCost]: ({ cost }) => (cost === null ? null : Number(moneyText(cost))),
      [t.value]: moneyColumn(({ shows, level, cost }) =>
        shows === 'own' && cost !== null ? inMoney(Math.max(level.onHand, 0) * cost) : undefined,
      ),
    }),
  };
  return listFile(t.stock, rows, columns, 'stock');
}

/** The stock of each item in each warehouse. */
function StockTable({ context, stock }: { context: StoreContext; stock: StockPage }) {
  const t = stockTexts(context.language);
  const warehouses = openWarehouses(context);
  const sortable = sortHeadings(context);
  const pictures = picturesOf(context, stock.items);
  return (
    <div class="scroll">
      <List
        class="list stock-cards"
        rows={stock.items}
        opensRows
        columns={(column) => [
          column(sortable('name', t.item), (item) => (
            <div class="named">
              <Thumb url={pictures.get(item.variantId)} name={item.productName} />
              <div>
                <ItemLink context={context} item={item} /> <Tags context={context} item={item} />
              </div>
            </div>
          )),
          ...(warehouses.length > 1
            ? warehouses.map(({ id, name }) =>
                column(name, 'number', (item) => <StockHere context={context} item={item} warehouseId={id} />),
              )
            : []),
          column(sortable('on_hand', t.onHand), 'number total', ({ total }) => <Figure value={total.onHand} />),
          column(sortable('reserved', t.reserved), 'number', ({ total }) => <Figure value={total.reserved} />),
          column(sortable('available', t.available), 'number', ({ total }) => (
            <strong>
              <Figure value={total.onHand - total.reserved} />
            </strong>
          )),
        ]}
      />
    </div>
  );
}

/** Without a sort, the list is sorted by name. */
const sortHeadings = (context: StoreContext) => {
  const { sort = { key: 'name', descending: false } } = searchOf(context);
  return (key: StockSort['key'], label: string) => ({
    ...{ key, label, current: sort },
    url: context.request.url,
    descendingFirst: key === 'reserved',
  });
};

function StockHere({ context, item, warehouseId }: { context: StoreContext; item: StockItem; warehouseId: Id }) {
  const level = item.warehouses.find((row) => row.warehouseId === warehouseId);
  if (!level) return <span class="muted">–</span>;
  return (
    <span>
      <Figure value={level.onHand} />
      {level.reserved !== 0 && (
        <small class="cell-note">{stockTexts(context.language).reservedHere(figure(level.reserved))}</small>
      )}
    </span>
  );
}

/** Marks bundles, pulled items and low stock. */
function Tags({ context, item }: { context: StoreContext; item: StockItem }) {
  const t = stockTexts(context.language);
  const available = item.total.onHand - item.total.reserved;
  const isLow = item.lowStockThreshold !== null && available <= item.lowStockThreshold;
  return (
    <>
      {item.shows === 'parts' && <Tag tone="calm">{t.bundle}</Tag>}
      {item.shows === 'source' && <Tag tone="calm">{t.pulled}</Tag>}{' '}
      {available < 0 ? (
        <Tag tone="bad">{t.belowZero}</Tag>
      ) : available === 0 ? (
        <Tag tone="bad">{t.outOfStock}</Tag>
      ) : (
        isLow && <Tag tone="warn">{t.lowAt(count(item.lowStockThreshold ?? 0))}</Tag>
      )}
    </>
  );
}
