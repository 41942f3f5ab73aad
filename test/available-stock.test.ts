import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cafe, type Json, openShop, type Shop } from './support.ts';

const STOCK_CHANNEL = { key: 'page', name: 'Sale page', permissions: ['orders.create', 'stock.read'] };

const openStockShop = (change: object = {}) => openShop({ stores: [cafe({ channels: [STOCK_CHANNEL], ...change })] });

const available = async (shop: Shop, body: object, status = 200): Promise<Json> => {
  const response = await shop.call('/v1/stock/available', body);
  assert.equal(response.status, status, JSON.stringify(response.body));
  return response.body;
};

const hotItem = (shop: Shop, bkk: number) => ({
  product_variant_id: shop.ids.variants.hot,
  sku: 'LAT-H',
  available_qty: bkk + 5,
  warehouses: [
    { wh_id: shop.ids.warehouses.bkk, available_qty: bkk },
    { wh_id: shop.ids.warehouses.cnx, available_qty: 5 },
  ],
});

test('available quantities are read by id or SKU, in total and by warehouse', async () => {
  const shop = await openStockShop();
  await shop.order();
  const { hot, iced } = shop.ids.variants;
  const byId = await available(shop, { product_variant_ids: [iced, hot, hot] });
  assert.deepEqual(byId.items[1], hotItem(shop, 9));
  assert.equal(byId.items.length, 2);
  const bySku = await available(shop, { skus: ['LAT-H'] });
  assert.deepEqual(bySku.items, [hotItem(shop, 9)]);
});

test('unknown, deleted and foreign variants are left out', async () => {
  const shop = await openShop({
    stores: [cafe({ channels: [STOCK_CHANNEL] }), cafe({ key: 'bar', name: 'Bar', channels: [STOCK_CHANNEL] })],
  });
  const foreign = shop.stores.bar?.variants.hot;
  const ids = [foreign, '999', '007', '9'.repeat(40)];
  assert.deepEqual((await available(shop, { product_variant_ids: ids })).items, []);
  assert.deepEqual((await available(shop, { skus: ['lat-h', 'LAT-H '] })).items, []);
});

test('a bundle is available as its parts allow', async () => {
  const shop = await openStockShop({
    products: [
      {
        key: 'latte',
        name: 'Latte',
        variants: [
          { key: 'hot', name: 'Hot', sku: 'HOT', prices: { retail: '65' }, stock: { bkk: 10, cnx: 5 } },
          { key: 'pair', name: 'Pair', sku: 'PAIR', prices: { retail: '120' }, bundle: [{ variant: 'hot', qty: 2 }] },
        ],
      },
    ],
  });
  const { items } = await available(shop, { skus: ['PAIR'] });
  assert.deepEqual([items[0].available_qty, items[0].warehouses.map((row: Json) => row.available_qty)], [7, [5, 2]]);
});

test('an SKU of several variants is refused with their ids', async () => {
  const shop = await openStockShop({
    products: [
      {
        key: 'latte',
        name: 'Latte',
        variants: ['a', 'b'].map((key) => ({ key, name: key, sku: 'SAME', prices: { retail: '65' } })),
      },
    ],
  });
  const { error_description } = await available(shop, { skus: ['NONE', 'SAME'] }, 400);
  assert.match(error_description, /^skus\[1\]/);
  for (const key of ['a', 'b']) assert.ok(error_description.includes(shop.ids.variants[key]));
});

test('a call has 1 to 500 ids, or 1 to 500 SKUs', async () => {
  const shop = await openStockShop();
  const ids = (count: number) => Array.from({ length: count }, (_, i) => String(i + 1));
  assert.ok((await available(shop, { product_variant_ids: ids(500) })).items.length > 0);
  for (const [body, field] of [
    [{}, 'product_variant_ids'],
    [{ product_variant_ids: [], skus: null }, 'product_variant_ids'],
    [{ product_variant_ids: ids(501) }, 'product_variant_ids'],
    [{ skus: ids(501) }, 'skus'],
    [{ product_variant_ids: ['1'], skus: ['LAT-H'] }, 'product_variant_ids'],
    [{ product_variant_ids: [1] }, 'product_variant_ids[0]'],
    [{ product_variant_ids: [null] }, 'product_variant_ids[0]'],
    [{ skus: ['\u0000'] }, 'skus[0]'],
    [{ sku: 'LAT-H' }, 'sku'],
  ] as const) {
    const { error, error_description } = await available(shop, body, 400);
    assert.equal(error, 'invalid_request');
    assert.ok(error_description.includes(field), `${JSON.stringify(body).slice(0, 50)}: ${error_description}`);
  }
});
