import type { Shop } from './shop.ts';

/** A repeated request. */
export interface Call {
  name: string;
  path: string;
  headers: Record<string, string>;
  body: string;
  /** `{id}` in the body is replaced by a random one of these; wrk only. */
  ids?: readonly (string | number)[];
  /** Pause of each connection between two requests in milliseconds; wrk only. */
  pause?: number;
  /** Number of connections, if not the default; wrk only. */
  connections?: number;
}

/** raan's response to a call, which the bare servers repeat. */
export interface RecordedResponse {
  path: string;
  contentType: string;
  body: string;
}

/** Makes a call of the shop's channel. */
export type Caller = (name: string, path: string, body: object) => Call;

export async function callerOf(address: string, { ids }: Shop): Promise<Caller> {
  const { client_id = '', client_secret = '' } = ids.channels.page ?? {};
  const form = new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret });
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const { body } = await send(address, { path: '/oauth/token', headers, body: form.toString() });
  const bearer = `Bearer ${JSON.parse(body).access_token}`;
  return (name, path, body) => ({
    name,
    path,
    headers: { Authorization: bearer, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
}

export const productDetail = (call: Caller, { ids }: Shop): Call =>
  call('product detail', '/v1/product/detail', { product_id: ids.products.p0 });

export const productList = (call: Caller): Call => call('product list (20 rows)', '/v1/product/list', { limit: 20 });

export const orderDetail = (call: Caller, orderId: string): Call =>
  call('order detail', '/v1/order/detail', { order_id: orderId });

export const RECIPIENT = {
  name: 'สมชาย ใจดี',
  telephone: '0812345678',
  address1: '99/9 หมู่ 4 ถนนนิมมานเหมินท์',
  sub_district: 'สุเทพ',
  district: 'เมืองเชียงใหม่',
  province: 'เชียงใหม่',
  postal_code: 50200,
};

/** Two lines and a new address; without an external order id, so each one is a new order. */
export const orderCreate = (call: Caller, { ids }: Shop): Call =>
  call('order create', '/v1/order/create', {
    shipping_type: 'ems',
    products: [
      { product_variant_id: ids.variants.p0v0, qty: 2 },
      { product_variant_id: ids.variants.p1v1, qty: 1 },
    ],
    recipient_address: RECIPIENT,
    shipping_fee: '45',
  });

/** @throws if the response is not 200 */
export async function send(address: string, { path, headers, body }: Omit<Call, 'name'>): Promise<RecordedResponse> {
  const response = await fetch(address + path, { method: 'POST', headers, body });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${path} answered ${response.status}: ${text}`);
  return { path, contentType: response.headers.get('content-type') ?? '', body: text };
}
