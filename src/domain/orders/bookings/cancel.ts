import type { Database } from '../../../db/database.ts';
import type { Id } from '../../../lib/ids.ts';
import { bookingOfShipment, markDropped, openBooking } from '../../couriers/bookings.ts';
import { queueCancellation } from '../../couriers/cancellations.ts';

/** The courier is no longer to be asked to carry the order; if it has been asked already, it is told when it answers. */
export function dropOpenBooking(db: Database, orderId: Id, now: number): void {
  const open = openBooking(db, orderId);
  if (open) markDropped(db, open.id, 'raan', now);
}

/** The courier that gave the shipment its number is to forget it; nobody is told of a number that was typed. */
export function cancelBooking(db: Database, shipmentId: Id, now: number): void {
  const booking = bookingOfShipment(db, shipmentId);
  if (booking) queueCancellation(db, booking.id, now);
}
