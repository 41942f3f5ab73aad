import type { Reader } from '../../../db/reader.ts';
import type { WriteTx } from '../../../db/write-tx.ts';
import { type AppError, invalidRequest } from '../../../lib/errors.ts';
import { type Id, idText } from '../../../lib/ids.ts';
import { bookingOfShipment } from '../bookings/booking.ts';
import { type Act, recordEvent } from '../history.ts';
import { existingOrder } from '../order.ts';
import { markShipmentChanged } from '../order-rows.ts';
import { existingShipment, type Shipment } from './shipment.ts';
import { saveTrackingNumber } from './shipment-rows.ts';
import { typedNumber } from './typed-number.ts';

/** Why the number of the parcel cannot be changed: it has left or is canceled, or the courier booked it with its number. */
export function numberChangeObstacle(db: Reader, { id, status }: Shipment): AppError | undefined {
  if (status !== 'booked') return invalidRequest('shipment_already_in_status', { shipment: id, status });
  if (bookingOfShipment(db, id)) return invalidRequest('tracking_number_of_courier', { shipment: id });
  return undefined;
}

/**
 * Corrects a typed number of a parcel that waits for the courier. Its content stays.
 *
 * @throws AppError not_found; invalid_request as `numberChangeObstacle` or `typedNumber`
 */
export function changeTrackingNumber(tx: WriteTx, shipmentId: Id, typed: string, act: Act): Shipment {
  const shipment = existingShipment(tx, shipmentId);
  const obstacle = numberChangeObstacle(tx, shipment);
  if (obstacle) throw obstacle;
  const { orderId, trackingNumber: from } = shipment;
  if (typed.trim().toUpperCase() === from?.toUpperCase()) return shipment;
  const trackingNumber = typedNumber(tx, existingOrder(tx, orderId), typed, act.now);
  saveTrackingNumber(tx, shipmentId, trackingNumber);
  markShipmentChanged(tx, orderId, act.now);
  recordEvent(tx, orderId, act, 'tracking_number_changed', {
    shipment_id: idText(shipmentId),
    from: from ?? undefined,
    tracking_number: trackingNumber,
  });
  return existingShipment(tx, shipmentId);
}
