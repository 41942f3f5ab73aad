import type { Reader } from '../../../db/reader.ts';
import { query } from '../../../db/statement.ts';
import { AppError, invalidRequest } from '../../../lib/errors.ts';
import type { Id } from '../../../lib/ids.ts';
import { below, message } from '../../../lib/messages/message.ts';
import type { Money } from '../../../lib/money.ts';
import { existingBankAccount } from '../../bank-accounts.ts';
import type { PaymentRecordStatus } from '../order-states.ts';
import type { SlipReading } from './slip-code.ts';

// Details of a bank transfer, and the payments that name the same transfer: docs/decisions.md#used-references.

export interface Transfer {
  /** When the customer paid. */
  payTime?: number | undefined;
  /** The account of the store that received it. */
  bankAccountId?: Id | undefined;
  /** Code of the Bank of Thailand. */
  sendingBank?: string | undefined;
  /** Assigned by the sending bank. */
  reference?: string | undefined;
}

/** A transfer as it is stored. */
export type TransferRow = { [Field in keyof Transfer]-?: Exclude<Transfer[Field], undefined> | null };

/** Banks use digits and letters. References are case-sensitive. */
const REFERENCE = /^[!-~]{1,64}$/;

export const isReference = (text: string): boolean => REFERENCE.test(text);

/** @throws AppError invalid_request at `reference` or `bank_account_id` */
export function validTransferRow(db: Reader, storeId: Id, transfer: Transfer): TransferRow {
  const { payTime = null, bankAccountId = null, sendingBank = null, reference = null } = transfer;
  if (reference !== null && !isReference(reference))
    throw invalidRequest('transfer_reference_malformed', { path: 'reference' });
  if (bankAccountId !== null) requireBankAccount(db, storeId, bankAccountId);
  return { payTime, bankAccountId, sendingBank, reference };
}

/** @throws AppError invalid_request at `bank_account_id` */
export function requireBankAccount(db: Reader, storeId: Id, id: Id): void {
  try {
    existingBankAccount(db, storeId, id);
  } catch (error) {
    if (error instanceof AppError)
      throw invalidRequest(below('bank_account_id', message('bank_account_not_found', { account: id })));
    throw error;
  }
}

/** An entered reference takes precedence over the code, which may be of another slip. */
export function withSlipCode({
  slipReading,
  ...transfer
}: Transfer & { slipReading?: SlipReading | undefined }): Transfer {
  const code = slipReading?.code;
  if (!code || (transfer.reference !== undefined && transfer.reference !== code.reference)) return transfer;
  return { ...transfer, reference: code.reference, sendingBank: transfer.sendingBank ?? code.sendingBank };
}

/** A payment that names a transfer. */
export interface ReferenceUse extends Pick<TransferRow, 'payTime' | 'bankAccountId' | 'sendingBank'> {
  paymentId: Id;
  orderId: Id;
  orderNumber: number;
  status: PaymentRecordStatus;
  amount: Money;
  createTime: number;
  /** The transfer of which it is a part; null if it is the whole. */
  sharedTransferId: Id | null;
}

const paymentsWithReference = query<ReferenceUse>(
  { reads: ['orders', 'payments'] },
  `SELECT p.id AS paymentId, p.order_id AS orderId, o.order_number AS orderNumber, p.status, p.amount,
     p.create_time AS createTime, p.pay_time AS payTime, p.bank_account_id AS bankAccountId,
     p.sending_bank AS sendingBank, p.shared_transfer_id AS sharedTransferId
   FROM payments p JOIN orders o ON o.id = p.order_id
   WHERE p.reference = +@reference AND o.store_id = +@storeId AND p.status <> 'rejected' AND o.stage <> 'deleted'
     AND (p.sending_bank = @sendingBank OR p.sending_bank IS NULL OR @sendingBank IS NULL) ORDER BY p.id`,
);

export type TransferReference = Pick<TransferRow, 'sendingBank' | 'reference'>;

/** The store's payments that name this transfer and are not rejected, oldest first. */
export const usesOfReference = (
  db: Reader,
  storeId: Id,
  { sendingBank, reference }: TransferReference,
): ReferenceUse[] => (reference === null ? [] : db.all(paymentsWithReference, { storeId, sendingBank, reference }));

export interface RefundWithReference extends Pick<ReferenceUse, 'orderId' | 'orderNumber'> {
  /** The first of the refunds that were recorded together. */
  refundId: Id;
}

const refundsWithReference = query<RefundWithReference>(
  { reads: ['orders', 'payments', 'refunds'] },
  `SELECT DISTINCT coalesce(r.part_of, r.id) AS refundId, o.id AS orderId, o.order_number AS orderNumber
   FROM refunds r CROSS JOIN payments p ON p.id = r.payment_id CROSS JOIN orders o ON o.id = p.order_id
   WHERE r.reference = @reference AND o.store_id = @storeId AND o.stage <> 'deleted' ORDER BY refundId`,
);

/** The store's refunds that were sent by this transfer, oldest first. One transfer may refund several orders. */
export const refundsOfReference = (db: Reader, storeId: Id, reference: string | null): RefundWithReference[] =>
  reference === null ? [] : db.all(refundsWithReference, { storeId, reference });

/**
 * For payments.
 * @param path of the field with the reference
 * @throws AppError invalid_request if a payment or a refund names this transfer
 */
export function requireUnusedReference(db: Reader, storeId: Id, transfer: TransferReference, path: string): void {
  requireNoPayment(db, storeId, transfer, path);
  requireNoRefund(db, storeId, transfer, path);
}

function requireNoRefund(db: Reader, storeId: Id, transfer: TransferReference, path?: string): void {
  const [use] = refundsOfReference(db, storeId, transfer.reference);
  if (use) throw referenceUsedError(transfer, use, path);
}

/**
 * For refunds.
 * @param path of the field with the reference
 * @throws AppError invalid_request if a payment names this transfer
 */
export function requireNoPayment(db: Reader, storeId: Id, transfer: TransferReference, path: string | undefined): void {
  const [use] = usesOfReference(db, storeId, transfer);
  if (use) throw referenceUsedError(transfer, use, path);
}

interface ReportedPayment extends TransferReference {
  id: Id;
  sharedTransferId: Id | null;
}

/**
 * Only the first report of a transfer can be confirmed, and the parts of a transfer that pays several orders.
 * @throws AppError invalid_request if another payment with this transfer is confirmed or was reported earlier, or if
 * a refund was sent by it
 */
export function requireConfirmable(db: Reader, storeId: Id, payment: ReportedPayment): void {
  const use = earlierUse(db, storeId, payment);
  if (use) throw referenceUsedError(payment, use);
}

/** Whether `requireConfirmable` lets the payment pass. */
export const isConfirmable = (db: Reader, storeId: Id, payment: ReportedPayment): boolean =>
  earlierUse(db, storeId, payment) === undefined;

const earlierUse = (db: Reader, storeId: Id, payment: ReportedPayment) =>
  usesOfReference(db, storeId, payment).find(
    ({ paymentId, status, sharedTransferId }) =>
      paymentId !== payment.id &&
      (status !== 'notified' || paymentId < payment.id) &&
      (sharedTransferId === null || sharedTransferId !== payment.sharedTransferId),
  ) ?? refundsOfReference(db, storeId, payment.reference)[0];

export const referenceUsedError = (
  { reference }: TransferReference,
  { orderId, orderNumber }: Pick<ReferenceUse, 'orderId' | 'orderNumber'>,
  path?: string,
): AppError =>
  invalidRequest('transfer_reference_used', { path, reference: reference ?? '', orderId, number: orderNumber });
