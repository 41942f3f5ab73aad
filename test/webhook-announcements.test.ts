import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cancelOrder } from '../src/domain/orders/close.ts';
import { byCommand } from '../src/domain/orders/history.ts';
import { addOnHand } from '../src/domain/stock/adjust-on-hand.ts';
import { openReceiver } from './receiver.ts';
import { sql } from './sql.ts';
import { cafe, idOf, openShop, until } from './support.ts';
import { countStock, lines, openWebhookShop, untilDelivered } from './webhook-shop.ts';

test('old and new are the available quantity of the variant in that warehouse', async () => {
  const { shop, receiver } = await openWebhookShop();
  await shop.order(lines(shop, 'hot', 12));
  await untilDelivered(shop, 1);
  assert.deepEqual(
    receiver.items.map((item) => [item.warehouse_id, item.old, item.new]),
    [
      [shop.ids.warehouses.bkk, 10, 0],
      [shop.ids.warehouses.cnx, 5, 3],
    ],
  );
});

test('two lines of one variant are one announced change', async () => {
  const { shop, receiver } = await openWebhookShop();
  const line = { product_variant_id: shop.ids.variants.hot, qty: 2 };
  await shop.order({ products: [line, line] });
  await untilDelivered(shop, 1);
  assert.deepEqual(
    receiver.items.map((item) => [item.old, item.new]),
    [[10, 6]],
  );
});

test('a negative quantity is announced unchanged', async () => {
  const { shop, receiver } = await openWebhookShop({ cafe: { settings: { sell_below_zero: true } } });
  await shop.order(lines(shop, 'iced', 12));
  await untilDelivered(shop, 1);
  assert.deepEqual([receiver.items[0].old, receiver.items[0].new], [10, -2]);
});

test('a canceled order is announced as order_canceled with its order_id', async () => {
  const { shop, receiver } = await openWebhookShop();
  const { order } = (await shop.order(lines(shop, 'hot', 4))).body;
  await untilDelivered(shop, 1);
  await shop.ctx.write((tx) => cancelOrder(tx, idOf(order.id), 'buyer', byCommand(shop.now())));
  await untilDelivered(shop, 2);
  const { reason, order_id, old, new: now } = receiver.items[1];
  assert.deepEqual({ reason, order_id, old, now }, { reason: 'order_canceled', order_id: order.id, old: 6, now: 10 });
  assert.equal('user_id' in receiver.items[1], false);
});

test('the first load does not announce opening stock, later loads do', async () => {
  const { shop, receiver } = await openWebhookShop();
  assert.deepEqual(shop.announcements(), []);
  const cold = { key: 'cold', name: 'ปั่น', sku: 'LAT-C', prices: { retail: '80' }, stock: { bkk: 4, cnx: 0 } };
  const hot = { key: 'hot', stock: { bkk: 12, cnx: 5 } };
  await shop.load({ stores: [cafe({ products: [{ key: 'latte', name: 'ลาเต้', variants: [cold, hot] }], apps: [] })] });
  await until('both changes arrive', () => receiver.items.length >= 2);
  const { cafe: loaded } = shop.stores;
  const cold_id = shop.ctx.db.get(sql<{ id: number }>(`SELECT id FROM variants WHERE key = 'cold'`))?.id;
  assert.deepEqual(
    receiver.items.map(({ id, reason, old, new: now, ...rest }) => [id, reason, old, now, Object.keys(rest)]),
    [
      [String(cold_id), 'variant_created', 0, 4, ['sku', 'warehouse_id', 'update_time']],
      [loaded?.variants.hot, 'command_edited', 10, 12, ['sku', 'warehouse_id', 'update_time']],
    ],
  );
});

test('an app receives changes of its own store only', async () => {
  const receiver = await openReceiver();
  const tea = cafe({ key: 'tea', apps: [{ key: 'tea-bot', name: 'Tea bot', url: receiver.url }] });
  const shop = await openShop({ stores: [cafe({ apps: [{ key: 'bot', name: 'Bot', url: receiver.url }] }), tea] });
  await shop.order();
  await untilDelivered(shop, 1);
  assert.deepEqual(
    receiver.items.map(({ id }) => id),
    [shop.ids.variants.hot],
  );
  assert.deepEqual(shop.announcements(), []);
});

test('a rolled-back change is never announced', async () => {
  const { shop, receiver } = await openWebhookShop();
  await assert.rejects(
    shop.ctx.write((tx) => {
      const where = { variantId: idOf(shop.ids.variants.hot), warehouseId: idOf(shop.ids.warehouses.bkk) };
      addOnHand(tx, { ...where, qty: 90, reason: 'command_edited' }, shop.now());
      throw new Error('rolled back');
    }),
    /rolled back/,
  );
  await countStock(shop, 9);
  await untilDelivered(shop, 1);
  assert.deepEqual(
    receiver.items.map((item) => [item.old, item.new]),
    [[10, 9]],
  );
});
