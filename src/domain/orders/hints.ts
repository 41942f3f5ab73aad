import type { Reader } from '../../db/reader.ts';
import { query } from '../../db/statement.ts';
import type { Id } from '../../lib/ids.ts';
import type { Money } from '../../lib/money.ts';
import { findCourier, isBookable } from '../couriers/couriers.ts';
import { stockOfVariants } from '../stock/stock-levels.ts';
import { existingVariant } from '../variants.ts';
import { openBooking } from './bookings/booking.ts';
import { poolObstacle } from './bookings/number-left.ts';
import { cancelObstacle } from './close.ts';
import { type OtherOrder, otherOrders } from './customers/earlier-orders.ts';
import { isLongOrder, lineName, type Order } from './order.ts';
import { isCanceled, isRefundedInFull } from './order-states.ts';
import { type OwedGoods, owedGoods } from './owed-refunds.ts';
import { packItems } from './packing.ts';
import { packedTime } from './packing-rows.ts';
import { amountBuyerOwes } from './payments/expected-payments.ts';
import { missingAddressFields, waitsForAddress } from './recipient.ts';
import { isOrderReadyToShip } from './shipments/book.ts';
import { isAllRestocked } from './shipments/shipment.ts';

/** Warnings to check before an order is processed. */
export type Hint =
  /** The customer ordered the same within a day; open and completed orders count. */
  | { code: 'ordered_twice'; orders: readonly { id: Id; orderNumber: number }[] }
  /** COD parcels of this telephone's other orders that came back. */
  | { code: 'cod_refused_before'; refused: number; parcels: number }
  /** The courier collects another amount than is due. */
  | { code: 'cod_unlike_due'; codAmount: Money; due: Money }
  /** The order was sent again with different content, which was ignored. */
  | { code: 'sent_again_changed'; time: number; from: 'partner' | 'form' }
  /** Names of `Address` fields. */
  | { code: 'address_incomplete'; fields: readonly string[] }
  | { code: 'deadline_passed'; deadline: number }
  /** More is sold than is in stock. */
  | { code: 'below_zero'; lines: readonly { name: string; available: number }[] }
  | { code: 'overpaid'; amount: Money }
  /** Less was shipped than was ordered and paid. */
  | ({ code: 'shipped_short'; orderId: Id } & OwedGoods)
  /** The customer returned paid goods. */
  | ({ code: 'returned_unrefunded'; orderId: Id } & OwedGoods)
  /** The order is closed and this payment is not refunded. */
  | { code: 'money_kept'; amount: Money };

/** The hints of an order. Closed orders have only those about replays and money. */
export function hintsOf(db: Reader, order: Order, now: number): Hint[] {
  const { differingReplayTime: time, channelId } = order;
  const from = channelId === null ? 'form' : 'partner';
  const replayed: Hint[] = time === null ? [] : [{ code: 'sent_again_changed', time, from }];
  if (order.status !== 'open') return [...replayed, ...moneyKept(order), ...overpaid(order), ...owed(db, order)];
  const others = otherOrders(db, order);
  return [
    ...orderedTwice(db, order, others),
    ...codRefused(others),
    ...codDiffers(order),
    ...replayed,
    ...overpaid(order),
    ...owed(db, order),
    ...addressIncomplete(order),
    ...deadlinePassed(order, now),
    ...belowZero(db, order),
  ];
}

const moneyKept = ({ status, paidAmount }: Order): Hint[] =>
  (status === 'canceled' || status === 'expired') && paidAmount > 0 ? [{ code: 'money_kept', amount: paidAmount }] : [];

const overpaid = (order: Order): Hint[] =>
  order.overpaidAmount > 0 && moneyKept(order).length === 0 ? [{ code: 'overpaid', amount: order.overpaidAmount }] : [];

function owed(db: Reader, order: Order): Hint[] {
  const { short, returned } = owedGoods(db, order);
  const orderId = order.id;
  return [
    ...(short ? [{ code: 'shipped_short' as const, orderId, ...short }] : []),
    ...(returned ? [{ code: 'returned_unrefunded' as const, orderId, ...returned }] : []),
  ];
}

const MAX_REPEAT_INTERVAL = 24 * 3_600_000;
const MAX_COMPARED = 20; // orders, newest first

function orderedTwice(db: Reader, order: Order, others: readonly OtherOrder[]): Hint[] {
  const near = others.filter(
    ({ status, createTime }) =>
      (status === 'open' || status === 'completed') && Math.abs(createTime - order.createTime) <= MAX_REPEAT_INTERVAL,
  );
  if (near.length === 0 || isLongOrder(db, order.id)) return [];
  const goods = goodsOf(db, order.id);
  const isSame = ({ id }: OtherOrder) => !isLongOrder(db, id) && goodsOf(db, id) === goods;
  const orders = near
    .slice(0, MAX_COMPARED)
    .filter(isSame)
    .map(({ id, orderNumber }) => ({ id, orderNumber }));
  return orders.length > 0 ? [{ code: 'ordered_twice', orders }] : [];
}

const goodsOfOrder = query<{ goods: string }>(
  { reads: ['order_lines'] },
  `SELECT json_group_array(json_array(variant_id, qty)) AS goods FROM (SELECT variant_id, sum(qty) AS qty
   FROM order_lines WHERE order_id = ? AND delete_time IS NULL GROUP BY variant_id ORDER BY variant_id)`,
);

/** The ordered variants and quantities as a text that can be compared. */
const goodsOf = (db: Reader, orderId: Id): string => db.get(goodsOfOrder, orderId)?.goods ?? '';

function codRefused(others: readonly OtherOrder[]): Hint[] {
  const sum = (figure: 'codParcels' | 'refusedParcels') => others.reduce((total, order) => total + order[figure], 0);
  const refused = sum('refusedParcels');
  return refused > 0 ? [{ code: 'cod_refused_before', refused, parcels: sum('codParcels') }] : [];
}

const codDiffers = ({ codStatus, codAmount, unpaidAmount }: Order): Hint[] =>
  codStatus === 'pending' && codAmount !== null ? codDiffersFromDue(codAmount, unpaidAmount) : [];

export const codDiffersFromDue = (codAmount: Money, due: Money): Hint[] =>
  codAmount === due ? [] : [{ code: 'cod_unlike_due', codAmount, due }];

export function addressIncomplete(order: Order): Hint[] {
  const fields = missingAddressFields(order);
  return fields.length > 0 ? [{ code: 'address_incomplete', fields }] : [];
}

const isWaiting = ({ qty, shippedQty, shortQty }: Order['lines'][number]): boolean => shippedQty + shortQty < qty;

function deadlinePassed({ shipDeadlineTime, lines }: Order, now: number): Hint[] {
  return shipDeadlineTime !== null && shipDeadlineTime < now && lines.some(isWaiting)
    ? [{ code: 'deadline_passed', deadline: shipDeadlineTime }]
    : [];
}

function belowZero(db: Reader, { lines }: Order): Hint[] {
  const waiting = lines.filter(isWaiting);
  const variants = waiting.map(({ variantId }) => existingVariant(db, variantId));
  const stock = stockOfVariants(db, variants);
  const firstLines = [...new Map(waiting.toReversed().map((line) => [line.variantId, line])).values()].toReversed();
  const oversold = firstLines.flatMap((line) => {
    const { onHand, reserved } = stock.get(line.variantId)?.total ?? { onHand: 0, reserved: 0 };
    return onHand < reserved ? [{ name: lineName(line), available: onHand - reserved }] : [];
  });
  return oversold.length > 0 ? [{ code: 'below_zero', lines: oversold }] : [];
}

/**
 * What the store has to do with an order.
 * - `check_payment`: a reported payment waits for review, whatever the state of the order
 * - `cancel`: everything was shipped, came back and is in stock again
 * - `cancel_refunded`: everything that was paid was refunded before anything was shipped
 * - `take_payment`: it must be paid before it can ship, or was shipped unpaid
 * - `complete_address`: its parcel waits for a complete address
 * - `request_number`: request a tracking number, again if the request failed
 * - `pack`, then `book` if its number is entered manually, then `hand_over`
 * - `restock`: returned goods wait to be put back
 */
export type NextStep =
  | 'check_payment'
  | 'cancel'
  | 'cancel_refunded'
  | 'take_payment'
  | 'complete_address'
  | 'request_number'
  | 'pack'
  | 'book'
  | 'hand_over'
  | 'restock';

/** Undefined if the store has nothing to do now. */
export function nextStep(db: Reader, order: Order): NextStep | undefined {
  if (order.payments.some(({ status }) => status === 'notified')) return 'check_payment';
  if (order.status !== 'open') return undefined;
  const isCancelable = cancelObstacle(db, order) === undefined;
  const hasReturned = order.shippingStatus === 'returned';
  if (isCancelable && hasReturned && isAllRestocked(db, order.id)) return 'cancel';
  const isReady = isOrderReadyToShip(db, order);
  if (packItems(db, order).length > 0) {
    if (isReady) return stepToShip(db, order);
    if (isCancelable && isRefundedInFull(order)) return 'cancel_refunded';
  }
  if (hasReturned || order.shippingStatus === 'returning') return isAllRestocked(db, order.id) ? undefined : 'restock';
  const isCollected = order.isCod && isReady;
  return amountBuyerOwes(db, order) > 0 && !isCollected ? 'take_payment' : undefined;
}

function stepToShip(db: Reader, order: Order): NextStep | undefined {
  const isPacked = packedTime(db, order.id) !== undefined;
  const hasParcel = order.shipments.some(({ status }) => status === 'booked');
  if (hasParcel) return isPacked ? 'hand_over' : 'pack';
  const isNumberRequested = awaitsNumber(db, order);
  if (!isNumberRequested && order.shipments.every(isCanceled)) {
    if (waitsForAddress(order)) return 'complete_address';
    if (canRequestNumber(db, order)) return 'request_number';
  }
  if (!isPacked) return 'pack';
  return isNumberRequested ? undefined : 'book';
}

function awaitsNumber(db: Reader, { id }: Order): boolean {
  const booking = openBooking(db, id);
  return booking !== undefined && booking.state !== 'failed';
}

/** Whether a courier that gives tracking numbers is connected, and has numbers left. */
export const canRequestNumber = (db: Reader, order: Order): boolean =>
  isBookable(findCourier(db, order.storeId, order.shippingType)) && poolObstacle(db, order) === undefined;
