import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cancelOrder } from '../src/domain/orders/close.ts';
import { byCommand } from '../src/domain/orders/history.ts';
import { existingOrder } from '../src/domain/orders/order.ts';
import { takePayment } from '../src/domain/orders/payments/payments.ts';
import { orderDetail } from './order-steps.ts';
import { everyRow, ownRows } from './raw-http.ts';
import { stoppedClock } from './stopped-clock.ts';
import { cafe, idOf, openShop, type Shop } from './support.ts';

const CHANNELS = [
  { key: 'page', name: 'page' },
  { key: 'bot', name: 'bot' },
];

test('a repeated external_order_id returns the original order and creates no second one', async () => {
  const shop = await openShop();
  const first = await shop.order({ external_order_id: 'A-1' });
  const before = ownRows(shop);
  const again = await shop.order({ external_order_id: 'A-1' });
  assert.equal(again.status, 200);
  assert.deepEqual(again.body.order, first.body.order);
  assert.notEqual(again.body.request_id, first.body.request_id);
  assert.deepEqual(ownRows(shop), before);
});

test('orders without an external_order_id are never replays', async () => {
  const shop = await openShop();
  const body = { external_order_id: null };
  assert.notEqual((await shop.order(body)).body.order.id, (await shop.order(body)).body.order.id);
});

test('external_order_id must match exactly', async () => {
  const shop = await openShop({ stores: [cafe({ settings: { sell_below_zero: true } })] });
  const ids = ['A-1', 'a-1', ' A-1', 'A-1 ', 'ก', 'caf\u00e9', 'cafe\u0301', '1', '01', '%', '__proto__'];
  const token = await shop.bearer();
  const orders = await Promise.all(ids.map((external_order_id) => shop.order({ external_order_id }, { token })));
  assert.equal(new Set(orders.map(({ body }) => body.order.id)).size, ids.length);
  assert.deepEqual(
    orders.map(({ body }) => body.order.external_order_id),
    ids,
  );
});

test('each channel has its own external_order_ids', async () => {
  const shop = await openShop({ stores: [cafe({ channels: CHANNELS })] });
  const token = await shop.bearer('bot');
  const page = await shop.order({ external_order_id: 'A-1' });
  const bot = await shop.order({ external_order_id: 'A-1' }, { token });
  assert.notEqual(bot.body.order.id, page.body.order.id);
  assert.equal((await shop.order({ external_order_id: 'A-1' }, { token })).body.order.id, bot.body.order.id);
});

test('a replay returns the current order and does not apply the new body', async () => {
  const shop = await openShop();
  const { id } = (await shop.order({ external_order_id: 'A-1' })).body.order;
  const detail = () => orderDetail(shop, { id });
  const replay = async (change = {}) => (await shop.order({ external_order_id: 'A-1', ...change })).body.order;
  await shop.ctx.write((tx) => takePayment(tx, idOf(id), { method: 'cash' }, byCommand(shop.now())));
  assert.equal((await replay()).payment_status, 'paid');
  assert.deepEqual(
    await replay({ shipping_type: 'flash', discount: 5, products: [{ sku: 'LAT-I', qty: 3 }] }),
    await detail(),
  );
  await shop.ctx.write((tx) => cancelOrder(tx, idOf(id), 'store', byCommand(shop.now())));
  assert.equal((await replay()).status, 'canceled');
  assert.deepEqual(await replay(), await detail());
  assert.equal(shop.stock('hot').reserved, 0);
});

test('a replay with another body leaves a hint, a replay with an equal body does not', async () => {
  const clock = stoppedClock();
  const shop = await openShop({ now: clock.now });
  const { id } = (await shop.order({ external_order_id: 'A-1' })).body.order;
  const hint = () => existingOrder(shop.ctx.db, idOf(id)).differingReplayTime;
  clock.forward(1_000);
  await shop.order({ external_order_id: 'A-1' });
  await shop.order({ discount: '0.00', is_cod: null, external_order_id: 'A-1' });
  assert.equal(hint(), null);
  await shop.order({ external_order_id: 'A-1', discount: 1 });
  assert.equal(hint(), clock.now());
});

const orderCount = (shop: Shop) => everyRow(shop).orders?.length;

test('fifty concurrent repeats create one order', async () => {
  const shop = await openShop();
  const token = await shop.bearer();
  const repeats = Array.from({ length: 50 }, () => shop.order({ external_order_id: 'A-1' }, { token }));
  const answers = await Promise.all(repeats);
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
  assert.equal(new Set(answers.map(({ body }) => JSON.stringify(body.order))).size, 1);
  assert.equal(orderCount(shop), 1);
  assert.deepEqual(shop.stock('hot'), { onHand: 10, reserved: 1 });
});

test('a refused create leaves its external_order_id free', async () => {
  const shop = await openShop();
  const refusal = await shop.order({ external_order_id: 'A-1', products: [{ sku: 'LAT-H', qty: 99 }] });
  assert.equal(refusal.status, 400);
  assert.equal((await shop.order({ external_order_id: 'A-1' })).status, 200);
  assert.equal(orderCount(shop), 1);
});

test('a replay finds its order after a restart', async () => {
  const shop = await openShop();
  const { order } = (await shop.order({ external_order_id: 'A-1' })).body;
  await shop.stop();
  await shop.start();
  assert.deepEqual((await shop.order({ external_order_id: 'A-1' })).body.order, order);
});
