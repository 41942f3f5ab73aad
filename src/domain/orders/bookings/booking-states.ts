import type { Moves } from '../../../lib/moves.ts';

/**
 * The states of a booking: a request to a courier to carry an order and give its tracking number. A booking is requested
 * once. After that the courier may have it, so the worker only polls its state (or, if the courier has no such request,
 * repeats the booking with the same idempotency key) until the result is certain.
 *
 * - `queued`: not sent. The worker requests it at `nextTime`; without one it waits until the order is ready to ship.
 * - `requesting`: committed just before the first request is sent, so that every request is recorded. After a crash the
 *   next start makes it `uncertain`.
 * - `uncertain`: sent, and the response was lost, late or malformed. The courier may have it. The worker polls at
 *   `nextTime`.
 * - `pending`: the courier has it and sends the number later, by callback. The worker polls at `nextTime`.
 * - `booked`: a shipment with the number exists. Final.
 * - `failed`: the courier does not have it. The worker requests it again at `nextTime`; without one the store decides.
 * - `dropped`: no longer wanted, and not known to the courier or being canceled there. Final.
 *
 * While the worker polls an `uncertain` or `pending` booking, its `nextTime` is null. After a crash the next start sets
 * it. A booking that is dropped while the courier may have it keeps its state and gets a `dropTime`. The
 * worker polls it until the result is certain; then it becomes `dropped`.
 */
export type BookingState = 'queued' | 'requesting' | 'uncertain' | 'pending' | 'booked' | 'failed' | 'dropped';

/**
 * Number pools assign a number immediately and callbacks may be late, so `requesting` can be skipped. A state follows
 * itself when another poll or attempt has the same result.
 */
export const BOOKING_MOVES: Moves<BookingState> = {
  queued: ['requesting', 'booked', 'failed', 'dropped'],
  requesting: ['uncertain', 'pending', 'booked', 'failed', 'dropped'],
  uncertain: ['uncertain', 'pending', 'booked', 'failed', 'dropped'],
  pending: ['pending', 'booked', 'failed', 'dropped'],
  booked: [],
  failed: ['queued', 'requesting', 'booked', 'failed', 'dropped'],
  dropped: [],
};

/**
 * The states of a request to a courier to cancel a booking.
 *
 * - `waiting`: the worker sends the request at `nextTime`; without one it is in flight, or a crash lost the response.
 * - `canceled`: the courier will not carry it. Final.
 * - `refused`: the courier may still come for the parcel, so the store has to deal with it.
 * - `closed`: the store has dealt with the refusal. Final.
 */
export type CancellationState = 'waiting' | 'canceled' | 'refused' | 'closed';

export const CANCELLATION_MOVES: Moves<CancellationState> = {
  waiting: ['waiting', 'canceled', 'refused'],
  canceled: [],
  refused: ['closed'],
  closed: [],
};

/** The courier may have the booking. In SQL: `WITH_COURIER`. */
export const isWithCourier = ({ state }: { state: BookingState }): boolean =>
  state === 'requesting' || state === 'uncertain' || state === 'pending';

export const WITH_COURIER = `state IN ('requesting', 'uncertain', 'pending')`;

/** The status that command line, JSON, exports and office show. */
export type BookingStatus = 'waiting' | 'requested' | 'booked' | 'failed';

const STATUS: Record<Exclude<BookingState, 'dropped'>, BookingStatus> = {
  queued: 'waiting',
  requesting: 'requested',
  uncertain: 'requested',
  pending: 'requested',
  booked: 'booked',
  failed: 'failed',
};

/** A booking dropped before its first attempt shows `waiting`, any other dropped one `failed`. */
export function statusOf({ state, tries }: { state: BookingState; tries: number }): BookingStatus {
  if (state === 'dropped') return tries === 0 ? 'waiting' : 'failed';
  return STATUS[state];
}
