import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { WriteTx } from '../src/db/write-tx.ts';
import { addVariant, type NewVariant } from '../src/domain/catalogue/add-product.ts';
import { changeVariant } from '../src/domain/catalogue/edit-variant.ts';
import { addPriceTier } from '../src/domain/catalogue/price-tiers.ts';
import { addWarehouse } from '../src/domain/catalogue/warehouses.ts';
import type { MessageKey } from '../src/lib/messages/messages.ts';
import { appError } from './errors.ts';
import { productDetail } from './product-steps.ts';
import { sql } from './sql.ts';
import { announcedBy, changeTuples, runStep, SUBSCRIBED_APP, variantId, warehouseId } from './stock-steps.ts';
import { stoppedClock } from './stopped-clock.ts';
import { cafe, idOf, openShop, type Shop } from './support.ts';

const TEA = { key: 'tea', name: 'ชา', variants: [] };

const openCafe = (now = stoppedClock().now) => {
  const entry = cafe({ apps: SUBSCRIBED_APP });
  return openShop({ now, stores: [{ ...entry, products: [...entry.products, TEA] }] });
};

const add = (tx: WriteTx, shop: Shop, to: string, variant: NewVariant, now: number) =>
  addVariant(tx, idOf(shop.ids.products[to] ?? '999'), variant, now);

test('the opening stock of a new variant has the reason variant_created and its user, and is visible to partners at once', async () => {
  const shop = await openCafe();
  assert.deepEqual((await productDetail(shop, 'tea')).variants, []);
  const stock = new Map([
    [warehouseId(shop, 'bkk'), 7],
    [warehouseId(shop, 'cnx'), 0],
  ]);
  const items = await announcedBy(shop, (tx, now) =>
    add(tx, shop, 'tea', { key: 'leaf', sku: 'T', stock, userId: idOf('7') }, now),
  );
  assert.deepEqual(
    changeTuples(items, shop).map((row) => row.slice(1)),
    [['bkk', 0, 7, 'variant_created']],
  );
  assert.equal(items[0].user_id, '7');
  const [leaf] = (await productDetail(shop, 'tea')).variants;
  assert.deepEqual([leaf.sku, leaf.on_hand, leaf.warehouses.length], ['T', 7, 2]);
});

test('a new variant gets no cached data of a rolled-back variant with the same id', async () => {
  const shop = await openCafe();
  const stock = new Map([[warehouseId(shop), 1]]);
  const undone = runStep(shop, (tx, now) => {
    add(tx, shop, 'tea', { key: 'leaf', stock }, now);
    throw new Error('undone');
  });
  await assert.rejects(undone, /undone/);
  const id = await runStep(shop, (tx, now) => add(tx, shop, 'latte', { key: 'cold', stock }, now));
  const { body } = await shop.order({ products: [{ product_variant_id: String(id), qty: 1, price: 1 }] });
  assert.equal(body.order.products[0].name, 'ลาเต้');
});

test('a variant needs a unique key and an existing product', async () => {
  const shop = await openCafe();
  const refusals: [string, string, MessageKey][] = [
    ['latte', 'hot', 'variant_key_taken'],
    ['latte', 'x'.repeat(101), 'wrong_text_length'],
    ['absent', 'new', 'product_not_found'],
  ];
  for (const [to, key, error] of refusals)
    await assert.rejects(
      runStep(shop, (tx, now) => add(tx, shop, to, { key }, now)),
      appError({ key: error }),
      key,
    );
});

test('an update without a difference does not change update_time', async () => {
  const clock = stoppedClock();
  const shop = await openCafe(clock.now);
  const before = await productDetail(shop, 'latte');
  clock.forward(1_000);
  const change = (fields: Parameters<typeof changeVariant>[2]) =>
    runStep(shop, (tx, now) => changeVariant(tx, variantId(shop, 'hot'), fields, now));
  await change({ name: 'ร้อน', sku: 'LAT-H', cost: null });
  assert.deepEqual(await productDetail(shop, 'latte'), before);
  await change({ lowStockThreshold: 2 });
  assert.equal((await productDetail(shop, 'latte')).update_time, clock.now());
});

test('the first price tier of a store is its default, and keys of tiers and warehouses are unique', async () => {
  const shop = await openShop({ stores: [cafe({ price_tiers: [], products: [], channels: [] })] });
  const storeId = idOf(shop.ids.id);
  const tier = (key: string) => runStep(shop, (tx) => addPriceTier(tx, storeId, { key, name: key }));
  await tier('retail');
  await tier('vip');
  assert.deepEqual(shop.ctx.db.all(sql('SELECT key, is_default FROM price_tiers ORDER BY id')), [
    { key: 'retail', is_default: 1 },
    { key: 'vip', is_default: 0 },
  ]);
  await assert.rejects(tier('vip'), appError({ key: 'price_tier_key_taken' }));
  await assert.rejects(tier(''), appError({ key: 'wrong_text_length', path: 'key' }));
  await assert.rejects(
    runStep(shop, (tx) => addWarehouse(tx, storeId, { key: 'bkk', name: 'B' })),
    appError({ key: 'warehouse_key_taken' }),
  );
});
