import { randomUUID } from 'node:crypto';
import type { Database } from '../../db/database.ts';
import type { Id } from '../../lib/ids.ts';
import { type Moves, mayMove } from '../../lib/moves.ts';
import { queueCancellation } from './cancellations.ts';
import type { CourierName } from './couriers.ts';

// The only writer of bookings: what couriers are asked to carry.

/** Decisions §6, "booking attempt". */
export type BookingStatus = 'waiting' | 'requested' | 'booked' | 'failed';

/** Where each state may move. A failed booking waits again by the store's word, or by the clock. */
export const BOOKING_MOVES: Moves<BookingStatus> = {
  waiting: ['requested'],
  requested: ['booked', 'failed'],
  booked: [],
  failed: ['waiting'],
};

/** A courier's being asked to carry what an order has left to ship. */
export interface CourierBooking {
  id: Id;
  orderId: Id;
  storeId: Id;
  shippingType: string;
  /** The same in every request about it. */
  key: string;
  /** Where it was sent; null: nowhere yet, or it is from a pool. */
  sentTo: string | null;
  status: BookingStatus;
  /** The courier has it, and sends the number later. */
  pending: boolean;
  tries: number;
  /** When the clock goes on with it; null: only somebody's word does. */
  nextTime: number | null;
  reason: string | null;
  trackingNumber: string | null;
  shipmentId: Id | null;
  createTime: number;
  /** Since when it is not wanted. */
  dropTime: number | null;
  /** The store has said so, and not raan by itself. */
  droppedByStore: boolean;
}

type BookingRow = Omit<CourierBooking, 'pending' | 'droppedByStore'> & { pending: number; droppedByStore: number };

const SELECT = `SELECT id, order_id AS orderId, store_id AS storeId, shipping_type AS shippingType, key,
  sent_to AS sentTo, status, pending, tries,
  next_time AS nextTime, reason, tracking_number AS trackingNumber, shipment_id AS shipmentId,
  create_time AS createTime, drop_time AS dropTime, dropped_by_store AS droppedByStore FROM bookings`;

const bookingOf = (row: BookingRow): CourierBooking => ({
  ...row,
  pending: row.pending === 1,
  droppedByStore: row.droppedByStore === 1,
});

const BY_ID = `${SELECT} WHERE id = ?`;
const BY_KEY = `${SELECT} WHERE key = ?`;
const OPEN = `${SELECT} WHERE order_id = ? AND status <> 'booked' AND drop_time IS NULL`;
const OF_ORDER = `${SELECT} WHERE order_id = ? ORDER BY id`;
const OF_SHIPMENT = `${SELECT} WHERE shipment_id = ?`;
const DUE = `${SELECT} WHERE store_id = ? AND shipping_type = ? AND next_time <= ? ORDER BY next_time LIMIT ?`;

const one = (db: Database, sql: string, value: Id | string): CourierBooking | undefined => {
  const row = db.get<BookingRow>(sql, value);
  return row && bookingOf(row);
};

export const bookingById = (db: Database, id: Id): CourierBooking => one(db, BY_ID, id) as CourierBooking;
export const bookingByKey = (db: Database, key: string): CourierBooking | undefined => one(db, BY_KEY, key);
export const bookingOfShipment = (db: Database, shipmentId: Id): CourierBooking | undefined =>
  one(db, OF_SHIPMENT, shipmentId);

/** The order's booking that is neither done nor dropped; there is one at most. */
export const openBooking = (db: Database, orderId: Id): CourierBooking | undefined => one(db, OPEN, orderId);

/** All that were ever asked for the order, oldest first. */
export const bookingsOf = (db: Database, orderId: Id): CourierBooking[] =>
  db.all<BookingRow>(OF_ORDER, orderId).map(bookingOf);

/** The couriers that have bookings whose time has come. */
export const couriersDue = (db: Database, now: number): CourierName[] =>
  db.all<CourierName>(
    'SELECT DISTINCT store_id AS storeId, shipping_type AS shippingType FROM bookings WHERE next_time <= ?',
    now,
  );

/** A courier's bookings whose time has come, oldest first. */
export const bookingsDue = (
  db: Database,
  { storeId, shippingType }: CourierName,
  now: number,
  most: number,
): CourierBooking[] => db.all<BookingRow>(DUE, storeId, shippingType, now, most).map(bookingOf);

/** A store's bookings that are neither done nor dropped, oldest first. */
export const openBookings = (db: Database, storeId: Id): CourierBooking[] =>
  db
    .all<BookingRow>(`${SELECT} WHERE store_id = ? AND status <> 'booked' AND drop_time IS NULL ORDER BY id`, storeId)
    .map(bookingOf);

const newBookingKey = (): string => randomUUID().replaceAll('-', '');

/** Puts the order into the queue; the clock asks the courier. */
export const queueBooking = (
  db: Database,
  booking: Pick<CourierBooking, 'orderId' | 'storeId' | 'shippingType'>,
  now: number,
): Id =>
  db.insert<Id>(
    `INSERT INTO bookings (order_id, store_id, shipping_type, key, status, next_time, create_time)
     VALUES (@orderId, @storeId, @shippingType, @key, 'waiting', @now, @now)`,
    { ...booking, key: newBookingKey(), now },
  );

/** @throws Error where it is in no state that leads there: whoever calls has looked */
function requireMove(db: Database, id: Id, to: BookingStatus): void {
  const { status } = bookingById(db, id);
  if (!mayMove(BOOKING_MOVES, status, to)) throw new Error(`booking ${id} is ${status}, it cannot be ${to}`);
}

/** The courier is being asked: while `next_time` is null that is under way, or was when the server was stopped. */
export function markRequested(db: Database, id: Id, sentTo: string | null = null): void {
  requireMove(db, id, 'requested');
  db.run(`UPDATE bookings SET status = 'requested', sent_to = coalesce(?, sent_to) WHERE id = ?`, sentTo, id);
  markAsking(db, id);
}

/** The same about what is with the courier already. */
export const markAsking = (db: Database, id: Id): number =>
  db.run('UPDATE bookings SET tries = tries + 1, next_time = NULL WHERE id = ?', id);

export function markBooked(db: Database, id: Id, shipmentId: Id, trackingNumber: string): void {
  requireMove(db, id, 'booked');
  db.run(
    `UPDATE bookings SET status = 'booked', pending = 0, next_time = NULL, reason = NULL, shipment_id = ?,
       tracking_number = ? WHERE id = ?`,
    shipmentId,
    trackingNumber,
    id,
  );
}

/** @param retryTime when it waits again by itself; null: not before somebody says so */
export function markFailed(db: Database, id: Id, reason: string, retryTime: number | null): void {
  requireMove(db, id, 'failed');
  db.run(
    `UPDATE bookings SET status = 'failed', pending = 0, reason = ?, next_time = iif(drop_time IS NULL, ?, NULL)
     WHERE id = ?`,
    reason,
    retryTime,
    id,
  );
}

/** It is with the courier, which is asked again at `askTime`. */
export const markUnanswered = (
  db: Database,
  id: Id,
  { pending, reason, askTime }: { pending: boolean; reason: string | null; askTime: number },
): number =>
  db.run(
    'UPDATE bookings SET pending = ?, reason = ?, next_time = ? WHERE id = ?',
    Number(pending),
    reason,
    askTime,
    id,
  );

/** What has failed waits again. */
export function markWaiting(db: Database, id: Id, now: number): void {
  requireMove(db, id, 'waiting');
  wake(db, id, now);
  db.run(`UPDATE bookings SET status = 'waiting' WHERE id = ?`, id);
}

/** What waits goes on at this time; null: when somebody says so. */
export const wake = (db: Database, id: Id, time: number | null): number =>
  db.run('UPDATE bookings SET next_time = ? WHERE id = ?', time, id);

/**
 * It is not wanted any more. What may be with the courier goes on being asked about, so that it can be canceled there.
 *
 * @param by raan drops by itself what another courier or a later booking takes over
 */
export const markDropped = (db: Database, id: Id, by: 'store' | 'raan', now: number): number =>
  db.run(
    `UPDATE bookings SET drop_time = ?, dropped_by_store = ?, next_time = iif(status = 'requested', next_time, NULL)
     WHERE id = ?`,
    now,
    Number(by === 'store'),
    id,
  );

/** It is another booking from now on: what its courier has refused it would refuse again under the same key. */
export const renewKey = (db: Database, id: Id): number =>
  db.run('UPDATE bookings SET key = ?, sent_to = NULL WHERE id = ?', newBookingKey(), id);

/** The courier has given a number that nobody wants: it is told so. */
export function markUnwanted(
  db: Database,
  id: Id,
  { trackingNumber, reason }: { trackingNumber: string; reason: string },
  now: number,
): void {
  markFailed(db, id, reason, null);
  db.run(
    'UPDATE bookings SET tracking_number = ?, drop_time = coalesce(drop_time, ?) WHERE id = ?',
    trackingNumber,
    now,
    id,
  );
  queueCancellation(db, id, now);
}

/** Those that are marked as being asked: since a stop or a failure of ours nobody may be asking any more. */
export const unattendedBookings = (db: Database): Id[] =>
  db.all<{ id: Id }>(`SELECT id FROM bookings WHERE status = 'requested' AND next_time IS NULL`).map(({ id }) => id);
