import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cancelOrder } from '../src/domain/orders/close.ts';
import { byCommand } from '../src/domain/orders/history.ts';
import { assertError } from './endpoints.ts';
import { markDeleted } from './raw-http.ts';
import { stoppedClock } from './stopped-clock.ts';
import { cafe, idOf, type Json, openShop, type Shop } from './support.ts';

const DETAIL = '/v1/product/detail';

async function product(shop: Shop, key = 'latte'): Promise<Json> {
  const { status, body } = await shop.call(DETAIL, { product_id: shop.ids.products[key] });
  assert.equal(status, 200, JSON.stringify(body));
  return body.product;
}

const picture = (name: string) => `https://img.example/${name}.jpg`;

const FULL = {
  key: 'full',
  name: 'ลาเต้ <b>"พิเศษ"</b>',
  description: 'หอม\nกรุ่น',
  images: [
    { url: picture('1'), thumbnail_url: picture('1-thumb'), tiny_url: picture('1-tiny') },
    { url: picture('2') },
  ],
  shipping_rates: [{ shipping_type: 'ems', first: '40', each_more: '10.50' }],
  variants: [
    {
      key: 'hot',
      name: 'ร้อน',
      sku: 'LAT-H',
      image_url: picture('hot'),
      prices: { retail: '65.50', vip: '60' },
      cost: '20.25',
      weight: 0.35,
      stock: { bkk: 10, cnx: 5 },
    },
    { key: 'bare' },
  ],
};

test('a product contains everything the store entered, and its stock', async () => {
  const { now } = stoppedClock();
  const shop = await openShop({ now, stores: [cafe({ products: [FULL] })] });
  const { ids } = shop;
  const { retail, vip } = ids.price_tiers;
  const { bkk, cnx } = ids.warehouses;
  const shown = await product(shop, 'full');
  const [first, second] = shown.variants[0].prices;
  assert.deepEqual(shown, {
    id: ids.products.full,
    name: FULL.name,
    description: FULL.description,
    store_id: ids.id,
    img_uris: [picture('1'), picture('2')],
    thumbnail_uris: [picture('1-thumb'), picture('2')],
    tiny_img_uris: [picture('1-tiny'), picture('2')],
    create_time: now(),
    update_time: now(),
    price_tier_ids: [retail, vip],
    warehouse_ids: [bkk, cnx],
    shipping_rates: [{ shipping_type: 'ems', first: '40', each_more: '10.5' }],
    min: '65.5',
    max: '65.5',
    variants: [
      {
        product_variant_id: ids.variants.hot,
        name: 'ร้อน',
        create_time: now(),
        update_time: now(),
        img_url: picture('hot'),
        sku: 'LAT-H',
        prices: [
          { id: first.id, price_tier_id: retail, price: '65.5' },
          { id: second.id, price_tier_id: vip, price: '60' },
        ],
        cost: '20.25',
        available_qty: 15,
        on_hand: 15,
        reserved_qty: 0,
        warehouses: [
          { wh_id: bkk, on_hand: 10, available_qty: 10, reserved_qty: 0 },
          { wh_id: cnx, on_hand: 5, available_qty: 5, reserved_qty: 0 },
        ],
        weight: 0.35,
      },
      {
        product_variant_id: ids.variants.bare,
        name: '',
        create_time: now(),
        update_time: now(),
        prices: [],
        available_qty: 0,
        on_hand: 0,
        reserved_qty: 0,
        warehouses: [],
      },
    ],
  });
  for (const { id } of [first, second]) assert.match(id, /^[0-9]+$/);
});

test('an empty product has empty lists and no optional fields', async () => {
  const { now } = stoppedClock();
  const shop = await openShop({ now, stores: [cafe({ products: [{ key: 'bare', name: 'ว่าง' }] })] });
  const empty = ['img_uris', 'thumbnail_uris', 'tiny_img_uris', 'price_tier_ids', 'warehouse_ids', 'shipping_rates'];
  assert.deepEqual(await product(shop, 'bare'), {
    id: shop.ids.products.bare,
    name: 'ว่าง',
    description: '',
    store_id: shop.ids.id,
    create_time: now(),
    update_time: now(),
    variants: [],
    ...Object.fromEntries(empty.map((name) => [name, []])),
  });
});

test('min and max are the store’s own, or those of the default tier’s prices', async () => {
  const variants = ['30', '10.5', '20'].map((retail, i) => ({ key: `v${i}`, prices: { retail, vip: '1' } }));
  const both = { key: 'both', name: 'both', min: '5', max: '99', variants: [] };
  const products = [
    { key: 'none', name: 'none', variants },
    both,
    { key: 'vip', name: 'vip', variants: [{ key: 'w', prices: { vip: 3 } }] },
  ];
  const shop = await openShop({ stores: [cafe({ products })] });
  const range = async (key: string) => {
    const { min, max } = await product(shop, key);
    return [min, max];
  };
  assert.deepEqual(await range('none'), ['10.5', '30']);
  assert.deepEqual(await range('both'), ['5', '99']);
  assert.deepEqual(await range('vip'), [undefined, undefined]);
});

test('stock reflects orders and cancellations at once', async () => {
  const shop = await openShop();
  const figures = async () => {
    const { available_qty, on_hand, reserved_qty, warehouses } = (await product(shop)).variants[0];
    return [
      available_qty,
      on_hand,
      reserved_qty,
      ...warehouses.map((at: Json) => [at.available_qty, at.on_hand, at.reserved_qty]),
    ];
  };
  assert.deepEqual(await figures(), [15, 15, 0, [10, 10, 0], [5, 5, 0]]);
  const { id } = (await shop.order({ products: [{ sku: 'LAT-H', qty: 12 }] })).body.order;
  assert.deepEqual(await figures(), [3, 15, 12, [0, 10, 10], [3, 5, 2]]);
  await shop.ctx.write((tx) => cancelOrder(tx, idOf(id), 'store', byCommand(shop.now())));
  assert.deepEqual(await figures(), [15, 15, 0, [10, 10, 0], [5, 5, 0]]);
});

test('a load is visible at once, changes update_time, and keeps create_time and ids', async () => {
  const clock = stoppedClock();
  const shop = await openShop({ now: clock.now });
  const before = await product(shop);
  clock.forward(1_000);
  const variants = [{ key: 'hot', name: 'ร้อนมาก', prices: { retail: '66', vip: '60' }, stock: { bkk: 11 } }];
  const changed = { key: 'latte', name: 'ลาเต้ใหม่', description: 'ใหม่', variants };
  await shop.load({ stores: [{ key: 'cafe', name: 'บ้านกาแฟ', products: [changed] }] });
  const after = await product(shop);
  assert.deepEqual([after.name, after.description, after.max], ['ลาเต้ใหม่', 'ใหม่', '70']);
  assert.deepEqual([after.create_time, after.update_time], [before.create_time, clock.now()]);
  const [hot, iced] = after.variants;
  assert.deepEqual([hot.name, hot.sku, hot.on_hand, hot.update_time], ['ร้อนมาก', 'LAT-H', 16, clock.now()]);
  assert.equal(hot.prices[0].id, before.variants[0].prices[0].id);
  assert.deepEqual(iced, before.variants[1]);
});

test('a deleted variant is not shown', async () => {
  const shop = await openShop();
  await markDeleted(shop, 'variants', shop.ids.variants.hot);
  const { variants, price_tier_ids, min } = await product(shop);
  assert.deepEqual(
    variants.map(({ name }: Json) => name),
    ['เย็น'],
  );
  assert.deepEqual([price_tier_ids, min], [[shop.ids.price_tiers.retail], '70']);
});

test('a product that is deleted or of another store is treated as unknown', async () => {
  const shop = await openShop({ stores: [cafe(), cafe({ key: 'other' })] });
  const answer = async (product_id: string | undefined) => {
    const { status, body } = await shop.call(DETAIL, { product_id });
    return { status, body };
  };
  const { latte } = shop.ids.products;
  assert.equal((await answer(latte)).status, 200);
  const absent = await answer('999999');
  assert.deepEqual([absent.status, absent.body.error], [404, 'not_found']);
  for (const id of [shop.stores.other?.products.latte, '0', `0${latte}`, '9'.repeat(40), '9007199254740993'])
    assert.deepEqual(await answer(id), absent, id);
  await markDeleted(shop, 'products', latte);
  assert.deepEqual(await answer(latte), absent);
});

test('product detail needs a product_id', async () => {
  const shop = await openShop();
  for (const body of [{}, { product_id: null }])
    assertError(await shop.call(DETAIL, body), 400, 'invalid_request', 'product_id');
});

test('the price tier of a channel does not affect the catalogue', async () => {
  const channels = [
    { key: 'page', name: 'page' },
    { key: 'agent', name: 'agent', price_tier: 'vip' },
  ];
  const shop = await openShop({ stores: [cafe({ channels })] });
  const { body } = await shop.call(
    DETAIL,
    { product_id: shop.ids.products.latte },
    { token: await shop.bearer('agent') },
  );
  assert.deepEqual(body.product, await product(shop));
});
