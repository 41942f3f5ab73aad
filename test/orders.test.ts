import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openShop } from './support.ts';

test('an order is answered as order detail shows it', async () => {
  const shop = await openShop();
  const created = await shop.order();
  assert.equal(created.status, 200, JSON.stringify(created.body));
  const { status, body } = await shop.call('/v1/order/detail', { order_id: created.body.order.id });
  assert.equal(status, 200);
  assert.deepEqual(body.order, created.body.order);
  assert.equal('shipments' in body.order, false);
});

test('a refused order leaves stock and outbox untouched', async () => {
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
  assert.deepEqual(shop.outbox(), []);
});
