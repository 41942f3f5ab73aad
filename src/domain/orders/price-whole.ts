import type { Reader } from '../../db/reader.ts';
import { lineSums, type PricedOrder } from './create-manual-order.ts';
import { changedLine } from './edit-lines.ts';
import type { WholeLine } from './edit-whole.ts';
import { dueOf } from './hints.ts';
import { namedLines, priceLines } from './lines.ts';
import { priceTierOf } from './price-tier.ts';
import { lineName, type Order } from './read.ts';
import { type Charges, orderTotals } from './totals.ts';

/**
 * What the order would come to with these lines: its own keep their prices where none is given, whether or not their
 * variants are still sold. Nothing is asked of stock, and nothing written.
 *
 * @throws AppError invalid_request naming the line, `line 7` or, where it is new, `products[0]`
 */
export function priceWhole(
  db: Reader,
  order: Order,
  { lines, ...charges }: Charges & { lines: readonly WholeLine[] },
): PricedOrder {
  const own = lines.filter((line) => line.lineId !== undefined);
  const added = lines.filter((line) => line.lineId === undefined);
  const kept = namedLines(order, own).map(({ line, qty, price }) => changedLine(line, { qty, price }));
  const all = [
    ...kept.map((line) => ({ name: lineName(line), qty: line.qty, amount: line.amount })),
    ...lineSums(priceLines(db, order.storeId, priceTierOf(db, order), added)),
  ];
  const totals = orderTotals(
    all.map(({ amount }) => amount),
    charges,
  );
  const { paidAmount } = order;
  return { lines: all, ...totals, paidAmount, due: dueOf({ total: totals.total, paidAmount }) };
}
