/**
 * The `http` courier: a protocol of ours that any gateway or aggregator can speak.
 *
 * Every request is a POST of a JSON object to the one configured address, with `Content-Type: application/json`,
 * `User-Agent: raan` and `X-Service-Signature`, the lower-case hex HMAC-SHA256 of the raw body under the courier's
 * secret. A `book` also carries `Idempotency-Key`. Times are unix milliseconds. The body has `action`, `request_time`
 * and, by action,
 *
 * - `book`: `idempotency_key`, `shipping_type`, `order_number`, `sender_name`, `sender` (absent where the store has no
 *   address), `recipient`, `weight_grams` (absent where unknown), `cod_amount` (baht as a decimal string, absent where
 *   nothing is collected), `note` (absent where there is none), `items` [{`name`, `qty`}]. An address is the
 *   specification's, without the fields for tax invoices. The same key twice is one booking and the same answer;
 * - `find`: `idempotency_key`: what has become of that booking;
 * - `cancel`: `idempotency_key`, `tracking_number`;
 * - `track`: `tracking_numbers`, at most 100.
 *
 * Answers are JSON objects; fields not named here are ignored.
 *
 * | to | answer | means |
 * |---|---|---|
 * | book, find | 2xx `{"tracking_number", "tracking_url"?}` | booked |
 * | book | 2xx or 4xx `{"refused": "why"}` | refused for good |
 * | find | 2xx `{"refused": "why"}` | the booking was refused |
 * | book, find | 2xx `{"status": "pending"}` | taken; the number or the refusal comes by call-back |
 * | find | 2xx `{"status": "unknown"}`, or 404 with a JSON object | no booking of that key; it is sent again |
 * | cancel | 2xx `{"status": "canceled"}` | canceled |
 * | cancel | 2xx or 4xx `{"refused": "why"}` | it cannot be canceled any more |
 * | track | 2xx `{"events": […]}` | see below |
 *
 * An answer says exactly one of these things. Any other 4xx to a `book` or `cancel` is a refusal that names the status.
 * 408, 425, 429, 3xx and 5xx, malformed answers, those over 1 MB or later than 10 seconds, and cut connections leave it
 * unknown: a booking is then asked for by `find`. A tracking number is 1 to 64 visible ASCII characters; a
 * `tracking_url` that is not http or https is left out.
 *
 * An event: `tracking_number`, `event_time`, and where known `status` (`booked`, `picked_up`, `in_transit`,
 * `out_for_delivery`, `delivered`, `delivery_failed`, `returning`, `returned`, `canceled`), `code` and `description`
 * (the courier's own), `location`.
 *
 * Call-backs are POSTs of JSON signed the same way, with `booking` {`idempotency_key`, and `tracking_number` with its
 * `tracking_url`, or `refused`}, or `events`, or both. They may come twice and in any order.
 */
import { createHmac } from 'node:crypto';
import { Refusal } from '../../lib/errors.ts';
import { moneyText } from '../../lib/money.ts';
import { isSecret, secretHash } from '../../lib/secrets.ts';
import type { Address } from '../addresses.ts';
import type { CallBack, CallBackRequest, CourierAdapter, Parcel, TrackedEvent } from './adapter.ts';
import { bookingOf, callBacksOf, cancelOf, eventsOf, foundOf } from './http-answers.ts';
import { post, type Reply } from './post.ts';

export interface HttpCourierSettings {
  url: string;
  /** Without one nothing is sent and no call-back is taken. */
  secret: string | undefined;
  now: () => number;
  /** Milliseconds. */
  timeout?: number | undefined;
}

const MOST_TRACKED = 100; // in one request

export function httpCourier(settings: HttpCourierSettings): CourierAdapter {
  const ask = (action: string, fields: object, headers = {}) => send(settings, { action, ...fields }, headers);
  return {
    book: async (parcel) => bookingOf(await ask('book', requested(parcel), { 'Idempotency-Key': parcel.key })),
    find: async (key) => foundOf(await ask('find', { idempotency_key: key })),
    cancel: async ({ key, trackingNumber }) =>
      cancelOf(await ask('cancel', { idempotency_key: key, tracking_number: trackingNumber })),
    track: async (trackingNumbers) => {
      const events: TrackedEvent[] = [];
      for (let i = 0; i < trackingNumbers.length; i += MOST_TRACKED) {
        const some = trackingNumbers.slice(i, i + MOST_TRACKED);
        const told = eventsOf(await ask('track', { tracking_numbers: some }));
        events.push(...told.filter(({ trackingNumber }) => some.includes(trackingNumber)));
      }
      return events.sort((a, b) => a.time - b.time);
    },
    readCallBack: (request) => readCallBack(settings.secret, request),
  };
}

async function send({ url, secret, now, timeout }: HttpCourierSettings, fields: object, headers: object) {
  if (!secret) return NO_SECRET;
  const body = JSON.stringify({ ...fields, request_time: now() });
  const signed = { 'Content-Type': 'application/json', 'X-Service-Signature': signature(body, secret), ...headers };
  return post({ url, headers: signed, body, timeout });
}

const NO_SECRET: Reply = { is: 'unsent', reason: 'the courier has no secret; set it first' };

const signature = (body: string | Buffer, secret: string): string =>
  createHmac('sha256', secret).update(body).digest('hex');

function readCallBack(secret: string | undefined, { headers, body }: CallBackRequest): readonly CallBack[] {
  const given = String(headers['x-service-signature'] ?? '');
  if (!secret || !isSecret(given, secretHash(signature(body, secret))))
    throw new Refusal('invalid_token', 'X-Service-Signature is not that of the body');
  return callBacksOf(body);
}

const requested = (parcel: Parcel) => ({
  idempotency_key: parcel.key,
  shipping_type: parcel.shippingType,
  order_number: parcel.orderNumber,
  sender_name: parcel.senderName,
  sender: parcel.sender && addressView(parcel.sender),
  recipient: addressView(parcel.recipient),
  weight_grams: parcel.weight,
  cod_amount: parcel.codAmount === null ? undefined : moneyText(parcel.codAmount),
  note: parcel.note ?? undefined,
  items: parcel.items.map(({ name, qty }) => ({ name, qty })),
});

/** Without what is for tax invoices only, and without ids of ours. */
const addressView = (address: Address) => ({
  name: address.name,
  telephone: address.telephone,
  address1: address.address1,
  address2: address.address2,
  address3: address.address3,
  sub_district: address.sub_district,
  district: address.district,
  province: address.province,
  postal_code: address.postal_code,
  email: address.email,
  note: address.note,
});
