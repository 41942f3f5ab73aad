import type { Context } from '../../../context.ts';
import type { TrackedEvent } from '../../couriers/adapter.ts';
import type { FindAdapter } from '../../couriers/adapters.ts';
import { findCourier } from '../../couriers/couriers.ts';
import { shipmentsToTrack, type TrackedShipment } from './read.ts';
import { trackAgain } from './rows.ts';
import { applyEvents, type CourierName } from './track.ts';

const MOST_AT_ONCE = 200;

/** Milliseconds after which a courier is asked again about a parcel. */
export const TRACK_AGAIN = 30 * 60_000;

/** Asks couriers how the parcels are doing whose time has come. */
export async function trackDue(ctx: Context, adapterOf: FindAdapter): Promise<void> {
  ctx.db.freshen(); // another process may have changed a courier
  const due = shipmentsToTrack(ctx.db, ctx.now(), MOST_AT_ONCE);
  const byCourier = Map.groupBy(due, ({ storeId, shippingType }) => `${storeId} ${shippingType}`);
  await Promise.all([...byCourier.values()].map((shipments) => track(ctx, adapterOf, shipments)));
}

/** @param shipments of one courier */
async function track(ctx: Context, adapterOf: FindAdapter, shipments: readonly TrackedShipment[]): Promise<void> {
  const [{ storeId, shippingType }] = shipments as readonly [TrackedShipment];
  const courier = findCourier(ctx.db, storeId, shippingType);
  const askCourier = courier && adapterOf(courier).track;
  try {
    const numbers = [...new Set(shipments.map(({ trackingNumber }) => trackingNumber))];
    await takeEvents(ctx, { storeId, shippingType }, (await askCourier?.(numbers)) ?? []);
  } catch (error) {
    ctx.log.warn({ err: error, shipping_type: shippingType }, 'a courier could not be asked about its parcels');
  }
  const again = askCourier ? ctx.now() + TRACK_AGAIN : null;
  await ctx.write((db) => {
    for (const { id } of shipments) trackAgain(db, id, again);
  });
}

/** Commits what a courier says, parcel by parcel, so that one whose books are in disorder holds back no other. */
export async function takeEvents(ctx: Context, courier: CourierName, events: readonly TrackedEvent[]): Promise<void> {
  const parcels = Map.groupBy(events, ({ trackingNumber }) => trackingNumber);
  await Promise.all(
    [...parcels].map(([trackingNumber, said]) =>
      ctx
        .write((db) => applyEvents(db, courier, said, ctx.now()))
        .catch((error) => ctx.log.error({ err: error, trackingNumber }, 'what a courier says could not be kept')),
    ),
  );
}
