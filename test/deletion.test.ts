import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { WriteTx } from '../src/db/write-tx.ts';
import {
  deleteProduct,
  deleteProducts,
  deleteVariant,
  restoreProduct,
  restoreProducts,
  restoreVariant,
} from '../src/domain/catalogue/delete-product.ts';
import { cancelOrder } from '../src/domain/orders/close.ts';
import { byCommand } from '../src/domain/orders/history.ts';
import { verifyStock } from '../src/domain/stock/verify-stock.ts';
import { message } from '../src/lib/messages/message.ts';
import { assertError } from './endpoints.ts';
import { appError, type ExpectedError, operatorError } from './errors.ts';
import { announcedBy, changeTuples, roastery, runStep, variantId } from './stock-steps.ts';
import { stoppedClock } from './stopped-clock.ts';
import { idOf, type Json, openShop, type Shop } from './support.ts';

// Beans and cups, a kit assembled from both, a duo sold as both, and in another product a box sold as cups.

const BOXES = {
  key: 'boxes',
  name: 'กล่อง',
  variants: [{ key: 'box', sku: 'BOX', bundle: [{ variant: 'cup', qty: 4 }] }],
};

async function openRoastery(clock = stoppedClock()): Promise<Shop> {
  const entry = roastery();
  return openShop({ now: clock.now, stores: [{ ...entry, products: [...entry.products, BOXES] }] });
}

const productId = (shop: Shop, key: string) => idOf(shop.ids.products[key]);

const remove = (shop: Shop, ...keys: string[]) =>
  runStep(shop, (tx, now) => {
    for (const key of keys) deleteVariant(tx, variantId(shop, key), now);
  });

const detail = async (shop: Shop, product = 'coffee'): Promise<Json> =>
  shop.call('/v1/product/detail', { product_id: shop.ids.products[product] });

const names = async (shop: Shop, product?: string): Promise<string[]> =>
  (await detail(shop, product)).body.product.variants.map((variant: Json) => variant.name);

test('an order of a deleted variant is unchanged and keeps its reservations until it ends', async () => {
  const shop = await openRoastery();
  const { order } = (await shop.order({ products: [{ sku: 'DUO', qty: 1, price: 5 }] })).body;
  const items = await announcedBy(shop, (tx, now) => {
    deleteProduct(tx, productId(shop, 'boxes'), now);
    deleteProduct(tx, productId(shop, 'coffee'), now);
  });
  assert.deepEqual(items, []);
  assertError(await detail(shop), 404, 'not_found');
  assert.deepEqual((await shop.call('/v1/order/detail', { order_id: order.id })).body.order, order);
  assert.deepEqual(shop.stock('cup'), { onHand: 10, reserved: 2 });

  const released = await announcedBy(shop, (tx, now) => cancelOrder(tx, idOf(order.id), 'store', byCommand(now)));
  assert.deepEqual([shop.stock('cup'), released], [{ onHand: 10, reserved: 0 }, []], 'and nothing is announced');
  assert.deepEqual(verifyStock(shop.ctx.db), []);
});

test('a deleted variant is removed from its product, whose update_time changes, and its SKU is free', async () => {
  const clock = stoppedClock();
  const shop = await openRoastery(clock);
  clock.forward(1_000);
  await remove(shop, 'duo');
  const { product } = (await detail(shop)).body;
  assert.deepEqual(
    [product.update_time, product.variants.map((variant: Json) => variant.sku)],
    [clock.now(), ['BEANS', 'CUP', 'KIT']],
  );
  assertError(await shop.order({ products: [{ sku: 'DUO', qty: 1 }] }), 400, 'invalid_request', 'products[0].sku');
});

test('a part of a live variant, or its product, cannot be deleted; the message names the other variant', async () => {
  const shop = await openRoastery();
  await assert.rejects(
    remove(shop, 'beans'),
    appError({ key: 'deleted_variant_is_a_part', params: { name: 'กาแฟ ชุด' } }),
  );
  await assert.rejects(
    runStep(shop, (tx, now) => deleteProduct(tx, productId(shop, 'coffee'), now)),
    appError({ key: 'deleted_variant_is_a_part', params: { name: 'กล่อง' } }),
  );
  assert.deepEqual(await names(shop), ['เมล็ด', 'แก้ว', 'ชุด', 'คู่']);
});

test('parts can be deleted after, or together with, the variants made of them', async () => {
  const shop = await openRoastery();
  await remove(shop, 'kit', 'duo', 'beans');
  assert.deepEqual(await names(shop), ['แก้ว']);
  await remove(shop, 'box');
  await runStep(shop, (tx, now) => deleteProduct(tx, productId(shop, 'coffee'), now));
  assert.equal((await detail(shop)).status, 404);
});

test('products are deleted together in any order, although one is sold as parts of another', async () => {
  const shop = await openRoastery();
  const both = [productId(shop, 'coffee'), productId(shop, 'boxes')];
  await runStep(shop, (tx, now) => deleteProducts(tx, both, now));
  for (const product of ['coffee', 'boxes']) assert.equal((await detail(shop, product)).status, 404);
  assert.deepEqual(verifyStock(shop.ctx.db), []);
});

test('deleting unknown and restoring live products or variants is refused', async () => {
  const shop = await openRoastery();
  const box = variantId(shop, 'box');
  const boxes = productId(shop, 'boxes');
  const refusals: [(db: WriteTx, now: number) => void, ExpectedError][] = [
    [(tx, now) => deleteVariant(tx, idOf('999'), now), { key: 'variant_not_found', params: { variant: 999 } }],
    [(tx, now) => deleteProduct(tx, idOf('999'), now), { key: 'product_not_found', params: { product: 999 } }],
    [(tx, now) => restoreVariant(tx, box, now), { key: 'deleted_variant_not_found' }],
    [(tx, now) => restoreProduct(tx, boxes, now), { key: 'deleted_product_not_found', params: { product: boxes } }],
  ];
  for (const [step, expected] of refusals)
    await assert.rejects(runStep(shop, step), appError({ code: 'not_found', ...expected }));
  await runStep(shop, (tx, now) => deleteProduct(tx, boxes, now));
  await assert.rejects(remove(shop, 'box'), appError({ key: 'variant_not_found', params: { variant: box } }));
  await assert.rejects(
    runStep(shop, (tx, now) => restoreVariant(tx, box, now)),
    appError({ key: 'variant_of_deleted_product', params: { product: boxes } }),
  );
});

test('a restored product is unchanged, without the variants that were deleted before it', async () => {
  const shop = await openRoastery();
  await remove(shop, 'box', 'duo');
  const before = (await detail(shop)).body.product;
  const coffee = productId(shop, 'coffee');
  await runStep(shop, (tx, now) => deleteProduct(tx, coffee, now));
  assert.equal((await shop.call('/v1/product/list', { get_count: true })).body.total, 1);
  await runStep(shop, (tx, now) => restoreProduct(tx, coffee, now));
  assert.deepEqual((await detail(shop)).body.product, before);
  await runStep(shop, (tx, now) => restoreVariant(tx, variantId(shop, 'duo'), now));
  assert.deepEqual(await names(shop), ['เมล็ด', 'แก้ว', 'ชุด', 'คู่']);
});

test('a variant cannot be restored without its parts', async () => {
  const shop = await openRoastery();
  await remove(shop, 'box', 'kit', 'duo', 'cup');
  const restore = (key: string) => runStep(shop, (tx, now) => restoreVariant(tx, variantId(shop, key), now));
  await assert.rejects(restore('box'), appError({ key: 'part_unknown' }));
  await restore('cup');
  await restore('box');
  assert.equal((await detail(shop, 'boxes')).body.product.variants[0].available_qty, 4);
});

test('a product cannot be restored without the parts of its variants', async () => {
  const shop = await openRoastery();
  await runStep(shop, (tx, now) => deleteProduct(tx, productId(shop, 'boxes'), now));
  await remove(shop, 'kit', 'duo', 'cup');
  const restore = () => runStep(shop, (tx, now) => restoreProduct(tx, productId(shop, 'boxes'), now));
  await assert.rejects(restore(), appError({ key: 'part_unknown' }));
  assert.equal((await detail(shop, 'boxes')).status, 404);
  await runStep(shop, (tx, now) => restoreVariant(tx, variantId(shop, 'cup'), now));
  await restore();
  assert.equal((await detail(shop, 'boxes')).status, 200);
});

test('products are restored together in any order, although one is sold as parts of another', async () => {
  const shop = await openRoastery();
  const both = [productId(shop, 'boxes'), productId(shop, 'coffee')];
  await runStep(shop, (tx, now) => {
    for (const id of both) deleteProduct(tx, id, now);
  });
  await runStep(shop, (tx, now) => restoreProducts(tx, both, now));
  assert.equal((await detail(shop, 'boxes')).body.product.variants[0].available_qty, 4);
});

test('a restored product announces what has changed since its deletion, and nothing else', async () => {
  const clock = stoppedClock();
  const shop = await openRoastery(clock);
  const { order } = (await shop.order({ products: [{ sku: 'DUO', qty: 1, price: 5 }] })).body;
  const [coffee, boxes] = [productId(shop, 'coffee'), productId(shop, 'boxes')];
  const step = async (run: (tx: WriteTx, now: number) => unknown) => {
    clock.forward(1_000);
    return changeTuples(await announcedBy(shop, run), shop);
  };
  await step((tx, now) => deleteProduct(tx, boxes, now));
  await step((tx, now) => deleteProduct(tx, coffee, now));
  assert.deepEqual(await step((tx, now) => restoreProduct(tx, coffee, now)), []);
  await step((tx, now) => deleteProduct(tx, coffee, now));
  assert.deepEqual(await step((tx, now) => cancelOrder(tx, idOf(order.id), 'store', byCommand(now))), []);
  const announced = await step((tx, now) => restoreProduct(tx, coffee, now));
  assert.deepEqual(announced, [
    ['beans', 'bkk', 19, 20, 'system_corrected'],
    ['cup', 'bkk', 8, 10, 'system_corrected'],
    ['duo', 'bkk', 4, 5, 'system_corrected'],
  ]);
});

// Store files

const coffeeWith = (...keys: string[]) => ({ key: 'coffee', name: 'กาแฟ', variants: keys.map((key) => ({ key })) });

test('a load restores the products and variants that it names, a variant even before its parts', async () => {
  const shop = await openRoastery();
  const before = (await detail(shop)).body.product;
  await runStep(shop, (tx, now) => {
    deleteProduct(tx, productId(shop, 'boxes'), now);
    deleteVariant(tx, variantId(shop, 'kit'), now);
    deleteVariant(tx, variantId(shop, 'duo'), now);
    deleteVariant(tx, variantId(shop, 'cup'), now);
    deleteProduct(tx, productId(shop, 'coffee'), now);
  });
  const products = [{ key: 'boxes', name: 'กล่อง' }, coffeeWith('duo', 'kit', 'cup')];
  await shop.load({ stores: [{ key: 'cafe', name: 'บ้านกาแฟ', products }] });
  assert.deepEqual((await detail(shop)).body.product, before);
  assert.equal((await detail(shop, 'boxes')).body.product.variants[0].available_qty, 4);
  assert.deepEqual(shop.announcements(), []);
});

test('a load that would restore a variant without its parts is refused with the path', async () => {
  const shop = await openRoastery();
  await remove(shop, 'kit', 'duo', 'box', 'beans');
  const load = () => shop.load({ stores: [{ key: 'cafe', name: 'บ้านกาแฟ', products: [coffeeWith('cup', 'kit')] }] });
  await assert.rejects(
    load,
    operatorError(
      message('restored_part_is_deleted', {
        path: 'stores[0].products[0].variants[1].key',
        whole: 'kit',
        part: 'beans',
      }) as ExpectedError,
    ),
  );
  assert.deepEqual(changeTuples(shop.announcements(), shop), []);
});
