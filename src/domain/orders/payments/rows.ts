import { hash } from 'node:crypto';
import { command } from '../../../db/statement.ts';
import type { WriteTx } from '../../../db/write-tx.ts';
import { invalidRequest } from '../../../lib/errors.ts';
import type { Id } from '../../../lib/ids.ts';
import type { Money } from '../../../lib/money.ts';
import { type PictureType, pictureHead } from '../../../lib/pictures.ts';
import type { LineQty } from '../lines.ts';
import type { PaymentMethod, PaymentRecordStatus } from '../states.ts';

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

const addPayment = command(
  { writes: ['payments'] },
  `INSERT INTO payments (order_id, method, amount, status, user_id, note, create_time, review_time)
   VALUES (@orderId, @method, @amount, @status, @userId, @note, @now, iif(@status = 'confirmed', @now, NULL))`,
);

export const insertPayment = (tx: WriteTx, payment: NewPayment, now: number): Id =>
  tx.insert<Id>(addPayment, { ...payment, now });

const addSlip = command(
  { writes: ['payment_slips'] },
  'INSERT INTO payment_slips (payment_id, media_type, hash, picture) VALUES (?, ?, ?, ?)',
);

export const insertSlip = (tx: WriteTx, paymentId: Id, { mediaType, hash, picture }: Slip): number =>
  tx.run(addSlip, paymentId, mediaType, hash, picture);

const setReview = command(
  { writes: ['payments'] },
  'UPDATE payments SET status = @status, user_id = @userId, reason = @reason, review_time = @now WHERE id = @id',
);

/** `reason`: why it was rejected. */
export const markReviewed = (
  tx: WriteTx,
  judged: { id: Id; status: 'confirmed' | 'rejected'; userId: Id | null; reason: string | null },
  now: number,
): number => tx.run(setReview, { ...judged, now });

export interface NewRefund {
  paymentId: Id;
  amount: Money;
  method: PaymentMethod;
  note: string | null;
  userId: Id | null;
}

const addToRefunded = command(
  { writes: ['payments'] },
  `UPDATE payments SET refunded = refunded + @amount, status = iif(refunded + @amount = amount, 'refunded', status)
   WHERE id = @paymentId`,
);

const addRefund = command(
  { writes: ['refunds'] },
  `INSERT INTO refunds (payment_id, amount, method, note, user_id, create_time)
   VALUES (@paymentId, @amount, @method, @note, @userId, @now)`,
);

/** A payment that is refunded completely gets the status `refunded`. */
export function insertRefund(tx: WriteTx, refund: NewRefund, now: number): Id {
  tx.run(addToRefunded, { paymentId: refund.paymentId, amount: refund.amount });
  return tx.insert<Id>(addRefund, { ...refund, now });
}

const addRefundLine = command(
  { writes: ['refund_lines'], reads: ['order_lines'] },
  'INSERT INTO refund_lines (refund_id, line_id, qty) VALUES (?, ?, ?)',
);

export const insertRefundLine = (tx: WriteTx, refundId: Id, { lineId, qty }: LineQty): number =>
  tx.run(addRefundLine, refundId, lineId, qty);

/** A picture of a bank transfer. */
export interface Slip {
  mediaType: PictureType;
  /** SHA-256 of the picture. */
  hash: Buffer;
  picture: Uint8Array;
}

const MOST_SLIP_BYTES = 5 * 2 ** 20;

/**
 * Detects the type from the content.
 * @throws AppError invalid_request at `slip` if it is not PNG, JPEG or WebP, or larger than 5 MB
 */
export function readSlip(picture: Uint8Array): Slip {
  if (picture.byteLength > MOST_SLIP_BYTES) throw invalidRequest('slip_too_large', { path: 'slip', most: 5 });
  const head = pictureHead(picture);
  if (!head) throw invalidRequest('slip_not_a_picture', { path: 'slip' });
  return { mediaType: head.mediaType, hash: hash('sha256', picture, 'buffer'), picture };
}
