import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deleteVariant } from '../src/domain/catalogue/delete-product.ts';
import { putProduct } from '../src/domain/catalogue/products.ts';
import { findVariants } from '../src/domain/catalogue/variant-search.ts';
import { searchStock } from '../src/domain/stock/stock-search.ts';
import { moneyText } from '../src/lib/money.ts';
import { runStep } from './stock-steps.ts';
import { cafe, idOf, openShop, type Shop } from './support.ts';

const TEAS = [
  {
    key: 'tea',
    name: 'ชาเขียว Matcha',
    images: [],
    variants: [
      { key: 'tea-s', name: 'เล็ก', sku: 'TEA-S', prices: { retail: '50', vip: '45' }, stock: { bkk: 3, cnx: 4 } },
      { key: 'tea-l', name: 'ใหญ่', sku: 'TEA-L', prices: { retail: '80' } },
      { key: 'tea-x', name: 'พิเศษ', sku: 'x-tea', prices: {} },
    ],
  },
];

const openTeaShop = () =>
  openShop({ stores: [cafe({ products: [...cafe().products, ...TEAS] }), cafe({ key: 'other' })] });

const search = (shop: Shop, text: string, { tier, limit = 10 }: { tier?: string; limit?: number } = {}) =>
  findVariants(shop.ctx.db, idOf(shop.ids.id), text, {
    tierId: tier === undefined ? null : idOf(shop.ids.price_tiers[tier]),
    limit,
  });

const foundSkus = (shop: Shop, text: string, limit?: number) => search(shop, text, { limit }).map(({ sku }) => sku);

test('an exact SKU comes first, then SKUs with this prefix, ignoring case', async () => {
  const shop = await openTeaShop();
  assert.deepEqual(foundSkus(shop, 'TEA-S'), ['TEA-S']);
  assert.deepEqual(foundSkus(shop, 'tea'), ['TEA-L', 'TEA-S', 'x-tea']);
  assert.deepEqual(foundSkus(shop, 't', 1), ['TEA-L']);
});

test('any part of SKU, product or name matches, and every word must match', async () => {
  const shop = await openTeaShop();
  assert.deepEqual(foundSkus(shop, 'เขียว'), ['TEA-S', 'TEA-L', 'x-tea']);
  assert.deepEqual(foundSkus(shop, 'MATCHA ใหญ่'), ['TEA-L']);
  assert.deepEqual(foundSkus(shop, 'ชา'), ['x-tea', 'TEA-L', 'TEA-S']); // the newest first
  assert.deepEqual(foundSkus(shop, 'at-h'), ['LAT-H']);
  assert.deepEqual(foundSkus(shop, 'ลาเต้ ชา'), []);
  assert.deepEqual(foundSkus(shop, '  '), []);
  assert.deepEqual(foundSkus(shop, '"tea" OR *'), []);
});

test('names and SKUs are found however they are composed, and in either case', async () => {
  const variants = [
    { key: 'd1', name: 'DÉCAF', sku: 'É-1' },
    { key: 'd2', name: 'De\u0301caf ช\u0e49\u0e38', sku: 'ช\u0e49\u0e38' },
  ].map((variant) => ({ ...variant, prices: { retail: '50' } }));
  const shop = await openShop({ stores: [cafe({ products: [{ key: 'd', name: 'Coffee', variants }] })] });
  const stockOf = (query: string) =>
    searchStock(shop.ctx.db, idOf(shop.ids.id), { query, limit: 9, offset: 0 }).items.map(({ sku }) => sku);
  for (const [text, ...found] of [
    ['décaf', 0, 1],
    ['DE\u0301CAF', 0, 1],
    ['éc', 0, 1],
    ['é-1', 0],
    ['é-', 0],
    ['ช\u0e49\u0e38', 1],
    ['ช\u0e38\u0e49', 1],
  ] as const) {
    const skus = found.map((i) => variants[i]?.sku);
    assert.deepEqual(foundSkus(shop, text).sort(), skus.sort(), text);
    assert.deepEqual(stockOf(text).sort(), skus, text);
  }
});

test('each result has its price in the tier, its available quantity and its picture', async () => {
  const shop = await openTeaShop();
  const [small] = search(shop, 'TEA-S', { tier: 'vip' });
  assert.deepEqual([small?.price && moneyText(small.price), small?.available, small?.imageUrl], ['45', 7, null]);
  const [large] = search(shop, 'TEA-L', { tier: 'vip' });
  assert.equal(large?.price && moneyText(large.price), '80');
  assert.equal(search(shop, 'x-tea')[0]?.price, null);
});

test('a renamed product is found only by its new name, and a deleted variant is not found', async () => {
  const shop = await openTeaShop();
  await runStep(shop, (tx, now) => putProduct(tx, idOf(shop.ids.id), { key: 'tea', name: 'ชาดำ' }, now));
  assert.deepEqual([foundSkus(shop, 'เขียว'), foundSkus(shop, 'ชาดำ').length], [[], 3]);
  await runStep(shop, (tx, now) => deleteVariant(tx, idOf(shop.ids.variants['tea-s']), now));
  assert.deepEqual(foundSkus(shop, 'ชาดำ'), ['TEA-L', 'x-tea']);
});
