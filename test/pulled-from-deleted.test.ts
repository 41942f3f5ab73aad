import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  deleteProduct,
  deleteVariant,
  restoreProduct,
  restoreVariant,
} from '../src/domain/catalogue/delete-product.ts';
import { assertError } from './endpoints.ts';
import { call, detail, load, openResellerShop, PULLED, pulling, source } from './pulled-steps.ts';
import { announcedBy, changeTuples, runStep, variantId } from './stock-steps.ts';
import { stoppedClock } from './stopped-clock.ts';
import { idOf, type Json, openShop } from './support.ts';

test('a product pulled from a deleted product has nothing available until the source is restored', async () => {
  const shop = await openResellerShop({ prices: { hot: { retail: '79' } } });
  await detail(shop);
  const latte = idOf(shop.ids.products.latte);
  const items = await announcedBy(shop, (tx, now) => deleteProduct(tx, latte, now));
  assert.deepEqual(changeTuples(items, shop), [
    ['resold/hot', 'bkk', 10, 0, 'unknown'],
    ['resold/hot', 'cnx', 5, 0, 'unknown'],
    ['resold/iced', 'bkk', 4, 0, 'unknown'],
  ]);
  const { parent_id, warehouse_ids, variants } = await detail(shop);
  assert.deepEqual([parent_id, warehouse_ids], [shop.ids.products.latte, []]);
  assert.deepEqual(
    variants.map((variant: Json) => [variant.available_qty, variant.on_hand, variant.warehouses]),
    [
      [0, 0, []],
      [0, 0, []],
    ],
  );
  const order = { ...shop.orderBody(), products: [{ sku: 'LAT-H', qty: 1 }] };
  assertError(await call(shop, '/v1/order/create', order), 400, 'invalid_request', 'products[0]');

  const again = await announcedBy(shop, (tx, now) => restoreProduct(tx, latte, now));
  assert.deepEqual(changeTuples(again, shop), [
    ['resold/hot', 'bkk', 0, 10, 'unknown'],
    ['resold/hot', 'cnx', 0, 5, 'unknown'],
    ['resold/iced', 'bkk', 0, 4, 'unknown'],
  ]);
  assert.equal((await call(shop, '/v1/order/create', order)).status, 200);
});

test('a variant pulled from a deleted variant has nothing available until the source is restored', async () => {
  const shop = await openResellerShop();
  const iced = variantId(shop, 'iced');
  assert.deepEqual(changeTuples(await announcedBy(shop, (tx, now) => deleteVariant(tx, iced, now)), shop), [
    ['resold/iced', 'bkk', 4, 0, 'unknown'],
  ]);
  assert.deepEqual(
    (await detail(shop)).variants.map((variant: Json) => variant.available_qty),
    [15, 0],
  );
  assert.deepEqual(changeTuples(await announcedBy(shop, (tx, now) => restoreVariant(tx, iced, now)), shop), [
    ['resold/iced', 'bkk', 0, 4, 'unknown'],
  ]);
});

test('a variant deleted before the pull is pulled when it is restored', async () => {
  const shop = await openShop({ now: stoppedClock().now, stores: [source(), pulling()] });
  const hot = variantId(shop, 'hot');
  await runStep(shop, (tx, now) => deleteVariant(tx, hot, now));
  const { shelf: loaded } = await load(shop, 'shelf', PULLED);
  assert.deepEqual(Object.keys(loaded?.variants ?? {}), ['resold/iced']);
  const items = await announcedBy(shop, (tx, now) => restoreVariant(tx, hot, now));
  assert.deepEqual(
    items.map((item) => [item.old, item.new, item.reason]),
    [
      [0, 10, 'unknown'],
      [0, 5, 'unknown'],
    ],
  );
  const { body } = await call(shop, '/v1/product/detail', { product_id: loaded?.products.resold });
  assert.deepEqual(
    body.product.variants.map(({ name }: Json) => name),
    ['ร้อน', 'เย็น'],
    'in the order of the source',
  );
});
