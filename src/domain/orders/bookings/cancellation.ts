import type { Database } from '../../../db/database.ts';
import type { Id } from '../../../lib/ids.ts';
import { type Booking, bookingById, bookingOfShipment } from './booking.ts';

// The only writer of booking_cancellations.

/** A booking that its courier is to be told to cancel. */
export interface Cancellation {
  bookingId: Id;
  /** `closed`: the courier refused, and the store has dealt with it. */
  status: 'waiting' | 'canceled' | 'refused' | 'closed';
  tries: number;
  reason: string | null;
  /** Time of the next attempt; null if there is none, or one is under way. */
  nextTime: number | null;
  createTime: number;
}

export const queueCancellation = (db: Database, bookingId: Id, now: number): number =>
  db.run(
    `INSERT INTO booking_cancellations (booking_id, status, next_time, create_time) VALUES (?, 'waiting', ?, ?)
     ON CONFLICT DO NOTHING`,
    bookingId,
    now,
    now,
  );

/** The courier that gave the shipment its number is told to cancel it; a number that was typed has no booking. */
export function cancelBooking(db: Database, shipmentId: Id, now: number): void {
  const booking = bookingOfShipment(db, shipmentId);
  if (booking) queueCancellation(db, booking.id, now);
}

const SELECT = `SELECT booking_id AS bookingId, c.status, c.tries, c.reason, c.next_time AS nextTime,
  c.create_time AS createTime FROM booking_cancellations c`;

export const cancellationOf = (db: Database, bookingId: Id): Cancellation | undefined =>
  db.get<Cancellation>(`${SELECT} WHERE booking_id = ?`, bookingId);

export const cancellationsDue = (db: Database, now: number, limit: number): Cancellation[] =>
  db.all<Cancellation>(`${SELECT} WHERE c.next_time <= ? ORDER BY c.next_time LIMIT ?`, now, limit);

/** A cancellation that the courier has refused or not answered yet. */
export interface OpenCancellation extends Cancellation {
  booking: Booking;
}

/** A store's open cancellations, oldest first. */
export const openCancellations = (db: Database, storeId: Id): OpenCancellation[] =>
  db
    .all<Cancellation>(
      `${SELECT} JOIN bookings b ON b.id = booking_id
       WHERE b.store_id = ? AND c.status IN ('waiting', 'refused') ORDER BY booking_id`,
      storeId,
    )
    .map((cancellation) => ({ ...cancellation, booking: bookingById(db, cancellation.bookingId) }));

/** It is sent at this time. */
export const wakeCancellation = (db: Database, bookingId: Id, time: number): number =>
  db.run('UPDATE booking_cancellations SET next_time = ? WHERE booking_id = ?', time, bookingId);

/** It is being sent. */
export const markCancelling = (db: Database, bookingId: Id): number =>
  db.run('UPDATE booking_cancellations SET tries = tries + 1, next_time = NULL WHERE booking_id = ?', bookingId);

export const markCancellation = (
  db: Database,
  bookingId: Id,
  { status, reason, nextTime }: Pick<Cancellation, 'status' | 'reason' | 'nextTime'>,
): number =>
  db.run(
    'UPDATE booking_cancellations SET status = ?, reason = ?, next_time = ? WHERE booking_id = ?',
    status,
    reason,
    nextTime,
    bookingId,
  );

export const closeCancellation = (db: Database, bookingId: Id): number =>
  db.run(`UPDATE booking_cancellations SET status = 'closed' WHERE booking_id = ?`, bookingId);

/** Cancellations marked as being sent right now. Those that no worker is at are orphaned. */
export const cancellationsInFlight = (db: Database): Id[] =>
  db
    .all<{ id: Id }>(
      `SELECT booking_id AS id FROM booking_cancellations WHERE status = 'waiting' AND next_time IS NULL`,
    )
    .map(({ id }) => id);
