import type { Id } from '../../../lib/ids.ts';
import { type Money, sum, times, ZERO } from '../../../lib/money.ts';
import type { LineQty } from '../lines.ts';
import type { Order, OrderLine } from '../order.ts';

/** Quantity per line. */
export type LineQtys = ReadonlyMap<Id, number>;

type RefundableGoods = Pick<Order, 'subtotal' | 'discount'> & {
  lines: readonly Pick<OrderLine, 'id' | 'qty' | 'price'>[];
};

const SATANG = 100n; // in 1/10,000 baht

/**
 * The amount paid for quantities of lines, less their share of the discount. It is a difference of cumulative amounts,
 * so that refunds of all lines, in any order, sum to the amount paid.
 */
export function paidForLines(order: RefundableGoods, lines: readonly LineQty[], refunded: LineQtys): Money {
  const after = new Map(refunded);
  for (const { lineId, qty } of lines) after.set(lineId, (after.get(lineId) ?? 0) + qty);
  return (paidForQtys(order, after) - paidForQtys(order, refunded)) as Money;
}

function paidForQtys({ lines, subtotal, discount }: RefundableGoods, qtys: LineQtys): Money {
  const price = sum(...lines.map((line) => times(line.price, Math.min(qtys.get(line.id) ?? 0, line.qty)) ?? ZERO));
  const goods = Math.max(subtotal - discount, ZERO) as Money;
  if (price === undefined || price === subtotal) return goods;
  if (goods === subtotal) return price;
  const satang = (BigInt(goods) * BigInt(price)) / BigInt(subtotal) / SATANG;
  return Number(satang * SATANG) as Money;
}
