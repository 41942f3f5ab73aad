import assert from 'node:assert/strict';
import { test } from 'node:test';
import { replaceTags, withKnownSpellings } from '../src/domain/catalogue/product-tags.ts';
import { addOrderTag, tagsOfOrder } from '../src/domain/orders/order-tags.ts';
import type { Id } from '../src/lib/ids.ts';
import { placeOrder } from './order-steps.ts';
import { runStep } from './stock-steps.ts';
import { idOf, openShop } from './support.ts';

/** More tags than the suggestions contain; `ÉTÉ` sorts after all of them. */
const MANY = Array.from({ length: 220 }, (_, i) => `tag ${i}`);

test('an added order tag takes the spelling that the store already uses, however many tags there are', async () => {
  const shop = await openShop();
  const orders = [];
  for (let i = 0; i < 12; i += 1) orders.push(await placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }]));
  const [order, ...others] = orders.map(({ id }) => id) as [Id, ...Id[]];
  await shop.ctx.write((tx) => {
    others.forEach((id, i) => {
      for (const tag of MANY.slice(20 * i, 20 * i + 20)) addOrderTag(tx, id, tag);
    });
  });
  const last = await placeOrder(shop, [{ sku: 'LAT-I', qty: 1 }]);
  await shop.ctx.write((tx) => addOrderTag(tx, last.id, 'ÉTÉ'));
  await shop.ctx.write((tx) => addOrderTag(tx, order, ' été '));
  assert.deepEqual(tagsOfOrder(shop.ctx.db, order), ['ÉTÉ']);
});

test('an added product tag takes the spelling that the store already uses, however many tags there are', async () => {
  const shop = await openShop();
  const storeId = idOf(shop.ids.id);
  const productId = idOf(shop.ids.products.latte);
  await runStep(shop, (tx) => replaceTags(tx, { storeId, productId }, [...MANY, 'ÉTÉ']));
  assert.deepEqual(withKnownSpellings(shop.ctx.db, storeId, ['été', 'TAG 9', 'new']), ['ÉTÉ', 'tag 9', 'new']);
});
