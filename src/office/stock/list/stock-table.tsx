import type { StockItem, StockPage } from '../../../domain/stock/stock-search.ts';
import { Tag } from '../../page/components.tsx';
import { count } from '../../page/format.ts';
import { Columns } from '../../page/list.tsx';
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
      <table class="list stock-cards">
        <Columns
          of={[
            t.item,
            ...(warehouses.length > 1 ? warehouses.map(({ name }) => [name, 'right'] as const) : []),
            [t.onHand, 'right'],
            [t.reserved, 'right'],
            [t.available, 'right'],
          ]}
        />
        <tbody>
          {shelf.items.map((item) => (
            <Item context={context} item={item} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Item({ context, item }: { context: StoreContext; item: StockItem }) {
  const t = stockTexts(context.language);
  const warehouses = openWarehouses(context);
  const { onHand, reserved } = item.total;
  return (
    <tr>
      <th scope="row">
        <div>
          <ItemLink context={context} item={item} /> <Tags context={context} item={item} />
        </div>
      </th>
      {warehouses.length > 1 &&
        warehouses.map(({ id, name }) => {
          const here = item.warehouses.find(({ warehouseId }) => warehouseId === id);
          return (
            <td class="number" data-label={name}>
              {here ? (
                <span>
                  <Figure of={here.onHand} />
                  {here.reserved !== 0 && <small class="beside">{t.reservedHere(figure(here.reserved))}</small>}
                </span>
              ) : (
                <span class="muted">–</span>
              )}
            </td>
          );
        })}
      <td class="number total" data-label={t.onHand}>
        <Figure of={onHand} />
      </td>
      <td class="number" data-label={t.reserved}>
        <Figure of={reserved} />
      </td>
      <td class="number" data-label={t.available}>
        <strong>
          <Figure of={onHand - reserved} />
        </strong>
      </td>
    </tr>
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
