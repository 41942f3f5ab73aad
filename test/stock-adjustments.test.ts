import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addOnHand, deductOnHand, setOnHand } from '../src/domain/stock/adjust-on-hand.ts';
import type { Id } from '../src/lib/ids.ts';
import { appError } from './errors.ts';
import { adjust, noActor, orderOf, place, rows } from './ledger-steps.ts';
import { sql } from './sql.ts';
import { cafe, idOf, openShop } from './support.ts';

test('a count sets on hand and leaves reserved unchanged', async () => {
  const shop = await openShop();
  await orderOf(shop, 4);
  await adjust(shop, setOnHand, 7);
  assert.deepEqual(shop.stock('hot'), { onHand: 7, reserved: 4 });
  assert.deepEqual(rows(shop)[1], { onHand: [10, 7], reserved: [4, 4], reason: 'command_edited', ...noActor });
});

test('a count equal to on hand moves nothing', async () => {
  const shop = await openShop();
  await adjust(shop, setOnHand, 10);
  assert.deepEqual(rows(shop), []);
});

test('setting the stock of a variant to zero in a new warehouse adds the warehouse to product detail at once', async () => {
  const shop = await openShop();
  const places = async () => {
    const { body } = await shop.call('/v1/product/detail', { product_id: shop.ids.products.latte });
    return body.product.variants[1].warehouses.map((row: { wh_id: string }) => row.wh_id);
  };
  const { bkk, cnx } = shop.ids.warehouses;
  assert.deepEqual(await places(), [bkk]);
  await shop.ctx.write((tx) =>
    setOnHand(tx, { ...place(shop, 'iced', 'cnx'), qty: 0, reason: 'command_edited' }, shop.now()),
  );
  assert.deepEqual(await places(), [bkk, cnx]);
});

test('adding increases on hand', async () => {
  const shop = await openShop();
  await adjust(shop, addOnHand, 6);
  assert.deepEqual(shop.stock('hot'), { onHand: 16, reserved: 0 });
});

test('deducting more than on hand is refused, even if negative stock is allowed', async () => {
  for (const sell_below_zero of [false, true]) {
    const shop = await openShop({ stores: [cafe({ settings: { sell_below_zero } })] });
    await assert.rejects(adjust(shop, deductOnHand, 11), appError({ key: 'not_enough_on_hand' }));
    await adjust(shop, deductOnHand, 10);
    assert.deepEqual(shop.stock('hot'), { onHand: 0, reserved: 0 });
  }
});

test('stock can be adjusted only in a warehouse of the store that owns it', async () => {
  const shop = await openShop({ stores: [cafe(), cafe({ key: 'tea' })] });
  const [other] = shop.ctx.db.all(sql<{ id: Id }>('SELECT max(id) AS id FROM warehouses'));
  for (const verb of [setOnHand, addOnHand, deductOnHand]) {
    const wanted = { ...place(shop), warehouseId: other?.id as Id, qty: 0, reason: 'command_edited' } as const;
    const changed = shop.ctx.write((tx) => verb(tx, wanted, shop.now()));
    await assert.rejects(changed, appError({ key: 'warehouse_not_found' }));
  }
  assert.deepEqual(rows(shop), []);
});

test('deducting reserved stock is refused', async () => {
  const shop = await openShop();
  await orderOf(shop, 4);
  await assert.rejects(adjust(shop, deductOnHand, 7), appError({ key: 'not_enough_unreserved' }));
  await adjust(shop, deductOnHand, 6);
  assert.deepEqual(shop.stock('hot'), { onHand: 4, reserved: 4 });
});

test('deducting reserved stock is allowed if the store allows negative stock', async () => {
  const shop = await openShop({ stores: [cafe({ settings: { sell_below_zero: true } })] });
  await orderOf(shop, 4);
  await adjust(shop, deductOnHand, 7);
  assert.deepEqual(shop.stock('hot'), { onHand: 3, reserved: 4 });
});

test('an adjustment names its user', async () => {
  const shop = await openShop();
  const adjustment = { ...place(shop), qty: 1, reason: 'user_added', userId: idOf('42') } as const;
  await shop.ctx.write((tx) => addOnHand(tx, adjustment, shop.now()));
  assert.deepEqual(rows(shop), [{ onHand: [10, 11], reserved: [0, 0], reason: 'user_added', order: null, user: '42' }]);
});
