/**
 * The `flash` courier: the Flash Express open API. Every request is a signed form, answered by `{code, message, data}`
 * with HTTP 200: 1 is success, 0 an internal error, 1000 and above a refusal.
 * Flash has no request for the state of `outTradeNo`, the booking's key, but never books one twice: the response to a
 * repeated request is 1003, "order already exists", without the number. That is `pending`, because status callbacks
 * contain both. So a booking that may have arrived is safely sent again.
 */

import { hash } from 'node:crypto';
import * as v from 'valibot';
import { AppError } from '../../../lib/errors.ts';
import type { Message } from '../../../lib/messages/catalogue.ts';
import { message } from '../../../lib/messages/message.ts';
import { randomBytes } from '../../../lib/runtime.ts';
import { isSecret, secretHash } from '../../../lib/secrets.ts';
import { hasVisibleCharacter } from '../../../lib/text.ts';
import {
  type BookingResult,
  type CallBack,
  type CancelResult,
  type CourierAdapter,
  type Parcel,
  type TrackResult,
  trackInBatches,
} from './adapter.ts';
import type { CourierConnection } from './connection.ts';
import { type FlashParameters, flashParcel } from './flash-parcel.ts';
import { type FlashParcel, flashCallBacks, parcelEvents, parcelFields } from './flash-tracking.ts';
import { type CourierResponse, isRefusal, numeric, parseJson, post, trackingNumber } from './post.ts';

interface FlashSettings {
  connection: CourierConnection;
  /** The base address, such as `https://open-api.flashexpress.com`. */
  url: string;
  merchantId: string;
  /** Without a secret no requests are sent and no callbacks accepted. */
  secret: string | undefined;
  /** At most 32 characters, new for each request. */
  nonce?: () => string;
  /** Milliseconds. */
  timeout?: number | undefined;
}

const MAX_TRACKED = 30; // in one request

export function flashCourier(settings: FlashSettings): CourierAdapter {
  const request = (path: string, parameters: FlashParameters) => send(settings, path, parameters);
  return {
    book: async (parcel) => book(request, parcel),
    cancel: async ({ trackingNumber }) =>
      cancelOf(await request(`/open/v1/orders/${encodeURIComponent(trackingNumber)}/cancel`, {})),
    track: (trackingNumbers) => trackInBatches(trackingNumbers, MAX_TRACKED, (batch) => track(request, batch)),
    readCallBack: ({ body }, secret = settings.secret) => readCallBack({ ...settings, secret }, body),
    callBackResponse: { errorCode: '1', state: 'success' },
  };
}

/** Upper-case hex SHA-256 of the parameters, sorted by name, and the secret. Blank ones are not signed. */
export function flashSign(parameters: FlashParameters, secret: string): string {
  const signed = Object.entries(parameters)
    .filter(([name, value]) => name !== 'sign' && hasVisibleCharacter(value))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`);
  return hash('sha256', `${signed.join('&')}&key=${secret}`).toUpperCase();
}

type SendRequest = (path: string, parameters: FlashParameters) => Promise<FlashResponse>;

type FlashResponse =
  | Exclude<CourierResponse, { is: 'received' }>
  | { is: 'received'; code: number; reason: Message; data: unknown };

const responseFields = v.object({ code: numeric, message: v.optional(v.unknown()), data: v.optional(v.unknown()) });

async function send(settings: FlashSettings, path: string, parameters: FlashParameters): Promise<FlashResponse> {
  const { connection, url, merchantId, secret, nonce = newNonce, timeout } = settings;
  if (!secret) return { is: 'unsent', reason: message('courier_lacks_secret') };
  const all: FlashParameters = { mchId: merchantId, nonceStr: nonce(), ...parameters };
  const nonBlank = Object.entries(all).filter(([, value]) => hasVisibleCharacter(value));
  const body = new URLSearchParams([...nonBlank, ['sign', flashSign(all, secret)]]).toString();
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded', Accept: 'application/json' };
  return flashResponse(await post({ connection, url: url.replace(/\/+$/, '') + path, headers, body, timeout }));
}

const newNonce = () => randomBytes(16).toString('hex');

const MIN_REFUSAL = 1_000; // the code "failed to submit"; all codes of rejections are above it

function flashResponse(response: CourierResponse): FlashResponse {
  if (response.is !== 'received') return response;
  const { success, output } = v.safeParse(responseFields, response.body);
  const isUsable = response.status === 200 || isRefusal(response.status);
  if (success && isUsable) return { is: 'received', code: output.code, reason: reasonOf(output), data: output.data };
  const reason = message('courier_answered', { status: response.status });
  return isRefusal(response.status)
    ? { is: 'received', code: MIN_REFUSAL, reason, data: undefined }
    : { is: 'unknown', reason };
}

/** Flash's message with the details in `data`, and the code. */
function reasonOf({ code, message: text, data }: v.InferOutput<typeof responseFields>): Message {
  const isObject = typeof data === 'object' && data !== null;
  const details = isObject && code !== SUCCESS ? Object.values(data).flat() : [];
  const texts = [text, ...details].filter((word) => typeof word === 'string' && hasVisibleCharacter(word));
  return message('flash_answered', { text: texts.join(': ').slice(0, 400).toWellFormed(), code });
}

const SUCCESS = 1;
const ORDER_EXISTS = 1003;

const bookedFields = v.object({ pno: trackingNumber, outTradeNo: v.nullish(v.string()) });

async function book(request: SendRequest, parcel: Parcel): Promise<BookingResult> {
  const { problem, parameters } = flashParcel(parcel);
  if (problem !== undefined) return { is: 'refused', reason: problem };
  const response = await request('/open/v3/orders', parameters);
  if (response.is !== 'received') return response;
  const { code, reason, data } = response;
  const booked = v.safeParse(bookedFields, data);
  const isOurs = booked.success && (booked.output.outTradeNo ?? parcel.key) === parcel.key;
  if (isOurs && (code === SUCCESS || code === ORDER_EXISTS)) return { is: 'booked', trackingNumber: booked.output.pno };
  if (code === ORDER_EXISTS) return { is: 'pending' };
  if (code >= MIN_REFUSAL) return { is: 'refused', reason };
  return { is: 'unknown', reason: code === SUCCESS ? message('courier_answer_malformed') : reason };
}

function cancelOf(response: FlashResponse): CancelResult {
  if (response.is !== 'received') return { is: 'unknown', reason: response.reason };
  if (response.code === SUCCESS) return { is: 'canceled' };
  return { is: response.code >= MIN_REFUSAL ? 'refused' : 'unknown', reason: response.reason };
}

async function track(request: SendRequest, numbers: readonly string[]): Promise<TrackResult> {
  const outbound = await findParcels(request, numbers);
  if (outbound.is !== 'found') return outbound;
  const { parcels } = outbound;
  // A failure about return parcels must not hide the outbound events.
  const returned = await findParcels(
    request,
    parcels.flatMap(({ returnedPno }) => returnedPno ?? []),
  );
  const events = numbers.flatMap((number) => {
    const parcel = parcels.find(({ pno, origPno }) => pno === number || origPno === number);
    const returnParcel =
      parcel && returned.is === 'found' && returned.parcels.find(({ pno }) => pno === parcel.returnedPno);
    return [
      ...(parcel ? parcelEvents(parcel, number) : []),
      ...(returnParcel ? parcelEvents(returnParcel, number, true) : []),
    ];
  });
  return { is: 'tracked', events };
}

type FoundParcels = { is: 'found'; parcels: readonly FlashParcel[] } | Extract<TrackResult, { is: 'unknown' }>;

/** @param numbers at most `MAX_TRACKED` */
async function findParcels(request: SendRequest, numbers: readonly string[]): Promise<FoundParcels> {
  if (numbers.length === 0) return { is: 'found', parcels: [] };
  const response = await request('/open/v1/orders/routesBatch', { pnos: numbers.join(',') });
  if (response.is !== 'received' || response.code !== SUCCESS) return { is: 'unknown', reason: response.reason };
  const listed = Array.isArray(response.data) ? response.data : [];
  return { is: 'found', parcels: listed.flatMap((parcel) => v.safeParse(parcelFields, parcel)).flatMap(validParcels) };
}

const validParcels = (parsed: { success: boolean; output: unknown }) =>
  parsed.success ? [parsed.output as FlashParcel] : [];

/** Flash signs only merchant and nonce of a callback, which is JSON or a form with JSON in `data`. */
function readCallBack({ merchantId, secret }: FlashSettings, body: Buffer): CallBack[] {
  const { mchId, nonceStr, sign, data, dataJson } = callBackFields(body);
  const expected = secret && flashSign({ mchId: String(mchId), nonceStr: String(nonceStr) }, secret);
  if (!expected || mchId !== merchantId || !isSecret(String(sign), secretHash(expected)))
    throw new AppError('invalid_token', 'call_back_signature_wrong', { path: 'sign' });
  const content = data ?? dataJson ?? {};
  return flashCallBacks(typeof content === 'string' ? parseJson(Buffer.from(content)) : content);
}

/** Far larger than a callback about one parcel; unauthenticated bodies are decoded to check the signature. */
const MAX_CALL_BACK_BYTES = 32_768;

function callBackFields(body: Buffer): Record<string, unknown> {
  if (body.length > MAX_CALL_BACK_BYTES)
    throw new AppError('body_too_large', 'body_too_large', { most: MAX_CALL_BACK_BYTES });
  if (body[0] !== 0x7b /* { */) return Object.fromEntries(new URLSearchParams(body.toString('utf8')));
  return parseJson(body) as Record<string, unknown>;
}
