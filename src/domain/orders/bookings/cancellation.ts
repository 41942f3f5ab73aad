import type { Reader } from '../../../db/reader.ts';
import { command, query } from '../../../db/statement.ts';
import type { WriteTx } from '../../../db/write-tx.ts';
import type { Id } from '../../../lib/ids.ts';
import type { Message } from '../../../lib/messages/catalogue.ts';
import { messageFromJson, messageToJson } from '../../../lib/messages/message.ts';
import { type Booking, bookingById, bookingOfShipment } from './booking.ts';

// The only writer of booking_cancellations.

/** A booking that its courier is asked to cancel. */
export interface Cancellation {
  bookingId: Id;
  /** `closed`: the courier refused, and the store has dealt with it. */
  status: 'waiting' | 'canceled' | 'refused' | 'closed';
  tries: number;
  reason: Message | null;
  /** Time of the next attempt; null if there is none, or one is under way. */
  nextTime: number | null;
  createTime: number;
}

type CancellationRow = Omit<Cancellation, 'reason'> & { reason: string | null };

const cancellationOfRow = (row: CancellationRow): Cancellation => ({
  ...row,
  reason: row.reason === null ? null : messageFromJson(row.reason),
});

const insertCancellation = command(
  { writes: ['booking_cancellations'] },
  `INSERT INTO booking_cancellations (booking_id, status, next_time, create_time) VALUES (?, 'waiting', ?, ?)
   ON CONFLICT DO NOTHING`,
);

export const queueCancellation = (tx: WriteTx, bookingId: Id, now: number): number =>
  tx.run(insertCancellation, bookingId, now, now);

/** Asks the courier to cancel the shipment. A number typed by hand has no booking. */
export function cancelBooking(tx: WriteTx, shipmentId: Id, now: number): void {
  const booking = bookingOfShipment(tx, shipmentId);
  if (booking) queueCancellation(tx, booking.id, now);
}

const SELECT = `SELECT booking_id AS bookingId, c.status, c.tries, c.reason, c.next_time AS nextTime,
  c.create_time AS createTime FROM booking_cancellations c`;

const cancellationOfBooking = query<CancellationRow>(
  { reads: ['booking_cancellations'] },
  `${SELECT} WHERE booking_id = ?`,
);

export function cancellationOf(db: Reader, bookingId: Id): Cancellation | undefined {
  const row = db.get(cancellationOfBooking, bookingId);
  return row && cancellationOfRow(row);
}

const dueCancellations = query<CancellationRow>(
  { reads: ['booking_cancellations'] },
  `${SELECT} WHERE c.next_time <= ? ORDER BY c.next_time LIMIT ?`,
);

export const cancellationsDue = (db: Reader, now: number, limit: number): Cancellation[] =>
  db.all(dueCancellations, now, limit).map(cancellationOfRow);

export interface OpenCancellation extends Cancellation {
  booking: Booking;
}

const openCancellationsOfStore = query<CancellationRow>(
  { reads: ['booking_cancellations', 'bookings'] },
  `${SELECT} JOIN bookings b ON b.id = booking_id
   WHERE b.store_id = ? AND c.status IN ('waiting', 'refused') ORDER BY booking_id`,
);

/** Oldest first. */
export const openCancellations = (db: Reader, storeId: Id): OpenCancellation[] =>
  db
    .all(openCancellationsOfStore, storeId)
    .map((row) => ({ ...cancellationOfRow(row), booking: bookingById(db, row.bookingId) }));

const scheduleCancellation = command(
  { writes: ['booking_cancellations'] },
  'UPDATE booking_cancellations SET next_time = ? WHERE booking_id = ?',
);

export const wakeCancellation = (tx: WriteTx, bookingId: Id, time: number): number =>
  tx.run(scheduleCancellation, time, bookingId);

const startCancelling = command(
  { writes: ['booking_cancellations'] },
  'UPDATE booking_cancellations SET tries = tries + 1, next_time = NULL WHERE booking_id = ?',
);

export const markCancelling = (tx: WriteTx, bookingId: Id): number => tx.run(startCancelling, bookingId);

const setCancellation = command(
  { writes: ['booking_cancellations'] },
  'UPDATE booking_cancellations SET status = ?, reason = ?, next_time = ? WHERE booking_id = ?',
);

export const markCancellation = (
  tx: WriteTx,
  bookingId: Id,
  { status, reason, nextTime }: Pick<Cancellation, 'status' | 'reason' | 'nextTime'>,
): number => tx.run(setCancellation, status, reason && messageToJson(reason), nextTime, bookingId);

const inFlight = query<{ id: Id }>(
  { reads: ['booking_cancellations'] },
  `SELECT booking_id AS id FROM booking_cancellations WHERE status = 'waiting' AND next_time IS NULL`,
);

/** Cancellations marked as in flight. Those that no worker handles are orphaned. */
export const cancellationsInFlight = (db: Reader): Id[] => db.all(inFlight).map(({ id }) => id);
