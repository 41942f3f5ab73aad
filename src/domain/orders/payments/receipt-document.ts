import type { Reader } from '../../../db/reader.ts';
import { AppError } from '../../../lib/errors.ts';
import { type Money, ZERO } from '../../../lib/money.ts';
import { type Address, type StoreAddress, storeAddresses } from '../../addresses.ts';
import { storeById } from '../../stores.ts';
import { lineName, type Order } from '../read.ts';
import { codLeft } from '../totals.ts';
import { collectingParcels } from './cod-parcels.ts';

/** What a receipt says, kept as JSON: it never changes, whatever becomes of the order, the store and its addresses. */
export interface ReceiptDocument {
  orderNumber: string;
  seller: Address;
  buyer: Address;
  lines: { name: string; qty: number; price: Money; amount: Money }[];
  subtotal: Money;
  discount: Money;
  shippingFee: Money;
  otherFee: Money;
  codFee: Money;
  total: Money;
  /** What has been paid and not paid back, with what the courier collects. */
  received: Money;
  /** Contained in the total; 0: the store is not registered for it, and this is no tax invoice. */
  vatPercent: number;
}

/** @throws AppError invalid_request where the store is registered for VAT and has no address with a tax id */
export function receiptDocument(db: Reader, order: Order): ReceiptDocument {
  const { version, id, ...buyer } = order.recipientAddress;
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
    received: moneyReceived(db, order),
  };
}

/** The address that the order was sent from, unless only another of the store's has a tax id. */
function sellerOf(db: Reader, order: Order): Pick<ReceiptDocument, 'seller' | 'vatPercent'> {
  const { key, name, vatPercent } = storeById(db, order.storeId);
  const own = ownAddresses(db, order);
  const taxed = own.find(hasTaxId);
  if (vatPercent > 0 && !taxed)
    throw new AppError('invalid_request', 'receipt_without_tax_id', { store: key, percent: vatPercent });
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

/** Whether the order's receipt is to be a tax invoice and no address of the store has a tax id, which it must name. */
export const lacksTaxId = (db: Reader, order: Order): boolean =>
  storeById(db, order.storeId).vatPercent > 0 && !ownAddresses(db, order).some(hasTaxId);

/** A parcel's COD is received when it is paid out; until then the receipt goes with it and says what it collects. */
function moneyReceived(db: Reader, order: Order): Money {
  if (order.codStatus === null || order.codStatus === 'failed') return order.paidAmount;
  return collectingParcels(db, order.id)
    .filter(({ paid, settled }) => paid === null && settled !== 'failed')
    .reduce(
      (received, { amount }) => (received + (amount ?? ZERO)) as Money,
      (order.paidAmount + codLeft(order)) as Money,
    );
}
