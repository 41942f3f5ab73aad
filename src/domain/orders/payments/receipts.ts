import type { Reader } from '../../../db/reader.ts';
import { command, query } from '../../../db/statement.ts';
import type { WriteTx } from '../../../db/write-tx.ts';
import { type AppError, invalidRequest, notFound } from '../../../lib/errors.ts';
import type { Id } from '../../../lib/ids.ts';
import { type Money, ZERO } from '../../../lib/money.ts';
import type { Address } from '../../address-fields.ts';
import { type StoreAddress, storeAddresses } from '../../addresses.ts';
import { storeById } from '../../stores.ts';
import { taxBuyer } from '../../tax-fields.ts';
import { type Act, recordEvent } from '../history.ts';
import { existingOrder, lineName, type Order } from '../order.ts';
import type { PaymentMethod } from '../order-states.ts';
import { uncollectedCod } from '../totals.ts';
import { collectingParcels } from './cod-parcels.ts';
import { isCodPayout } from './payment-details.ts';

// The only writer of receipts.

export interface Receipt {
  id: Id;
  number: number;
  /** Its date, in Unix milliseconds: when the number was issued, or when the replaced receipt was. */
  createTime: number;
  isPrinted: 0 | 1;
  document: ReceiptDocument;
}

/** What was wrong on a canceled receipt. */
export const VOID_REASONS = ['buyer_name', 'buyer_address', 'buyer_tax_id', 'seller'] as const;
export type VoidReason = (typeof VOID_REASONS)[number];

/** The cancellation of a receipt. */
export interface Voided {
  time: number;
  reason: VoidReason;
  /** Name of the account; null: a command. */
  by: string | null;
  /** Number of the replacement. */
  replacedBy: number;
}

const OF_ORDER = query<Omit<Receipt, 'document'> & { document: string }>(
  { reads: ['receipts'] },
  `SELECT id, number, create_time AS createTime, is_printed AS isPrinted, document FROM receipts
   WHERE order_id = ? AND void_time IS NULL`,
);

/** The one that is not canceled. */
export function receiptOfOrder(db: Reader, orderId: Id): Receipt | undefined {
  const row = db.get(OF_ORDER, orderId);
  return row && { ...row, document: JSON.parse(row.document) };
}

const insertReceipt = command(
  { writes: ['receipts'] },
  `INSERT INTO receipts (store_id, number, order_id, create_time, document)
   VALUES (@storeId, (SELECT coalesce(max(number), 0) + 1 FROM receipts WHERE store_id = @storeId), @orderId, @createTime,
     @document)`,
);

interface IssuedContent {
  orderId: Id;
  storeId: Id;
  createTime: number;
  document: ReceiptDocument;
}

/** Gives it the next number. There are no gaps: a rollback takes the number back, and no receipt is ever deleted. */
function insertNext(tx: WriteTx, { document, ...row }: IssuedContent): Receipt {
  tx.run(insertReceipt, { ...row, document: JSON.stringify(document) });
  return receiptOfOrder(tx, row.orderId) as Receipt;
}

const cancelReceipt = command(
  { writes: ['receipts'] },
  `UPDATE receipts SET void_time = @now, void_reason = @reason, void_user_id = @userId,
     replaced_by = (SELECT max(number) + 1 FROM receipts WHERE store_id = @storeId) WHERE id = @id`,
);

interface Canceled {
  id: Id;
  reason: VoidReason;
  userId: Id | null;
  now: number;
}

/** Cancels a receipt and gives its replacement the next number. Use `replaceReceipt`, which checks both. */
export function insertReplacement(tx: WriteTx, canceled: Canceled, content: IssuedContent): Receipt {
  tx.run(cancelReceipt, { ...canceled, storeId: content.storeId });
  return insertNext(tx, content);
}

const eraseDocument = command({ writes: ['receipts'] }, `UPDATE receipts SET document = '{}' WHERE order_id = ?`);

/** Erases the receipts of a deleted order in a sandbox, where it is not part of the accounts. */
export const eraseReceipt = (tx: WriteTx, orderId: Id): number => tx.run(eraseDocument, orderId);

/**
 * The order's receipt: the issued one, or a new one with the next number. Numbers have no gaps.
 * @param buyer by default the recipient of the order
 * @throws AppError not_found; invalid_request as in `receiptObstacle`, or at the field as `taxBuyer`
 */
export function issueReceipt(tx: WriteTx, orderId: Id, act: Act, buyer?: Address): Receipt {
  const order = existingOrder(tx, orderId);
  const known = receiptOfOrder(tx, orderId);
  if (known) return known;
  const document = receiptToIssue(tx, order, taxBuyer(buyer ?? buyerOf(order)));
  const issued = insertNext(tx, { storeId: order.storeId, orderId, createTime: act.now, document });
  recordEvent(tx, orderId, act, 'receipt_issued', { number: issued.number });
  return issued;
}

export type PrintedReceipt = Receipt & { isCopy: boolean; voided?: Voided };

const setPrinted = command({ writes: ['receipts'] }, 'UPDATE receipts SET is_printed = ? WHERE id = ?');

/** The issued receipt of the order, to print. The first print has the original and a copy, later ones only the copy. @throws AppError not_found */
export function receiptToPrint(tx: WriteTx, orderId: Id): PrintedReceipt {
  const receipt = receiptOfOrder(tx, orderId);
  if (!receipt) throw notFound('order_without_receipt', { order: orderId });
  if (receipt.isPrinted === 0) tx.run(setPrinted, 1, receipt.id);
  return { ...receipt, isCopy: receipt.isPrinted === 1 };
}

/** The print failed: the next one has the originals that this one had. */
export function giveBackReceipts(tx: WriteTx, receipts: readonly PrintedReceipt[]): void {
  for (const { id, isCopy } of receipts) if (!isCopy) tx.run(setPrinted, 0, id);
}

/** As `receiptToPrint`, after `issueReceipt`. */
export function issueReceiptToPrint(tx: WriteTx, orderId: Id, act: Act): PrintedReceipt {
  issueReceipt(tx, orderId, act);
  return receiptToPrint(tx, orderId);
}

/** The content of the receipt that `issueReceipt` would issue for an order without one. @throws as it does */
export function receiptToIssue(db: Reader, order: Order, buyer?: Address): ReceiptDocument {
  const obstacle = orderObstacle(order);
  if (obstacle) throw obstacle;
  const document = receiptDocument(db, order, buyer);
  if (!hasReceived(document, order)) throw invalidRequest('receipt_without_money', { order: order.id });
  return document;
}

/** What a full tax invoice needs of its buyer, beside the name (section 86/4 of the Revenue Code). */
const BUYER_FIELDS = ['address1', 'sub_district', 'district', 'province', 'postal_code'] as const;

/** The fields that a tax invoice needs and its buyer lacks. */
export const missingOnTaxInvoice = (buyer: Address): (typeof BUYER_FIELDS)[number][] =>
  BUYER_FIELDS.filter((field) => buyer[field] === undefined);

/** Why `issueReceipt` would throw. */
export function receiptObstacle(db: Reader, order: Order): 'nothing_due' | 'no_tax_id' | undefined {
  if (receiptOfOrder(db, order.id)) return undefined;
  if (orderObstacle(order)) return 'nothing_due';
  if (lacksTaxId(db, order)) return 'no_tax_id';
  return hasReceived(receiptDocument(db, order), order) ? undefined : 'nothing_due';
}

const hasReceived = ({ received }: ReceiptDocument, { total }: Order): boolean => received > 0 || total === 0;

function orderObstacle({ id, status, isCod, unpaidAmount }: Order): AppError | undefined {
  if (status === 'canceled' || status === 'expired')
    return invalidRequest('receipt_for_order_with_status', { order: id, status });
  return !isCod && unpaidAmount > ZERO ? invalidRequest('receipt_before_payment', { order: id }) : undefined;
}

/** A payment on a receipt, without what was refunded. */
export interface ReceivedPayment {
  method: PaymentMethod | 'cod';
  amount: Money;
  /** When the customer paid, else when it was confirmed; absent for COD that the courier has not paid out. */
  time?: number;
}

/** The content of a receipt, stored as JSON. It never changes. */
export interface ReceiptDocument {
  orderNumber: string;
  /** Number of the canceled receipt that it replaces. Both have the same date. */
  replaces?: number;
  seller: Address;
  buyer: Address;
  lines: { name: string; qty: number; price: Money; amount: Money }[];
  subtotal: Money;
  discount: Money;
  shippingFee: Money;
  otherFee: Money;
  codFee: Money;
  total: Money;
  /** Amount refunded before the receipt. It reduces the total. */
  refunded?: Money;
  /** Payments that are not refunded, and what the courier collects. */
  received: Money;
  /** How and when it was received. */
  payments?: ReceivedPayment[];
  /** Included in the total; 0: not registered for VAT, so this is not a tax invoice. */
  vatPercent: number;
}

/** @throws AppError invalid_request if the store is registered for VAT and no address has a tax id */
function receiptDocument(db: Reader, order: Order, buyer = buyerOf(order)): ReceiptDocument {
  const received = moneyReceived(db, order);
  return {
    orderNumber: String(order.orderNumber),
    ...sellerOf(db, order),
    buyer,
    lines: order.lines.map((line) => ({ name: lineName(line), qty: line.qty, price: line.price, amount: line.amount })),
    subtotal: order.subtotal,
    discount: order.discount,
    shippingFee: order.shippingFee,
    otherFee: order.otherFee,
    codFee: order.codFee ?? ZERO,
    total: order.total,
    ...(order.waived > ZERO && { refunded: order.waived }),
    received,
    payments: receivedPayments(db, order, received),
  };
}

function receivedPayments(db: Reader, order: Order, received: Money): ReceivedPayment[] {
  const paid = order.payments.filter(({ status, amount, refunded }) => status === 'confirmed' && amount > refunded);
  const uncollected = (received - order.paidAmount) as Money;
  return [
    ...paid.map(({ id, method, amount, refunded, payTime, reviewTime, createTime }) => ({
      method: isCodPayout(db, id) ? ('cod' as const) : method,
      amount: (amount - refunded) as Money,
      time: payTime ?? reviewTime ?? createTime,
    })),
    ...(uncollected > ZERO ? [{ method: 'cod' as const, amount: uncollected }] : []),
  ];
}

/** The recipient of the order. */
export function buyerOf({ recipientAddress }: Order): Address {
  const { version, id, ...buyer } = recipientAddress;
  return buyer;
}

/** The order's sender address, unless only another address of the store has a tax id. */
export function sellerOf(db: Reader, order: Order): Pick<ReceiptDocument, 'seller' | 'vatPercent'> {
  const { key, name, vatPercent } = storeById(db, order.storeId);
  const own = ownAddresses(db, order);
  const taxed = own.find(hasTaxId);
  if (vatPercent > 0 && !taxed) throw invalidRequest('receipt_without_tax_id', { store: key, percent: vatPercent });
  const known = taxed ?? own[0];
  if (!known) return { seller: { name }, vatPercent };
  const { version, id, key: _, is_primary, ...seller } = known;
  return { seller, vatPercent };
}

const ownAddresses = (db: Reader, { storeId, senderAddress }: Order): StoreAddress[] => [
  ...(senderAddress ? [senderAddress] : []),
  ...storeAddresses(db, storeId),
];

const hasTaxId = ({ legal_entity_id }: Address): boolean => legal_entity_id !== undefined;

/** Whether a tax invoice is due and no address of the store has the tax id that it needs. */
const lacksTaxId = (db: Reader, order: Order): boolean =>
  storeById(db, order.storeId).vatPercent > 0 && !ownAddresses(db, order).some(hasTaxId);

/** COD counts as received: the receipt travels with the parcel. */
function moneyReceived(db: Reader, order: Order): Money {
  if (order.codStatus === null || order.codStatus === 'failed') return order.paidAmount;
  return collectingParcels(db, order.id)
    .filter(({ paid, settled }) => paid === null && settled !== 'failed')
    .reduce(
      (received, { amount }) => (received + (amount ?? ZERO)) as Money,
      (order.paidAmount + uncollectedCod(order)) as Money,
    );
}
