import type { Database } from '../../../db/database.ts';
import { AppError } from '../../../lib/errors.ts';
import { type Id, idText } from '../../../lib/ids.ts';
import { mayMove } from '../../../lib/moves.ts';
import { cancelBooking } from '../bookings/cancellation.ts';
import { type Act, note } from '../history.ts';
import { existingOrder } from '../read.ts';
import { release } from '../reserve.ts';
import { markShipmentChanged } from '../rows.ts';
import { SHIPMENT_MOVES } from '../states.ts';
import { existingShipment, isPaidOut, itemsOf, type Shipment } from './read.ts';
import { markShipmentCanceled } from './rows.ts';

/**
 * Cancels a booked shipment and makes its goods available again (docs/decisions.md#stock-of-an-order); booking the
 * order anew reserves them again.
 *
 * @throws AppError not_found; invalid_request where the shipment is not booked
 */
export function cancelShipment(db: Database, id: Id, act: Act): Shipment {
  const { now } = act;
  const { orderId, status } = existingShipment(db, id);
  if (!mayMove(SHIPMENT_MOVES, status, 'canceled'))
    throw new AppError('invalid_request', 'shipment_already_in_status', { shipment: id, status });
  if (isPaidOut(db, id)) throw new AppError('invalid_request', 'shipment_paid_out', { shipment: id });
  const { storeId } = existingOrder(db, orderId);
  release(db, { reason: 'shipping_canceled', orderId, storeId }, itemsOf(db, id), now);
  markShipmentCanceled(db, id, now);
  if (act.by.kind !== 'courier') cancelBooking(db, id, now);
  markShipmentChanged(db, orderId, now);
  note(db, orderId, act, 'shipment_canceled', { shipment_id: idText(id) });
  return existingShipment(db, id);
}
