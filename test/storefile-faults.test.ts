import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { deleteVariant } from '../src/domain/catalogue/delete.ts';
import { partsOf } from '../src/domain/variants.ts';
import { Fault } from '../src/lib/errors.ts';
import { done, reseller, roastery, variantId } from './stocked.ts';
import { cafe, openShop, type Shop } from './support.ts';
import { everyRow } from './wire.ts';

// What a store file may not say of bundles, of what is assembled and of what is pulled.

const openStores = () => openShop({ stores: [roastery(), reseller(), cafe({ key: 'other' })] });

/** The faults that a load is refused with; nothing is written. */
async function faultsOf(shop: Shop, ...stores: object[]): Promise<readonly string[]> {
  const before = everyRow(shop);
  try {
    await shop.load({ stores });
  } catch (error) {
    assert.ok(error instanceof Fault, String(error));
    assert.deepEqual(everyRow(shop), before);
    return error.lines;
  }
  return assert.fail('the load was not refused');
}

const store = (key: string, ...products: object[]) => ({ key, name: key, products });

/** The roastery's product, with these variants in it. */
const coffee = (...variants: object[]) => store('cafe', { key: 'coffee', name: 'กาแฟ', variants });

const pulled = (change: object = {}) =>
  store('shelf', { key: 'resold', name: 'กาแฟ', pulled_from: { store: 'cafe', product: 'coffee' }, ...change });

const VARIANT = 'stores[0].products[0].variants[0]';

const FAULTS: [string, object, ...string[]][] = [
  ['a bundle of nothing', coffee({ key: 'kit', bundle: [] }), `${VARIANT}.bundle must name at least one part`],
  [
    'a bundle with stock and with a recipe',
    coffee({ key: 'kit', bundle: [{ variant: 'cup', qty: 1 }], stock: { bkk: 1 }, parts: [] }),
    `${VARIANT}.bundle cannot be with stock: what a bundle is sold as is all it has`,
    `${VARIANT}.bundle cannot be with parts: what a bundle is sold as is all it has`,
  ],
  [
    'parts that are none, each',
    coffee({
      key: 'kit',
      parts: [
        { variant: 'absent', qty: 1 },
        { variant: 'duo', qty: 1 },
        { variant: 'kit', qty: 1 },
        { variant: 'cup', qty: 1 },
        { variant: 'cup', qty: 2 },
      ],
    }),
    `${VARIANT}.parts[0].variant names no variant: absent`,
    `${VARIANT}.parts[1].variant duo is a bundle`,
    `${VARIANT}.parts[2].variant kit is the variant itself`,
    `${VARIANT}.parts[4].variant cup is used twice`,
  ],
  [
    'recipes in a circle, each',
    coffee(
      { key: 'beans', parts: [{ variant: 'kit', qty: 1 }] },
      { key: 'new', parts: [{ variant: 'old', qty: 1 }] },
      { key: 'old', parts: [{ variant: 'new', qty: 1 }] },
    ),
    `${VARIANT}.parts[0].variant kit is assembled from beans itself`,
    'stores[0].products[0].variants[1].parts[0].variant old is assembled from new itself',
    'stores[0].products[0].variants[2].parts[0].variant new is assembled from old itself',
  ],
  [
    'no quantity, none and too many of a part',
    coffee({ key: 'kit', parts: [{ variant: 'cup' }, { variant: 'beans', qty: 0 }] }),
    `${VARIANT}.parts[0].qty is required`,
    `${VARIANT}.parts[1].qty must be a whole number from 1 to 1000000`,
  ],
  [
    'a part that the file makes a bundle',
    coffee({ key: 'beans', bundle: [{ variant: 'new', qty: 1 }] }, { key: 'new' }),
    `${VARIANT}.bundle cannot be: beans is a part of kit`,
    `${VARIANT}.bundle cannot be: beans is a part of duo`,
  ],
  [
    'a bundle of a bundle of the same file',
    coffee({ key: 'one', bundle: [{ variant: 'two', qty: 1 }] }, { key: 'two', bundle: [{ variant: 'cup', qty: 1 }] }),
    `${VARIANT}.bundle[0].variant two is a bundle`,
  ],
  [
    'a part of another store',
    store('shelf', { key: 'p', name: 'P', variants: [{ key: 'v', parts: [{ variant: 'cup', qty: 1 }] }] }),
    `${VARIANT}.parts[0].variant names no variant: cup`,
  ],
  [
    'a pulled variant as a part',
    store('shelf', { key: 'p', name: 'P', variants: [{ key: 'v', bundle: [{ variant: 'resold/cup', qty: 1 }] }] }),
    `${VARIANT}.bundle[0].variant resold/cup is pulled from another store`,
  ],
  [
    'variants of a pulled product',
    pulled({ variants: [{ key: 'own' }] }),
    'stores[0].products[0].variants cannot be: resold is pulled, and has the variants of its source',
  ],
  [
    'variants of what was pulled before',
    pulled({ pulled_from: null, variants: [{ key: 'own' }] }),
    'stores[0].products[0].variants cannot be: resold is pulled, and has the variants of its source',
  ],
  [
    'prices of a product that is not pulled',
    store('cafe', { key: 'coffee', name: 'กาแฟ', prices: { cup: { retail: '1' } } }),
    'stores[0].products[0].prices belongs to a pulled product: give each variant its own',
  ],
  [
    'a source without its names',
    pulled({ key: 'new', pulled_from: {} }),
    'stores[0].products[0].pulled_from.store is required',
    'stores[0].products[0].pulled_from.product is required',
  ],
  [
    'a source in no store',
    pulled({
      key: 'new',
      pulled_from: { store: 'absent', product: 'coffee' },
      prices: { cup: { retail: '1', gold: '1' } },
    }),
    'stores[0].products[0].pulled_from.store names no store: absent',
    'stores[0].products[0].prices.cup names no price tier: gold',
  ],
  [
    'a source that is no product',
    pulled({ key: 'new', pulled_from: { store: 'cafe', product: 'absent' }, prices: { cup: { retail: '1' } } }),
    'stores[0].products[0].pulled_from.product names no product of that store: absent',
  ],
  [
    'a source of the same store',
    pulled({ key: 'new', pulled_from: { store: 'shelf', product: 'resold' } }),
    'stores[0].products[0].pulled_from.store shelf is the same store',
  ],
  [
    'a source that is pulled itself',
    store('cafe', { key: 'back', name: 'กาแฟ', pulled_from: { store: 'shelf', product: 'resold' } }),
    'stores[0].products[0].pulled_from.product resold is pulled itself',
  ],
  [
    'another source than before',
    pulled({ pulled_from: { store: 'other', product: 'latte' } }),
    'stores[0].products[0].pulled_from cannot be: resold is pulled from another product',
  ],
  [
    'a source for a product of the store’s own',
    store('other', { key: 'latte', name: 'ลาเต้', pulled_from: { store: 'cafe', product: 'coffee' } }),
    'stores[0].products[0].pulled_from cannot be: latte is a product of the store’s own',
  ],
  [
    'prices for what the source does not have, and in tiers that the reseller does not have',
    pulled({ prices: { absent: { retail: '1' }, cup: { gold: '1', retail: '-1' } } }),
    'stores[0].products[0].prices.cup.retail must be an amount in baht, not below zero, of at most 11 digits and 4 decimals, as a number or a string',
    'stores[0].products[0].prices names no variant of the source: absent',
    'stores[0].products[0].prices.cup names no price tier: gold',
  ],
  [
    'a variant with a key like a pulled one’s',
    store('shelf', { key: 'p', name: 'P', variants: [{ key: 'resold/cup' }, { key: 'resold/new' }] }),
    `${VARIANT}.key resold/cup is a variant of product resold`,
    'stores[0].products[0].variants[1].key resold/new is like those of the variants of resold, which is pulled',
  ],
  [
    'a pulled product with a key like a pulled variant’s',
    pulled({ key: 'resold/more' }),
    'stores[0].products[0].key resold/more is like those of the variants of resold, which is pulled',
  ],
];

suite('faults', { concurrency: true }, () => {
  for (const [what, entry, ...lines] of FAULTS)
    test(`${what}: refused with the place`, async () => {
      assert.deepEqual(await faultsOf(await openStores(), entry), lines);
    });
});

test('a pulled product whose variants would get the key of an ordinary one is refused', async () => {
  const shop = await openStores();
  await shop.load({ stores: [store('shelf', { key: 'p', name: 'P', variants: [{ key: 'tea/leaf' }] })] });
  assert.deepEqual(await faultsOf(shop, pulled({ key: 'tea' })), [
    'stores[0].products[0].key tea cannot be: the key tea/leaf is like those that its variants would get',
  ]);
});

test('what is reserved cannot become a bundle by a load', async () => {
  const shop = await openStores();
  await shop.order({ products: [{ sku: 'KIT', qty: 1, price: 1 }] });
  assert.deepEqual(await faultsOf(shop, coffee({ key: 'kit', bundle: [{ variant: 'cup', qty: 1 }] })), [
    `${VARIANT}.bundle cannot be while 1 of kit are reserved`,
  ]);
});

test('a deleted variant is no part, unless the same file brings it back', async () => {
  const shop = await openStores();
  await done(shop, (tx, now) => {
    for (const key of ['kit', 'duo', 'cup']) deleteVariant(tx, variantId(shop, key), now);
  });
  const single = { key: 'single', bundle: [{ variant: 'cup', qty: 1 }] };
  assert.deepEqual(await faultsOf(shop, coffee(single)), [`${VARIANT}.bundle[0].variant names no variant: cup`]);
  await shop.load({ stores: [coffee(single, { key: 'cup' })] });
});

test('what is assembled and what it is assembled from may change places', async () => {
  const shop = await openStores();
  const cup = { key: 'cup', parts: [{ variant: 'kit', qty: 1 }] };
  await shop.load({ stores: [coffee(cup, { key: 'kit', parts: [] })] });
  const ids = (key: string) => partsOf(shop.ctx.db, variantId(shop, key)).map((part) => part.variantId);
  assert.deepEqual([ids('cup'), ids('kit')], [[variantId(shop, 'kit')], []]);
});

test('faults of all stores and kinds are told at once', async () => {
  const shop = await openStores();
  const lines = await faultsOf(
    shop,
    pulled({ key: 'new', name: 1, pulled_from: { store: 'absent', product: 'x' } }),
    store('cafe', {
      key: 'p',
      name: 'P',
      variants: [{ key: 'kit' }, { key: 'v', bundle: [{ variant: 'duo', qty: 0 }] }],
    }),
  );
  assert.deepEqual(lines, [
    'stores[0].products[0].name must be a string of well-formed Unicode without U+0000',
    'stores[1].products[0].variants[1].bundle[0].qty must be a whole number from 1 to 1000000',
    'stores[0].products[0].pulled_from.store names no store: absent',
    'stores[1].products[0].variants[0].key kit is a variant of product coffee',
    'stores[1].products[0].variants[1].bundle[0].variant duo is a bundle',
  ]);
});
