import type { Id } from '../../../lib/ids.ts';
import { type Money, sum, times, ZERO } from '../../../lib/money.ts';
import type { LineQty } from '../lines.ts';
import type { Order, OrderLine } from '../read.ts';

/** How many of each line. */
export type Qtys = ReadonlyMap<Id, number>;

type Goods = Pick<Order, 'subtotal' | 'discount'> & { lines: readonly Pick<OrderLine, 'id' | 'qty' | 'price'>[] };

const SATANG = 100n; // in 1/10,000 baht

/**
 * What was paid for so many of the lines: their prices less their part of the order's discount, in whole satang. It is
 * the difference of what was paid for all that has gone back after and before them, so that the lines, in whatever
 * order they go back, come to what was paid for the goods.
 *
 * @param earlier what has gone back before
 */
export function paidForLines(order: Goods, lines: readonly LineQty[], earlier: Qtys): Money {
  const after = new Map(earlier);
  for (const { lineId, qty } of lines) after.set(lineId, (after.get(lineId) ?? 0) + qty);
  return (paidForQtys(order, after) - paidForQtys(order, earlier)) as Money;
}

function paidForQtys({ lines, subtotal, discount }: Goods, qtys: Qtys): Money {
  const price = sum(...lines.map((line) => times(line.price, Math.min(qtys.get(line.id) ?? 0, line.qty)) ?? ZERO));
  const goods = Math.max(subtotal - discount, ZERO) as Money;
  if (price === undefined || price === subtotal) return goods;
  if (goods === subtotal) return price;
  const satang = (BigInt(goods) * BigInt(price)) / BigInt(subtotal) / SATANG;
  return Number(satang * SATANG) as Money;
}
