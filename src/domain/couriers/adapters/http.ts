/** The `http` courier: signed JSON requests and callbacks (docs/courier-gateway.md#requests). */

import { createHmac } from 'node:crypto';
import { AppError } from '../../../lib/errors.ts';
import { message } from '../../../lib/messages/message.ts';
import { moneyText } from '../../../lib/money.ts';
import { isSecret, secretHash } from '../../../lib/secrets.ts';
import type { Address } from '../../address-fields.ts';
import { type CallBack, type CallBackRequest, type CourierAdapter, type Parcel, trackInBatches } from './adapter.ts';
import type { CourierConnection } from './connection.ts';
import { bookingOf, callBacksOf, cancelOf, foundOf, trackedOf } from './http-responses.ts';
import { type CourierResponse, post } from './post.ts';

interface HttpCourierSettings {
  connection: CourierConnection;
  url: string;
  /** Without a secret no requests are sent and no callbacks accepted. */
  secret: string | undefined;
  now: () => number;
  /** Milliseconds. */
  timeout?: number | undefined;
}

const MAX_TRACKED = 100; // in one request

export function httpCourier(settings: HttpCourierSettings): CourierAdapter {
  const request = (action: string, fields: object, headers = {}) => send(settings, { action, ...fields }, headers);
  return {
    book: async (parcel) => bookingOf(await request('book', bookingFields(parcel), { 'Idempotency-Key': parcel.key })),
    find: async (key) => foundOf(await request('find', { idempotency_key: key })),
    cancel: async ({ key, trackingNumber }) =>
      cancelOf(await request('cancel', { idempotency_key: key, tracking_number: trackingNumber })),
    track: (trackingNumbers) =>
      trackInBatches(trackingNumbers, MAX_TRACKED, async (batch) =>
        trackedOf(await request('track', { tracking_numbers: batch }), batch),
      ),
    readCallBack: (request, secret = settings.secret) => readCallBack(secret, request),
  };
}

async function send({ connection, url, secret, now, timeout }: HttpCourierSettings, fields: object, headers: object) {
  if (!secret) return NO_SECRET;
  const body = JSON.stringify({ ...fields, request_time: now() });
  const signed = { 'Content-Type': 'application/json', 'X-Service-Signature': signature(body, secret), ...headers };
  return post({ connection, url, headers: signed, body, timeout });
}

const NO_SECRET: CourierResponse = { is: 'unsent', reason: message('courier_lacks_secret') };

const signature = (body: string | Buffer, secret: string): string =>
  createHmac('sha256', secret).update(body).digest('hex');

function readCallBack(secret: string | undefined, { headers, body }: CallBackRequest): readonly CallBack[] {
  const given = String(headers['x-service-signature'] ?? '');
  if (!secret || !isSecret(given, secretHash(signature(body, secret))))
    throw new AppError('invalid_token', 'call_back_signature_wrong', { path: 'X-Service-Signature' });
  return callBacksOf(body);
}

const bookingFields = (parcel: Parcel) => ({
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

/** Without tax fields and internal ids. */
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
