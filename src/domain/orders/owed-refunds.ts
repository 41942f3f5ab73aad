import type { Reader } from '../../db/reader.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import { invalidRequest } from '../../lib/errors.ts';
import type { Id } from '../../lib/ids.ts';
import { type Money, moneyText, sum, ZERO } from '../../lib/money.ts';
import { type Act, recordEvent } from './history.ts';
import { existingOrder, lineName, type Order, type OrderLine } from './order.ts';
import { hasLeft } from './order-states.ts';
import { type LineQtys, paidForLines } from './payments/paid-for-lines.ts';
import { auditMoney } from './payments/payment-audit.ts';
import { refundedQtys } from './payments/payment-details.ts';
import { OWED_REASONS, type OwedReason, type Settlement, setMark, settledQtys, settleLine } from './refund-marks.ts';
import { customerReturnedQtys } from './shipments/shipment.ts';

// Refunds that the store owes: for paid goods that did not ship, or that the customer returned. See
// docs/decisions.md#orders-to-refund. What the customer owes is in payments/balance.ts.

export interface OwedGoods {
  lines: readonly { name: string; qty: number }[];
  /** What the customer paid for the pieces, without what was refunded. */
  amount: Money;
}

/** By reason. A reason is absent if the store has refunded or settled its pieces, or if they cost nothing. */
export type Owed = Partial<Record<OwedReason, OwedGoods>>;

/** Nothing if the order is not paid. */
export function owedGoods(db: Reader, order: Order): Owed {
  const isPaid = order.paidTime !== null && (order.status === 'open' || order.status === 'completed');
  return isPaid && order.paidAmount > 0 ? notRefunded(db, order) : {};
}

/** What was overpaid and what was paid for missing and returned pieces, else everything. @param owed of the order */
export function suggestedRefund({ overpaidAmount, paidAmount }: Order, { short, returned }: Owed): Money {
  const owed = sum(overpaidAmount, short?.amount ?? ZERO, returned?.amount ?? ZERO) ?? ZERO;
  return owed > 0 ? (Math.min(owed, paidAmount) as Money) : paidAmount;
}

/** Call it after each change of the order's lines, discount, refunds or `waived`, and of what has returned. */
export function updateOwedMarks(tx: WriteTx, order: Order): void {
  const owed = notRefunded(tx, order);
  for (const reason of OWED_REASONS) setMark(tx, reason, order.id, owed[reason] !== undefined);
}

/** Whether the order is in the list of orders to refund for this reason, once it is paid. */
export const isOwed = (db: Reader, orderId: Id, reason: OwedReason): boolean =>
  notRefunded(db, existingOrder(db, orderId))[reason] !== undefined;

interface OwedLine {
  line: OrderLine;
  /** Pieces that are not refunded, and those of them that the store has not settled. */
  unrefunded: Record<OwedReason, number>;
  open: Record<OwedReason, number>;
}

function notRefunded(db: Reader, order: Order): Owed {
  const pieces = owedPieces(db, order).filter(({ line }) => line.price > 0);
  if (pieces.length === 0) return {};
  const refunded = refundedQtys(db, order.id);
  const settled = settledQtys(db, order.id);
  const lines = pieces.map((piece) => owedLine(piece, refunded.get(piece.line.id) ?? 0, settled.get(piece.line.id)));
  const unrefunded = OWED_REASONS.flatMap((reason) => qtysOf(lines, 'unrefunded', reason));
  const left = paidForLines(order, unrefunded, refunded) - refundedWithoutLines(order, refunded);
  const short = Math.min(paidForLines(order, qtysOf(lines, 'open', 'short'), refunded), left);
  const open = OWED_REASONS.flatMap((reason) => qtysOf(lines, 'open', reason));
  const returned = Math.min(paidForLines(order, open, refunded), left) - Math.max(short, 0);
  return { ...goodsOf(lines, 'short', short), ...goodsOf(lines, 'returned', returned) };
}

/** Lines with pieces that are missing, or that the customer returned, whatever was refunded. */
function owedPieces(db: Reader, { id, lines, shipments }: Order) {
  const returned: LineQtys = shipments.some(hasLeft) ? customerReturnedQtys(db, id) : new Map();
  return lines
    .map((line) => ({ line, short: line.shortQty, returned: returned.get(line.id) ?? 0 }))
    .filter(({ short, returned }) => short > 0 || returned > 0);
}

/** Refunded pieces count as the missing ones, then as the returned ones. */
function owedLine(
  { line, short, returned }: Record<OwedReason, number> & { line: OrderLine },
  refunded: number,
  settled: Settlement = { short: 0, returned: 0 },
): OwedLine {
  const unrefunded = {
    short: Math.max(short - refunded, 0),
    returned: Math.max(returned - Math.max(refunded - short, 0), 0),
  };
  const open = {
    short: Math.min(unrefunded.short, Math.max(short - settled.short, 0)),
    returned: Math.min(unrefunded.returned, Math.max(returned - settled.returned, 0)),
  };
  return { line, unrefunded, open };
}

const qtysOf = (lines: readonly OwedLine[], which: 'unrefunded' | 'open', reason: OwedReason) =>
  lines.map((owed) => ({ lineId: owed.line.id, qty: owed[which][reason] })).filter(({ qty }) => qty > 0);

function goodsOf(lines: readonly OwedLine[], reason: OwedReason, amount: number): Owed {
  const named = lines
    .map(({ line, open }) => ({ name: lineName(line), qty: open[reason] }))
    .filter(({ qty }) => qty > 0);
  return amount > 0 ? { [reason]: { lines: named, amount: amount as Money } } : {};
}

/** What refunds took from the total without naming lines. It may have been for these pieces. */
function refundedWithoutLines(order: Order, refunded: LineQtys): number {
  const lines = [...refunded].map(([lineId, qty]) => ({ lineId, qty }));
  return Math.max(order.waived - paidForLines(order, lines, new Map()), 0);
}

/** The store has decided about a refund of everything that is missing or has returned now. */
export function settleAll(tx: WriteTx, order: Order, reasons: readonly OwedReason[] = OWED_REASONS): void {
  for (const { line, ...pieces } of owedPieces(tx, order))
    for (const reason of reasons) if (pieces[reason] > 0) settleLine(tx, reason, line.id, pieces[reason]);
}

const SETTLED = { short: 'short_settled', returned: 'return_settled' } as const;

/** The store does not refund these pieces. @throws AppError not_found; invalid_request if none are open */
export function settleOwed(tx: WriteTx, orderId: Id, reason: OwedReason, act: Act): void {
  const order = existingOrder(tx, orderId);
  const owed = owedGoods(tx, order)[reason];
  if (!owed) throw invalidRequest('nothing_to_refund', { order: orderId });
  const { amount } = owed;
  settleAll(tx, order, [reason]);
  updateOwedMarks(tx, order);
  auditMoney(tx, SETTLED[reason], { storeId: order.storeId, subjectId: orderId, amount }, act);
  recordEvent(tx, orderId, act, SETTLED[reason], { amount: moneyText(amount) });
}
