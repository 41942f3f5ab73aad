import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { allCouriers } from '../src/domain/couriers/couriers.ts';
import { demoStore } from '../src/domain/storefile/demo.ts';
import { dumpStores } from '../src/domain/storefile/dump.ts';
import { listStores } from '../src/domain/stores.ts';
import { listApps } from '../src/domain/webhooks/apps.ts';
import { OperatorError } from '../src/lib/errors.ts';
import type { Message } from '../src/lib/messages/catalogue.ts';
import { below, message } from '../src/lib/messages/message.ts';
import { withPathText } from './errors.ts';
import { stoppedClock } from './raw-http.ts';
import { sql } from './sql.ts';
import { cafe, idOf, type Json, openShop, type Shop } from './support.ts';

const dump = (shop: Shop): Json => JSON.parse(JSON.stringify(dumpStores(shop.ctx.db, listStores(shop.ctx.db))));

const dumped = (shop: Shop): Json => dump(shop).stores[0];

/** Loads a change of the café, with only its key and name besides. */
const change = (shop: Shop, parts: object) => shop.load({ stores: [{ key: 'cafe', name: 'บ้านกาแฟ', ...parts }] });

/** The problems of a refused load. */
async function problemsOf(shop: Shop, file: object): Promise<readonly Message[]> {
  try {
    await shop.load(file);
  } catch (error) {
    assert.ok(error instanceof OperatorError, String(error));
    return error.problems.map(withPathText);
  }
  return assert.fail('the load was not refused');
}

const detail = async (shop: Shop): Promise<Json> =>
  (await shop.call('/v1/product/detail', { product_id: shop.ids.products.latte })).body.product;

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
  await detail(shop);
  const hot = { key: 'hot', name: 'ร้อนมาก', sku: 'NEW', prices: { retail: '66' }, stock: { bkk: 3 } };
  await change(shop, { products: [{ key: 'latte', name: 'Latte', description: 'New', variants: [hot] }] });
  const product = await detail(shop);
  assert.deepEqual([product.name, product.description, product.min, product.max], ['Latte', 'New', '66', '70']);
  const [variant, other] = product.variants;
  assert.deepEqual([variant.name, variant.sku, variant.available_qty], ['ร้อนมาก', 'NEW', 8]);
  assert.deepEqual(
    variant.prices.map(({ price }: Json) => price),
    ['66'],
    'prices are all there are',
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
  for (const one of [shop, copy]) {
    await change(one, { addresses: primary });
    const listed = (await one.call('/v1/store/address/list', {})).body.addresses;
    assert.deepEqual(
      listed.map(({ name }: Json) => name),
      ['Old', 'New'],
    );
  }
});

// Channels and apps

test('a channel loaded again keeps its secret, its tokens, and the fields that the load leaves out', async () => {
  const channels = [{ key: 'page', name: 'Sale page', price_tier: 'vip', app: 'bot', permissions: ['orders.create'] }];
  const shop = await openShop({ stores: [cafe({ channels })] });
  const [before] = dumped(shop).channels;
  const token = await shop.bearer();
  const ids = await change(shop, { channels: [{ key: 'page', name: 'Page' }] });
  assert.deepEqual(ids.cafe?.channels.page, {
    id: shop.ids.channels.page?.id,
    client_id: shop.ids.channels.page?.client_id,
  });
  assert.deepEqual(dumped(shop).channels, [{ ...before, name: 'Page' }]);
  assert.equal((await shop.order({}, { token })).status, 200);
});

test('a channel disabled by a load gets 401 at once', async () => {
  const shop = await openShop();
  assert.equal((await shop.call('/v1/product/list', {})).status, 200);
  await change(shop, { channels: [{ key: 'page', name: 'Sale page', enabled: false }] });
  assert.equal((await shop.call('/v1/product/list', {})).status, 401);
});

test('an app loaded again keeps its secret and the fields that the load leaves out', async () => {
  const apps = [
    {
      key: 'bot',
      name: 'Bot',
      url: 'https://bot.example',
      events: { stock_available_updated: false, order_updated: false, product_updated: false },
    },
  ];
  const shop = await openShop({ stores: [cafe({ apps })] });
  const secret = () => listApps(shop.ctx.db, idOf(shop.ids.id))[0]?.webhookSecret;
  assert.equal(secret(), shop.ids.apps.bot?.webhook_secret);
  const ids = await change(shop, { apps: [{ key: 'bot', name: 'Robot' }] });
  assert.deepEqual(ids.cafe?.apps.bot, { id: shop.ids.apps.bot?.id });
  assert.equal(secret(), shop.ids.apps.bot?.webhook_secret);
  assert.deepEqual(dumped(shop).apps, [{ ...apps[0], name: 'Robot' }]);
});

test('a channel may refer to an existing app and price tier of the store', async () => {
  const shop = await openShop();
  await change(shop, { channels: [{ key: 'erp', name: 'ERP', price_tier: 'vip', app: 'bot' }] });
  assert.deepEqual(
    dumped(shop).channels.map((channel: Json) => [channel.key, channel.price_tier, channel.app]),
    [
      ['page', undefined, undefined],
      ['erp', 'vip', 'bot'],
    ],
  );
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

// Errors

test('a refused load undoes everything, including the stores before the error', async () => {
  const shop = await openShop();
  const before = dump(shop);
  const [problem] = await problemsOf(shop, {
    stores: [cafe({ name: 'Other' }), cafe({ key: 'tea', addresses: [{ key: 'a' }] })],
  });
  assert.deepEqual(problem, message('required', { path: 'stores[1].addresses[0].name' }));
  assert.deepEqual(dump(shop), before);
});

const INVALID: [string, object, Message][] = [
  [
    'a variant of another product',
    { products: [{ key: 'tea', name: 'Tea', variants: [{ key: 'hot' }] }] },
    message('variant_of_another_product', { path: 'products[0].variants[0].key', name: 'hot', product: 'latte' }),
  ],
  [
    'a duplicate key',
    {
      warehouses: [
        { key: 'w', name: 'W' },
        { key: 'w', name: 'W' },
      ],
    },
    message('key_repeated', { path: 'warehouses[1].key', name: 'w' }),
  ],
  [
    'two default tiers',
    { price_tiers: ['a', 'b'].map((key) => ({ key, name: key, default: true })) },
    message('several_default_tiers', { path: 'price_tiers' }),
  ],
  [
    'an empty key',
    { apps: [{ key: '', name: 'App' }] },
    message('wrong_text_length', { path: 'apps[0].key', least: 1, most: 100 }),
  ],
  [
    'a fractional quantity',
    { products: [{ key: 'p', name: 'P', variants: [{ key: 'v', stock: { bkk: 0.5 } }] }] },
    message('not_a_whole_number_between', {
      path: 'products[0].variants[0].stock.bkk',
      least: -1_000_000_000_000,
      most: 1_000_000_000_000,
    }),
  ],
  [
    'an invalid amount',
    { products: [{ key: 'p', name: 'P', min: '1.23456' }] },
    message('not_an_amount', { path: 'products[0].min' }),
  ],
  [
    'a relative picture URL',
    { products: [{ key: 'p', name: 'P', images: [{ url: '/a.jpg' }] }] },
    message('not_an_absolute_url', { path: 'products[0].images[0].url' }),
  ],
  ['an invalid list', { channels: {} }, message('not_a_list', { path: 'channels' })],
  ['an element that is not an object', { apps: [7] }, message('not_an_object', { path: 'apps[0]' })],
  [
    'a field named __proto__',
    { products: [{ key: 'p', name: 'P', constructor: 1 }] },
    message('unknown_field', { path: 'products[0].constructor' }),
  ],
];

suite('invalid fields', { concurrency: true }, () => {
  for (const [what, parts, problem] of INVALID)
    test(`${what} is refused with the path`, async () => {
      const shop = await openShop();
      assert.deepEqual(await problemsOf(shop, { stores: [{ key: 'cafe', name: 'Café', ...parts }] }), [
        withPathText(below('stores[0]', problem)),
      ]);
    });
});

test('keys are unique per kind and store: one key may name a product, a variant and another store’s product', async () => {
  const same = { key: 'x', name: 'X' };
  const products = [{ ...same, variants: [{ key: 'x' }] }];
  const parts = {
    price_tiers: [same],
    warehouses: [same],
    products,
    channels: [same],
    apps: [same],
    addresses: [same],
  };
  const shop = await openShop({ stores: [cafe({ ...parts, key: 'x' }), cafe({ ...parts, key: 'y' })] });
  const { x, y } = shop.stores;
  assert.deepEqual([Object.keys(x?.products ?? {}), Object.keys(y?.variants ?? {})], [['x'], ['x']]);
  assert.notEqual(x?.products.x, y?.products.x);
});

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
  const written = demoStore() as Json;
  const store = dumped(shop);
  assert.equal(store.name, written.name);
  assert.deepEqual(
    store.products.map(({ key }: Json) => key),
    written.products.map(({ key }: Json) => key),
  );
  const plain = JSON.parse(JSON.stringify(written.products[0].variants[0]));
  assert.deepEqual(store.products[0].variants[0], plain);
});

test('update_time changes only for products and variants that a load changes', async () => {
  const clock = stoppedClock();
  const tea = { key: 'tea', name: 'ชา', variants: [{ key: 'leaf', prices: { retail: '90' } }] };
  const latte = cafe().products[0] as Json;
  const shop = await openShop({ stores: [cafe({ products: [latte, tea] })], now: clock.now });
  const times = async (product: string) => {
    const { body } = await shop.call('/v1/product/detail', { product_id: shop.ids.products[product] });
    return [body.product.update_time, ...body.product.variants.map((variant: Json) => variant.update_time)];
  };
  const first = clock.now();
  clock.forward(1_000);
  const dearer = { ...latte.variants[1], prices: { retail: '75' } };
  await shop.load({ stores: [cafe({ products: [{ ...latte, variants: [latte.variants[0], dearer] }, tea] })] });
  assert.deepEqual(await times('latte'), [first + 1_000, first, first + 1_000]);
  assert.deepEqual(await times('tea'), [first, first]);
});

test('the id of a deleted price is not used again', async () => {
  const shop = await openShop();
  const priceIds = async (product: string): Promise<string[]> => {
    const { body } = await shop.call('/v1/product/detail', { product_id: shop.ids.products[product] });
    return body.product.variants.flatMap(({ prices }: Json) => prices.map(({ id }: Json) => id));
  };
  const before = await priceIds('latte');
  await change(shop, { products: [{ key: 'latte', name: 'ลาเต้', variants: [{ key: 'iced', prices: {} }] }] });
  await change(shop, { products: [{ key: 'latte', name: 'ลาเต้', variants: [{ key: 'new', prices: { vip: '1' } }] }] });
  const newest = (await priceIds('latte')).at(-1);
  assert.equal(before.includes(newest ?? ''), false);
});
