import type { Reader } from '../../../db/reader.ts';
import type { Money } from '../../../lib/money.ts';
import type { LineQty } from '../lines.ts';
import type { Order, OrderLine } from '../order.ts';
import { hasLeft } from '../order-states.ts';
import { returnableQty } from '../shipments/return.ts';
import { type LineQtys, paidForLines } from './paid-for-lines.ts';

// Why a refund reduces a tax invoice. A credit note states it. See docs/decisions.md#credit-notes.

export const REFUND_REASONS = ['returned', 'not_delivered', 'price_reduction', 'defective', 'other'] as const;
export type RefundReason = (typeof REFUND_REASONS)[number];

/** Reasons that can be true of the order: goods that never left the store are neither returned nor defective. */
export const possibleReasons = ({ shipments }: Pick<Order, 'shipments'>): readonly RefundReason[] =>
  REFUND_REASONS.filter((reason) => (reason !== 'returned' && reason !== 'defective') || shipments.some(hasLeft));

/** The goods of a refund for returned or missing ones, without those that are refunded. None if it is less than their price. */
export function goodsOfReason(db: Reader, order: Order, reason: RefundReason, refund: GoodsRefund): LineQty[] {
  const qtyOf = QTYS[reason];
  if (!qtyOf) return [];
  const lines = order.lines
    .map((line) => ({
      lineId: line.id,
      qty: Math.min(qtyOf(db, line), line.qty) - (refund.refunded.get(line.id) ?? 0),
    }))
    .filter(({ qty }) => qty > 0);
  return paidForLines(order, lines, refund.refunded) <= refund.amount ? lines : [];
}

interface GoodsRefund {
  amount: Money;
  refunded: LineQtys;
}

const QTYS: Partial<Record<RefundReason, (db: Reader, line: OrderLine) => number>> = {
  returned: (db, line) => line.shippedQty - returnableQty(db, line),
  not_delivered: (_, line) => line.shortQty,
};
