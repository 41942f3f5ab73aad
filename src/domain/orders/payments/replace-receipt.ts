import { isDeepStrictEqual } from 'node:util';
import type { Reader } from '../../../db/reader.ts';
import { query } from '../../../db/statement.ts';
import type { WriteTx } from '../../../db/write-tx.ts';
import { type AppError, invalidRequest, notFound } from '../../../lib/errors.ts';
import type { Id } from '../../../lib/ids.ts';
import { documentNumber } from '../../../lib/number-format.ts';
import type { Address } from '../../address-fields.ts';
import { storeAddresses } from '../../addresses.ts';
import { audit } from '../../audit/audit-log.ts';
import { taxBuyer } from '../../tax-fields.ts';
import { type Act, recordEvent, userOf } from '../history.ts';
import { existingOrder, type Order } from '../order.ts';
import {
  insertReplacement,
  type PrintedReceipt,
  type Receipt,
  type ReceiptDocument,
  receiptOfOrder,
  sellerOf,
  type Voided,
  type VoidReason,
} from './receipts.ts';
import { refundDocuments } from './refund-documents.ts';

// Corrects who bought or sold on an issued receipt: the receipt is canceled and another one replaces it. See
// docs/decisions.md#replaced-receipts.

export type VoidedReceipt = Receipt & { voided: Voided };

interface Row extends Omit<Receipt, 'document'>, Voided {
  document: string;
}

const VOIDED = query<Row>(
  { reads: ['accounts', 'receipts'] },
  `SELECT r.id, r.number, r.create_time AS createTime, r.is_printed AS isPrinted, r.document, r.void_time AS time,
     r.void_reason AS reason, u.name AS by, r.replaced_by AS replacedBy
   FROM receipts r LEFT JOIN accounts u ON u.id = r.void_user_id
   WHERE r.order_id = ? AND r.void_time IS NOT NULL ORDER BY r.id`,
);

/** The canceled receipts of the order, oldest first. */
export const voidedReceipts = (db: Reader, orderId: Id): VoidedReceipt[] =>
  db
    .all(VOIDED, orderId)
    .map(({ time, reason, by, replacedBy, document, ...receipt }) => ({
      ...receipt,
      document: JSON.parse(document),
      voided: { time, reason, by, replacedBy },
    }));

/** A canceled receipt of the order, to print as a copy that says so. @throws AppError not_found */
export function voidedToPrint(db: Reader, orderId: Id, number: number): PrintedReceipt {
  const found = voidedReceipts(db, orderId).find((receipt) => receipt.number === number);
  if (!found) throw notFound('order_without_receipt', { order: orderId });
  return { ...found, isCopy: true };
}

const OBSTACLES = { credit_note: 'replace_after_credit_note', refund_voucher: 'replace_after_refund_voucher' } as const;

/** Why the receipt of the order cannot be replaced, if so: a credit note or refund voucher names its number. */
export function replacementObstacle(db: Reader, orderId: Id): AppError | undefined {
  const [document] = refundDocuments(db, orderId);
  return document && invalidRequest(OBSTACLES[document.kind], { order: orderId, document: document.number });
}

interface Replacement {
  /** Number of the receipt to cancel. */
  number: number;
  reason: VoidReason;
  buyer: Address;
}

/**
 * Cancels the receipt of the order and issues another one with the next number and the same date and amounts.
 * @throws AppError not_found; invalid_request as `replacementObstacle`, if the receipt was replaced meanwhile, if nothing
 * differs, or at the field as `taxBuyer`
 */
export function replaceReceipt(tx: WriteTx, orderId: Id, { number, reason, buyer }: Replacement, act: Act): Receipt {
  const order = existingOrder(tx, orderId);
  const old = receiptOfOrder(tx, orderId);
  if (!old) throw notFound('order_without_receipt', { order: orderId });
  if (old.number !== number) throw invalidRequest('receipt_replaced_meanwhile', { number: old.number });
  const obstacle = replacementObstacle(tx, orderId);
  if (obstacle) throw obstacle;
  const document = replacementOf(tx, order, old, taxBuyer(buyer));
  if (isSame(document, old.document)) throw invalidRequest('replacement_without_change');
  const { storeId } = order;
  const canceled = { id: old.id, reason, userId: userOf(act) ?? null, now: act.now };
  const issued = insertReplacement(tx, canceled, { orderId, storeId, createTime: old.createTime, document });
  recordEvent(tx, orderId, act, 'receipt_replaced', { number: issued.number, replaces: number, void_reason: reason });
  const numbers = { number: documentNumber(issued.number), replaces: documentNumber(number) };
  audit(tx, 'receipt_replaced', { storeId, subjectId: orderId, detail: { ...numbers, void_reason: reason } });
  return issued;
}

/** The issued content with another buyer, and with the seller as the store is registered now. */
function replacementOf(db: Reader, order: Order, { number, document }: Receipt, buyer: Address): ReceiptDocument {
  return { ...document, seller: sellerNow(db, order, document), buyer, replaces: number };
}

/** The seller on a replacement. @throws AppError as `sellerOf` */
export function sellerNow(db: Reader, order: Order, { seller: old, vatPercent }: ReceiptDocument): Address {
  const { senderAddress } = order;
  const current = storeAddresses(db, order.storeId).find(({ id }) => id === senderAddress?.id);
  const { seller } = sellerOf(db, { ...order, senderAddress: current ?? senderAddress });
  return vatPercent > 0 && seller.legal_entity_id === undefined ? old : seller;
}

const isSame = (a: ReceiptDocument, b: ReceiptDocument): boolean => isDeepStrictEqual(partiesOf(a), partiesOf(b));

const partiesOf = ({ seller, buyer }: ReceiptDocument): object => JSON.parse(JSON.stringify({ seller, buyer }));

export interface CanceledInvoice extends Voided {
  number: number;
  /** Date of the document. */
  createTime: number;
  orderId: Id;
}

const CANCELED = query<CanceledInvoice>(
  { reads: ['accounts', 'receipts'] },
  `SELECT r.number, r.create_time AS createTime, r.order_id AS orderId, r.void_time AS time, r.void_reason AS reason,
     u.name AS by, r.replaced_by AS replacedBy
   FROM receipts r LEFT JOIN accounts u ON u.id = r.void_user_id
   WHERE r.store_id = @storeId AND r.void_time >= @from AND r.void_time < @until AND r.create_time < @from
     AND r.document ->> '$.vatPercent' > 0 ORDER BY r.void_time, r.id`,
);

/** Tax invoices of earlier months that were canceled in the month. They change none of its amounts. */
export const canceledOfEarlierMonths = (
  db: Reader,
  storeId: Id,
  month: { from: number; until: number },
): CanceledInvoice[] => db.all(CANCELED, { storeId, ...month });
