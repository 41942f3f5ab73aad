import { command } from '../../../db/statement.ts';
import type { WriteTx } from '../../../db/write-tx.ts';
import type { Id } from '../../../lib/ids.ts';
import type { Money } from '../../../lib/money.ts';
import { turnedByOrientation } from '../../../lib/picture-metadata/strip.ts';
import { ERASED } from '../../addresses.ts';
import type { LineQty } from '../lines.ts';
import type { PaymentMethod, PaymentRecordStatus } from '../order-states.ts';
import type { Slip } from './slip.ts';
import type { SlipReading } from './slip-code.ts';
import type { TransferRow } from './transfer.ts';

// The only writer of payments, their slips and refunds.

interface NewPayment {
  orderId: Id;
  method: PaymentMethod;
  amount: Money;
  status: Extract<PaymentRecordStatus, 'notified' | 'confirmed'>;
  /** The account that confirmed it. */
  userId: Id | null;
  note: string | null;
  transfer?: TransferRow;
  /** The parcel whose COD was paid out. */
  shipmentId?: Id | null;
  /** When it was confirmed; now by default. */
  reviewTime?: number | undefined;
  externalId?: string | null | undefined;
  requestHash?: Buffer | null | undefined;
  /** The transfer of which it is a part. */
  sharedTransferId?: Id | null;
}

const NO_TRANSFER: TransferRow = { payTime: null, bankAccountId: null, sendingBank: null, reference: null };

const addPayment = command(
  { writes: ['payments'] },
  `INSERT INTO payments (order_id, method, amount, status, user_id, note, pay_time, bank_account_id, sending_bank,
     reference, shipment_id, external_id, request_hash, shared_transfer_id, create_time, review_time)
   VALUES (@orderId, @method, @amount, @status, @userId, @note, @payTime, @bankAccountId, @sendingBank, @reference,
     @shipmentId, @externalId, @requestHash, @sharedTransferId, @now, iif(@status = 'confirmed', @reviewTime, NULL))`,
);

export function insertPayment(
  tx: WriteTx,
  {
    transfer = NO_TRANSFER,
    shipmentId = null,
    externalId = null,
    requestHash = null,
    sharedTransferId = null,
    reviewTime,
    ...payment
  }: NewPayment,
  now: number,
): Id {
  const details = { ...transfer, shipmentId, externalId, requestHash, sharedTransferId };
  return tx.insert<Id>(addPayment, { ...payment, ...details, reviewTime: reviewTime ?? now, now });
}

const updateTransfer = command(
  { writes: ['payments'] },
  `UPDATE payments SET pay_time = @payTime, bank_account_id = @bankAccountId, sending_bank = @sendingBank,
     reference = @reference,
     shared_transfer_id = iif(reference IS @reference AND sending_bank IS @sendingBank, shared_transfer_id, NULL)
   WHERE id = @id`,
);

/** A payment with another reference or bank is no part of its transfer any more. */
export const setTransfer = (tx: WriteTx, id: Id, transfer: TransferRow): number =>
  tx.run(updateTransfer, { ...transfer, id });

const addDetails = command(
  { writes: ['payments'] },
  `UPDATE payments SET pay_time = coalesce(pay_time, @payTime), bank_account_id = coalesce(bank_account_id, @bankAccountId)
   WHERE id = @paymentId`,
);

/** Fills in what the payment lacks. */
export const addTransferDetails = (
  tx: WriteTx,
  details: Pick<TransferRow, 'payTime' | 'bankAccountId'> & { paymentId: Id },
): number => tx.run(addDetails, details);

const joinTransfer = command(
  { writes: ['payments'] },
  `UPDATE payments SET shared_transfer_id = @sharedTransferId, sending_bank = coalesce(sending_bank, @sendingBank),
     reference = coalesce(reference, @reference) WHERE id = @id`,
);

/** Makes the payment a part of the transfer. */
export const setSharedTransfer = (
  tx: WriteTx,
  part: Pick<TransferRow, 'sendingBank' | 'reference'> & { id: Id; sharedTransferId: Id },
): number => tx.run(joinTransfer, part);

const addSlip = command(
  { writes: ['payment_slips'] },
  'INSERT INTO payment_slips (payment_id, media_type, hash, picture, is_read) VALUES (?, ?, ?, ?, ?)',
);

/** @param reading what was found on the slip; undefined if its code is still to be read */
export function insertSlip(tx: WriteTx, paymentId: Id, slip: Slip, reading?: SlipReading): void {
  const { mediaType, hash, picture } = reading ? uprightSlip(slip, reading) : slip;
  tx.run(addSlip, paymentId, mediaType, hash, picture, Number(reading !== undefined));
}

/** The slip with its code upright. Its hash stays, so that another copy counts as the same slip. */
const uprightSlip = <Picture extends Pick<Slip, 'mediaType' | 'picture'>>(
  slip: Picture,
  { turn }: SlipReading,
): Picture =>
  turn === 0 ? slip : { ...slip, picture: turnedByOrientation(slip.picture, slip.mediaType, turn) ?? slip.picture };

const setSlipRead = command(
  { writes: ['payment_slips'] },
  'UPDATE payment_slips SET is_read = 1, picture = ? WHERE payment_id = ? AND is_read = 0',
);

const addCode = command(
  { writes: ['payments'] },
  `UPDATE payments SET reference = coalesce(reference, @reference), sending_bank =
     iif(coalesce(reference, @reference) = @reference, coalesce(sending_bank, @sendingBank), sending_bank)
   WHERE id = @paymentId`,
);

/** Fills in what the payment lacks. @returns false if the slip was read or erased meanwhile */
export function recordSlipReading(
  tx: WriteTx,
  { paymentId, ...slip }: Pick<Slip, 'mediaType' | 'picture'> & { paymentId: Id },
  reading: SlipReading,
): boolean {
  if (tx.run(setSlipRead, uprightSlip(slip, reading).picture, paymentId) === 0) return false;
  if (reading.code) tx.run(addCode, { ...reading.code, paymentId });
  return true;
}

const setReview = command(
  { writes: ['payments'] },
  `UPDATE payments SET status = @status, user_id = @userId, reason = @reason, review_time = @now,
     shared_transfer_id = iif(@status = 'confirmed', shared_transfer_id, NULL) WHERE id = @id`,
);

/** A rejected payment is no part of a transfer. @param review with the reason if rejected */
export const markReviewed = (
  tx: WriteTx,
  review: { id: Id; status: 'confirmed' | 'rejected'; userId: Id | null; reason: string | null },
  now: number,
): number => tx.run(setReview, { ...review, now });

const clearReview = command(
  { writes: ['payments'] },
  `UPDATE payments SET status = 'notified', user_id = NULL, reason = NULL, review_time = NULL, shared_transfer_id = NULL
   WHERE id = ?`,
);

export const markUnreviewed = (tx: WriteTx, id: Id): number => tx.run(clearReview, id);

/** How the money of a refund was sent. */
export interface RefundTransferRow {
  sendTime: number;
  /** The account of the store that sent it. */
  bankAccountId: Id | null;
  reference: string | null;
}

interface NewRefund extends RefundTransferRow {
  paymentId: Id;
  /** The first of the refunds that are recorded together; null for the first. */
  partOf: Id | null;
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
  `INSERT INTO refunds (payment_id, part_of, amount, method, note, user_id, create_time, send_time, bank_account_id, reference)
   VALUES (@paymentId, @partOf, @amount, @method, @note, @userId, @now, @sendTime, @bankAccountId, @reference)`,
);

/** A completely refunded payment gets the status `refunded`. */
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

const addRefundSlip = command(
  { writes: ['refund_slips'] },
  'INSERT INTO refund_slips (refund_id, media_type, picture) VALUES (?, ?, ?)',
);

/** @param reading what was found on the slip; undefined if its code was not looked for */
export function insertRefundSlip(tx: WriteTx, refundId: Id, slip: Slip, reading?: SlipReading): void {
  const { mediaType, picture } = reading ? uprightSlip(slip, reading) : slip;
  tx.run(addRefundSlip, refundId, mediaType, picture);
}

/** The customer's account to which a refund is sent: a PromptPay id, or a bank and an account number. */
export interface RefundAccount {
  /** Digits only. */
  promptpayId: string | null;
  /** A code of `BANKS`. */
  bank: string | null;
  /** Digits only. */
  number: string | null;
  /** Name of the account holder. */
  name: string | null;
}

const addRefundAccount = command(
  { writes: ['refund_accounts'] },
  'INSERT INTO refund_accounts (refund_id, promptpay_id, bank, number, name) VALUES (@refundId, @promptpayId, @bank, @number, @name)',
);

export const insertRefundAccount = (tx: WriteTx, refundId: Id, account: RefundAccount): number =>
  tx.run(addRefundAccount, { refundId, ...account });

const deleteAccountOfRefund = command(
  { writes: ['refund_accounts'] },
  'DELETE FROM refund_accounts WHERE refund_id = ?',
);

export const deleteRefundAccount = (tx: WriteTx, refundId: Id): number => tx.run(deleteAccountOfRefund, refundId);

const deletePaymentSlip = command({ writes: ['payment_slips'] }, 'DELETE FROM payment_slips WHERE payment_id = ?');

export const deleteSlip = (tx: WriteTx, paymentId: Id): number => tx.run(deletePaymentSlip, paymentId);

const deleteSlipOfRefund = command({ writes: ['refund_slips'] }, 'DELETE FROM refund_slips WHERE refund_id = ?');

export const deleteRefundSlip = (tx: WriteTx, refundId: Id): number => tx.run(deleteSlipOfRefund, refundId);

const OF_PAYMENTS_OF_ORDER = 'payment_id IN (SELECT id FROM payments WHERE order_id = ?)';

const deleteSlips = command(
  { writes: ['payment_slips'], reads: ['payments'] },
  `DELETE FROM payment_slips WHERE ${OF_PAYMENTS_OF_ORDER}`,
);

const deleteRefundSlips = command(
  { writes: ['refund_slips'], reads: ['payments', 'refunds'] },
  `DELETE FROM refund_slips WHERE refund_id IN (SELECT id FROM refunds WHERE ${OF_PAYMENTS_OF_ORDER})`,
);

const deleteRefundAccounts = command(
  { writes: ['refund_accounts'], reads: ['payments', 'refunds'] },
  `DELETE FROM refund_accounts WHERE refund_id IN (SELECT id FROM refunds WHERE ${OF_PAYMENTS_OF_ORDER})`,
);

const erasePayments = command(
  { writes: ['payments'] },
  `UPDATE payments SET note = NULL, reason = iif(reason IS NULL, NULL, '${ERASED}'), sending_bank = NULL,
     reference = NULL WHERE order_id = ?`,
);

const eraseRefunds = command(
  { writes: ['refunds'], reads: ['payments'] },
  `UPDATE refunds SET note = NULL, reference = NULL WHERE ${OF_PAYMENTS_OF_ORDER}`,
);

/** Erases what was written about the payments and refunds of the order, their slips and accounts. Amounts stay. */
export function erasePaymentTexts(tx: WriteTx, orderId: Id): void {
  tx.run(deleteSlips, orderId);
  tx.run(deleteRefundSlips, orderId);
  tx.run(deleteRefundAccounts, orderId);
  tx.run(erasePayments, orderId);
  tx.run(eraseRefunds, orderId);
}
