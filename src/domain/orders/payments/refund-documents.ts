import type { Reader } from '../../../db/reader.ts';
import { command, query } from '../../../db/statement.ts';
import type { WriteTx } from '../../../db/write-tx.ts';
import { invalidRequest, notFound } from '../../../lib/errors.ts';
import type { Id } from '../../../lib/ids.ts';
import { type Money, ZERO } from '../../../lib/money.ts';
import type { Address } from '../../address-fields.ts';
import { type Act, recordEvent } from '../history.ts';
import type { LineQty } from '../lines.ts';
import { existingOrder, lineName, type Order } from '../order.ts';
import { type Receipt, receiptOfOrder } from './receipts.ts';
import type { RefundReason } from './refund-reasons.ts';

// The only writer of refund_documents. See docs/decisions.md#credit-notes.

/** `credit_note`: reduces the value of a tax invoice. `refund_voucher`: any other refund. */
export type RefundDocumentKind = 'credit_note' | 'refund_voucher';

/** Stored as JSON. It never changes. Values include VAT. */
export interface RefundDocumentContent {
  orderNumber: string;
  receiptNumber: number;
  receiptTime: number;
  seller: Address;
  buyer: Address;
  /** `price` and `amount` as on the receipt, before a discount of the order. */
  lines: { name: string; qty: number; price: Money; amount: Money }[];
  cause?: RefundReason | undefined;
  /** In words. */
  reason: string | null;
  /** The money that went back. */
  refunded: Money;
  /** The value on the receipt. */
  original: Money;
  /** By how much earlier credit notes have reduced it. */
  reduced: Money;
  /** By how much this document reduces it. */
  difference: Money;
  vatPercent: number;
}

/** Why a document reduces the value of an invoice, as it is printed. */
export interface StatedReason extends Pick<RefundDocumentContent, 'cause' | 'reason'> {
  hasLines: boolean;
}

export interface RefundDocument {
  id: Id;
  kind: RefundDocumentKind;
  /** Each kind has its own gapless numbers. */
  number: number;
  refundId: Id;
  createTime: number;
  isPrinted: 0 | 1;
  content: RefundDocumentContent;
}

type Row = Omit<RefundDocument, 'content'> & { document: string };

const documentsOfOrder = query<Row>(
  { reads: ['payments', 'refund_documents', 'refunds'] },
  `SELECT d.id, d.kind, d.number, d.refund_id AS refundId, d.create_time AS createTime, d.is_printed AS isPrinted, d.document
   FROM payments p JOIN refunds r ON r.payment_id = p.id JOIN refund_documents d ON d.refund_id = r.id
   WHERE p.order_id = +? ORDER BY d.id`,
);

/** Oldest first. */
export const refundDocuments = (db: Reader, orderId: Id): RefundDocument[] =>
  db.all(documentsOfOrder, orderId).map(({ document, ...row }) => ({ ...row, content: JSON.parse(document) }));

interface RefundRecord {
  /** The first of the refunds that were recorded together. */
  refundId: Id;
  amount: Money;
  lines: readonly LineQty[];
  cause?: RefundReason | undefined;
  note: string | null;
}

const insertDocument = command(
  { writes: ['refund_documents'] },
  `INSERT INTO refund_documents (store_id, kind, number, refund_id, create_time, document)
   VALUES (@storeId, @kind,
     (SELECT coalesce(max(number), 0) + 1 FROM refund_documents WHERE store_id = @storeId AND kind = @kind),
     @refundId, @now, @document)`,
);

/** Issues the document of a refund, with the next number. Without a receipt there is none. @param order after it */
export function documentRefund(tx: WriteTx, order: Order, refund: RefundRecord, act: Act): void {
  const receipt = receiptOfOrder(tx, order.id);
  if (!receipt) return;
  const content = contentOf(order, refund, receipt, refundDocuments(tx, order.id));
  const kind: RefundDocumentKind = content.difference > ZERO ? 'credit_note' : 'refund_voucher';
  const { storeId } = order;
  const document = JSON.stringify(content);
  tx.run(insertDocument, { storeId, kind, refundId: refund.refundId, now: act.now, document });
  const issued = refundDocuments(tx, order.id).find(({ refundId }) => refundId === refund.refundId);
  recordEvent(tx, order.id, act, `${kind}_issued`, { number: issued?.number });
}

function contentOf(
  order: Order,
  { amount, lines, cause, note }: RefundRecord,
  { number, createTime, document }: Receipt,
  earlier: readonly RefundDocument[],
): RefundDocumentContent {
  const { orderNumber, seller, buyer, vatPercent } = document;
  const original = (document.total - (document.refunded ?? ZERO)) as Money;
  const reduced = earlier.reduce((sum, { content }) => sum + content.difference, 0) as Money;
  return {
    ...{ orderNumber, seller, buyer, vatPercent, original, reduced },
    receiptNumber: number,
    receiptTime: createTime,
    lines: linesOf(order, lines),
    cause,
    reason: note,
    refunded: amount,
    difference: vatPercent > 0 ? reductionOf(order, (original - reduced) as Money) : ZERO,
  };
}

/** The reduction that leaves what the customer owes or paid. A refund of an overpayment reduces nothing. */
const reductionOf = ({ total, waived }: Order, before: Money): Money =>
  Math.max(before - (total - waived), ZERO) as Money;

function linesOf(order: Order, lines: readonly LineQty[]): RefundDocumentContent['lines'] {
  const known = new Map(order.lines.map((line) => [line.id, line]));
  return lines.flatMap(({ lineId, qty }) => {
    const line = known.get(lineId);
    return line ? [{ name: lineName(line), qty, price: line.price, amount: (line.price * qty) as Money }] : [];
  });
}

/** Whether a refund of this amount reduces the value of a tax invoice, so that it needs a reason. */
export const reducesTaxInvoice = (db: Reader, order: Order, amount: Money): boolean =>
  amount > order.overpaidAmount && (receiptOfOrder(db, order.id)?.document.vatPercent ?? 0) > 0;

/**
 * A credit note states its reason.
 * @throws AppError not_found; invalid_request at `reason` if it is missing, or at `note` if the reason is not in words
 */
export function requireReason(
  db: Reader,
  orderId: Id,
  { amount, reason, note }: { amount: Money; reason?: RefundReason | undefined; note?: string | undefined },
): void {
  if (!reducesTaxInvoice(db, existingOrder(db, orderId), amount)) return;
  if (reason === undefined) throw invalidRequest('input_not_chosen', { path: 'reason' });
  if (reason === 'other' && note === undefined) throw invalidRequest('input_empty', { path: 'note' });
}

const setPrinted = command({ writes: ['refund_documents'] }, 'UPDATE refund_documents SET is_printed = ? WHERE id = ?');

export type PrintedRefundDocument = RefundDocument & { isCopy: boolean };

/**
 * The documents of the order, or one of them, to print. The first print of each has the original and a copy, later
 * ones only the copy.
 * @throws AppError not_found if there is none
 */
export function refundDocumentsToPrint(tx: WriteTx, orderId: Id, only?: Id): PrintedRefundDocument[] {
  const documents = refundDocuments(tx, orderId).filter(({ id }) => only === undefined || id === only);
  if (documents.length === 0) throw notFound('order_has_no_refund_document', { order: orderId });
  for (const { id, isPrinted } of documents) if (isPrinted === 0) tx.run(setPrinted, 1, id);
  return documents.map((document) => ({ ...document, isCopy: document.isPrinted === 1 }));
}

/** The print failed: the next one has the originals that this one had. */
export function giveBackRefundDocuments(tx: WriteTx, documents: readonly PrintedRefundDocument[]): void {
  for (const { id, isCopy } of documents) if (!isCopy) tx.run(setPrinted, 0, id);
}

const eraseDocuments = command(
  { writes: ['refund_documents'], reads: ['payments', 'refunds'] },
  `UPDATE refund_documents SET document = '{}' WHERE refund_id IN
     (SELECT r.id FROM payments p JOIN refunds r ON r.payment_id = p.id WHERE p.order_id = ?)`,
);

/** Erases the refund documents of a deleted order in a sandbox, where they are not part of the accounts. */
export const eraseRefundDocuments = (tx: WriteTx, orderId: Id): number => tx.run(eraseDocuments, orderId);
