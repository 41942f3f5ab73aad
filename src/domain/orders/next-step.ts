import type { Reader } from '../../db/reader.ts';
import { findCourier, isBookable } from '../couriers/couriers.ts';
import { openBooking } from './bookings/booking.ts';
import { cancelObstacle } from './close.ts';
import { packedTime, packItems } from './packing.ts';
import type { Order } from './read.ts';
import { isReady } from './shipments/book.ts';
import { canComeBack } from './shipments/return.ts';
import { hasLeft, isCanceled } from './states.ts';

/**
 * What somebody of the store is to do with an order.
 *
 * - `check_payment`: a payment is notified and waits for the store's word, whatever has become of the order
 * - `cancel`: all of it has left, come back and been taken in, so nothing more can become of it
 * - `take_payment`: it cannot leave before it is paid, or has left unpaid
 * - `request_number`: its courier is to be asked for a number, or asked again
 * - `pack`, then `book` where its number comes by hand, then `hand_over`
 */
export type NextStep = 'check_payment' | 'cancel' | 'take_payment' | 'request_number' | 'pack' | 'book' | 'hand_over';

/** Undefined if there is nothing to do, or others have to act. */
export function nextStep(db: Reader, order: Order): NextStep | undefined {
  if (order.payments.some(({ status }) => status === 'notified')) return 'check_payment';
  if (order.status !== 'open') return undefined;
  if (isBack(db, order) && cancelObstacle(db, order) === undefined) return 'cancel';
  if (!isReady(db, order)) return 'take_payment';
  if (packItems(db, order).length > 0) return stepToShip(db, order);
  return order.isCod || order.paymentStatus === 'paid' ? undefined : 'take_payment';
}

const isBack = (db: Reader, order: Order): boolean =>
  order.shipments.some(hasLeft) &&
  packItems(db, order).length === 0 &&
  order.lines.every((line) => canComeBack(db, line) === 0);

function stepToShip(db: Reader, order: Order): NextStep | undefined {
  const isPacked = packedTime(db, order.id) !== undefined;
  const hasParcel = order.shipments.some(({ status }) => status === 'booked');
  if (hasParcel) return isPacked ? 'hand_over' : 'pack';
  const isAsked = isAskedFor(db, order);
  if (!isAsked && order.shipments.every(isCanceled) && canAsk(db, order)) return 'request_number';
  if (!isPacked) return 'pack';
  return isAsked ? undefined : 'book';
}

/** A number will arrive, unless the courier refuses. */
function isAskedFor(db: Reader, { id }: Order): boolean {
  const booking = openBooking(db, id);
  return booking !== undefined && booking.state !== 'failed';
}

const canAsk = (db: Reader, { storeId, shippingType }: Order): boolean =>
  isBookable(findCourier(db, storeId, shippingType));
