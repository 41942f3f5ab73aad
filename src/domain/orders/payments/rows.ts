import type { Database } from '../../../db/database.ts';
import type { Id } from '../../../lib/ids.ts';
import type { Money } from '../../../lib/money.ts';
import type { LineQty } from '../lines.ts';
import type { PaymentRecordStatus } from '../states.ts';
import type { PaymentMethod } from './methods.ts';
import type { Slip } from './slips.ts';

// The only writer of payments, their slips and refunds.

export interface NewPayment {
  orderId: Id;
  method: PaymentMethod;
  amount: Money;
  status: Extract<PaymentRecordStatus, 'notified' | 'confirmed'>;
  /** Who confirmed it. */
  userId: Id | null;
  note: string | null;
}

export const insertPayment = (db: Database, payment: NewPayment, now: number): Id =>
  db.insert<Id>(
    `INSERT INTO payments (order_id, method, amount, status, user_id, note, create_time, judge_time)
     VALUES (@orderId, @method, @amount, @status, @userId, @note, @now, iif(@status = 'confirmed', @now, NULL))`,
    { ...payment, now },
  );

export const insertSlip = (db: Database, paymentId: Id, { mediaType, hash, picture }: Slip): number =>
  db.run(
    'INSERT INTO payment_slips (payment_id, media_type, hash, picture) VALUES (?, ?, ?, ?)',
    paymentId,
    mediaType,
    hash,
    picture,
  );

/** Somebody has looked whether the money is there; `reason` is why it is rejected. */
export const markReviewed = (
  db: Database,
  judged: { id: Id; status: 'confirmed' | 'rejected'; userId: Id | null; reason: string | null },
  now: number,
): number =>
  db.run(
    'UPDATE payments SET status = @status, user_id = @userId, reason = @reason, judge_time = @now WHERE id = @id',
    { ...judged, now },
  );

export interface NewRefund {
  paymentId: Id;
  amount: Money;
  method: PaymentMethod;
  note: string | null;
  userId: Id | null;
}

/** Money of a payment goes back; the payment is refunded when all of it has gone. */
export function insertRefund(db: Database, refund: NewRefund, now: number): Id {
  db.run(
    `UPDATE payments SET refunded = refunded + @amount, status = iif(refunded + @amount = amount, 'refunded', status)
     WHERE id = @paymentId`,
    { paymentId: refund.paymentId, amount: refund.amount },
  );
  return db.insert<Id>(
    `INSERT INTO refunds (payment_id, amount, method, note, user_id, create_time)
     VALUES (@paymentId, @amount, @method, @note, @userId, @now)`,
    { ...refund, now },
  );
}

/** So many of the line are what the money is paid back for. */
export const insertRefundLine = (db: Database, refundId: Id, { lineId, qty }: LineQty): number =>
  db.run('INSERT INTO refund_lines (refund_id, line_id, qty) VALUES (?, ?, ?)', refundId, lineId, qty);
