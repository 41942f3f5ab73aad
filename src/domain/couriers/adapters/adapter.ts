import type { IncomingHttpHeaders } from 'node:http';
import type { Message } from '../../../lib/messages/catalogue.ts';
import type { Money } from '../../../lib/money.ts';
import type { Address } from '../../addresses.ts';

/** What a courier is asked to carry. */
export interface Parcel {
  /** The booking's idempotency key: the same in every request about it, after a crash too. */
  key: string;
  shippingType: string;
  orderNumber: string;
  senderName: string;
  sender: Address | undefined;
  recipient: Address;
  /** Grams; undefined where the store has not said what its goods weigh. */
  weight: number | undefined;
  /** What the courier collects; null where it collects nothing. */
  codAmount: Money | null;
  note: string | null;
  items: readonly { name: string; qty: number }[];
}

/** What came of a request to book. */
export type BookingAnswer =
  | { is: 'booked'; trackingNumber: string; trackingUrl?: string | undefined }
  /** The courier will not, and the same request would be refused again. */
  | { is: 'refused'; reason: Message }
  /** The courier has it and sends the number later, by call-back. */
  | { is: 'pending' }
  /** The courier has nothing of it for certain: it may be sent again. */
  | { is: 'unsent'; reason: Message }
  /** It may have it or not: late, cut off, malformed. */
  | { is: 'unknown'; reason: Message };

export type CancelAnswer = { is: 'canceled' } | { is: 'refused'; reason: Message } | { is: 'unknown'; reason: Message };

/** What a courier says of a parcel on its way. */
export interface TrackedEvent {
  trackingNumber: string;
  /** The courier's own code and words. */
  code: string;
  description: string;
  location?: string | undefined;
  /** Unix milliseconds, by the courier's clock. */
  time: number;
  /** What it means for the shipment; undefined: nothing. */
  status: TrackedStatus | undefined;
}

/** What a courier calls us for. */
export type CallBack =
  | { about: 'booking'; key: string; answer: Extract<BookingAnswer, { is: 'booked' | 'refused' }> }
  | { about: 'tracking'; events: readonly TrackedEvent[] };

export interface CallBackRequest {
  headers: IncomingHttpHeaders;
  /** The raw body, which is what is signed. */
  body: Buffer;
}

/** A courier that is reached over the network. Nothing here rejects: what goes wrong is an answer. */
export interface CourierAdapter {
  book: (parcel: Parcel) => Promise<BookingAnswer>;
  /** What has become of a booking that may have reached it; `unsent` where it knows nothing of the key. Absent: it cannot be asked. */
  find?: (key: string) => Promise<BookingAnswer>;
  cancel: (booking: { key: string; trackingNumber: string }) => Promise<CancelAnswer>;
  /** What it knows of these parcels, oldest first. @throws Error where it cannot be had now */
  track: (trackingNumbers: readonly string[]) => Promise<readonly TrackedEvent[]>;
  /** @throws AppError invalid_token where the signature is wrong; invalid_request naming what is wrong */
  readCallBack: (request: CallBackRequest) => readonly CallBack[];
  /** The body of the answer to a call-back that was taken in; an empty JSON object by default. */
  callBackReply?: object;
}

/**
 * The states of a shipment that a courier's word can lead to (docs/decisions.md#shipments); `booked` is where it
 * starts.
 */
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
