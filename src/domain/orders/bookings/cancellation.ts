import type { Context } from '../../../context.ts';
import type { Reader } from '../../../db/reader.ts';
import { command, query } from '../../../db/statement.ts';
import type { WriteTx } from '../../../db/write-tx.ts';
import type { Id } from '../../../lib/ids.ts';
import type { Message } from '../../../lib/messages/catalogue.ts';
import { message, messageFromJson, messageToJson } from '../../../lib/messages/message.ts';
import { mayMove } from '../../../lib/moves.ts';
import type { CancelResult } from '../../couriers/adapters/adapter.ts';
import type { FindAdapter } from '../../couriers/adapters/adapters.ts';
import { addressOf, findCourier } from '../../couriers/couriers.ts';
import { byCourier, recordEvent } from '../history.ts';
import { type Booking, bookingById, bookingOfShipment, retryTime } from './booking.ts';
import { CANCELLATION_MOVES, type CancellationState } from './booking-states.ts';

// The only writer of booking_cancellations.

/** A booking that raan cancels at its courier. */
export interface Cancellation {
  bookingId: Id;
  status: CancellationState;
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

const byBooking = query<CancellationRow>({ reads: ['booking_cancellations'] }, `${SELECT} WHERE booking_id = ?`);

export function cancellationOf(db: Reader, bookingId: Id): Cancellation | undefined {
  const row = db.get(byBooking, bookingId);
  return row && cancellationOfRow(row);
}

const dueCancellations = query<CancellationRow>(
  { reads: ['booking_cancellations'] },
  `${SELECT} WHERE c.next_time <= ? ORDER BY c.next_time LIMIT +?`,
);

const cancellationsDue = (db: Reader, now: number, limit: number): Cancellation[] =>
  db.all(dueCancellations, now, limit).map(cancellationOfRow);

export interface OpenCancellation extends Cancellation {
  booking: Booking;
}

const openCancellationsOfStore = query<CancellationRow>(
  { reads: ['booking_cancellations', 'bookings'] },
  `${SELECT} JOIN bookings b ON b.id = booking_id
   WHERE b.store_id = ? AND c.status IN ('waiting', 'refused') ORDER BY booking_id LIMIT ?`,
);

/** Oldest first. @param limit by default all */
export const openCancellations = (db: Reader, storeId: Id, limit = -1): OpenCancellation[] =>
  db
    .all(openCancellationsOfStore, storeId, limit)
    .map((row) => ({ ...cancellationOfRow(row), booking: bookingById(db, row.bookingId) }));

const scheduleCancellation = command(
  { writes: ['booking_cancellations'] },
  'UPDATE booking_cancellations SET next_time = ? WHERE booking_id = ?',
);

const startCanceling = command(
  { writes: ['booking_cancellations'] },
  'UPDATE booking_cancellations SET tries = tries + 1, next_time = NULL WHERE booking_id = ?',
);

export const markCanceling = (tx: WriteTx, bookingId: Id): number => tx.run(startCanceling, bookingId);

const setCancellation = command(
  { writes: ['booking_cancellations'] },
  'UPDATE booking_cancellations SET status = ?, reason = ?, next_time = ? WHERE booking_id = ?',
);

type Move = Pick<Cancellation, 'status' | 'reason' | 'nextTime'>;

/** @throws Error if the transition is not allowed: callers check first */
export function moveCancellation(tx: WriteTx, bookingId: Id, { status, reason, nextTime }: Move): void {
  const current = cancellationOf(tx, bookingId) as Cancellation;
  if (!mayMove(CANCELLATION_MOVES, current.status, status))
    throw new Error(`the cancellation of booking ${bookingId} is ${current.status}, it cannot be ${status}`);
  tx.run(setCancellation, status, reason && messageToJson(reason), nextTime, bookingId);
}

const cancellationsSending = query<{ id: Id }>(
  { reads: ['booking_cancellations'] },
  `SELECT booking_id AS id FROM booking_cancellations WHERE status = 'waiting' AND next_time IS NULL`,
);

/** Cancellations marked as in flight. Those that no worker handles are orphaned. */
const cancellationsInFlight = (db: Reader): Id[] => db.all(cancellationsSending).map(({ id }) => id);

const MAX_AT_ONCE = 16; // started in one run

/** Sends the cancellations that are due, and repeats those whose result is lost. */
export function cancellationWorker(ctx: Context, adapterOf: FindAdapter) {
  const inFlight = new Map<Id, Promise<void>>();

  async function cancel({ bookingId, tries }: Cancellation): Promise<void> {
    try {
      await ctx.write((tx) => markCanceling(tx, bookingId));
      const move = moveOf(await send(ctx, adapterOf, bookingId), retryTime(tries + 1, ctx.now()));
      await ctx.write((tx) => {
        moveCancellation(tx, bookingId, move);
        if (move.status === 'refused' && move.reason) recordRefusal(tx, bookingId, move.reason, ctx.now());
      });
    } catch (error) {
      ctx.log.error({ err: error, booking: bookingId }, 'saving the result of a cancellation failed');
    }
    inFlight.delete(bookingId);
  }

  return {
    /** Starts the cancellations that are due. */
    cancelDue(): void {
      ctx.db.checkExternalWrites(); // another process may have changed a courier
      for (const due of cancellationsDue(ctx.db, ctx.now(), MAX_AT_ONCE))
        if (!inFlight.has(due.bookingId)) inFlight.set(due.bookingId, cancel(due));
    },
    /** Sends orphaned cancellations again: after a crash, or if a result could not be recorded. */
    async recoverOrphans(): Promise<void> {
      const orphans = cancellationsInFlight(ctx.db).filter((id) => !inFlight.has(id));
      if (orphans.length === 0) return;
      await ctx.write((tx) => {
        for (const id of orphans) tx.run(scheduleCancellation, ctx.now(), id);
      });
    },
    /** Resolves when nothing is in flight. */
    async finish(): Promise<void> {
      await Promise.all(inFlight.values());
    },
  };
}

/** In the order's history, because the courier may still collect the parcel. */
function recordRefusal(tx: WriteTx, bookingId: Id, reason: Message, now: number): void {
  const { orderId, trackingNumber } = bookingById(tx, bookingId);
  recordEvent(tx, orderId, byCourier(now), 'cancellation_refused', {
    tracking_number: trackingNumber,
    reason: messageToJson(reason),
  });
}

/** @param nextTime time of the next attempt, if the result is lost */
function moveOf(result: CancelResult, nextTime: number): Move {
  if (result.is === 'canceled') return { status: 'canceled', reason: null, nextTime: null };
  const { reason } = result;
  return result.is === 'refused'
    ? { status: 'refused', reason, nextTime: null }
    : { status: 'waiting', reason, nextTime };
}

/** A number from a pool was not requested from a courier. */
async function send(ctx: Context, adapterOf: FindAdapter, bookingId: Id): Promise<CancelResult> {
  const { key, storeId, shippingType, trackingNumber, sentTo, reference } = bookingById(ctx.db, bookingId);
  if (sentTo === null || trackingNumber === null) return { is: 'canceled' };
  const courier = findCourier(ctx.db, storeId, shippingType);
  const cancelAtCourier = courier && adapterOf(courier).cancel;
  if (!cancelAtCourier || addressOf(courier) !== sentTo)
    return { is: 'refused', reason: message('cancellation_courier_changed', { shippingType }) };
  try {
    return await cancelAtCourier({ key, trackingNumber, reference });
  } catch (error) {
    return { is: 'unknown', reason: message('foreign_text', { text: String(error) }) };
  }
}

const eraseReasons = command(
  { writes: ['booking_cancellations'], reads: ['bookings'] },
  'UPDATE booking_cancellations SET reason = NULL WHERE booking_id IN (SELECT id FROM bookings WHERE order_id = ?)',
);

/** Erases what couriers answered about cancellations of the order. */
export const eraseCancellationReasons = (tx: WriteTx, orderId: Id): number => tx.run(eraseReasons, orderId);
