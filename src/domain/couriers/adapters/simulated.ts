/** The courier of a sandbox: it books immediately, and its parcels arrive within minutes (docs/sandbox.md#parcels). */

import { message } from '../../../lib/messages/message.ts';
import type { CourierAdapter, Parcel, TrackedEvent, TrackedStatus } from './adapter.ts';

/** Values of `shipping_label_note` with which a partner chooses an outcome other than delivery. */
export const REFUSE_BOOKING = 'sandbox:refuse';
export const RETURN_PARCEL = 'sandbox:return';

const MINUTE = 60_000;

/** The tracking events of a parcel, a minute apart. */
const JOURNEYS: Record<string, readonly TrackedStatus[]> = {
  D: ['picked_up', 'in_transit', 'out_for_delivery', 'delivered'],
  R: ['picked_up', 'in_transit', 'delivery_failed', 'returning', 'returned'],
};

export const simulatedCourier = ({ now }: { now: () => number }): Omit<CourierAdapter, 'readCallBack'> => ({
  book: async (parcel) =>
    parcel.note?.includes(REFUSE_BOOKING)
      ? { is: 'refused', reason: message('sandbox_booking_refused', { note: REFUSE_BOOKING }) }
      : { is: 'booked', trackingNumber: trackingNumber(parcel, now()) },
  cancel: async () => ({ is: 'canceled' }),
  track: async (trackingNumbers) => ({
    is: 'tracked',
    events: trackingNumbers.flatMap((number) => eventsOf(number, now())).sort((a, b) => a.time - b.time),
  }),
});

/** Contains the journey, the second of the booking and its key, so that tracking needs no memory. */
function trackingNumber({ key, note }: Parcel, now: number): string {
  const journey = note?.includes(RETURN_PARCEL) ? 'R' : 'D';
  return `TEST${journey}${Math.floor(now / 1_000)}${key.slice(0, 6).toUpperCase()}`;
}

function eventsOf(trackingNumber: string, now: number): TrackedEvent[] {
  const [, journey = '', seconds = ''] = /^TEST([DR])(\d{10})/.exec(trackingNumber) ?? [];
  const booked = Number(seconds) * 1_000;
  return (JOURNEYS[journey] ?? [])
    .map((status, i) => ({
      trackingNumber,
      code: status,
      description: status,
      time: booked + (i + 1) * MINUTE,
      status,
    }))
    .filter(({ time }) => time <= now);
}
