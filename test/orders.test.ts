import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expireOrders } from '../src/domain/orders/close.ts';
import { assertError } from './endpoints.ts';
import { orderDetail } from './order-steps.ts';
import { change } from './sql.ts';
import { stoppedClock } from './stopped-clock.ts';
import { cafe, type Json, openShop, type Shop } from './support.ts';

const DETAIL = '/v1/order/detail';

const CHANNELS = [
  { key: 'page', name: 'page' },
  { key: 'bot', name: 'bot' },
];

test('create returns the order as order detail does', async () => {
  const shop = await openShop();
  const created = await shop.order({ external_order_id: 'A-1' });
  assert.equal(created.status, 200, JSON.stringify(created.body));
  for (const wanted of [{ order_id: created.body.order.id }, { external_order_id: 'A-1' }]) {
    const { status, body } = await shop.call(DETAIL, wanted);
    assert.equal(status, 200);
    assert.deepEqual(body.order, created.body.order);
  }
  assert.equal('shipments' in created.body.order, false);
});

test('a refused order leaves stock and announcements untouched', async () => {
  const shop = await openShop();
  const reply = await shop.order({
    products: [
      { sku: 'LAT-H', qty: 1 },
      { sku: 'absent', qty: 1 },
    ],
  });
  assert.equal(reply.status, 400);
  assert.match(reply.body.error_description, /products\[1\]\.sku/);
  assert.deepEqual(shop.stock('hot'), { onHand: 10, reserved: 0 });
  assert.deepEqual(shop.announcements(), []);
});

test('order detail takes exactly one of order_id and external_order_id', async () => {
  const shop = await openShop();
  const { id } = (await shop.order({ external_order_id: 'A-1' })).body.order;
  assertError(await shop.call(DETAIL, {}), 400, 'invalid_request', 'order_id');
  assertError(await shop.call(DETAIL, { order_id: null, external_order_id: null }), 400, 'invalid_request', 'order_id');
  assertError(await shop.call(DETAIL, { order_id: id, external_order_id: 'A-1' }), 400, 'invalid_request', 'order_id');
  assert.equal((await shop.call(DETAIL, { order_id: id, external_order_id: null })).status, 200);
});

test('an order_id is found in all channels of the store, an external_order_id only in its own', async () => {
  const shop = await openShop({ stores: [cafe({ channels: CHANNELS })] });
  const { order } = (await shop.order({ external_order_id: 'A-1' })).body;
  const token = await shop.bearer('bot');
  assert.deepEqual((await shop.call(DETAIL, { order_id: order.id }, { token })).body.order, order);
  assertError(await shop.call(DETAIL, { external_order_id: 'A-1' }, { token }), 404, 'not_found');
});

test('a manual order is found by its id', async () => {
  const shop = await openShop();
  const { id } = (await shop.order()).body.order;
  await shop.ctx.write((tx) => tx.run(change('UPDATE orders SET channel_id = NULL WHERE id = ?'), id));
  assert.equal((await shop.call(DETAIL, { order_id: id })).body.order.id, id);
});

test('an order of another store or channel is treated as unknown', async () => {
  const shop = await openShop({ stores: [cafe({ channels: CHANNELS }), cafe({ key: 'other' })] });
  const { id } = (await shop.order({ external_order_id: 'A-1' })).body.order;
  const answer = async (wanted: Json, token: string) => {
    const { status, headers, body } = await shop.call(DETAIL, wanted, { token, headers: { 'X-Request-Id': 'mine' } });
    return { status, body, length: headers.get('content-length') };
  };
  const other = await shop.bearer('page', shop.stores.other);
  const absent = await answer({ order_id: '999999' }, other);
  assert.deepEqual([absent.status, absent.body.error], [404, 'not_found']);
  for (const wanted of [
    { order_id: id },
    { order_id: '0' },
    { order_id: `0${id}` },
    { order_id: '9'.repeat(40) },
    { order_id: '9007199254740993' },
    { external_order_id: 'A-1' },
    { external_order_id: 'never' },
  ])
    assert.deepEqual(await answer(wanted, other), absent);
  assert.deepEqual(await answer({ external_order_id: 'A-1' }, await shop.bearer('bot')), absent);
  assert.deepEqual(await answer({ order_id: `0${id}` }, await shop.bearer()), absent);
});

test('the private note is in no response', async () => {
  const shop = await openShop();
  const change = { external_order_id: 'A-1', private_note: 'ไม่บอกใคร' };
  const answers = [await shop.order(change), await shop.order(change)];
  for (const wanted of [{ external_order_id: 'A-1' }, { order_id: answers[0]?.body.order.id }])
    answers.push(await shop.call(DETAIL, wanted));
  for (const { status, body } of answers) {
    assert.equal(status, 200);
    assert.doesNotMatch(JSON.stringify(body), /private_note|ไม่บอกใคร/);
  }
});

/** The café with every displayed value changed. */
const renamed = () => ({
  ...cafe({ name: 'ร้านใหม่', channels: [], apps: [] }),
  addresses: [{ key: 'shop', is_primary: false, name: 'ย้ายแล้ว', telephone: '029999999', postal_code: 10900 }],
  products: [
    {
      key: 'latte',
      name: 'ลาเต้ใหม่',
      variants: [{ key: 'hot', name: 'ร้อนมาก', sku: 'NEW-H', prices: { retail: '99', vip: '98' } }],
    },
  ],
});

test('names, SKUs, prices and addresses stay as they were at the time of the order', async () => {
  const clock = stoppedClock();
  const shop = await openShop({ now: clock.now });
  const created = (await shop.order()).body.order;
  const own = (await shop.order({ recipient_address: undefined, recipient_address_id: shop.ids.addresses.shop })).body
    .order;
  clock.forward(1_000);
  await shop.load({ stores: [renamed()] });
  const detail = (id: string) => orderDetail(shop, { id });
  assert.deepEqual(await detail(created.id), created);
  assert.deepEqual(await detail(own.id), own);
});

test('a later order has current names, prices and addresses', async () => {
  const shop = await openShop();
  await shop.order();
  await shop.load({ stores: [renamed()] });
  const id = shop.ids.addresses.shop;
  const { order } = (await shop.order({ recipient_address: undefined, recipient_address_id: id })).body;
  const [{ name, variant_name, sku, price }] = order.products;
  assert.deepEqual([name, variant_name, sku, price], ['ลาเต้ใหม่', 'ร้อนมาก', 'NEW-H', '99']);
  assert.equal(order.sender_name, 'ร้านใหม่');
  const moved = { id, name: 'ย้ายแล้ว', telephone: '029999999', postal_code: 10900 };
  assert.deepEqual(order.recipient_address, moved);
  assert.deepEqual(order.sender_address, { ...moved, is_primary: false });
});

const expireNow = async (shop: Shop, id: string) => {
  await shop.ctx.write((tx) => expireOrders(tx, shop.now()));
  return (await shop.call(DETAIL, { order_id: id })).body.order;
};

test('an unpaid order past its expiration_time expires and releases its stock', async () => {
  const clock = stoppedClock();
  const shop = await openShop({ now: clock.now });
  const { id } = (await shop.order({ expiration_time: clock.now() + 1_000 })).body.order;
  clock.forward(999);
  assert.equal((await expireNow(shop, id)).status, 'open');
  clock.forward(1);
  assert.equal((await expireNow(shop, id)).status, 'expired');
  assert.deepEqual(shop.stock('hot'), { onHand: 10, reserved: 0 });
});

test('an expiration_time in the past is accepted and applies at the next sweep', async () => {
  const shop = await openShop();
  const { status, body } = await shop.order({ expiration_time: 1_500_000_000_000 });
  assert.equal(status, 200);
  const expired = await expireNow(shop, body.order.id);
  assert.equal(expired.status, 'expired');
  assert.equal(expired.cancel_time, expired.update_time);
});

test('a paid order does not expire', async () => {
  const shop = await openShop();
  const { id } = (await shop.order({ expiration_time: 1_500_000_000_000, discount: 65 })).body.order;
  assert.equal((await expireNow(shop, id)).status, 'open');
});
