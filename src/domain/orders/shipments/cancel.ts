import type { WriteTx } from '../../../db/write-tx.ts';
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
export function cancelShipment(tx: WriteTx, id: Id, act: Act): Shipment {
  const { now } = act;
  const { orderId, status } = existingShipment(tx, id);
  if (!mayMove(SHIPMENT_MOVES, status, 'canceled'))
    throw new AppError('invalid_request', 'shipment_already_in_status', { shipment: id, status });
  if (isPaidOut(tx, id)) throw new AppError('invalid_request', 'shipment_paid_out', { shipment: id });
  const { storeId } = existingOrder(tx, orderId);
  release(tx, { reason: 'shipping_canceled', orderId, storeId }, itemsOf(tx, id), now);
  markShipmentCanceled(tx, id, now);
  if (act.by.kind !== 'courier') cancelBooking(tx, id, now);
  markShipmentChanged(tx, orderId, now);
  note(tx, orderId, act, 'shipment_canceled', { shipment_id: idText(id) });
  return existingShipment(tx, id);
}
