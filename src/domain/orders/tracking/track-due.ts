import type { Context } from '../../../context.ts';
import { AppError } from '../../../lib/errors.ts';
import type { TrackedEvent } from '../../couriers/adapters/adapter.ts';
import type { FindAdapter } from '../../couriers/adapters/adapters.ts';
import { type CourierName, findCourier } from '../../couriers/couriers.ts';
import { shipmentsToTrack, type TrackedShipment } from '../shipments/read.ts';
import { trackAgain } from '../shipments/rows.ts';
import { applyEvents } from './track.ts';

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
