import type { Reader } from '../../../db/reader.ts';
import { command, type Query, query } from '../../../db/statement.ts';
import type { WriteTx } from '../../../db/write-tx.ts';
import type { Id } from '../../../lib/ids.ts';
import type { Message } from '../../../lib/messages/catalogue.ts';
import { messageFromJson, messageToJson } from '../../../lib/messages/message.ts';
import { mayMove } from '../../../lib/moves.ts';
import { newUuid } from '../../../lib/runtime.ts';
import type { CourierName } from '../../couriers/couriers.ts';
import { BOOKING_MOVES, type BookingState, isWithCourier, WITH_COURIER } from './booking-states.ts';

// The only writer of bookings.

/** A request to a courier to carry what an order has left to ship. */
export interface Booking {
  id: Id;
  orderId: Id;
  orderNumber: number;
  storeId: Id;
  shippingType: string;
  /** The idempotency key: the same in every request about it. */
  key: string;
  /** The courier's address that it was sent to; null if it was not sent, or is from a number pool. */
  sentTo: string | null;
  /** The reservation at a courier that books in two steps. */
  reference: string | null;
  state: BookingState;
  tries: number;
  /** Time of the next automatic attempt; null if it waits for a manual action, or an attempt is under way. */
  nextTime: number | null;
  reason: Message | null;
  trackingNumber: string | null;
  shipmentId: Id | null;
  createTime: number;
  dropTime: number | null;
  /** The order is not booked again automatically. */
  droppedByStore: boolean;
}

type BookingRow = Omit<Booking, 'reason' | 'droppedByStore'> & { reason: string | null; droppedByStore: number };

const SELECT = `SELECT id, order_id AS orderId,
  (SELECT order_number FROM orders WHERE id = order_id) AS orderNumber, store_id AS storeId, shipping_type AS shippingType, key,
  sent_to AS sentTo, reference, state, tries, next_time AS nextTime, reason, tracking_number AS trackingNumber,
  shipment_id AS shipmentId, create_time AS createTime, drop_time AS dropTime, dropped_by_store AS droppedByStore
  FROM bookings`;

const bookingOf = (row: BookingRow): Booking => ({
  ...row,
  reason: row.reason === null ? null : messageFromJson(row.reason),
  droppedByStore: row.droppedByStore === 1,
});

const bookingsWhere = (condition: string) =>
  query<BookingRow>({ reads: ['bookings', 'orders'] }, `${SELECT} WHERE ${condition}`);
const BY_ID = bookingsWhere(`id = ?`);
const BY_KEY = bookingsWhere(`key = ?`);
const OPEN = bookingsWhere(`order_id = ? AND state <> 'booked' AND drop_time IS NULL`);
const OF_ORDER = bookingsWhere(`order_id = +? ORDER BY id`);
const OF_SHIPMENT = bookingsWhere(`shipment_id = ?`);
const OF_STORE = bookingsWhere(`store_id = ? AND state NOT IN ('booked', 'dropped') ORDER BY id LIMIT ? OFFSET ?`);
const DUE = bookingsWhere(`store_id = ? AND shipping_type = ? AND next_time <= ? ORDER BY next_time LIMIT ?`);

const findOne = (db: Reader, statement: Query<BookingRow>, value: Id | string): Booking | undefined => {
  const row = db.get(statement, value);
  return row && bookingOf(row);
};

export const bookingById = (db: Reader, id: Id): Booking => findOne(db, BY_ID, id) as Booking;
export const bookingByKey = (db: Reader, key: string): Booking | undefined => findOne(db, BY_KEY, key);
export const bookingOfShipment = (db: Reader, shipmentId: Id): Booking | undefined =>
  findOne(db, OF_SHIPMENT, shipmentId);

/** The order's booking that is neither booked nor dropped. There is at most one. */
export const openBooking = (db: Reader, orderId: Id): Booking | undefined => findOne(db, OPEN, orderId);

/** Oldest first. */
export const bookingsOf = (db: Reader, orderId: Id): Booking[] => db.all(OF_ORDER, orderId).map(bookingOf);

const ALL = { limit: -1, offset: 0 };

/** A store's bookings that are not in a final state, oldest first; also dropped ones that the courier may have. */
export const unfinishedBookings = (db: Reader, storeId: Id, { limit, offset } = ALL): Booking[] =>
  db.all(OF_STORE, storeId, limit, offset).map(bookingOf);

const couriersWithDueBookings = query<CourierName>(
  { reads: ['bookings'] },
  'SELECT DISTINCT store_id AS storeId, shipping_type AS shippingType FROM bookings WHERE next_time <= ?',
);

export const couriersDue = (db: Reader, now: number): CourierName[] => db.all(couriersWithDueBookings, now);

/** Oldest first. */
export const bookingsDue = (
  db: Reader,
  { storeId, shippingType }: CourierName,
  now: number,
  limit: number,
): Booking[] => db.all(DUE, storeId, shippingType, now, limit).map(bookingOf);

const inFlight = query<{ id: Id }>(
  { reads: ['bookings'] },
  `SELECT id FROM bookings WHERE next_time IS NULL AND ${WITH_COURIER}`,
);

/** Bookings marked as in flight. Those that no worker handles are orphaned: by a crash or a full disk. */
export const bookingsInFlight = (db: Reader): Id[] => db.all(inFlight).map(({ id }) => id);

export const newBookingKey = (): string => newUuid().replaceAll('-', '');

const insertBooking = command(
  { writes: ['bookings'] },
  `INSERT INTO bookings (order_id, store_id, shipping_type, key, state, next_time, create_time)
   VALUES (@orderId, @storeId, @shippingType, @key, 'queued', @now, @now)`,
);

export const queueBooking = (
  tx: WriteTx,
  booking: Pick<Booking, 'orderId' | 'storeId' | 'shippingType'>,
  now: number,
): Id => tx.insert<Id>(insertBooking, { ...booking, key: newBookingKey(), now });

const UPDATE = command(
  { writes: ['bookings'] },
  `UPDATE bookings SET state = @state, key = @key, sent_to = @sentTo, reference = @reference, tries = @tries, next_time = @nextTime,
    reason = @reason, tracking_number = @trackingNumber, shipment_id = @shipmentId, drop_time = @dropTime,
    dropped_by_store = @droppedByStore
  WHERE id = @id`,
);

type Fixed = 'id' | 'orderId' | 'orderNumber' | 'storeId' | 'shippingType' | 'state' | 'createTime';
type Changes = Partial<Omit<Booking, Fixed>>;

export function changeBooking(tx: WriteTx, id: Id, changes: Changes): void {
  write(tx, { ...bookingById(tx, id), ...changes });
}

/** Callers check the state first. @throws Error if the transition is not allowed */
export function moveBooking(tx: WriteTx, id: Id, state: BookingState, changes: Changes): void {
  const booking = bookingById(tx, id);
  if (!mayMove(BOOKING_MOVES, booking.state, state))
    throw new Error(`booking ${id} is ${booking.state}, it cannot be ${state}`);
  write(tx, { ...booking, ...changes, state });
}

const write = (tx: WriteTx, booking: Booking): number =>
  tx.run(UPDATE, {
    ...booking,
    reason: booking.reason && messageToJson(booking.reason),
    droppedByStore: Number(booking.droppedByStore),
  });

/** The courier does not have it. A booking that was dropped in the meantime becomes `dropped`. */
export function failBooking(
  tx: WriteTx,
  { id, dropTime }: Booking,
  { reason, retryTime, ...changes }: { reason: Message; retryTime: number | null } & Changes,
): void {
  if (dropTime === null) moveBooking(tx, id, 'failed', { ...changes, reason, nextTime: retryTime });
  else moveBooking(tx, id, 'dropped', { ...changes, reason, nextTime: null });
}

/** Drops a booking. If the courier may have it, the worker polls until that is certain. */
export function dropBooking(tx: WriteTx, booking: Booking, by: 'store' | 'raan', now: number): void {
  const dropped = { dropTime: now, droppedByStore: by === 'store' };
  if (isWithCourier(booking)) changeBooking(tx, booking.id, dropped);
  else moveBooking(tx, booking.id, 'dropped', { ...dropped, nextTime: null });
}

export function dropOpenBooking(tx: WriteTx, orderId: Id, now: number): void {
  const open = openBooking(tx, orderId);
  if (open) dropBooking(tx, open, 'raan', now);
}

/** The courier may have an orphaned booking: poll it now. */
export function recoverBooking(tx: WriteTx, id: Id, now: number): void {
  const { state, nextTime } = bookingById(tx, id);
  if (state === 'requesting') moveBooking(tx, id, 'uncertain', { nextTime: now });
  else if (isWithCourier({ state }) && nextTime === null) changeBooking(tx, id, { nextTime: now });
}

const FIRST_PAUSE = 5_000; // milliseconds
const MAX_PAUSE = 3_600_000;

/** Time of the next attempt: pauses triple, up to an hour. */
export const retryTime = (tries: number, now: number): number =>
  now + Math.min(FIRST_PAUSE * 3 ** Math.min(tries - 1, 10), MAX_PAUSE);

const eraseReasons = command({ writes: ['bookings'] }, 'UPDATE bookings SET reason = NULL WHERE order_id = ?');

/** Erases the responses of couriers about the order. */
export const eraseBookingReasons = (tx: WriteTx, orderId: Id): number => tx.run(eraseReasons, orderId);
