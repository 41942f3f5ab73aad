import type { IncomingHttpHeaders } from 'node:http';
import type { Message } from '../../../lib/messages/catalogue.ts';
import type { Money } from '../../../lib/money.ts';
import type { Address } from '../../address-fields.ts';

export interface Parcel {
  /** The booking's idempotency key: the same in every request about it, even after a crash. */
  key: string;
  shippingType: string;
  orderNumber: string;
  senderName: string;
  sender: Address | undefined;
  recipient: Address;
  /** Grams; undefined if a weight is unknown. */
  weight: number | undefined;
  /** Null: nothing is collected. */
  codAmount: Money | null;
  note: string | null;
  items: readonly { name: string; qty: number }[];
}

export type BookingResult =
  | { is: 'booked'; trackingNumber: string; trackingUrl?: string | undefined }
  /** The courier rejects the request, and would reject a repeated one. */
  | { is: 'refused'; reason: Message }
  /** The courier has it and sends the number later, by callback. */
  | { is: 'pending' }
  /** The courier certainly does not have it: the request may be repeated. */
  | { is: 'unsent'; reason: Message }
  /** The response was late, cut off or malformed: the courier may have it. */
  | { is: 'unknown'; reason: Message };

/** `reference` is what the adapter needs to know of the reservation later. It is stored and given back unchanged. */
export type ReserveResult = { is: 'reserved'; reference: string } | BookingResult;

export type CancelResult = { is: 'canceled' } | { is: 'refused'; reason: Message } | { is: 'unknown'; reason: Message };

export interface TrackedEvent {
  trackingNumber: string;
  /** The courier's code and text. */
  code: string;
  description: string;
  location?: string | undefined;
  /** Unix milliseconds, by the courier's clock. */
  time: number;
  /** Undefined if the event does not change the status. */
  status: TrackedStatus | undefined;
}

export type TrackResult =
  /** Oldest first. */
  | { is: 'tracked'; events: readonly TrackedEvent[] }
  /** The courier cannot be reached, or its response is unusable. */
  | { is: 'unknown'; reason: Message };

export type CallBack =
  | { about: 'booking'; key: string; result: Extract<BookingResult, { is: 'booked' | 'refused' }> }
  | { about: 'tracking'; events: readonly TrackedEvent[] };

export interface CallBackRequest {
  headers: IncomingHttpHeaders;
  /** The signed raw body. */
  body: Buffer;
}

/** A courier reached over the network. Failed requests are results, not exceptions. */
export interface CourierAdapter {
  /**
   * The first of two steps, which costs nothing. `book` is called after the reference is committed.
   * `reference` is that of an earlier reservation for the booking, if there is one. Absent if `book` is the only step.
   */
  reserve?: (parcel: Parcel, reference: string | null) => Promise<ReserveResult>;
  book: (parcel: Parcel, reference?: string) => Promise<BookingResult>;
  /** State of a booking; `unsent` if the courier certainly does not have it. Absent if the courier has no such request. */
  find?: (key: string, reference?: string | null) => Promise<BookingResult>;
  cancel: (booking: { key: string; trackingNumber: string; reference?: string | null }) => Promise<CancelResult>;
  /** @param references of the bookings, by tracking number */
  track: (trackingNumbers: readonly string[], references?: ReadonlyMap<string, string>) => Promise<TrackResult>;
  /**
   * `secret` is by default that of the settings.
   * @throws AppError invalid_token if the signature is wrong; invalid_request
   */
  readCallBack: (request: CallBackRequest, secret?: string) => readonly CallBack[];
  /** Body of the response to a callback; by default an empty JSON object. */
  callBackResponse?: object;
}

/** The statuses that a courier can report (docs/decisions.md#shipments); `booked` comes before them. */
export const TRACKED_STATUSES = [
  'picked_up',
  'in_transit',
  'out_for_delivery',
  'delivered',
  'delivery_failed',
  'returning',
  'returned',
  'canceled',
] as const;

export type TrackedStatus = (typeof TRACKED_STATUSES)[number];

/** Tracks parcels with requests of at most `size`. If one fails, its reason is the result. */
export async function trackInBatches(
  trackingNumbers: readonly string[],
  size: number,
  track: CourierAdapter['track'],
): Promise<TrackResult> {
  const events: TrackedEvent[] = [];
  for (let i = 0; i < trackingNumbers.length; i += size) {
    const result = await track(trackingNumbers.slice(i, i + size));
    if (result.is !== 'tracked') return result;
    events.push(...result.events);
  }
  return { is: 'tracked', events: events.sort((a, b) => a.time - b.time) };
}
