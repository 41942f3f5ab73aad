import assert from 'node:assert/strict';
import { changeChannel, PERMISSIONS } from '../src/domain/channels/channels.ts';
import { type ApiResponse, idOf, type Json, type Shop } from './support.ts';

/** The kind of values of a field; `code` is one of a list. */
export type Kind = 'id' | 'money' | 'time' | 'whole' | 'flag' | 'text' | 'code' | 'list' | 'object';

/** A `/v1` endpoint for parametrised tests. */
export interface Endpoint {
  name: string;
  path: string;
  /** A body with every combinable field, which gets 200. */
  body: (shop: Shop) => Promise<Json>;
  /** Every field of that body, at every level. */
  fields: Record<string, Kind>;
  /** The objects that have fields. */
  levels: string[];
  bodyOptional: boolean;
}

const TIME = Date.UTC(2026, 10, 11, 5);

const fullOrder = async (shop: Shop) => ({
  shipping_type: 'ems',
  products: [{ product_variant_id: shop.ids.variants.hot, qty: 1, price: '65.50' }],
  recipient_address: {
    id: '1',
    is_primary: false,
    name: 'สมชาย ใจดี',
    telephone: '0812345678',
    address1: '99/1 ถ.นิมมาน',
    address2: 'ชั้น 2',
    address3: 'ห้อง 3',
    sub_district: 'สุเทพ',
    district: 'เมือง',
    province: 'เชียงใหม่',
    postal_code: 50200,
    email: 'somchai@example.com',
    note: 'ฝากป้อมยาม',
    legal_entity_id: '1101700203451',
    legal_entity_type: 1,
    branch_type: 'b',
    branch_number: '00001',
  },
  external_order_id: `X-${crypto.randomUUID()}`,
  is_cod: true,
  cod_fee: 10,
  cod_amount: '95.5',
  sender_name: 'บ้านกาแฟ สาขา 2',
  sender_address_id: shop.ids.addresses.shop,
  channel: 'sales_page',
  discount: 0,
  shipping_fee: '20',
  other_fee: 0,
  ship_before_pay: true,
  auto_request_xshipping: false,
  shipping_label_note: 'ระวังแตก',
  private_note: 'ลูกค้าประจำ',
  order_time: TIME,
  expiration_time: TIME + 86_400_000,
  ship_deadline_time: TIME + 172_800_000,
});

const ADDRESS_FIELDS = {
  id: 'id',
  is_primary: 'flag',
  name: 'text',
  telephone: 'text',
  address1: 'text',
  address2: 'text',
  address3: 'text',
  sub_district: 'text',
  district: 'text',
  province: 'text',
  postal_code: 'whole',
  email: 'text',
  note: 'text',
  legal_entity_id: 'text',
  legal_entity_type: 'whole',
  branch_type: 'code',
  branch_number: 'text',
} as const;

export const ENDPOINTS: readonly Endpoint[] = [
  {
    name: 'order create',
    path: '/v1/order/create',
    body: fullOrder,
    fields: {
      shipping_type: 'code',
      products: 'list',
      'products[0]': 'object',
      'products[0].product_variant_id': 'id',
      'products[0].qty': 'whole',
      'products[0].price': 'money',
      recipient_address: 'object',
      ...Object.fromEntries(Object.entries(ADDRESS_FIELDS).map(([name, kind]) => [`recipient_address.${name}`, kind])),
      external_order_id: 'text',
      is_cod: 'flag',
      cod_fee: 'money',
      cod_amount: 'money',
      sender_name: 'text',
      sender_address_id: 'id',
      channel: 'code',
      discount: 'money',
      shipping_fee: 'money',
      other_fee: 'money',
      ship_before_pay: 'flag',
      auto_request_xshipping: 'flag',
      shipping_label_note: 'text',
      private_note: 'text',
      order_time: 'time',
      expiration_time: 'time',
      ship_deadline_time: 'time',
    },
    levels: ['', 'products[0]', 'recipient_address'],
    bodyOptional: false,
  },
  {
    name: 'order detail',
    path: '/v1/order/detail',
    body: async (shop) => ({ order_id: (await shop.order()).body.order.id }),
    fields: { order_id: 'id' },
    levels: [''],
    bodyOptional: false,
  },
  {
    name: 'address list',
    path: '/v1/store/address/list',
    body: async () => ({ limit: 100, offset: 0 }),
    fields: { limit: 'whole', offset: 'whole' },
    levels: [''],
    bodyOptional: true,
  },
  {
    name: 'product list',
    path: '/v1/product/list',
    body: async () => ({ limit: 20, offset: 0, query: 'ลา', sort_by: 'id', sort_order: 'asc', get_count: true }),
    fields: { limit: 'whole', offset: 'whole', query: 'text', sort_by: 'code', sort_order: 'code', get_count: 'flag' },
    levels: [''],
    bodyOptional: true,
  },
  {
    name: 'product detail',
    path: '/v1/product/detail',
    body: async (shop) => ({ product_id: shop.ids.products.latte }),
    fields: { product_id: 'id' },
    levels: [''],
    bodyOptional: false,
  },
  {
    name: 'stock changes',
    path: '/v1/stock/changes',
    body: async (shop) => {
      await grantEverything(shop);
      return { limit: 100 };
    },
    fields: { limit: 'whole' },
    levels: [''],
    bodyOptional: true,
  },
  {
    name: 'available stock',
    path: '/v1/stock/available',
    body: async (shop) => {
      await grantEverything(shop);
      return { product_variant_ids: [shop.ids.variants.hot] };
    },
    fields: { product_variant_ids: 'list', 'product_variant_ids[0]': 'id' },
    levels: [''],
    bodyOptional: false,
  },
  {
    name: 'order list',
    path: '/v1/order/list',
    body: async (shop) => {
      await grantEverything(shop);
      return { since_time: TIME, status: 'open', limit: 20 };
    },
    fields: { since_time: 'time', status: 'code', limit: 'whole' },
    levels: [''],
    bodyOptional: true,
  },
  {
    name: 'order cancel',
    path: '/v1/order/cancel',
    body: async (shop) => {
      await grantEverything(shop);
      return { order_id: (await shop.order()).body.order.id };
    },
    fields: { order_id: 'id' },
    levels: [''],
    bodyOptional: false,
  },
  {
    name: 'payment notify',
    path: '/v1/order/payment/notify',
    body: async (shop) => {
      await grantEverything(shop);
      const order_id = (await shop.order()).body.order.id;
      return {
        order_id,
        amount: '65.50',
        method: 'transfer',
        pay_time: TIME,
        note: 'โอนแล้ว',
        external_payment_id: 'P-1',
      };
    },
    fields: {
      order_id: 'id',
      amount: 'money',
      method: 'code',
      pay_time: 'time',
      note: 'text',
      external_payment_id: 'text',
    },
    levels: [''],
    bodyOptional: false,
  },
];

/** The permissions that a channel does not have by default. */
const grantEverything = ({ ctx, ids }: Shop) =>
  ctx.write((tx) => changeChannel(tx, idOf(ids.channels.page?.id), { permissions: PERMISSIONS }));

/** A copy of the body with `value` at `place` (`products[0].qty`); undefined removes it. */
export function withField(body: Json, place: string, value: unknown): Json {
  const copy = structuredClone(body);
  const keys = place.split(/[.[\]]+/).filter((key) => key !== '');
  const last = keys.pop() as string;
  const holder = keys.reduce((at, key) => at[key], copy);
  if (value === undefined && Array.isArray(holder)) holder.splice(Number(last), 1);
  else holder[last] = value;
  return copy;
}

/** Asserts an error response with this status, code and subject. */
export function assertError(response: ApiResponse, status: number, error: string, says: string | RegExp = ''): void {
  const shown = `${response.status} ${JSON.stringify(response.body)}`;
  assert.equal(response.status, status, shown);
  assert.equal(response.body.error, error, shown);
  assert.deepEqual(Object.keys(response.body), ['error', 'error_description']);
  assert.equal(typeof response.body.error_description, 'string');
  if (typeof says === 'string') assert.ok(response.body.error_description.includes(says), `${shown} names ${says}`);
  else assert.match(response.body.error_description, says);
  assert.equal(response.headers.get('content-type'), 'application/json');
  assert.ok(response.headers.get('x-request-id'), 'X-Request-Id');
}
