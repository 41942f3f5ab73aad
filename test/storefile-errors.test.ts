import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Message } from '../src/lib/messages/catalogue.ts';
import { below, message } from '../src/lib/messages/message.ts';
import { withPathText } from './errors.ts';
import { dump, problemsOf } from './storefile-steps.ts';
import { cafe, openShop } from './support.ts';

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
    'a field named constructor',
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
