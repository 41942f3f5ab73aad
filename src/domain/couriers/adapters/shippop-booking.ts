import { createHmac } from 'node:crypto';
import * as v from 'valibot';
import type { Message } from '../../../lib/messages/catalogue.ts';
import { message } from '../../../lib/messages/message.ts';
import type { BookingResult, Parcel, ReserveResult } from './adapter.ts';
import { shippopParcel } from './shippop-parcel.ts';
import {
  bookedWith,
  type Purchase,
  parcelIn,
  purchaseNumbers,
  purchaseState,
  type Reference,
  readReference,
} from './shippop-purchase.ts';
import { askShippop, type ShippopSettings } from './shippop-requests.ts';
import { type Fields, isTemporary, isTrue, listOf, refusalReason, textOf } from './shippop-responses.ts';

/**
 * Creates an unpaid purchase. An earlier one is reused if it is still unpaid and the order has not changed. An unpaid
 * purchase costs nothing, so one whose response is lost is abandoned.
 */
export async function reserve(
  settings: ShippopSettings,
  parcel: Parcel,
  earlier: Reference | undefined,
): Promise<ReserveResult> {
  const state = earlier && (await purchaseState(settings, earlier));
  if (state?.is === 'paid') return state.result;
  if (state?.is === 'unknown') return { is: 'unsent', reason: state.reason };
  if (state?.is === 'refused') return state; // it is unknown whether it is paid: the store decides
  const { problem, fields } = shippopParcel(parcel, settings);
  if (problem !== undefined) return { is: 'refused', reason: problem };
  const content = contentKey(fields, settings);
  const numbers =
    state?.is === 'unpaid' && earlier?.content === content ? earlier : await newPurchase(settings, fields);
  if ('is' in numbers) return numbers;
  const { purchase, code } = numbers;
  const reference: Reference = { purchase, code, time: settings.now(), content };
  return { is: 'reserved', reference: JSON.stringify(reference) };
}

/** HMAC, so that the address cannot be guessed. */
const contentKey = (fields: object, { apiKey = '' }: ShippopSettings): string =>
  createHmac('sha256', apiKey).update(JSON.stringify(fields)).digest('hex').slice(0, 16);

type PurchaseNumbers = v.InferOutput<typeof purchaseNumbers>;

async function newPurchase(settings: ShippopSettings, fields: object): Promise<PurchaseNumbers | BookingResult> {
  const response = await askShippop(settings, '/booking/', { email: settings.email, data: [fields] });
  if (response.is === 'refused') return refusal(response.reason);
  if (response.is !== 'accepted') return { is: 'unsent', reason: response.reason };
  const { purchase_id, data } = response.body;
  const [parcel = {}] = listOf(data);
  if (isRejected(parcel)) return refusal(rejection(parcel));
  const numbers = v.safeParse(purchaseNumbers, { purchase: purchase_id, code: textOf(parcel.tracking_code) });
  return numbers.success ? numbers.output : { is: 'unsent', reason: message('courier_answer_malformed') };
}

const refusal = (reason: Message): BookingResult => ({ is: isTemporary(reason) ? 'unsent' : 'refused', reason });

const isRejected = ({ status }: Fields): boolean => status !== undefined && !isTrue(status);

const rejection = (parcel: Fields): Message => refusalReason(parcel) ?? message('shippop_refused');

/** Pays the purchase. After a response without a number, raan checks at SHIPPOP whether it is paid. */
export async function confirm(settings: ShippopSettings, reference: Reference): Promise<BookingResult> {
  const response = await askShippop(settings, '/confirm/', { purchase_id: String(reference.purchase) });
  if (response.is === 'unsent' || response.is === 'unknown') return response;
  if (response.is === 'refused') return afterRefusal(await purchaseState(settings, reference), response.reason);
  const parcel = parcelIn(response.body.result, reference.code);
  if (isRejected(parcel)) return afterRejection(await purchaseState(settings, reference), rejection(parcel));
  return bookedWith(parcel) ?? stateResult(await purchaseState(settings, reference));
}

/** SHIPPOP rejected the confirmation; an earlier one may have paid. */
function afterRefusal(state: Purchase, reason: Message): BookingResult {
  if (state.is === 'unpaid') return refusal(reason);
  return state.is === 'payment_failed' ? { is: 'refused', reason } : stateResult(state);
}

/** The courier rejects the parcel, although SHIPPOP accepts the confirmation. */
function afterRejection(state: Purchase, why: Message): BookingResult {
  if (state.is !== 'paid') return afterRefusal(state, why);
  return state.result.is === 'booked'
    ? state.result
    : { is: 'refused', reason: message('shippop_rejected_paid', { why }) };
}

function stateResult(state: Purchase): BookingResult {
  if (state.is === 'paid') return state.result;
  if (state.is === 'payment_failed') return { is: 'refused', reason: state.reason };
  return { is: 'unknown', reason: state.is === 'unpaid' ? message('shippop_unconfirmed') : state.reason };
}

/** SHIPPOP may still work on a confirmation whose response is lost: until then `unpaid` is not final. */
const SETTLE_TIME = 120_000; // milliseconds

/** Confirmations are sent only after the reference is stored: without one nothing is paid. */
export async function find(settings: ShippopSettings, stored: string | null | undefined): Promise<BookingResult> {
  const reference = readReference(stored);
  if (!reference) return { is: 'unsent', reason: message('courier_knows_no_booking') };
  const state = await purchaseState(settings, reference);
  const isSettled = settings.now() - reference.time >= SETTLE_TIME;
  if (state.is === 'unpaid' && isSettled) return { is: 'unsent', reason: message('shippop_unconfirmed') };
  return stateResult(state);
}
