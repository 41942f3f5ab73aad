import type { Reader } from '../../db/reader.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import { invalidRequest } from '../../lib/errors.ts';
import type { Id } from '../../lib/ids.ts';
import { type Money, moneyText, sum, ZERO } from '../../lib/money.ts';
import { type Act, recordEvent } from './history.ts';
import { existingOrder, lineName, type Order, type OrderLine } from './order.ts';
import { type LineQtys, paidForLines } from './payments/paid-for-lines.ts';
import { auditMoney } from './payments/payment-audit.ts';
import { refundedQtys } from './payments/payment-details.ts';
import { setShortMark, settledQtys, settleMissing } from './refund-marks.ts';

// Orders that shipped less than was ordered and paid. See docs/decisions.md#orders-to-refund.

export interface ShortShipment {
  lines: readonly { name: string; qty: number }[];
  /** What the customer paid for the pieces that were not shipped, without what was refunded. */
  amount: Money;
}

/** Undefined if the order is not paid, shipped everything, or its store has refunded or settled it. */
export function shortShipment(db: Reader, order: Order): ShortShipment | undefined {
  const isPaid = order.paidTime !== null && (order.status === 'open' || order.status === 'completed');
  return isPaid ? missingNotRefunded(db, order) : undefined;
}

/** What was overpaid and what was paid for the missing pieces, else everything. @param short of the order */
export function suggestedRefund({ overpaidAmount, paidAmount }: Order, short: ShortShipment | undefined): Money {
  const owed = sum(overpaidAmount, short?.amount ?? ZERO) ?? ZERO;
  return owed > 0 && owed <= paidAmount ? owed : paidAmount;
}

/** Call it after each change of the order's lines, discount, refunds or `waived`. */
export const updateShortMark = (tx: WriteTx, order: Order): number =>
  setShortMark(tx, order.id, missingNotRefunded(tx, order) !== undefined);

/** Whether the order is in the list of orders that shipped short, once it is paid. */
export const isShort = (db: Reader, orderId: Id): boolean =>
  missingNotRefunded(db, existingOrder(db, orderId)) !== undefined;

/** The missing pieces that the store has neither refunded nor settled. Undefined if they cost nothing. */
function missingNotRefunded(db: Reader, order: Order): ShortShipment | undefined {
  const missing = order.lines.filter(({ shortQty, price }) => shortQty > 0 && price > 0);
  if (missing.length === 0) return undefined;
  const refunded = refundedQtys(db, order.id);
  const settled = settledQtys(db, order.id);
  const unrefunded = missing.map((line) => ({ line, lineId: line.id, qty: beyond(line, refunded) }));
  const open = unrefunded
    .map(({ line, lineId, qty }) => ({ line, lineId, qty: Math.min(qty, beyond(line, settled)) }))
    .filter(({ qty }) => qty > 0);
  const left = paidForLines(order, unrefunded, refunded) - refundedWithoutLines(order, refunded);
  const amount = Math.min(paidForLines(order, open, refunded), left) as Money;
  return amount > 0 ? { lines: open.map(({ line, qty }) => ({ name: lineName(line), qty })), amount } : undefined;
}

/** The missing pieces of the line beyond those that are refunded or settled. */
const beyond = ({ id, shortQty }: OrderLine, done: LineQtys): number => Math.max(shortQty - (done.get(id) ?? 0), 0);

/** What refunds took from the total without naming lines. It may have been for the missing pieces. */
function refundedWithoutLines(order: Order, refunded: LineQtys): number {
  const lines = [...refunded].map(([lineId, qty]) => ({ lineId, qty }));
  return Math.max(order.waived - paidForLines(order, lines, new Map()), 0);
}

/** The store does not refund what was not shipped. @throws AppError not_found; invalid_request if nothing is open */
export function settleShort(tx: WriteTx, orderId: Id, act: Act): void {
  const order = existingOrder(tx, orderId);
  const short = shortShipment(tx, order);
  if (!short) throw invalidRequest('nothing_to_refund', { order: orderId });
  settleMissing(tx, orderId);
  updateShortMark(tx, order);
  auditMoney(tx, 'short_settled', { storeId: order.storeId, subjectId: orderId, amount: short.amount }, act);
  recordEvent(tx, orderId, act, 'short_settled', { amount: moneyText(short.amount) });
}
