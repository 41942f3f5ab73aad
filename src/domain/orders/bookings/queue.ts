import type { Database } from '../../../db/database.ts';
import type { Id } from '../../../lib/ids.ts';
import { bookingById, type CourierBooking } from '../../couriers/bookings.ts';
import type { Cancellation } from '../../couriers/cancellations.ts';

/** A booking, with the number by which the store knows its order. */
export interface QueuedBooking extends CourierBooking {
  orderNumber: number;
}

/** A store's bookings that a courier has still to answer or that have failed, oldest first. */
export const queuedBookings = (db: Database, storeId: Id): QueuedBooking[] =>
  db
    .all<{ id: Id; orderNumber: number }>(
      `SELECT b.id, o.order_number AS orderNumber FROM bookings b JOIN orders o ON o.id = b.order_id
       WHERE b.store_id = ? AND b.status <> 'booked' AND (b.drop_time IS NULL OR b.status = 'requested') ORDER BY b.id`,
      storeId,
    )
    .map(({ id, orderNumber }) => ({ ...bookingById(db, id), orderNumber }));

/** A cancellation of a booking that the courier has refused, or not answered yet. */
export interface OpenCancellation extends Cancellation {
  booking: QueuedBooking;
  /** When the courier is told again. */
  nextTime: number | null;
  createTime: number;
}

/** Those of a store, oldest first. */
export const openCancellations = (db: Database, storeId: Id): OpenCancellation[] =>
  db
    .all<Omit<OpenCancellation, 'booking'> & { orderNumber: number }>(
      `SELECT c.booking_id AS bookingId, c.status, c.tries, c.reason, c.next_time AS nextTime,
         c.create_time AS createTime, o.order_number AS orderNumber
       FROM booking_cancellations c JOIN bookings b ON b.id = c.booking_id JOIN orders o ON o.id = b.order_id
       WHERE b.store_id = ? AND c.status IN ('waiting', 'refused') ORDER BY c.booking_id`,
      storeId,
    )
    .map(({ orderNumber, ...row }) => ({ ...row, booking: { ...bookingById(db, row.bookingId), orderNumber } }));
