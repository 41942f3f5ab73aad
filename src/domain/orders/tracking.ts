import type { Context } from '../../context.ts';
import type { Reader } from '../../db/reader.ts';
import { command, query } from '../../db/statement.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import { AppError, notFound } from '../../lib/errors.ts';
import type { Id } from '../../lib/ids.ts';
import { mayMove } from '../../lib/moves.ts';
import { truncate } from '../../lib/text.ts';
import { MAX_LENGTH } from '../../lib/text-limits.ts';
import type { CallBack, CallBackRequest, TrackedEvent, TrackedStatus } from '../couriers/adapters/adapter.ts';
import type { FindAdapter } from '../couriers/adapters/adapters.ts';
import { type CourierName, findCourier, isSameAccount, isSimulated } from '../couriers/couriers.ts';
import { readWithEitherSecret } from '../couriers/read-call-back.ts';
import { bookingByKey, bookingOfShipment } from './bookings/booking.ts';
import { recordBookingResult } from './bookings/booking-results.ts';
import { byCourier } from './history.ts';
import { SHIPMENT_MOVES } from './order-states.ts';
import { cancelShipment, moveShipment, pickUp } from './shipments/move.ts';
import {
  canceledWithNumber,
  existingShipment,
  isPaidOut,
  type Shipment,
  shipmentsToTrack,
  shipmentsWithNumber,
  type TrackedShipment,
} from './shipments/shipment.ts';
import { markStatusTime, rescheduleTracking } from './shipments/shipment-rows.ts';

/**
 * Stores a courier's event and moves the shipment forward (docs/decisions.md#shipments). Events that repeat, are older
 * than the newest, or would move the status back are stored only. A parcel in transit counts as picked up.
 */
function applyEvent(tx: WriteTx, shipmentId: Id, event: TrackedEvent, now: number): void {
  const shipment = existingShipment(tx, shipmentId);
  const newest = shipment.statusTime ?? 0;
  if (!insertEvent(tx, shipmentId, event, now)) return;
  if (event.status === undefined || event.time < newest) return;
  // Neither a courier's clock that is ahead nor our clock that has stepped back hides later events.
  markStatusTime(tx, shipmentId, Math.max(newest, Math.min(event.time, now)));
  if (event.status !== shipment.status) applyStatus(tx, shipmentId, event.status, now);
}

function applyStatus(tx: WriteTx, id: Id, reported: TrackedStatus, now: number): void {
  const act = byCourier(now);
  const { status } = existingShipment(tx, id);
  const to = reported === 'delivered' && status === 'returning' ? 'returned' : reported; // delivered to the sender
  if (status === 'booked' && to !== 'canceled') pickUp(tx, id, {}, act);
  if (status === 'booked' && to === 'canceled' && !isPaidOut(tx, id)) cancelShipment(tx, id, act);
  const reached = existingShipment(tx, id).status;
  if (to !== 'picked_up' && to !== 'canceled' && mayMove(SHIPMENT_MOVES, reached, to)) moveShipment(tx, id, to, act);
}

/** The courier's parcel with the number, also a canceled one: the store can see its events. */
function shipmentOf(db: Reader, courier: CourierName, trackingNumber: string): Shipment | undefined {
  const { storeId } = courier;
  const isSameCourier = ({ shippingType }: Shipment) => isSameAccount(db, courier, { storeId, shippingType });
  const canceled = canceledWithNumber(db, storeId, trackingNumber);
  return [...shipmentsWithNumber(db, storeId, trackingNumber), ...(canceled ? [canceled] : [])].find(isSameCourier);
}

/** Couriers reuse numbers: events so long before the booking are about another parcel. */
const MAX_TIME_BEFORE_BOOKING = 30 * 24 * 3_600_000;

/** The parcel of the event, if it is one of this store. */
function parcelOf(db: Reader, courier: CourierName, { trackingNumber, time }: TrackedEvent): Shipment | undefined {
  const shipment = shipmentOf(db, courier, trackingNumber);
  return shipment && time > shipment.createTime - MAX_TIME_BEFORE_BOOKING ? shipment : undefined;
}

/** Applies events, oldest first. Unknown parcels are ignored. */
export function applyEvents(tx: WriteTx, courier: CourierName, events: readonly TrackedEvent[], now: number): void {
  for (const event of events) {
    const shipment = parcelOf(tx, courier, event);
    if (shipment) applyEvent(tx, shipment.id, event, now);
  }
}

/** Whether the event needs a transaction. Each answer of a courier repeats all events of its parcels. */
function isNew(db: Reader, courier: CourierName, event: TrackedEvent): boolean {
  const shipment = parcelOf(db, courier, event);
  return shipment !== undefined && !hasEvent(db, shipment.id, event);
}

const MAX_AT_ONCE = 1_000;
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** Half-hourly for two weeks, then daily, for 90 days. A simulated courier is polled each time. */
function nextTime(db: Reader, { createTime, ...courier }: TrackedShipment, now: number): number | null {
  if (isSimulated(findCourier(db, courier.storeId, courier.shippingType))) return now;
  if (now - createTime > 90 * DAY) return null;
  return now + (now - createTime > 14 * DAY ? DAY : 30 * MINUTE);
}

/** Polls couriers for the parcels that are due. */
export async function trackDue(ctx: Context, adapterOf: FindAdapter): Promise<void> {
  ctx.db.checkExternalWrites(); // another process may have changed a courier
  const now = ctx.now();
  const due = shipmentsToTrack(ctx.db, now, MAX_AT_ONCE);
  if (due.length === 0) return;
  await ctx.write((tx) => {
    for (const shipment of due) rescheduleTracking(tx, shipment.id, nextTime(tx, shipment, now));
  });
  const byCourier = Map.groupBy(due, ({ storeId, shippingType }) => `${storeId} ${shippingType}`);
  await Promise.all([...byCourier.values()].map((shipments) => track(ctx, adapterOf, shipments)));
}

/** @param shipments of one courier */
async function track(ctx: Context, adapterOf: FindAdapter, shipments: readonly TrackedShipment[]): Promise<void> {
  const [{ storeId, shippingType }] = shipments as readonly [TrackedShipment];
  const courier = findCourier(ctx.db, storeId, shippingType);
  const trackAtCourier = courier && adapterOf(courier).track;
  if (!trackAtCourier) return;
  const numbers = [...new Set(shipments.map(({ trackingNumber }) => trackingNumber))];
  const references = referencesOf(ctx.db, shipments);
  for (let i = 0; i < numbers.length; i += MAX_PER_CALL)
    try {
      const result = await trackAtCourier(numbers.slice(i, i + MAX_PER_CALL), references);
      if (result.is === 'tracked') await saveEvents(ctx, { storeId, shippingType }, result.events);
      else ctx.log.warn({ reason: result.reason.key, shipping_type: shippingType }, 'tracking request failed');
    } catch (error) {
      ctx.log.error({ err: error, shipping_type: shippingType }, 'tracking failed');
    }
}

/** By tracking number, of parcels that were booked in two steps. */
const referencesOf = (db: Reader, shipments: readonly TrackedShipment[]): ReadonlyMap<string, string> =>
  new Map(
    shipments.flatMap(({ id, trackingNumber }) => {
      const reference = bookingOfShipment(db, id)?.reference;
      return reference ? [[trackingNumber, reference] as const] : [];
    }),
  );

const MAX_PER_CALL = 30; // parcels; a failed call does not lose the events of other parcels

const MAX_PER_STEP = 50; // events in one transaction, so that other writes run in between

/** Commits events parcel by parcel: a failure does not block others. @throws Error afterwards, with the first failure */
async function saveEvents(ctx: Context, courier: CourierName, events: readonly TrackedEvent[]): Promise<void> {
  const parcels = Map.groupBy(events, ({ trackingNumber }) => trackingNumber);
  const failures: unknown[] = [];
  for (const reported of parcels.values())
    await saveEventsOfParcel(ctx, courier, reported).catch((error) => {
      if (!(error instanceof AppError)) failures.push(error);
      ctx.log.error({ err: error, tracking_number: reported[0]?.trackingNumber }, 'saving a tracking event failed');
    });
  if (failures.length > 0) throw failures[0];
}

async function saveEventsOfParcel(
  ctx: Context,
  courier: CourierName,
  reported: readonly TrackedEvent[],
): Promise<void> {
  const events = reported.filter((event) => isNew(ctx.db, courier, event)).sort((a, b) => a.time - b.time);
  for (let i = 0; i < events.length; i += MAX_PER_STEP)
    await ctx.write((tx) => applyEvents(tx, courier, events.slice(i, i + MAX_PER_STEP), ctx.now()));
}

/**
 * Handles a courier's callback and returns the body of the response. Repeated and late callbacks change nothing.
 * @throws AppError not_found for an unknown courier; invalid_token for a wrong signature; invalid_request
 */
export async function handleCallback(
  ctx: Context,
  adapterOf: FindAdapter,
  { name, request }: { name: CourierName; request: CallBackRequest },
): Promise<object> {
  const courier = findCourier(ctx.db, name.storeId, name.shippingType);
  const { readCallBack, callBackResponse = {} } = courier ? adapterOf(courier) : {};
  if (!courier || !readCallBack) throw notFound('call_back_courier_unknown');
  const callBacks = await readWithEitherSecret(ctx, { courier, read: readCallBack, request });
  for (const callBack of callBacks) await applyCallBack(ctx, name, callBack);
  return callBackResponse;
}

async function applyCallBack(ctx: Context, name: CourierName, callBack: CallBack): Promise<void> {
  if (callBack.about === 'tracking') return saveEvents(ctx, name, callBack.events);
  const booking = bookingByKey(ctx.db, callBack.key);
  if (!booking || !isSameAccount(ctx.db, name, booking)) return;
  await recordBookingResult(ctx, booking.id, callBack.result);
}

// The only writer of tracking_events.

const addEvent = command(
  { writes: ['tracking_events'] },
  `INSERT INTO tracking_events (shipment_id, time, code, status, description, location, receive_time)
   VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
);

/** In code points. Longer codes of couriers are truncated, so that the event still counts. */
const MAX_CODE_LENGTH = 200;
const { note: MAX_DESCRIPTION_LENGTH, name: MAX_LOCATION_LENGTH } = MAX_LENGTH;

const storedEvent = query<object>(
  { reads: ['tracking_events'] },
  'SELECT 1 FROM tracking_events WHERE shipment_id = ? AND time = ? AND code = ?',
);

const hasEvent = (db: Reader, shipmentId: Id, { time, code }: TrackedEvent): boolean =>
  db.get(storedEvent, shipmentId, time, truncate(code, MAX_CODE_LENGTH)) !== undefined;

/** Returns whether the event is new. */
const insertEvent = (tx: WriteTx, shipmentId: Id, event: TrackedEvent, now: number): boolean =>
  tx.run(
    addEvent,
    shipmentId,
    event.time,
    truncate(event.code, MAX_CODE_LENGTH),
    event.status ?? null,
    truncate(event.description, MAX_DESCRIPTION_LENGTH),
    event.location === undefined ? null : truncate(event.location, MAX_LOCATION_LENGTH),
    now,
  ) > 0;

const eraseEvents = command(
  { writes: ['tracking_events'], reads: ['shipments'] },
  `UPDATE tracking_events SET description = '', location = NULL
   WHERE shipment_id IN (SELECT id FROM shipments WHERE order_id = ?)`,
);

/** Erases where the order's parcels were and what couriers wrote about them. Times and statuses stay. */
export const eraseTracking = (tx: WriteTx, orderId: Id): number => tx.run(eraseEvents, orderId);

export type StoredEvent = Omit<TrackedEvent, 'trackingNumber' | 'status' | 'location'> & {
  status: string | null;
  location: string | null;
  receiveTime: number;
};

const eventsOfShipment = query<StoredEvent>(
  { reads: ['tracking_events'] },
  `SELECT time, code, status, description, location, receive_time AS receiveTime FROM tracking_events
   WHERE shipment_id = ? ORDER BY time, code`,
);

/** Oldest first. */
export const eventsOf = (db: Reader, shipmentId: Id): StoredEvent[] => db.all(eventsOfShipment, shipmentId);
