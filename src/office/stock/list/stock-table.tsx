import type { StockItem, StockPage } from '../../../domain/stock/stock-search.ts';
import type { Id } from '../../../lib/ids.ts';
import { Tag } from '../../page/components.tsx';
import { count } from '../../page/format.ts';
import { List } from '../../page/list.tsx';
import type { StoreContext } from '../../request-context.ts';
import { Figure, figure, ItemLink } from '../stock-components.tsx';
import { stockTexts } from '../stock-texts.ts';
import { openWarehouses } from '../warehouse-options.ts';

/** The stock of each item in each warehouse. */
export function StockTable({ context, shelf }: { context: StoreContext; shelf: StockPage }) {
  const t = stockTexts(context.language);
  const warehouses = openWarehouses(context);
  return (
    <div class="scroll">
      <List
        class="list stock-cards"
        rows={shelf.items}
        columns={(column) => [
          column(t.item, (item) => (
            <div>
              <ItemLink context={context} item={item} /> <Tags context={context} item={item} />
            </div>
          )),
          ...(warehouses.length > 1
            ? warehouses.map(({ id, name }) =>
                column(name, 'number', (item) => <StockHere context={context} item={item} warehouseId={id} />),
              )
            : []),
          column(t.onHand, 'number total', ({ total }) => <Figure of={total.onHand} />),
          column(t.reserved, 'number', ({ total }) => <Figure of={total.reserved} />),
          column(t.available, 'number', ({ total }) => (
            <strong>
              <Figure of={total.onHand - total.reserved} />
            </strong>
          )),
        ]}
      />
    </div>
  );
}

function StockHere({ context, item, warehouseId }: { context: StoreContext; item: StockItem; warehouseId: Id }) {
  const here = item.warehouses.find((row) => row.warehouseId === warehouseId);
  if (!here) return <span class="muted">–</span>;
  return (
    <span>
      <Figure of={here.onHand} />
      {here.reserved !== 0 && (
        <small class="beside">{stockTexts(context.language).reservedHere(figure(here.reserved))}</small>
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
