import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allCouriers } from '../src/domain/couriers/couriers.ts';
import { demoStore } from '../src/domain/storefile/demo.ts';
import { message } from '../src/lib/messages/message.ts';
import { productDetail } from './product-steps.ts';
import { sql } from './sql.ts';
import { stoppedClock } from './stopped-clock.ts';
import { change, dump, dumped, problemsOf } from './storefile-steps.ts';
import { cafe, type Json, openShop } from './support.ts';

// Updates

test('a load with only the key and name of a store changes nothing in it', async () => {
  const shop = await openShop();
  const before = dump(shop);
  await change(shop, {});
  assert.deepEqual(dump(shop), before);
});

test('fields that a load leaves out of a product or variant stay unchanged', async () => {
  const images = [{ url: 'https://img.example/l.jpg' }];
  const shipping_rates = [{ shipping_type: 'ems', first: '40', each_more: '10' }];
  const hot = {
    key: 'hot',
    name: 'ร้อน',
    sku: 'LAT-H',
    image_url: 'https://img.example/h.jpg',
    cost: '20',
    weight: 250,
  };
  const latte = { key: 'latte', name: 'ลาเต้', description: 'นุ่ม', images, shipping_rates, min: '1', max: '2' };
  const variants = [{ ...hot, prices: { retail: '65', vip: '60' }, stock: { bkk: 10, cnx: 5 } }];
  const shop = await openShop({ stores: [cafe({ products: [{ ...latte, variants }] })] });
  const [before] = dumped(shop).products;
  await change(shop, { products: [{ key: 'latte', name: 'Latte', variants: [{ key: 'hot' }] }] });
  assert.deepEqual(dumped(shop).products, [{ ...before, name: 'Latte' }]);
});

test('fields that a load gives for a product or variant change, and partners see them at once', async () => {
  const shop = await openShop();
  await productDetail(shop, 'latte');
  const hot = { key: 'hot', name: 'ร้อนมาก', sku: 'NEW', prices: { retail: '66' }, stock: { bkk: 3 } };
  await change(shop, { products: [{ key: 'latte', name: 'Latte', description: 'New', variants: [hot] }] });
  const product = await productDetail(shop, 'latte');
  assert.deepEqual([product.name, product.description, product.min, product.max], ['Latte', 'New', '66', '70']);
  const [variant, other] = product.variants;
  assert.deepEqual([variant.name, variant.sku, variant.available_qty], ['ร้อนมาก', 'NEW', 8]);
  assert.deepEqual(
    variant.prices.map(({ price }: Json) => price),
    ['66'],
    'the given prices replace the earlier ones',
  );
  assert.equal(other.name, 'เย็น');
});

test('a product with a new key is added to its store', async () => {
  const shop = await openShop();
  const ids = await change(shop, { products: [{ key: 'mocha', name: 'มอคค่า' }] });
  assert.deepEqual(Object.keys(ids.cafe?.products ?? {}), ['mocha']);
  assert.deepEqual(
    dumped(shop).products.map(({ key }: Json) => key),
    ['latte', 'mocha'],
  );
});

test('settings that a load leaves out stay unchanged', async () => {
  const shop = await openShop({ stores: [cafe({ settings: { order_quota: 5, sell_below_zero: true } })] });
  await change(shop, { settings: { cod_counts_as_ready: true } });
  assert.deepEqual(dumped(shop).settings, { sell_below_zero: true, order_quota: 5, cod_counts_as_ready: true });
});

test('a stock quantity in a store file means on hand: reserved stays reserved', async () => {
  const shop = await openShop();
  await shop.order();
  const variants = [{ key: 'hot', stock: { bkk: 4 } }];
  await change(shop, { products: [{ key: 'latte', name: 'ลาเต้', variants }] });
  assert.deepEqual(shop.stock('hot'), { onHand: 4, reserved: 1 });
  assert.deepEqual(shop.stock('hot', 'cnx'), { onHand: 5, reserved: 0 });
});

test('null in a store file equals leaving the field out', async () => {
  const shop = await openShop();
  const before = dump(shop);
  const variants = [{ key: 'hot', name: null, sku: null, prices: null, stock: null, weight: null, cost: null }];
  const products = [{ key: 'latte', name: 'ลาเต้', description: null, images: null, variants }];
  const channels = [{ key: 'page', name: 'Sale page', permissions: null, expire_time: null, enabled: null }];
  await change(shop, { settings: null, addresses: null, products, channels });
  assert.deepEqual(dump(shop), before);
});

// Price tiers

test('without a flag the first price tier is the default', async () => {
  const price_tiers = ['retail', 'vip'].map((key) => ({ key, name: key }));
  const shop = await openShop({ stores: [cafe({ price_tiers })] });
  assert.deepEqual(
    dumped(shop).price_tiers.map((tier: Json) => tier.default),
    [true, false],
  );
});

test('the default price tier stays unless a later load flags another one', async () => {
  const shop = await openShop();
  const defaults = () => dumped(shop).price_tiers.map((tier: Json) => [tier.key, tier.default]);
  await change(shop, {
    price_tiers: [
      { key: 'vip', name: 'VIP' },
      { key: 'new', name: 'New' },
    ],
  });
  assert.deepEqual(defaults(), [
    ['retail', true],
    ['vip', false],
    ['new', false],
  ]);
  await change(shop, { price_tiers: [{ key: 'vip', name: 'VIP', default: true }] });
  assert.deepEqual(defaults(), [
    ['retail', false],
    ['vip', true],
    ['new', false],
  ]);
  assert.equal((await shop.order()).body.order.products[0].price, '60');
});

// Addresses

test('an address loaded again unchanged stays the same version', async () => {
  const shop = await openShop();
  await shop.load({ stores: [cafe()] });
  assert.equal(shop.ctx.db.all(sql('SELECT 1 FROM addresses')).length, 1);
});

test('a changed address keeps its id, and orders keep the address they had', async () => {
  const shop = await openShop();
  const { order } = (await shop.order()).body;
  const moved = { key: 'shop', is_primary: true, name: 'บ้านกาแฟ', telephone: '029999999' };
  const ids = await change(shop, { addresses: [moved] });
  assert.equal(ids.cafe?.addresses.shop, shop.ids.addresses.shop);
  const [listed] = (await shop.call('/v1/store/address/list', {})).body.addresses;
  assert.deepEqual(listed, { id: shop.ids.addresses.shop, is_primary: true, name: 'บ้านกาแฟ', telephone: '029999999' });
  const kept = (await shop.call('/v1/order/detail', { order_id: order.id })).body.order;
  assert.equal(kept.sender_address.telephone, '021234567');
  assert.deepEqual(kept, order);
});

test('a dump keeps the order of addresses, so that the default stays the same', async () => {
  const addresses = [
    { key: 'old', name: 'Old' },
    { key: 'new', is_primary: true, name: 'New' },
  ];
  const shop = await openShop({ stores: [cafe({ addresses })] });
  const copy = await openShop({ stores: dump(shop).stores });
  const primary = [{ key: 'new', is_primary: false, name: 'New' }];
  for (const openedShop of [shop, copy]) {
    await change(openedShop, { addresses: primary });
    const listed = (await openedShop.call('/v1/store/address/list', {})).body.addresses;
    assert.deepEqual(
      listed.map(({ name }: Json) => name),
      ['Old', 'New'],
    );
  }
});

// Couriers

test('a courier loaded again keeps its secret, unless its adapter changes', async () => {
  const http = { adapter: 'http', url: 'https://courier.example/a' };
  const ems = { shipping_type: 'ems', ...http };
  const shop = await openShop({ stores: [cafe({ couriers: [{ ...ems, secret: 'hush' }] })] });
  const settings = () => allCouriers(shop.ctx.db)[0]?.settings;
  await change(shop, { couriers: [{ ...ems, url: 'https://courier.example/b' }] });
  assert.deepEqual(settings(), { ...http, url: 'https://courier.example/b', secret: 'hush' });
  await change(shop, { couriers: [{ shipping_type: 'ems', adapter: 'manual' }] });
  assert.deepEqual(settings(), { adapter: 'manual' });
  assert.deepEqual(dumped(shop).couriers, [{ shipping_type: 'ems', adapter: 'manual' }]);
});

test('courier codes added by the config are accepted', async () => {
  const couriers = [{ shipping_type: 'bicycle', adapter: 'manual' }];
  const shop = await openShop({ config: { values: { shipping_types: ['bicycle'] } } });
  await change(shop, { couriers });
  assert.deepEqual(dumped(shop).couriers, couriers);
  const other = await openShop();
  assert.deepEqual(await problemsOf(other, { stores: [cafe({ couriers })] }), [
    message('no_such_courier', { path: 'stores[0].couriers[0].shipping_type', name: 'bicycle' }),
  ]);
});

// Whole files

test('a load accepts a thousand variants', async () => {
  const variants = Array.from({ length: 1_000 }, (_, i) => ({
    key: `v${i}`,
    prices: { retail: i },
    stock: { bkk: i },
  }));
  const shop = await openShop();
  const ids = await change(shop, { products: [{ key: 'many', name: 'Many', variants }] });
  assert.equal(Object.keys(ids.cafe?.variants ?? {}).length, 1_000);
});

test('the demo store file loads, and its dump equals the file', async () => {
  const shop = await openShop({ stores: [demoStore()] });
  const expected = demoStore() as Json;
  const store = dumped(shop);
  assert.equal(store.name, expected.name);
  assert.deepEqual(
    store.products.map(({ key }: Json) => key),
    expected.products.map(({ key }: Json) => key),
  );
  const plain = JSON.parse(JSON.stringify(expected.products[0].variants[0]));
  assert.deepEqual(store.products[0].variants[0], plain);
});

test('update_time changes only for products and variants that a load changes', async () => {
  const clock = stoppedClock();
  const tea = { key: 'tea', name: 'ชา', variants: [{ key: 'leaf', prices: { retail: '90' } }] };
  const latte = cafe().products[0] as Json;
  const shop = await openShop({ stores: [cafe({ products: [latte, tea] })], now: clock.now });
  const times = async (product: string) => {
    const { update_time, variants } = await productDetail(shop, product);
    return [update_time, ...variants.map((variant: Json) => variant.update_time)];
  };
  const first = clock.now();
  clock.forward(1_000);
  const pricier = { ...latte.variants[1], prices: { retail: '75' } };
  await shop.load({ stores: [cafe({ products: [{ ...latte, variants: [latte.variants[0], pricier] }, tea] })] });
  assert.deepEqual(await times('latte'), [first + 1_000, first, first + 1_000]);
  assert.deepEqual(await times('tea'), [first, first]);
});

test('the id of a deleted price is not used again', async () => {
  const shop = await openShop();
  const priceIds = async (product: string): Promise<string[]> => {
    const { variants } = await productDetail(shop, product);
    return variants.flatMap(({ prices }: Json) => prices.map(({ id }: Json) => id));
  };
  const before = await priceIds('latte');
  await change(shop, { products: [{ key: 'latte', name: 'ลาเต้', variants: [{ key: 'iced', prices: {} }] }] });
  await change(shop, { products: [{ key: 'latte', name: 'ลาเต้', variants: [{ key: 'new', prices: { vip: '1' } }] }] });
  const newest = (await priceIds('latte')).at(-1);
  assert.equal(before.includes(newest ?? ''), false);
});
