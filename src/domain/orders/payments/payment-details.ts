import type { Reader } from '../../../db/reader.ts';
import { query } from '../../../db/statement.ts';
import { notFound } from '../../../lib/errors.ts';
import type { Id } from '../../../lib/ids.ts';
import type { Money } from '../../../lib/money.ts';
import type { LineQty } from '../lines.ts';
import type { Payment } from '../order.ts';
import type { PaymentMethod } from '../order-states.ts';
import type { RefundTransferRow } from './payment-rows.ts';
import type { Slip } from './slip.ts';
import type { TransferRow } from './transfer.ts';

export interface Refund extends RefundTransferRow {
  id: Id;
  paymentId: Id;
  /** The first of the refunds that were recorded together; null for the first. */
  partOf: Id | null;
  amount: Money;
  method: PaymentMethod;
  note: string | null;
  userId: Id | null;
  createTime: number;
  /** The refunded lines; if several payments are refunded together, only on the first refund. */
  lines: readonly LineQty[];
  /** As with the lines. */
  slipType: Slip['mediaType'] | null;
}

/** A payment with fields that only the store sees. */
export interface PaymentDetail extends Omit<Payment, 'refunds'>, TransferRow {
  orderId: Id;
  /** Why it was rejected. */
  reason: string | null;
  slipType: Slip['mediaType'] | null;
  refunds: readonly Refund[];
  /** The transfer of which it is a part; null if it is the whole. */
  sharedTransferId: Id | null;
  /** The courier's remittance that contained it. */
  remittanceId: Id | null;
}

export type PaymentHead = Pick<
  PaymentDetail,
  'id' | 'orderId' | 'method' | 'amount' | 'status' | 'sendingBank' | 'reference' | 'sharedTransferId'
>;

const paymentById = query<PaymentHead>(
  { reads: ['payments'] },
  `SELECT id, order_id AS orderId, method, amount, status, sending_bank AS sendingBank, reference,
     shared_transfer_id AS sharedTransferId FROM payments WHERE id = ?`,
);

/** A payment that a partner reported with its own id. */
export interface EarlierReport extends Pick<PaymentDetail, 'id' | 'status'> {
  requestHash: Buffer | null;
  hasSlip: 0 | 1;
}

const reportOfExternalId = query<EarlierReport>(
  { reads: ['payment_slips', 'payments'] },
  `SELECT id, status, request_hash AS requestHash,
     EXISTS (SELECT 1 FROM payment_slips WHERE payment_id = payments.id) AS hasSlip
   FROM payments WHERE order_id = +? AND external_id = +?`,
);

export const reportByExternalId = (db: Reader, orderId: Id, externalId: string): EarlierReport | undefined =>
  db.get(reportOfExternalId, orderId, externalId);

/** @throws AppError not_found */
export function existingPayment(db: Reader, id: Id): PaymentHead {
  const payment = db.get(paymentById, id);
  if (!payment) throw notFound('payment_not_found', { payment: id });
  return payment;
}

const paymentsOfOrder = query<Omit<PaymentDetail, 'hasSlip' | 'refunds'>>(
  { reads: ['payment_slips', 'payments', 'remittance_lines'] },
  `SELECT id, order_id AS orderId, method, amount, refunded, status, create_time AS createTime,
     review_time AS reviewTime, user_id AS userId, note, pay_time AS payTime, external_id AS externalId, reason,
     bank_account_id AS bankAccountId, sending_bank AS sendingBank, reference, media_type AS slipType,
     shared_transfer_id AS sharedTransferId, (SELECT remittance_id FROM remittance_lines WHERE payment_id = payments.id) AS remittanceId
   FROM payments LEFT JOIN payment_slips ON payment_id = id WHERE order_id = ? ORDER BY id`,
);

/** Oldest first. */
export function paymentDetails(db: Reader, orderId: Id): PaymentDetail[] {
  const refunds = Map.groupBy(refundsOf(db, orderId), ({ paymentId }) => paymentId);
  return db
    .all(paymentsOfOrder, orderId)
    .map((payment) => ({ ...payment, hasSlip: payment.slipType !== null, refunds: refunds.get(payment.id) ?? [] }));
}

const refundsOfOrder = query<Omit<Refund, 'lines'>>(
  { reads: ['payments', 'refund_slips', 'refunds'] },
  `SELECT id, payment_id AS paymentId, part_of AS partOf, amount, method, note, user_id AS userId, create_time AS createTime,
     send_time AS sendTime, bank_account_id AS bankAccountId, reference, media_type AS slipType
   FROM refunds LEFT JOIN refund_slips ON refund_id = id
   WHERE payment_id IN (SELECT id FROM payments WHERE order_id = ?) ORDER BY id`,
);

/** Oldest first. */
function refundsOf(db: Reader, orderId: Id): Refund[] {
  const lines = Map.groupBy(refundLines(db, orderId), ({ refundId }) => refundId);
  return db
    .all(refundsOfOrder, orderId)
    .map((refund) => ({ ...refund, lines: (lines.get(refund.id) ?? []).map(({ lineId, qty }) => ({ lineId, qty })) }));
}

/** The refunds of the payments, those that were recorded together in one list, oldest first. */
export function refundsTogether(payments: readonly PaymentDetail[]): Refund[][] {
  const refunds = payments.flatMap((payment) => payment.refunds).toSorted((a, b) => a.id - b.id);
  return [...Map.groupBy(refunds, ({ id, partOf }) => partOf ?? id).values()];
}

const slipOfRefund = query<Pick<Slip, 'mediaType' | 'picture'>>(
  { reads: ['payments', 'refund_slips', 'refunds'] },
  `SELECT s.media_type AS mediaType, s.picture FROM refund_slips s JOIN refunds r ON r.id = s.refund_id
   JOIN payments p ON p.id = r.payment_id WHERE s.refund_id = ? AND p.order_id = ?`,
);

/** @throws AppError not_found if the order has no such refund, or it has no slip */
export function refundSlipOf(db: Reader, orderId: Id, refundId: Id): Pick<Slip, 'mediaType' | 'picture'> {
  const slip = db.get(slipOfRefund, refundId, orderId);
  if (!slip) throw notFound('refund_has_no_slip', { refund: refundId });
  return slip;
}

const codPayout = query<object>(
  { reads: ['payments'] },
  'SELECT 1 FROM payments WHERE id = ? AND shipment_id IS NOT NULL',
);

/** Whether the payment is the payout of a parcel's COD. */
export const isCodPayout = (db: Reader, paymentId: Id): boolean => db.get(codPayout, paymentId) !== undefined;

/** Refunded quantity per line. */
export function refundedQtys(db: Reader, orderId: Id): ReadonlyMap<Id, number> {
  const qtys = new Map<Id, number>();
  for (const { lineId, qty } of refundLines(db, orderId)) qtys.set(lineId, (qtys.get(lineId) ?? 0) + qty);
  return qtys;
}

const refundLinesOfOrder = query<LineQty & { refundId: Id }>(
  { reads: ['order_lines', 'refund_lines'] },
  `SELECT refund_id AS refundId, line_id AS lineId, qty FROM refund_lines
   WHERE line_id IN (SELECT id FROM order_lines WHERE order_id = ?) ORDER BY refund_id, line_id`,
);

const refundLines = (db: Reader, orderId: Id) => db.all(refundLinesOfOrder, orderId);

const slipOfPayment = query<Pick<Slip, 'mediaType' | 'picture'>>(
  { reads: ['payment_slips'] },
  'SELECT media_type AS mediaType, picture FROM payment_slips WHERE payment_id = ?',
);

/** Undefined if the payment has none. */
export const slipIfAny = (db: Reader, paymentId: Id): Pick<Slip, 'mediaType' | 'picture'> | undefined =>
  db.get(slipOfPayment, paymentId);

/** @throws AppError not_found if there is no payment, or no slip */
export function slipOf(db: Reader, paymentId: Id): Pick<Slip, 'mediaType' | 'picture'> {
  existingPayment(db, paymentId);
  const slip = slipIfAny(db, paymentId);
  if (!slip) throw notFound('payment_has_no_slip', { payment: paymentId });
  return slip;
}

export interface SlipUse {
  paymentId: Id;
  orderId: Id;
}

const paymentsByHash = query<SlipUse>(
  { reads: ['payment_slips', 'payments'] },
  `SELECT payment_id AS paymentId, order_id AS orderId FROM payment_slips JOIN payments ON id = payment_id
   WHERE hash = ? ORDER BY payment_id`,
);

/** Payments of any order with the same picture, oldest first. */
export const usesOfSlip = (db: Reader, { hash }: Slip): SlipUse[] => db.all(paymentsByHash, hash);

const ordersWithSameSlip = query<{ orderId: Id; orderNumber: number }>(
  { reads: ['orders', 'payment_slips', 'payments'] },
  `SELECT DISTINCT o.id AS orderId, o.order_number AS orderNumber FROM payment_slips own
   JOIN payment_slips s ON s.hash = own.hash AND s.payment_id <> own.payment_id
   JOIN payments p ON p.id = s.payment_id JOIN orders o ON o.id = p.order_id
   WHERE own.payment_id = ? AND o.store_id = ? AND o.id <> (SELECT order_id FROM payments WHERE id = own.payment_id)
   ORDER BY o.id`,
);

/** The store's other orders with a payment that has the same picture, oldest first. */
export const ordersWithSlipOf = (db: Reader, paymentId: Id, storeId: Id): { orderId: Id; orderNumber: number }[] =>
  db.all(ordersWithSameSlip, paymentId, storeId);
