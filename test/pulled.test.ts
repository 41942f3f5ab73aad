import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { WriteTx } from '../src/db/write-tx.ts';
import { addVariant } from '../src/domain/catalogue/add-product.ts';
import {
  deleteProduct,
  deleteVariant,
  restoreProduct,
  restoreVariant,
} from '../src/domain/catalogue/delete-product.ts';
import { changeVariant } from '../src/domain/catalogue/edit-variant.ts';
import { type PulledProduct, pullProduct } from '../src/domain/catalogue/pull-product.ts';
import { addOnHand } from '../src/domain/stock/adjust-on-hand.ts';
import type { MessageKey } from '../src/lib/messages/messages.ts';
import { assertError } from './endpoints.ts';
import { appError, type ExpectedError } from './errors.ts';
import { stoppedClock } from './raw-http.ts';
import { sql } from './sql.ts';
import { announcedBy, changeTuples, reseller, runStep, SUBSCRIBED_APP, variantId, warehouseId } from './stock-steps.ts';
import { cafe, idOf, type Json, openShop, type Shop } from './support.ts';

const picture = (name: string) => `https://img.example/${name}.jpg`;

const SOURCE = {
  key: 'latte',
  name: 'ลาเต้',
  description: 'หอม',
  images: [{ url: picture('latte') }],
  shipping_rates: [{ shipping_type: 'ems', first: '40', each_more: '10' }],
  min: '60',
  variants: [
    {
      key: 'hot',
      name: 'ร้อน',
      sku: 'LAT-H',
      image_url: picture('hot'),
      prices: { retail: '65', vip: '60' },
      cost: '20',
      weight: 250,
      low_stock_threshold: 3,
      stock: { bkk: 10, cnx: 5 },
    },
    { key: 'iced', name: 'เย็น', prices: { retail: '70' }, stock: { bkk: 4 } },
  ],
};

const PULLED = { key: 'resold', name: 'ลาเต้ขายต่อ', pulled_from: { store: 'cafe', product: 'latte' } };

const source = (change: object = {}) => cafe({ products: [SOURCE], apps: SUBSCRIBED_APP, ...change });

const pulling = (...products: object[]) => reseller({ products });

/** The source store and the reseller. While the clock stands still, changes stay in the outbox. */
const openResellerShop = (pulled: object = {}, clock = stoppedClock()) =>
  openShop({ now: clock.now, stores: [source(), pulling({ ...PULLED, ...pulled })] });

const shelf = (shop: Shop) => shop.stores.shelf as NonNullable<Shop['ids']>;

/** A `/v1` call of the reseller's channel. */
const call = async (shop: Shop, path: string, body: object) =>
  shop.call(path, body, { token: await shop.bearer('page', shelf(shop)) });

const detail = async (shop: Shop, key = 'resold'): Promise<Json> =>
  (await call(shop, '/v1/product/detail', { product_id: shelf(shop).products[key] })).body.product;

const load = (shop: Shop, key: string, ...products: object[]) => shop.load({ stores: [{ key, name: key, products }] });

const pull = (shop: Shop, pulled: Partial<PulledProduct> = {}) =>
  runStep(shop, (tx, now) =>
    pullProduct(tx, idOf(shelf(shop).id), { sourceId: idOf(shop.ids.products.latte), key: 'again', ...pulled }, now),
  );

// What partners see

test('a pulled product belongs to the reseller and has the variants and stock of its source', async () => {
  const shop = await openResellerShop({ prices: { hot: { retail: '79', vip: '70' } } });
  const { bkk, cnx } = shop.ids.warehouses;
  const { retail, vip } = shelf(shop).price_tiers;
  const product = await detail(shop);
  const [first, second] = product.variants[0].prices;
  assert.deepEqual(product, {
    id: shelf(shop).products.resold,
    name: PULLED.name,
    description: SOURCE.description,
    store_id: shelf(shop).id,
    img_uris: [picture('latte')],
    thumbnail_uris: [picture('latte')],
    tiny_img_uris: [picture('latte')],
    create_time: shop.now(),
    update_time: shop.now(),
    price_tier_ids: [retail, vip],
    warehouse_ids: [bkk, cnx],
    shipping_rates: SOURCE.shipping_rates,
    min: '79',
    max: '79',
    parent_id: shop.ids.products.latte,
    variants: [
      {
        product_variant_id: shelf(shop).variants['resold/hot'],
        name: 'ร้อน',
        create_time: shop.now(),
        update_time: shop.now(),
        img_url: picture('hot'),
        sku: 'LAT-H',
        prices: [
          { id: first.id, price_tier_id: retail, price: '79' },
          { id: second.id, price_tier_id: vip, price: '70' },
        ],
        available_qty: 15,
        on_hand: 15,
        reserved_qty: 0,
        warehouses: [
          { wh_id: bkk, on_hand: 10, available_qty: 10, reserved_qty: 0 },
          { wh_id: cnx, on_hand: 5, available_qty: 5, reserved_qty: 0 },
        ],
        weight: 250,
        pulled_from_product_variant_id: shop.ids.variants.hot,
      },
      {
        product_variant_id: shelf(shop).variants['resold/iced'],
        name: 'เย็น',
        create_time: shop.now(),
        update_time: shop.now(),
        prices: [],
        available_qty: 4,
        on_hand: 4,
        reserved_qty: 0,
        warehouses: [{ wh_id: bkk, on_hand: 4, available_qty: 4, reserved_qty: 0 }],
        pulled_from_product_variant_id: shop.ids.variants.iced,
      },
    ],
  });
});

test('the product list of the reseller contains the pulled product', async () => {
  const shop = await openResellerShop();
  const { body } = await call(shop, '/v1/product/list', {});
  assert.deepEqual(body.products, [
    { id: shelf(shop).products.resold, name: PULLED.name, image_url: picture('latte') },
  ]);
  const { body: own } = await shop.call('/v1/product/list', { get_count: true });
  assert.equal(own.total, 1);
});

test('a pulled product is up to date after orders in both stores and after adjustments of its source', async () => {
  const shop = await openResellerShop({ prices: { hot: { retail: '79' } } });
  const figures = async () => (await detail(shop)).variants[0].available_qty;
  assert.equal(await figures(), 15);
  await shop.order();
  assert.equal(await figures(), 14);
  const { status } = await call(shop, '/v1/order/create', {
    ...shop.orderBody(),
    products: [{ sku: 'LAT-H', qty: 2 }],
  });
  assert.equal(status, 200);
  assert.equal(await figures(), 12);
  const at = { variantId: variantId(shop, 'hot'), warehouseId: warehouseId(shop) };
  await runStep(shop, (tx, now) => addOnHand(tx, { ...at, qty: 3, reason: 'command_edited' }, now));
  assert.equal(await figures(), 15);
});

// Following the source

test('variants follow the name, SKU, picture and weight of their source, and partners see the changes', async () => {
  const clock = stoppedClock();
  const shop = await openResellerShop({}, clock);
  await detail(shop);
  clock.forward(1_000);
  const hot = { key: 'hot', name: 'ร้อนมาก', sku: 'NEW', image_url: picture('new'), weight: 300, cost: '21' };
  await load(shop, 'cafe', { key: 'latte', name: 'ลาเต้', variants: [hot] });
  const { update_time, variants } = await detail(shop);
  assert.deepEqual([update_time, variants[0].update_time], [clock.now(), clock.now()]);
  assert.deepEqual(
    [variants[0].name, variants[0].sku, variants[0].img_url, variants[0].weight, variants[0].cost],
    ['ร้อนมาก', 'NEW', picture('new'), 300, undefined],
  );
  const ordered = await call(shop, '/v1/order/create', {
    ...shop.orderBody(),
    products: [{ sku: 'NEW', qty: 1, price: 1 }],
  });
  assert.equal(ordered.body.order.products[0].variant_name, 'ร้อนมาก');
});

test('name, description, pictures and shipping rates belong to the reseller after the first pull', async () => {
  const clock = stoppedClock();
  const shop = await openResellerShop({ description: 'ของเรา' }, clock);
  const before = await detail(shop);
  assert.equal(before.description, 'ของเรา');
  clock.forward(1_000);
  await load(shop, 'cafe', { key: 'latte', name: 'Latte', description: 'New', images: [], shipping_rates: [] });
  assert.deepEqual(await detail(shop), before);
  await load(shop, 'shelf', { ...PULLED, name: 'เรา', description: '', images: [], min: '1' });
  const { name, description, img_uris, shipping_rates, min } = await detail(shop);
  assert.deepEqual([name, description, img_uris, shipping_rates, min], ['เรา', '', [], SOURCE.shipping_rates, '1']);
});

test('a new variant of the source appears in pulled products, and is announced to the apps of both stores', async () => {
  const shop = await openResellerShop();
  await detail(shop);
  const user = idOf('7');
  const stock = new Map([[warehouseId(shop), 6]]);
  const items = await announcedBy(shop, (tx, now) =>
    addVariant(tx, idOf(shop.ids.products.latte), { key: 'cold', name: 'ปั่น', stock, userId: user }, now),
  );
  const [, , cold] = (await detail(shop)).variants;
  assert.deepEqual([cold.name, cold.available_qty], ['ปั่น', 6]);
  assert.deepEqual(
    items.map((item) => [item.id, item.old, item.new, item.reason, item.user_id]),
    [
      [cold.pulled_from_product_variant_id, 0, 6, 'variant_created', '7'],
      [cold.product_variant_id, 0, 6, 'variant_created', undefined],
    ],
  );
});

// Pulling

test('a pulled product starts as a copy and is announced to its store as variant_created with its user', async () => {
  const shop = await openResellerShop();
  const items = await announcedBy(shop, (tx, now) =>
    pullProduct(
      tx,
      idOf(shelf(shop).id),
      { sourceId: idOf(shop.ids.products.latte), key: 'again', userId: idOf('7') },
      now,
    ),
  );
  assert.deepEqual(
    items.map((item) => [item.old, item.new, item.reason, item.user_id]),
    [
      [0, 10, 'variant_created', '7'],
      [0, 5, 'variant_created', '7'],
      [0, 4, 'variant_created', '7'],
    ],
  );
  const { body } = await call(shop, '/v1/product/list', { sort_by: 'id' });
  const { body: shown } = await call(shop, '/v1/product/detail', { product_id: body.products[0].id });
  const { name, description, min, variants } = shown.product;
  assert.deepEqual([name, description, min], ['ลาเต้', 'หอม', undefined], 'a range of prices is not copied');
  assert.deepEqual(
    variants.map(({ prices }: Json) => prices),
    [[], []],
  );
});

test('only a live product of another store that is not itself pulled can be pulled', async () => {
  const shop = await openResellerShop();
  const refusals: [Partial<PulledProduct>, ExpectedError][] = [
    [{ sourceId: idOf('999') }, { key: 'product_not_found' }],
    [{ sourceId: idOf(shelf(shop).products.resold) }, { key: 'product_is_own' }],
    [{ key: 'resold' }, { key: 'product_key_taken', params: { product: 'resold' } }],
    [{ key: '' }, { key: 'wrong_text_length', path: 'key' }],
    [{ key: 'resold/x' }, { key: 'key_reserved_by_pulled_product', params: { taken: 'resold/x', product: 'resold' } }],
  ];
  for (const [change, expected] of refusals) await assert.rejects(pull(shop, change), appError(expected));
  await assert.rejects(
    runStep(shop, (tx, now) =>
      pullProduct(tx, idOf(shop.ids.id), { sourceId: idOf(shelf(shop).products.resold), key: 'x' }, now),
    ),
    appError({ key: 'product_is_pulled', params: { source: idOf(shop.ids.products.latte) } }),
  );
  await runStep(shop, (tx, now) => deleteProduct(tx, idOf(shop.ids.products.latte), now));
  await assert.rejects(pull(shop), appError({ code: 'not_found', key: 'product_not_found' }));
});

test('keys that variants of a pulled product would get are reserved for them', async () => {
  const shop = await openShop({
    stores: [source(), pulling(PULLED, { key: 'own', name: 'Own', variants: [{ key: 'tea/leaf' }] })],
  });
  await assert.rejects(
    pull(shop, { key: 'tea' }),
    appError({ key: 'key_reserves_taken_key', params: { product: 'tea', taken: 'tea/leaf' } }),
  );
  const add = (key: string) => runStep(shop, (tx, now) => addVariant(tx, idOf(shelf(shop).products.own), { key }, now));
  await assert.rejects(add('resold/new'), appError({ key: 'key_reserved_by_pulled_product' }));
  await assert.rejects(add('tea/leaf'), appError({ key: 'variant_key_taken', params: { variant: 'tea/leaf' } }));
  await add('resold');
});

test('only the prices of a pulled variant can be changed by the reseller', async () => {
  const shop = await openResellerShop();
  const id = variantId(shop, 'resold/hot', shelf(shop));
  const productId = idOf(shelf(shop).products.resold);
  const refusals: [(db: WriteTx, now: number) => unknown, MessageKey][] = [
    [(tx, now) => changeVariant(tx, id, { name: 'Mine' }, now), 'pulled_variant_has_only_prices'],
    [(tx, now) => changeVariant(tx, id, { lowStockThreshold: 1 }, now), 'pulled_variant_has_only_prices'],
    [(tx, now) => deleteVariant(tx, id, now), 'pulled_variant_not_deletable'],
    [(tx, now) => addVariant(tx, productId, { key: 'mine' }, now), 'pulled_product_variants_fixed'],
  ];
  for (const [step, key] of refusals) await assert.rejects(runStep(shop, step), appError({ key }));
});

// Deleted sources

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

// Store files

test('a reseller may precede its source in the file, and the first load announces nothing', async () => {
  const shop = await openShop({ now: stoppedClock().now, stores: [pulling(PULLED), source()] });
  assert.deepEqual(shop.outbox(), []);
  assert.deepEqual(Object.keys(shop.ids.variants), ['resold/hot', 'resold/iced']);
  assert.deepEqual(shop.ctx.db.all(sql('SELECT DISTINCT reason FROM stock_ledger')), [{ reason: 'system_init' }]);
});

test('products pulled by a later load are announced as variant_created, to the apps of their store only', async () => {
  const shop = await openShop({ now: stoppedClock().now, stores: [source(), pulling()] });
  const { shelf: loaded } = await load(shop, 'shelf', PULLED);
  assert.deepEqual(
    shop.outbox().map((item) => [item.id, item.old, item.new, item.reason]),
    [
      [loaded?.variants['resold/hot'], 0, 10, 'variant_created'],
      [loaded?.variants['resold/hot'], 0, 5, 'variant_created'],
      [loaded?.variants['resold/iced'], 0, 4, 'variant_created'],
    ],
  );
});

test('loading again changes the prices that are given, and keeps the others', async () => {
  const shop = await openResellerShop({ prices: { hot: { retail: '79', vip: '70' }, iced: { retail: '80' } } });
  await load(shop, 'shelf', { ...PULLED, prices: { hot: { retail: '75' } } });
  await load(shop, 'shelf', PULLED);
  await load(shop, 'shelf', { key: 'resold', name: PULLED.name });
  assert.deepEqual(
    (await detail(shop)).variants.map(({ prices }: Json) => prices.map(({ price }: Json) => price)),
    [['75'], ['80']],
  );
  assert.deepEqual(shop.outbox(), []);
});

test('loading a deleted source restores it for the resellers that pulled from it', async () => {
  const shop = await openResellerShop();
  await runStep(shop, (tx, now) => deleteProduct(tx, idOf(shop.ids.products.latte), now));
  await load(shop, 'shelf', PULLED);
  const before = shop.outbox();
  await load(shop, 'cafe', { key: 'latte', name: 'ลาเต้', variants: [{ key: 'iced', stock: { bkk: 9 } }] });
  const told = changeTuples(shop.outboxSince(before), shop);
  const isResold = ([variant]: readonly unknown[]) => String(variant).startsWith('resold/');
  assert.deepEqual(told.filter(isResold), [
    ['resold/hot', 'bkk', 0, 10, 'unknown'],
    ['resold/hot', 'cnx', 0, 5, 'unknown'],
    ['resold/iced', 'bkk', 0, 4, 'unknown'],
    ['resold/iced', 'bkk', 4, 9, 'command_edited'],
  ]);
  assert.deepEqual(
    told.filter((change) => !isResold(change)),
    [['iced', 'bkk', 4, 9, 'command_edited']],
  );
});
