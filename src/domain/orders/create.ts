import type { WriteTx } from '../../db/write-tx.ts';
import { invalidRequest } from '../../lib/errors.ts';
import type { Id } from '../../lib/ids.ts';
import { ZERO } from '../../lib/money.ts';
import type { Address } from '../address-fields.ts';
import { addAddress, type StoreAddress, type StoredAddress, senderAddress } from '../addresses.ts';
import type { Channel } from '../channels/channels.ts';
import { takeOrderNumber } from '../order-counters.ts';
import { type Store, storeById } from '../stores.ts';
import { needsBooking } from './advance.ts';
import { allocate, allocationsOf } from './allocate.ts';
import { queueBooking } from './bookings/booking.ts';
import { addLine, priceLines } from './lines.ts';
import { existingOrder, idOfExternalId, isLongOrder, type Order } from './order.ts';
import type { OrderInput } from './order-input.ts';
import { insertOrder, recordReplay } from './order-rows.ts';
import { paymentStatus } from './order-states.ts';
import { balanceOf } from './payments/balance.ts';
import { requireAllowedRecipient, storedRecipient } from './recipient.ts';
import { requestHash } from './request-hash.ts';
import { reserve } from './reserve.ts';
import { orderTotals, type Totals } from './totals.ts';

/** A new order, or the earlier one of a repeated create. */
export interface Created {
  order: Order;
  /** Whether the repeated request is the same as the first one. Undefined: the order is new. */
  replay?: 'same' | 'differs';
}

/**
 * Creates the channel's order and reserves its stock, all or nothing. A repeated external id returns the earlier order
 * (docs/partner-api.md#create-an-order).
 * @throws AppError invalid_request; quota_exceeded
 */
export function createOrder(tx: WriteTx, channel: Channel, input: OrderInput, now: number): Created {
  requireAllowedRecipient(tx, channel, input);
  const earlier = earlierOrder(tx, channel, input);
  return earlier === undefined ? createNew(tx, channel, input, now) : replay(tx, earlier, input, now);
}

/** As `createOrder`; returns undefined, unchanged, if a replayed order is too long for the main thread. */
export function createUnlessLong(tx: WriteTx, channel: Channel, input: OrderInput, now: number): Created | undefined {
  requireAllowedRecipient(tx, channel, input);
  const earlier = earlierOrder(tx, channel, input);
  if (earlier === undefined) return createNew(tx, channel, input, now);
  return isLongOrder(tx, earlier) ? undefined : replay(tx, earlier, input, now);
}

const createNew = (tx: WriteTx, channel: Channel, input: OrderInput, now: number): Created => ({
  order: placeOrder(tx, originOf(channel, input), input, now),
});

const originOf = (channel: Channel, input: OrderInput): Origin => ({
  storeId: channel.storeId,
  channel,
  priceTierId: channel.priceTierId,
  requestHash: input.externalOrderId === undefined ? null : requestHash(input),
});

/** The channel's earlier order if the external id repeats. @throws AppError invalid_request if it is deleted */
function earlierOrder(tx: WriteTx, channel: Channel, { externalOrderId }: OrderInput): Id | undefined {
  if (externalOrderId === undefined) return undefined;
  const earlier = idOfExternalId(tx, channel.id, externalOrderId);
  if (!earlier?.isDeleted) return earlier?.id;
  throw invalidRequest('external_order_id_of_deleted_order', { path: 'external_order_id' });
}

function replay(tx: WriteTx, id: Id, input: OrderInput, now: number): Created {
  const order = existingOrder(tx, id);
  const differs = recordReplay(tx, id, requestHash(input), now);
  return { order, replay: differs ? 'differs' : 'same' };
}

/** Origin of an order. */
interface Origin {
  storeId: Id;
  /** Null: the store itself. */
  channel: Channel | null;
  /** Null: the store's default tier. */
  priceTierId: Id | null;
  /** Null if the order has no external id. */
  requestHash: Buffer | null;
}

/**
 * Creates an order that is known to be new. Allocation and reservation run in one step of the only writer, so two orders
 * cannot take the same piece.
 *
 * @throws AppError as `createOrder`
 */
export function placeOrder(tx: WriteTx, origin: Origin, input: OrderInput, now: number): Order {
  const store = storeById(tx, origin.storeId);
  const { recipientAddressId } = input;
  const savedRecipient = recipientAddressId === undefined ? undefined : storedRecipient(tx, origin, recipientAddressId);
  const sender = senderAddress(tx, store.id, input.senderAddressId);
  const lines = priceLines(tx, store.id, origin.priceTierId, input.lines);
  const { discount, shippingFee, otherFee, cod } = input;
  const totals = orderTotals(lines, { discount, shippingFee, otherFee, codFee: cod?.fee ?? ZERO });
  const shares = allocate(tx, lines);
  const orderNumber = takeOrderNumber(tx, store, now);
  const recipient = savedRecipient ?? addAddress(tx, store.id, input.recipientAddress as Address, now);
  const order = newOrder(origin, input, { store, orderNumber, recipient, sender, totals, now });
  const id = insertOrder(tx, order, origin.requestHash);
  const placed = lines.map((line) => addLine(tx, id, line));
  const lineIds = placed.map((line) => line.id);
  reserve(tx, { reason: 'order_reserved', orderId: id, storeId: store.id }, allocationsOf(lineIds, shares), now);
  if (needsBooking(tx, order))
    queueBooking(tx, { orderId: id, storeId: store.id, shippingType: order.shippingType }, now);
  return Object.assign(order, { id, lines: placed });
}

interface OrderParts {
  store: Store;
  orderNumber: number;
  recipient: StoredAddress;
  sender: StoreAddress | undefined;
  totals: Totals;
  now: number;
}

/** One object literal: spreading parts together costs a tenth of an order's CPU time outside SQLite. */
const newOrder = (
  { channel }: Origin,
  input: OrderInput,
  { store, orderNumber, recipient, sender, totals, now }: OrderParts,
): Omit<Order, 'id' | 'lines'> => ({
  storeId: store.id,
  orderNumber,
  channelId: channel?.id ?? null,
  externalOrderId: input.externalOrderId ?? null,
  status: 'open',
  codStatus: input.cod ? 'pending' : null,
  paymentStatus: paymentStatus(totals.total, [], null),
  shippingStatus: 'unshipped',
  shippingType: input.shippingType,
  salesChannel: input.salesChannel ?? null,
  recipientAddress: recipient,
  senderName: input.senderName ?? store.name,
  senderAddress: sender,
  subtotal: totals.subtotal,
  discount: input.discount,
  shippingFee: input.shippingFee,
  otherFee: input.otherFee,
  isCod: input.cod !== undefined,
  codFee: input.cod?.fee ?? null,
  codAmount: input.cod?.amount ?? null,
  total: totals.total,
  shipBeforePay: input.shipBeforePay,
  autoRequestXshipping: input.autoRequestXshipping,
  shippingLabelNote: input.shippingLabelNote ?? null,
  privateNote: input.privateNote ?? null,
  orderTime: input.orderTime ?? now,
  expirationTime: input.expirationTime ?? null,
  shipDeadlineTime: input.shipDeadlineTime ?? null,
  createTime: now,
  updateTime: now,
  paidTime: totals.total === ZERO ? now : null,
  cancelTime: null,
  differingReplayTime: null,
  waived: ZERO,
  ...balanceOf({ total: totals.total, codStatus: null, waived: ZERO }, []),
  payments: [],
  shipments: [],
});
