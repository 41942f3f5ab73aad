import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { WriteTx } from '../src/db/write-tx.ts';
import { clearBundle, makeBundle, setParts } from '../src/domain/catalogue/bundle-parts.ts';
import { deleteVariant } from '../src/domain/catalogue/delete-product.ts';
import { addOnHand, setOnHand } from '../src/domain/stock/adjust-on-hand.ts';
import { verifyStock } from '../src/domain/stock/verify-stock.ts';
import { detail, openRoastery, openStores } from './bundle-steps.ts';
import { appError, type ExpectedError } from './errors.ts';
import { announcedBy, changeTuples, ledgerSteps, roastery, runStep, variantId, warehouseId } from './stock-steps.ts';
import type { Json, Shop } from './support.ts';

const part = (shop: Shop, key: string, qty = 1) => ({ variantId: variantId(shop, key), qty });

test('a variant that becomes a bundle writes off its stock, with one announced change per warehouse, also to resellers', async () => {
  const shop = await openRoastery();
  const parts = [part(shop, 'beans', 2), part(shop, 'cup')];
  const items = await announcedBy(shop, (tx, now) => makeBundle(tx, variantId(shop, 'kit'), { parts }, now));
  assert.deepEqual(ledgerSteps(shop, 'kit'), [[1, 0, 'bundle_converted', null, null]]);
  assert.deepEqual(changeTuples(items, shop), [
    ['kit', 'bkk', 1, 10, 'bundle_converted'],
    ['kit', 'cnx', 0, 2, 'bundle_converted'],
    ['resold/kit', 'bkk', 1, 10, 'bundle_converted'],
    ['resold/kit', 'cnx', 0, 2, 'bundle_converted'],
  ]);
  assert.deepEqual(verifyStock(shop.ctx.db), []);
});

test('a variant that becomes a bundle without given parts keeps its assembly parts', async () => {
  const shop = await openRoastery();
  await runStep(shop, (tx, now) => makeBundle(tx, variantId(shop, 'kit'), {}, now));
  assert.equal((await detail(shop, 'kit')).available_qty, 12, 'of 24 beans and 18 cups');
});

test('negative stock is written off as well', async () => {
  const shop = await openRoastery({ settings: { sell_below_zero: true } });
  const at = { variantId: variantId(shop, 'kit'), warehouseId: warehouseId(shop) };
  await runStep(shop, (tx, now) => setOnHand(tx, { ...at, qty: -3, reason: 'command_edited' }, now));
  await runStep(shop, (tx, now) => makeBundle(tx, at.variantId, {}, now));
  assert.deepEqual(ledgerSteps(shop, 'kit').at(-1), [-3, 0, 'bundle_converted', null, null]);
});

test('a bundle that becomes a single item again has no stock and is assembled from its parts', async () => {
  const shop = await openRoastery();
  const duo = variantId(shop, 'duo');
  const items = await announcedBy(shop, (tx, now) => clearBundle(tx, duo, now));
  assert.deepEqual(changeTuples(items, shop), [
    ['duo', 'bkk', 5, 0, 'bundle_converted'],
    ['duo', 'cnx', 4, 0, 'bundle_converted'],
    ['resold/duo', 'bkk', 5, 0, 'bundle_converted'],
    ['resold/duo', 'cnx', 4, 0, 'bundle_converted'],
  ]);
  assert.equal((await detail(shop, 'duo')).available_qty, 0);
  await runStep(shop, (tx, now) => makeBundle(tx, duo, {}, now));
  assert.equal((await detail(shop, 'duo')).available_qty, 9);
});

test('changed parts of a bundle are announced as bundle_edited, unchanged parts are not', async () => {
  const shop = await openRoastery();
  const duo = variantId(shop, 'duo');
  const set = (...parts: ReturnType<typeof part>[]) => announcedBy(shop, (tx, now) => setParts(tx, duo, parts, now));
  assert.deepEqual(changeTuples(await set(part(shop, 'cup', 2), part(shop, 'beans')), shop), []);
  assert.deepEqual(changeTuples(await set(part(shop, 'cup', 5)), shop), [
    ['duo', 'bkk', 5, 2, 'bundle_edited'],
    ['duo', 'cnx', 4, 1, 'bundle_edited'],
    ['resold/duo', 'bkk', 5, 2, 'bundle_edited'],
    ['resold/duo', 'cnx', 4, 1, 'bundle_edited'],
  ]);
  assert.deepEqual(
    [(await detail(shop, 'duo')).available_qty, (await detail(shop, 'duo')).warehouses.length],
    [3, 2],
    'of all 18 cups',
  );
});

test('changing assembly parts moves no stock and announces nothing', async () => {
  const shop = await openRoastery();
  const kit = variantId(shop, 'kit');
  const items = await announcedBy(shop, (tx, now) => {
    setParts(tx, kit, [part(shop, 'cup', 3)], now);
    setParts(tx, kit, [], now);
  });
  assert.deepEqual([items, ledgerSteps(shop, 'kit')], [[], []]);
  assert.equal((await detail(shop, 'kit')).available_qty, 1);
});

const REFUSED: [string, (shop: Shop) => (db: WriteTx, now: number) => void, ExpectedError][] = [
  [
    'a bundle without parts',
    (shop) => (tx, now) => makeBundle(tx, variantId(shop, 'beans'), {}, now),
    { key: 'bundle_without_parts' },
  ],
  [
    'a bundle whose parts are removed',
    (shop) => (tx, now) => setParts(tx, variantId(shop, 'duo'), [], now),
    { key: 'bundle_without_parts' },
  ],
  [
    'a bundle turned into a bundle',
    (shop) => (tx, now) => makeBundle(tx, variantId(shop, 'duo'), {}, now),
    { key: 'variant_is_a_bundle' },
  ],
  [
    'a single item turned into a single item',
    (shop) => (tx, now) => clearBundle(tx, variantId(shop, 'kit'), now),
    { key: 'variant_is_not_a_bundle' },
  ],
  [
    'a part turned into a bundle',
    (shop) => (tx, now) => makeBundle(tx, variantId(shop, 'cup'), { parts: [part(shop, 'beans')] }, now),
    { key: 'bundle_is_a_part', params: { name: 'กาแฟ ชุด' } },
  ],
  [
    'too many parts',
    (shop) => (tx, now) => {
      const [cup] = [part(shop, 'cup')];
      setParts(tx, variantId(shop, 'kit'), Array(101).fill(cup), now);
    },
    { key: 'too_many_parts', params: { most: 100 } },
  ],
  [
    'a bundle as a part',
    (shop) => (tx, now) => setParts(tx, variantId(shop, 'kit'), [part(shop, 'duo')], now),
    { key: 'part_is_a_bundle', path: 'lines[0]' },
  ],
  [
    'circular parts',
    (shop) => (tx, now) => setParts(tx, variantId(shop, 'cup'), [part(shop, 'kit')], now),
    { key: 'part_is_assembled_from_whole', path: 'lines[0]' },
  ],
  [
    'a variant as its own part',
    (shop) => (tx, now) => setParts(tx, variantId(shop, 'kit'), [part(shop, 'kit')], now),
    { key: 'part_is_itself', path: 'lines[0]' },
  ],
  [
    'a part of another store',
    (shop) => (tx, now) =>
      setParts(
        tx,
        variantId(shop, 'kit'),
        [{ variantId: variantId(shop, 'resold/cup', shop.stores.shelf), qty: 1 }],
        now,
      ),
    { key: 'part_unknown', path: 'lines[0]' },
  ],
  [
    'parts of a pulled variant',
    (shop) => (tx, now) => setParts(tx, variantId(shop, 'resold/kit', shop.stores.shelf), [part(shop, 'cup')], now),
    { key: 'pulled_variant_parts_fixed' },
  ],
  [
    'a part named twice',
    (shop) => (tx, now) => setParts(tx, variantId(shop, 'kit'), [part(shop, 'cup'), part(shop, 'cup')], now),
    { key: 'part_repeated', path: 'lines[1]' },
  ],
  [
    'quantity 0 of a part',
    (shop) => (tx, now) => setParts(tx, variantId(shop, 'kit'), [part(shop, 'cup', 0)], now),
    { key: 'not_a_whole_number_between', path: 'lines[0].qty' },
  ],
  [
    'too many of a part',
    (shop) => (tx, now) => setParts(tx, variantId(shop, 'kit'), [part(shop, 'cup', 1_000_001)], now),
    { key: 'not_a_whole_number_between', path: 'lines[0].qty' },
  ],
];

test('invalid parts are refused, each with its problem', async () => {
  const shop = await openRoastery();
  for (const [what, step, expected] of REFUSED)
    await assert.rejects(runStep(shop, step(shop)), appError({ code: 'invalid_request', ...expected }), what);
});

test('a variant with reserved stock cannot become a bundle', async () => {
  const shop = await openRoastery();
  const { body } = await shop.order({ products: [{ sku: 'KIT', qty: 1, price: 1 }] });
  assert.equal(body.order.status, 'open');
  const make = () => runStep(shop, (tx, now) => makeBundle(tx, variantId(shop, 'kit'), {}, now));
  await assert.rejects(make(), appError({ key: 'bundle_is_reserved', params: { reserved: 1 } }));
});

test('a deleted variant cannot be a part', async () => {
  const shop = await openRoastery({});
  await runStep(shop, (tx, now) => setParts(tx, variantId(shop, 'kit'), [part(shop, 'beans')], now));
  await runStep(shop, (tx, now) => setParts(tx, variantId(shop, 'duo'), [part(shop, 'beans')], now));
  await runStep(shop, (tx, now) => deleteVariant(tx, variantId(shop, 'cup'), now));
  await assert.rejects(
    runStep(shop, (tx, now) => setParts(tx, variantId(shop, 'kit'), [part(shop, 'cup')], now)),
    appError({ key: 'part_unknown', path: 'lines[0]' }),
  );
});

// What partners see

test('a bundle shows the available quantity of its parts, in total and per warehouse, and their reserved quantity', async () => {
  const shop = await openStores(roastery());
  await shop.order({ products: [{ sku: 'CUP', qty: 3, price: 1 }] });
  const { bkk, cnx } = shop.ids.warehouses;
  assert.deepEqual(await detail(shop, 'duo'), {
    product_variant_id: shop.ids.variants.duo,
    name: 'คู่',
    create_time: shop.now(),
    update_time: shop.now(),
    sku: 'DUO',
    prices: [],
    on_hand: 9,
    available_qty: 7,
    reserved_qty: 2,
    warehouses: [
      { wh_id: bkk, on_hand: 5, available_qty: 3, reserved_qty: 2 },
      { wh_id: cnx, on_hand: 4, available_qty: 4, reserved_qty: 0 },
    ],
  });
});

test('a bundle and products pulled from it are up to date after a part moves', async () => {
  const shop = await openRoastery();
  const token = await shop.bearer('page', shop.stores.shelf);
  const product_id = shop.stores.shelf?.products.resold;
  const pulled = async () => {
    const { body } = await shop.call('/v1/product/detail', { product_id }, { token });
    return body.product.variants.map((variant: Json) => variant.available_qty);
  };
  assert.deepEqual(await pulled(), [24, 18, 1, 9]);
  assert.equal((await detail(shop, 'duo')).available_qty, 9);
  const at = { variantId: variantId(shop, 'cup'), warehouseId: warehouseId(shop) };
  await runStep(shop, (tx, now) => addOnHand(tx, { ...at, qty: 4, reason: 'command_edited' }, now));
  assert.equal((await detail(shop, 'duo')).available_qty, 11);
  assert.deepEqual(await pulled(), [24, 22, 1, 11]);
});
