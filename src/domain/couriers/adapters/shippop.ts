/**
 * The `shippop` courier: SHIPPOP, one account for many couriers. A booking has two steps: `/booking/` creates an unpaid
 * purchase, `/confirm/` pays it and books the parcel with the courier. `/tracking_purchase/` returns whether it is
 * paid. At most one purchase is paid for a booking, whatever fails (docs/decisions.md#in-doubt).
 */

import type { CancelResult, CourierAdapter, TrackedEvent, TrackResult } from './adapter.ts';
import { confirm, find, reserve } from './shippop-booking.ts';
import { type Reference, readReference } from './shippop-purchase.ts';
import { askShippop, type ShippopSettings } from './shippop-requests.ts';
import { shippopEvents } from './shippop-tracking.ts';

/** SHIPPOP does not sign its callbacks, so it is polled. */
export function shippopCourier(settings: ShippopSettings): Omit<CourierAdapter, 'readCallBack'> {
  return {
    reserve: async (parcel, reference) => reserve(settings, parcel, readReference(reference)),
    book: async (_parcel, reference) => confirm(settings, readReference(reference) as Reference),
    find: (_key, reference) => find(settings, reference),
    cancel: async ({ trackingNumber, reference }) => cancel(settings, trackingNumber, readReference(reference)?.code),
    track: (trackingNumbers, references) => track(settings, trackingNumbers, references),
  };
}

/** Sends both numbers of the parcel, because the two editions of SHIPPOP's documentation name different ones. */
async function cancel(settings: ShippopSettings, number: string, code = number): Promise<CancelResult> {
  const response = await askShippop(settings, '/cancel/', { tracking_code: code, courier_tracking_code: number });
  if (response.is === 'accepted') return { is: 'canceled' };
  if (response.is !== 'refused') return { is: 'unknown', reason: response.reason };
  const tracked = await askShippop(settings, '/tracking/', { tracking_code: code });
  const isCanceled = tracked.is === 'accepted' && tracked.body.order_status === 'cancel';
  return isCanceled ? { is: 'canceled' } : { is: 'refused', reason: response.reason };
}

/** One request for each parcel. Unknown parcels have no events. After a failure the others wait for the next poll. */
async function track(
  settings: ShippopSettings,
  trackingNumbers: readonly string[],
  references: ReadonlyMap<string, string> | undefined,
): Promise<TrackResult> {
  const events: TrackedEvent[] = [];
  for (const number of trackingNumbers) {
    const code = readReference(references?.get(number))?.code ?? number;
    const response = await askShippop(settings, '/tracking/', { tracking_code: code });
    if (response.is === 'accepted') events.push(...shippopEvents(response.body, number, settings.now()));
    else if (response.is !== 'refused' && events.length > 0) break;
    else if (response.is !== 'refused') return { is: 'unknown', reason: response.reason };
  }
  return { is: 'tracked', events };
}
