import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { WriteTx } from '../src/db/write-tx.ts';
import { addVariant } from '../src/domain/catalogue/add-product.ts';
import { deleteProduct, deleteVariant } from '../src/domain/catalogue/delete-product.ts';
import { changeVariant } from '../src/domain/catalogue/edit-variant.ts';
import { type PulledProduct, pullProduct } from '../src/domain/catalogue/pull-product.ts';
import { addOnHand } from '../src/domain/stock/adjust-on-hand.ts';
import type { MessageKey } from '../src/lib/messages/messages.ts';
import { appError, type ExpectedError } from './errors.ts';
import {
  call,
  detail,
  load,
  openResellerShop,
  PULLED,
  picture,
  pulling,
  SOURCE,
  shelf,
  source,
} from './pulled-steps.ts';
import { announcedBy, runStep, variantId, warehouseId } from './stock-steps.ts';
import { stoppedClock } from './stopped-clock.ts';
import { idOf, type Json, openShop, type Shop } from './support.ts';

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
