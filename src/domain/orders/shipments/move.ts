import type { WriteTx } from '../../../db/write-tx.ts';
import { invalidRequest } from '../../../lib/errors.ts';
import { type Id, idText } from '../../../lib/ids.ts';
import { mayMove } from '../../../lib/moves.ts';
import { TRACKED_STATUSES, type TrackedStatus } from '../../couriers/adapters/adapter.ts';
import { advance } from '../advance.ts';
import { cancelBooking } from '../bookings/cancellation.ts';
import { type Act, note } from '../history.ts';
import { followCod } from '../payments/cod.ts';
import { existingOrder } from '../read.ts';
import { release } from '../reserve.ts';
import { markShipmentChanged } from '../rows.ts';
import { SHIPMENT_MOVES } from '../states.ts';
import { existingShipment, isPaidOut, itemsOf, type Shipment } from './read.ts';
import { markMoved, markShipmentCanceled, scheduleTracking } from './rows.ts';

/** A status after the pick-up. */
export type WayStatus = Exclude<TrackedStatus, 'picked_up' | 'canceled'>;

export const WAY_STATUSES = TRACKED_STATUSES.filter(
  (status): status is WayStatus => status !== 'picked_up' && status !== 'canceled',
);

/**
 * Moves a shipment that has left (docs/decisions.md#shipments): forward, with jumps, never back. Its COD follows, and a
 * paid and delivered order is completed.
 * @throws AppError not_found; invalid_request if the transition is not allowed
 */
export function moveShipment(tx: WriteTx, id: Id, to: WayStatus, act: Act): Shipment {
  const { orderId, status } = existingShipment(tx, id);
  if (!mayMove(SHIPMENT_MOVES, status, to))
    throw invalidRequest('shipment_cannot_become', { shipment: id, status, to });
  markMoved(tx, id, to, act.now);
  if (SHIPMENT_MOVES[to].length === 0) scheduleTracking(tx, id, null);
  markShipmentChanged(tx, orderId, act.now);
  note(tx, orderId, act, 'shipment_moved', { shipment_id: idText(id), from: status, to });
  followCod(tx, orderId, act);
  advance(tx, orderId, act);
  return existingShipment(tx, id);
}

/**
 * Cancels a booked shipment and releases its stock (docs/decisions.md#stock-of-an-order). Booking again reserves it
 * again.
 * @throws AppError not_found; invalid_request if the shipment is not booked
 */
export function cancelShipment(tx: WriteTx, id: Id, act: Act): Shipment {
  const { now } = act;
  const { orderId, status } = existingShipment(tx, id);
  if (!mayMove(SHIPMENT_MOVES, status, 'canceled'))
    throw invalidRequest('shipment_already_in_status', { shipment: id, status });
  if (isPaidOut(tx, id)) throw invalidRequest('shipment_paid_out', { shipment: id });
  const { storeId } = existingOrder(tx, orderId);
  release(tx, { reason: 'shipping_canceled', orderId, storeId }, itemsOf(tx, id), now);
  markShipmentCanceled(tx, id, now);
  if (act.by.kind !== 'courier') cancelBooking(tx, id, now);
  markShipmentChanged(tx, orderId, now);
  note(tx, orderId, act, 'shipment_canceled', { shipment_id: idText(id) });
  return existingShipment(tx, id);
}
