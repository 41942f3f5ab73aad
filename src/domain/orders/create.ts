import { hash } from 'node:crypto';
import type { Reader } from '../../db/reader.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import { invalidRequest } from '../../lib/errors.ts';
import type { Id } from '../../lib/ids.ts';
import { ZERO } from '../../lib/money.ts';
import {
  type Address,
  addAddress,
  findAddress,
  type StoreAddress,
  type StoredAddress,
  senderAddress,
} from '../addresses.ts';
import type { Channel } from '../channels/channels.ts';
import { type Store, storeById, takeOrderNumber } from '../stores.ts';
import { isToBook } from './advance.ts';
import { allocate, allocationsOf } from './allocate.ts';
import { queueBooking } from './bookings/booking.ts';
import { addLine, priceLines } from './lines.ts';
import { type Order, orderByExternalId } from './order.ts';
import type { WantedOrder } from './order-input.ts';
import { insertOrder, noteReplay } from './order-rows.ts';
import { reserve } from './reserve.ts';
import { paymentStatus } from './states.ts';
import { orderTotals, type Totals } from './totals.ts';

/**
 * Creates the channel's order and reserves its stock, all or nothing. A repeated external id returns the earlier order
 * (docs/partner-api.md#create-an-order).
 * @throws AppError invalid_request; quota_exceeded
 */
export function createOrder(tx: WriteTx, channel: Channel, wanted: WantedOrder, now: number): Order {
  return replay(tx, channel, wanted, now) ?? placeOrder(tx, originOf(channel, wanted), wanted, now);
}

const originOf = ({ id, storeId, priceTierId }: Channel, wanted: WantedOrder): Origin => ({
  storeId,
  channelId: id,
  priceTierId,
  requestHash: wanted.externalOrderId === undefined ? null : requestHash(wanted),
});

/** The channel's earlier order if the external id repeats. */
function replay(tx: WriteTx, channel: Channel, wanted: WantedOrder, now: number): Order | undefined {
  if (wanted.externalOrderId === undefined) return undefined;
  const earlier = orderByExternalId(tx, channel.id, wanted.externalOrderId);
  if (!earlier) return undefined;
  noteReplay(tx, earlier.id, requestHash(wanted), now);
  return earlier;
}

/** Where an order comes from: a channel, or the store itself. */
interface Origin {
  storeId: Id;
  channelId: Id | null;
  /** Null: the store's default tier. */
  priceTierId: Id | null;
  /** Null for an order that cannot be repeated. */
  requestHash: Buffer | null;
}

/**
 * Creates an order that is known to be new. Allocation and reservation run in one step of the only writer, so two orders
 * cannot take the same piece.
 *
 * @throws AppError as `createOrder`
 */
export function placeOrder(tx: WriteTx, origin: Origin, wanted: WantedOrder, now: number): Order {
  const store = storeById(tx, origin.storeId);
  const known = knownRecipient(tx, store.id, wanted.recipientAddressId);
  const sender = senderAddress(tx, store.id, wanted.senderAddressId);
  const lines = priceLines(tx, store.id, origin.priceTierId, wanted.lines);
  const { discount, shippingFee, otherFee, cod } = wanted;
  const totals = orderTotals(lines, { discount, shippingFee, otherFee, codFee: cod?.fee ?? ZERO });
  const shares = allocate(tx, lines);
  const orderNumber = takeOrderNumber(tx, store, now);
  const recipient = known ?? addAddress(tx, store.id, wanted.recipientAddress as Address, now);
  const order = newOrder(origin, wanted, { store, orderNumber, recipient, sender, totals, now });
  const id = insertOrder(tx, order, origin.requestHash);
  const placed = lines.map((line) => addLine(tx, id, line));
  const lineIds = placed.map((line) => line.id);
  reserve(tx, { reason: 'order_reserved', orderId: id, storeId: store.id }, allocationsOf(lineIds, shares), now);
  if (isToBook(tx, order)) queueBooking(tx, { orderId: id, storeId: store.id, shippingType: order.shippingType }, now);
  return Object.assign(order, { id, lines: placed });
}

interface Parts {
  store: Store;
  orderNumber: number;
  recipient: StoredAddress;
  sender: StoreAddress | undefined;
  totals: Totals;
  now: number;
}

/** One object literal: spreading parts together costs a tenth of an order's CPU time outside SQLite. */
const newOrder = (
  { channelId }: Origin,
  wanted: WantedOrder,
  { store, orderNumber, recipient, sender, totals, now }: Parts,
): Omit<Order, 'id' | 'lines'> => ({
  storeId: store.id,
  orderNumber,
  channelId,
  externalOrderId: wanted.externalOrderId ?? null,
  status: 'open',
  codStatus: wanted.cod ? 'pending' : null,
  paymentStatus: paymentStatus(totals.total, [], null),
  shippingStatus: 'unshipped',
  shippingType: wanted.shippingType,
  salesChannel: wanted.salesChannel ?? null,
  recipientAddress: recipient,
  senderName: wanted.senderName ?? store.name,
  senderAddress: sender,
  subtotal: totals.subtotal,
  discount: wanted.discount,
  shippingFee: wanted.shippingFee,
  otherFee: wanted.otherFee,
  isCod: wanted.cod !== undefined,
  codFee: wanted.cod?.fee ?? null,
  codAmount: wanted.cod?.amount ?? null,
  total: totals.total,
  shipBeforePay: wanted.shipBeforePay,
  autoRequestXshipping: wanted.autoRequestXshipping,
  shippingLabelNote: wanted.shippingLabelNote ?? null,
  privateNote: wanted.privateNote ?? null,
  orderTime: wanted.orderTime ?? now,
  expirationTime: wanted.expirationTime ?? null,
  shipDeadlineTime: wanted.shipDeadlineTime ?? null,
  createTime: now,
  updateTime: now,
  paidTime: totals.total === ZERO ? now : null,
  cancelTime: null,
  differingReplayTime: null,
  paidAmount: ZERO,
  payments: [],
  shipments: [],
});

/** Undefined if the order brings its own address. */
function knownRecipient(db: Reader, storeId: Id, id: Id | undefined): StoredAddress | undefined {
  if (id === undefined) return undefined;
  const address = findAddress(db, storeId, id);
  if (!address) throw invalidRequest('unknown_recipient_address', { path: 'recipient_address_id' });
  return address;
}

/** Distinguishes a repeated request from another order under the same id. */
export const requestHash = (wanted: object): Buffer => hash('sha256', JSON.stringify(wanted), 'buffer');
