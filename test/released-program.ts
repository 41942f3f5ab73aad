import createClient from 'openapi-fetch';
import type { components, paths, webhooks } from '../src/sdk/typescript/schema.d.ts';

// A partner's program for the last release. `npm run typecheck` compiles it with the types of this version, and
// test/long/openapi-types.test.ts with those of the released document too. See docs/decisions.md#compatible-changes.

type Schemas = components['schemas'];

/** Whether to repeat a call after an error. A code that is added or removed does not compile. */
const IS_TEMPORARY: Record<Schemas['Error']['error'], boolean> = {
  invalid_request: false,
  unsupported_grant_type: false,
  invalid_client: false,
  invalid_token: true,
  access_denied: false,
  quota_exceeded: false,
  not_found: false,
  slow_down: true,
  server_error: true,
};

const ORDER_STATUS: Record<Schemas['Order']['status'], string> = {
  open: 'เปิดอยู่',
  completed: 'เสร็จสิ้น',
  canceled: 'ยกเลิก',
  expired: 'หมดอายุ',
};

const ADDRESS: Schemas['PostedAddress'] = {
  name: 'สมชาย ใจดี',
  telephone: '0812345678',
  address1: '1 ถนนนิมมานเหมินท์',
  sub_district: 'สุเทพ',
  district: 'เมือง',
  province: 'เชียงใหม่',
  postal_code: 50200,
  email: null,
  branch_type: 'h',
};

const ORDER: Schemas['NewOrder'] = {
  external_order_id: 'cart-1',
  shipping_type: 'flash',
  channel: 'website',
  products: [
    { product_variant_id: '1', qty: 2, price: '59.50' },
    { sku: 'LATTE', qty: 1, price: 60 },
  ],
  recipient_address: ADDRESS,
  is_cod: true,
  cod_fee: 10,
  cod_amount: '189.50',
  sender_name: null,
  discount: '5',
  shipping_label_note: 'ระวังแตก',
  expiration_time: 1_794_373_200_000,
};

export function shopOf(baseUrl: string) {
  const client = createClient<paths>({ baseUrl });
  const asking = { headers: { Authorization: '' }, params: { header: { 'X-Request-Id': 'cart-1' } } };
  return {
    async signIn(client_id: string, client_secret: string): Promise<number> {
      const { data, error } = await client.POST('/oauth/token', {
        body: { grant_type: 'client_credentials', client_id, client_secret },
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      });
      if (!data) throw new Error(error.error_description);
      asking.headers.Authorization = `${data.token_type} ${data.access_token}`;
      return data.expires_in;
    },

    async placeOrder(): Promise<{ order: Schemas['Order']; line: string } | { isTemporary: boolean }> {
      const { data, error } = await client.POST('/v1/order/create', { ...asking, body: ORDER });
      if (!data) return { isTemporary: IS_TEMPORARY[error.error] };
      const [line] = data.order.products;
      return { order: data.order, line: `${line?.name} ${line?.qty} × ${line?.price} = ${line?.amount}` };
    },

    async showOrder(external_order_id: string): Promise<string[]> {
      const { data } = await client.POST('/v1/order/detail', { ...asking, body: { external_order_id } });
      if (!data) return [];
      const { status, total, recipient_address, payments, shipments = [] } = data.order;
      return [
        ORDER_STATUS[status],
        `${total} → ${recipient_address.name}, ${recipient_address.postal_code ?? ''}`,
        ...payments.map(({ method, amount, refunds = [] }) => `${method} ${amount} ${refunds.length}`),
        ...shipments.map(
          ({ tracking_number = '', deliver_time = 0 }) => `${tracking_number} ${new Date(deliver_time)}`,
        ),
      ];
    },

    async pay(order_id: string): Promise<Schemas['Payment'][] | undefined> {
      const body = { order_id, amount: '189.50', method: 'promptpay', pay_time: Date.now(), slip: null } as const;
      const { data } = await client.POST('/v1/order/payment/notify', { ...asking, body });
      return data?.order.payments;
    },

    async cancel(order_id: string): Promise<boolean> {
      const { data, response } = await client.POST('/v1/order/cancel', { ...asking, body: { order_id } });
      return data?.order.status === 'canceled' && response.headers.get('X-Request-Id') === data.request_id;
    },

    async *openOrders(cursor: string | null = null): AsyncGenerator<Schemas['Order']> {
      const body = { cursor, status: 'open', limit: 100 } as const;
      const { data } = await client.POST('/v1/order/list', { ...asking, body });
      yield* data?.orders ?? [];
      if (data?.has_more) yield* this.openOrders(data.next_cursor);
    },

    async readCatalogue(): Promise<(Schemas['Variant'] & { picture: string | undefined })[]> {
      const body = { limit: 100, offset: 0, query: null, sort_by: 'name', sort_order: 'asc', get_count: true } as const;
      const { data } = await client.POST('/v1/product/list', { ...asking, body });
      const products = await Promise.all(
        (data?.products ?? []).map(({ id }) =>
          client.POST('/v1/product/detail', { ...asking, body: { product_id: id } }),
        ),
      );
      return products.flatMap(({ data }) =>
        (data?.product.variants ?? []).map((variant) => ({ ...variant, picture: data?.product.img_uris[0] })),
      );
    },

    async readStock(...product_variant_ids: string[]): Promise<Map<string, number>> {
      const available = await client.POST('/v1/stock/available', { ...asking, body: { product_variant_ids } });
      const changes = await client.POST('/v1/stock/changes', { ...asking, body: { limit: 500 } });
      const items = available.data?.items ?? [];
      return new Map([
        ...items.map(({ product_variant_id, available_qty }) => [product_variant_id, available_qty] as const),
        ...(changes.data?.items ?? []).map((change) => [change.id, change.new] as const),
      ]);
    },

    async readSender(): Promise<Schemas['StoreAddress'] | undefined> {
      const { data } = await client.POST('/v1/store/address/list', { ...asking, body: { limit: 200, offset: 0 } });
      return data?.addresses.find(({ is_primary }) => is_primary);
    },

    async readPicture(name: string): Promise<unknown> {
      const path = { name, file: 'thumbnail.jpg' } as const;
      const { data, error } = await client.GET('/pictures/{name}/{file}', { params: { path }, parseAs: 'blob' });
      return data ?? error?.error_description;
    },
  };
}

type Deliveries = {
  [Event in keyof webhooks]: webhooks[Event]['post']['requestBody']['content']['application/json'];
};

export function changesIn(delivery: Deliveries[keyof Deliveries]): string[] {
  switch (delivery.event_type) {
    case 'stock_available_updated':
      return delivery.data.items.map(({ sku, old, new: now, reason }) => `${sku}: ${old} → ${now}, ${reason}`);
    case 'order_updated':
      return delivery.data.items.map(({ order_id, status, tracking_numbers }) =>
        [order_id, ORDER_STATUS[status], ...tracking_numbers].join(' '),
      );
    case 'product_updated':
      return delivery.data.items.map(({ product_id, deleted }) => `${product_id}${deleted ? ' deleted' : ''}`);
    default: // events of later releases
      return [];
  }
}

/** Headers of every delivery. */
export const signatureOf = (headers: webhooks['order_updated']['post']['parameters']['header']): string[] => [
  headers['X-Service-Signature'],
  headers['X-Service-Signature-Old'] ?? '',
  ...headers['webhook-signature'].split(' '),
];
