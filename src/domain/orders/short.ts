import type { Reader } from '../../db/reader.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import { invalidRequest } from '../../lib/errors.ts';
import type { Id } from '../../lib/ids.ts';
import type { Money } from '../../lib/money.ts';
import { type Act, recordEvent } from './history.ts';
import { existingOrder, lineName, type Order } from './order.ts';
import { paidForLines } from './payments/paid-for-lines.ts';
import { refundedQtys } from './payments/payment-details.ts';
import { clearShortMark, isShortOpen } from './refund-marks.ts';

// Orders that shipped less than was ordered and paid.

export interface ShortShipment {
  lines: readonly { name: string; qty: number }[];
  /** What the customer paid for the pieces that were not shipped. */
  amount: Money;
}

/** Undefined if the order is not paid, shipped everything, or its store has refunded or settled it. */
export function shortShipment(db: Reader, order: Order): ShortShipment | undefined {
  const { id, status, paidTime, lines } = order;
  if (paidTime === null || (status !== 'open' && status !== 'completed') || !isShortOpen(db, id)) return undefined;
  const short = lines.filter(({ shortQty }) => shortQty > 0);
  const qtys = short.map((line) => ({ lineId: line.id, qty: line.shortQty }));
  return {
    lines: short.map((line) => ({ name: lineName(line), qty: line.shortQty })),
    amount: paidForLines(order, qtys, refundedQtys(db, id)),
  };
}

/** The store does not refund what was not shipped. @throws AppError not_found; invalid_request if nothing is open */
export function settleShort(tx: WriteTx, orderId: Id, act: Act): void {
  const order = existingOrder(tx, orderId);
  if (!shortShipment(tx, order)) throw invalidRequest('nothing_to_refund', { order: orderId });
  clearShortMark(tx, orderId);
  recordEvent(tx, orderId, act, 'short_settled', {});
}
