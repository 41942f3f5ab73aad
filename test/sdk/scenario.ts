import assert from 'node:assert/strict';
import { photo } from '../sample-photos.ts';
import { type Json, until } from '../support.ts';
import type { DrivenClient } from './clients.ts';
import type { ServedStore } from './store.ts';

const order = (change: object = {}) => ({
  external_order_id: 'A-1',
  shipping_type: 'ems',
  products: [{ sku: 'LAT-H', qty: 2 }],
  recipient_address: { name: 'สมชาย ใจดี', telephone: '0812345678', postal_code: 50200 },
  ...change,
});

const namesOf = (list: Json[]): string[] => list.map(({ name }) => name);
const mirrored = (rows: Json[]): number[] => rows.map(({ available_qty }) => available_qty);
const externalIds = (pages: Json[]): string[][] =>
  pages.map(({ orders }) => orders.map((each: Json) => each.external_order_id));

/** What a partner does with a store, from the catalogue to the webhooks. */
export async function runScenario(client: DrivenClient, store: ServedStore): Promise<void> {
  await readCatalogue(client);
  const [{ cursor: start }] = await client.call('stockChanges');
  assert.deepEqual(mirrored(await client.call('reconcile')), [10, 5, 10]);
  await createOrders(client);
  await assertErrors(client);
  await followOrders(client);
  await followStock(client, start);
  assert.deepEqual(mirrored(await client.call('catchUp')), [8, 5, 10]);
  await verifyDeliveries(client, store);
}

async function readCatalogue(client: DrivenClient): Promise<void> {
  const [product, ...others] = await client.call('products');
  assert.deepEqual([product.name, others.length], ['ลาเต้', 0]);
  const detail = await client.call('readProduct', { product_id: product.id });
  assert.deepEqual(namesOf(detail.product.variants), ['ร้อน', 'เย็น']);
  assert.deepEqual(await client.call('products', { query: 'มอคค่า' }), []);
  assert.equal((await client.call('listProducts', { get_count: true })).total, 1);
  assert.deepEqual(namesOf(await client.call('addresses')), ['บ้านกาแฟ']);
  assert.equal((await client.call('listAddresses', { limit: 1 })).has_more, false);
}

async function createOrders(client: DrivenClient): Promise<void> {
  const first = await client.call('createOrder', order());
  const again = await client.call('createOrder', order());
  const other = await client.call('createOrder', order({ products: [{ sku: 'LAT-H', qty: 1 }] }));
  assert.deepEqual([again.order.id, other.order.id], [first.order.id, first.order.id]);
  assert.deepEqual([first.replay, again.replay, other.replay], [undefined, 'same', 'differs']);
  await client.call('createOrder', order({ external_order_id: 'A-2' }));
  assert.equal((await client.call('readOrder', { order_id: first.order.id })).order.total, '130');
  const { items } = await client.call('availableStock', { skus: ['LAT-H'] });
  assert.equal(items[0].available_qty, 11);
}

async function assertErrors(client: DrivenClient): Promise<void> {
  const { requestId, ...wrong } = await client.fail('createOrder', order({ products: [{ sku: 'LAT-H', qty: 0 }] }));
  assert.deepEqual(wrong, { code: 'invalid_request', status: 400, field: 'products[0].qty' });
  assert.match(requestId ?? '', /^[0-9a-f-]{36}$/);
  const unknown = await client.fail('readOrder', { external_order_id: 'A-3' });
  assert.deepEqual([unknown.code, unknown.status], ['not_found', 404]);
}

async function followOrders(client: DrivenClient): Promise<void> {
  const pages = await client.call('orders', { limit: 1 });
  assert.deepEqual(externalIds(pages), [['A-1'], ['A-2']]);
  const payment = {
    external_order_id: 'A-1',
    external_payment_id: 'P-1',
    amount: '130',
    slip: (await photo({ width: 60, height: 90 })).toString('base64'),
  };
  await client.call('notifyPayment', payment);
  const paid = await client.call('notifyPayment', payment);
  assert.deepEqual([paid.replay, paid.order.payment_status], ['same', 'awaiting_confirmation']);
  assert.equal(paid.order.payments.length, 1);
  const { cursor } = pages.at(-1);
  assert.deepEqual(externalIds(await client.call('orders', { cursor })), [['A-1']]);
  await client.call('cancelOrder', { external_order_id: 'A-2' });
  assert.equal((await client.call('cancelOrder', { external_order_id: 'A-2' })).order.status, 'canceled');
  assert.deepEqual(externalIds(await client.call('orders', { cursor, status: 'canceled' })), [['A-2']]);
}

async function followStock(client: DrivenClient, start: string): Promise<void> {
  const pages = await client.call('stockChanges', { cursor: start, limit: 2 });
  assert.deepEqual(
    pages.map(({ items }: Json) => items.map((item: Json) => [item.reason, item.old, item.new])),
    [
      [
        ['order_reserved', 10, 8],
        ['order_reserved', 8, 6],
      ],
      [['order_canceled', 6, 8]],
    ],
  );
  assert.deepEqual(await client.call('stockChanges', { cursor: pages.at(-1).cursor }), [
    { items: [], cursor: pages.at(-1).cursor },
  ]);
}

async function verifyDeliveries(client: DrivenClient, { receiver, ids }: ServedStore): Promise<void> {
  const { headers, body: bytes } = await until('a webhook arrives', () => receiver.received[0]);
  const secret = ids.apps.bot?.webhook_secret ?? '';
  const body = bytes.toString('base64');
  const event = await client.call('verifyWebhook', { body, headers, secret });
  assert.deepEqual([event.event_type, event.data.items[0].sku], ['stock_available_updated', 'LAT-H']);
  const signature = headers['x-service-signature'];
  const old = { 'X-Service-Signature': '0'.repeat(64), 'X-Service-Signature-Old': signature };
  assert.deepEqual(await client.call('verifyWebhook', { body, headers: old, secret }), event);
  const changed = Buffer.concat([bytes, Buffer.from(' ')]).toString('base64');
  for (const wrong of [
    { body, headers, secret: 'another' },
    { body: changed, headers, secret },
    { body, headers: { 'X-Service-Signature': 'é' }, secret },
    { body, headers: { 'X-Service-Signature': `${signature}00` }, secret },
    { body, headers: {}, secret },
  ])
    assert.equal((await client.fail('verifyWebhook', wrong)).code, 'invalid_signature');
}
