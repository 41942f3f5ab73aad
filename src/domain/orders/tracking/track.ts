import type { Context } from '../../../context.ts';
import type { Reader } from '../../../db/reader.ts';
import type { WriteTx } from '../../../db/write-tx.ts';
import { AppError } from '../../../lib/errors.ts';
import type { Id } from '../../../lib/ids.ts';
import { mayMove } from '../../../lib/moves.ts';
import type { TrackedEvent, TrackedStatus } from '../../couriers/adapters/adapter.ts';
import type { FindAdapter } from '../../couriers/adapters/adapters.ts';
import { type CourierName, findCourier, isSameAccount } from '../../couriers/couriers.ts';
import { byCourier } from '../history.ts';
import { cancelShipment, moveShipment } from '../shipments/move.ts';
import { pickUp } from '../shipments/pick-up.ts';
import {
  canceledWithNumber,
  existingShipment,
  isPaidOut,
  type Shipment,
  shipmentsToTrack,
  shipmentsWithNumber,
  type TrackedShipment,
} from '../shipments/read.ts';
import { markHeard, trackAgain } from '../shipments/rows.ts';
import { SHIPMENT_MOVES } from '../states.ts';
import { insertEvent } from './events.ts';

/**
 * Keeps what a courier says of a parcel, and moves its shipment where that leads forward
 * (docs/decisions.md#shipments): what is said twice, of an earlier time than what was said before, or would lead back,
 * is kept and moves nothing. A parcel that is on its way has been picked up.
 */
export function applyEvent(tx: WriteTx, shipmentId: Id, event: TrackedEvent, now: number): void {
  const shipment = existingShipment(tx, shipmentId);
  const time = Math.min(event.time, now); // a clock that is ahead must not hold back what comes later
  if (!insertEvent(tx, shipmentId, event, now)) return;
  if (event.status === undefined || time < (shipment.statusTime ?? 0)) return;
  markHeard(tx, shipmentId, time);
  if (event.status !== shipment.status) follow(tx, shipmentId, event.status, now);
}

function follow(tx: WriteTx, id: Id, said: TrackedStatus, now: number): void {
  const act = byCourier(now);
  const { status } = existingShipment(tx, id);
  const to = said === 'delivered' && status === 'returning' ? 'returned' : said; // it has arrived at the sender's
  if (status === 'booked' && to !== 'canceled') pickUp(tx, id, {}, act);
  if (status === 'booked' && to === 'canceled' && !isPaidOut(tx, id)) cancelShipment(tx, id, act);
  const reached = existingShipment(tx, id).status;
  if (to !== 'picked_up' && to !== 'canceled' && mayMove(SHIPMENT_MOVES, reached, to)) moveShipment(tx, id, to, act);
}

/** The courier's parcel with the number; of a canceled one what it says is kept, for the store to see. */
function shipmentOf(db: Reader, courier: CourierName, trackingNumber: string): Shipment | undefined {
  const { storeId } = courier;
  const isTheirs = ({ shippingType }: Shipment) => isSameAccount(db, courier, { storeId, shippingType });
  const canceled = canceledWithNumber(db, storeId, trackingNumber);
  return [...shipmentsWithNumber(db, storeId, trackingNumber), ...(canceled ? [canceled] : [])].find(isTheirs);
}

/** Couriers use numbers again: what was said so long before the booking, in milliseconds, was of another parcel. */
const LONGEST_BEFORE = 30 * 24 * 3_600_000;

/** The same for events of a store's parcels, oldest first; those of parcels that are not known are passed over. */
export function applyEvents(tx: WriteTx, courier: CourierName, events: readonly TrackedEvent[], now: number): void {
  for (const event of events) {
    const shipment = shipmentOf(tx, courier, event.trackingNumber);
    if (shipment && event.time > shipment.createTime - LONGEST_BEFORE) applyEvent(tx, shipment.id, event, now);
  }
}

const MOST_AT_ONCE = 1_000;
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** When the courier is asked again: every half hour at first, daily after a fortnight, and after a season no more. */
function nextTime(bookTime: number, now: number): number | null {
  if (now - bookTime > 90 * DAY) return null;
  return now + (now - bookTime > 14 * DAY ? DAY : 30 * MINUTE);
}

/** Asks couriers how the parcels are doing whose time has come. */
export async function trackDue(ctx: Context, adapterOf: FindAdapter): Promise<void> {
  ctx.db.checkExternalWrites(); // another process may have changed a courier
  const now = ctx.now();
  const due = shipmentsToTrack(ctx.db, now, MOST_AT_ONCE);
  if (due.length === 0) return;
  await ctx.write((tx) => {
    for (const { id, bookTime } of due) trackAgain(tx, id, nextTime(bookTime, now));
  });
  const byCourier = Map.groupBy(due, ({ storeId, shippingType }) => `${storeId} ${shippingType}`);
  await Promise.all([...byCourier.values()].map((shipments) => track(ctx, adapterOf, shipments)));
}

/** @param shipments of one courier */
async function track(ctx: Context, adapterOf: FindAdapter, shipments: readonly TrackedShipment[]): Promise<void> {
  const [{ storeId, shippingType }] = shipments as readonly [TrackedShipment];
  const courier = findCourier(ctx.db, storeId, shippingType);
  const askCourier = courier && adapterOf(courier).track;
  if (!askCourier) return;
  const numbers = [...new Set(shipments.map(({ trackingNumber }) => trackingNumber))];
  for (let i = 0; i < numbers.length; i += MOST_IN_A_CALL)
    try {
      await takeEvents(ctx, { storeId, shippingType }, await askCourier(numbers.slice(i, i + MOST_IN_A_CALL)));
    } catch (error) {
      ctx.log.warn({ err: error, shipping_type: shippingType }, 'tracking request failed');
    }
}

const MOST_IN_A_CALL = 30; // parcels: what one call cannot tell is not lost for the others

const MOST_IN_A_STEP = 50; // events, so that others have their turn

/**
 * Commits what a courier says, parcel by parcel, so that one whose books are in disorder holds back no other.
 *
 * @throws Error where something could not be kept, when all else is
 */
export async function takeEvents(ctx: Context, courier: CourierName, events: readonly TrackedEvent[]): Promise<void> {
  const parcels = Map.groupBy(events, ({ trackingNumber }) => trackingNumber);
  const failures: unknown[] = [];
  for (const said of parcels.values())
    await takeParcel(ctx, courier, said).catch((error) => {
      if (!(error instanceof AppError)) failures.push(error);
      ctx.log.error({ err: error, tracking_number: said[0]?.trackingNumber }, 'saving a tracking event failed');
    });
  if (failures.length > 0) throw failures[0];
}

async function takeParcel(ctx: Context, courier: CourierName, said: readonly TrackedEvent[]): Promise<void> {
  const events = said.toSorted((one, other) => one.time - other.time);
  for (let i = 0; i < events.length; i += MOST_IN_A_STEP)
    await ctx.write((tx) => applyEvents(tx, courier, events.slice(i, i + MOST_IN_A_STEP), ctx.now()));
}
