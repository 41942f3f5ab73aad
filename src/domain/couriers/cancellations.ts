import type { Database } from '../../db/database.ts';
import type { Id } from '../../lib/ids.ts';

// The only writer of booking_cancellations: what couriers are told to forget.

/** A booking that its courier is to be told to forget. */
export interface Cancellation {
  bookingId: Id;
  /** Closed: refused, and the store has looked. */
  status: 'waiting' | 'canceled' | 'refused' | 'closed';
  tries: number;
  reason: string | null;
}

export const queueCancellation = (db: Database, bookingId: Id, now: number): number =>
  db.run(
    `INSERT INTO booking_cancellations (booking_id, status, next_time, create_time) VALUES (?, 'waiting', ?, ?)
     ON CONFLICT DO NOTHING`,
    bookingId,
    now,
    now,
  );

const CANCELLATION = 'SELECT booking_id AS bookingId, status, tries, reason FROM booking_cancellations';

export const cancellationOf = (db: Database, bookingId: Id): Cancellation | undefined =>
  db.get<Cancellation>(`${CANCELLATION} WHERE booking_id = ?`, bookingId);

export const cancellationsDue = (db: Database, now: number, most: number): Cancellation[] =>
  db.all<Cancellation>(`${CANCELLATION} WHERE next_time <= ? ORDER BY next_time LIMIT ?`, now, most);

/** It is told again at this time. */
export const wakeCancellation = (db: Database, bookingId: Id, time: number): number =>
  db.run('UPDATE booking_cancellations SET next_time = ? WHERE booking_id = ?', time, bookingId);

export const markCancelling = (db: Database, bookingId: Id): number =>
  db.run('UPDATE booking_cancellations SET tries = tries + 1, next_time = NULL WHERE booking_id = ?', bookingId);

/** @param nextTime when it is tried again, while it is waiting */
export const markCancellation = (
  db: Database,
  bookingId: Id,
  { status, reason, nextTime }: Pick<Cancellation, 'status' | 'reason'> & { nextTime: number | null },
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

/** Those that are marked as being told: since a stop or a failure of ours nobody may be telling any more. */
export const unattendedCancellations = (db: Database): Id[] =>
  db
    .all<{ id: Id }>(
      `SELECT booking_id AS id FROM booking_cancellations WHERE status = 'waiting' AND next_time IS NULL`,
    )
    .map(({ id }) => id);
