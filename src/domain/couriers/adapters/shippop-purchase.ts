import * as v from 'valibot';
import { text } from '../../../lib/field-schemas.ts';
import type { Message } from '../../../lib/messages/catalogue.ts';
import { message } from '../../../lib/messages/message.ts';
import type { BookingResult } from './adapter.ts';
import { numeric, trackingNumber } from './post.ts';
import { askShippop, type ShippopSettings } from './shippop-requests.ts';
import { type Fields, listOf, textOf } from './shippop-responses.ts';

/** SHIPPOP's numbers of a purchase and of its parcel. */
export const purchaseNumbers = v.object({ purchase: numeric, code: v.pipe(text, v.nonEmpty()) });

const referenceFields = v.object({
  ...purchaseNumbers.entries,
  /** When the confirmation was to be sent, in Unix milliseconds. */
  time: v.number(),
  /** Identifies what was booked. */
  content: text,
});

/** The stored part of a purchase. */
export type Reference = v.InferOutput<typeof referenceFields>;

export const readReference = (stored: string | null | undefined): Reference | undefined =>
  stored ? v.parse(referenceFields, JSON.parse(stored)) : undefined;

export type Purchase =
  | { is: 'paid'; result: BookingResult }
  | { is: 'unpaid' }
  | { is: 'payment_failed'; reason: Message }
  /** The state of the purchase at SHIPPOP is unknown. */
  | { is: 'refused'; reason: Message }
  | { is: 'unknown'; reason: Message };

export async function purchaseState(settings: ShippopSettings, { purchase, code }: Reference): Promise<Purchase> {
  const fields = { purchase_id: String(purchase), email: settings.email };
  const response = await askShippop(settings, '/tracking_purchase/', fields);
  if (response.is === 'refused')
    return { is: 'refused', reason: message('shippop_purchase_unclear', { why: response.reason }) };
  if (response.is !== 'accepted') return { is: 'unknown', reason: response.reason };
  switch (response.body.purchase_status) {
    case 'paid':
      return { is: 'paid', result: paidResult(parcelIn(response.body.data, code)) };
    case 'unpaid':
      return { is: 'unpaid' };
    case 'cancel':
      return { is: 'payment_failed', reason: message('shippop_payment_failed') };
    default:
      return { is: 'unknown', reason: message('courier_answer_malformed') };
  }
}

/** The parcel in a list of SHIPPOP. */
export const parcelIn = (list: unknown, code: string): Fields =>
  listOf(list).find(({ tracking_code }) => textOf(tracking_code) === code) ?? {};

/** The courier gives its number with the confirmation, or later. */
function paidResult(parcel: Fields): BookingResult {
  const status = textOf(parcel.status);
  if (status === 'cancel' || status === 'invalid')
    return { is: 'refused', reason: message('shippop_rejected_paid', { why: message('shippop_refused') }) };
  return bookedWith(parcel) ?? { is: 'pending' };
}

/** Undefined while the parcel has no number of the courier. */
export function bookedWith({ courier_tracking_code }: Fields): BookingResult | undefined {
  const { success, output } = v.safeParse(trackingNumber, textOf(courier_tracking_code));
  return success ? { is: 'booked', trackingNumber: output } : undefined;
}
