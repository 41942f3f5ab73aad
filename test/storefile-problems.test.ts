import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { deleteVariant } from '../src/domain/catalogue/delete-product.ts';
import { partsOf } from '../src/domain/variants.ts';
import { OperatorError } from '../src/lib/errors.ts';
import type { Message } from '../src/lib/messages/catalogue.ts';
import { message } from '../src/lib/messages/message.ts';
import { withPathText } from './errors.ts';
import { ownRows } from './raw-http.ts';
import { reseller, roastery, runStep, variantId } from './stock-steps.ts';
import { cafe, openShop, type Shop } from './support.ts';

// Invalid bundles, assemblies and pulled products in a store file.

const openStores = () => openShop({ stores: [roastery(), reseller(), cafe({ key: 'other' })] });

/** The problems of a load, which writes nothing. */
async function problemsOf(shop: Shop, ...stores: object[]): Promise<readonly Message[]> {
  const before = ownRows(shop);
  try {
    await shop.load({ stores });
  } catch (error) {
    assert.ok(error instanceof OperatorError, String(error));
    assert.deepEqual(ownRows(shop), before);
    return error.problems.map(withPathText);
  }
  return assert.fail('the load was not refused');
}

const store = (key: string, ...products: object[]) => ({ key, name: key, products });

/** The roastery's product with these variants. */
const coffee = (...variants: object[]) => store('cafe', { key: 'coffee', name: 'กาแฟ', variants });

const pulled = (change: object = {}) =>
  store('shelf', { key: 'resold', name: 'กาแฟ', pulled_from: { store: 'cafe', product: 'coffee' }, ...change });

const VARIANT = 'stores[0].products[0].variants[0]';

const INVALID: [string, object, ...Message[]][] = [
  ['a bundle without parts', coffee({ key: 'kit', bundle: [] }), message('no_parts', { path: `${VARIANT}.bundle` })],
  [
    'a bundle with stock and assembly parts',
    coffee({ key: 'kit', bundle: [{ variant: 'cup', qty: 1 }], stock: { bkk: 1 }, parts: [] }),
    message('not_with_bundle', { path: `${VARIANT}.bundle`, field: 'stock' }),
    message('not_with_bundle', { path: `${VARIANT}.bundle`, field: 'parts' }),
  ],
  [
    'invalid parts, each',
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
    message('part_unknown', { path: `${VARIANT}.parts[0].variant`, part: 'absent' }),
    message('part_is_a_bundle', { path: `${VARIANT}.parts[1].variant`, part: 'duo' }),
    message('part_is_itself', { path: `${VARIANT}.parts[2].variant`, part: 'kit' }),
    message('part_repeated', { path: `${VARIANT}.parts[4].variant`, part: 'cup' }),
  ],
  [
    'circular parts, each',
    coffee(
      { key: 'beans', parts: [{ variant: 'kit', qty: 1 }] },
      { key: 'new', parts: [{ variant: 'old', qty: 1 }] },
      { key: 'old', parts: [{ variant: 'new', qty: 1 }] },
    ),
    message('part_is_assembled_from_whole', { path: `${VARIANT}.parts[0].variant`, part: 'kit', whole: 'beans' }),
    message('part_is_assembled_from_whole', {
      path: 'stores[0].products[0].variants[1].parts[0].variant',
      part: 'old',
      whole: 'new',
    }),
    message('part_is_assembled_from_whole', {
      path: 'stores[0].products[0].variants[2].parts[0].variant',
      part: 'new',
      whole: 'old',
    }),
  ],
  [
    'missing, zero and excessive quantities of parts',
    coffee({ key: 'kit', parts: [{ variant: 'cup' }, { variant: 'beans', qty: 0 }] }),
    message('required', { path: `${VARIANT}.parts[0].qty` }),
    message('not_a_whole_number_between', { path: `${VARIANT}.parts[1].qty`, least: 1, most: 1000000 }),
  ],
  [
    'a part that the file turns into a bundle',
    coffee({ key: 'beans', bundle: [{ variant: 'new', qty: 1 }] }, { key: 'new' }),
    message('bundle_is_a_part_of', { path: `${VARIANT}.bundle`, part: 'beans', whole: 'kit' }),
    message('bundle_is_a_part_of', { path: `${VARIANT}.bundle`, part: 'beans', whole: 'duo' }),
  ],
  [
    'a bundle of a bundle in the same file',
    coffee({ key: 'one', bundle: [{ variant: 'two', qty: 1 }] }, { key: 'two', bundle: [{ variant: 'cup', qty: 1 }] }),
    message('part_is_a_bundle', { path: `${VARIANT}.bundle[0].variant`, part: 'two' }),
  ],
  [
    'a part of another store',
    store('shelf', { key: 'p', name: 'P', variants: [{ key: 'v', parts: [{ variant: 'cup', qty: 1 }] }] }),
    message('part_unknown', { path: `${VARIANT}.parts[0].variant`, part: 'cup' }),
  ],
  [
    'a pulled variant as a part',
    store('shelf', { key: 'p', name: 'P', variants: [{ key: 'v', bundle: [{ variant: 'resold/cup', qty: 1 }] }] }),
    message('part_is_pulled', { path: `${VARIANT}.bundle[0].variant`, part: 'resold/cup' }),
  ],
  [
    'variants of a pulled product',
    pulled({ variants: [{ key: 'own' }] }),
    message('pulled_product_variants_fixed', { path: 'stores[0].products[0].variants' }),
  ],
  [
    'variants of an already pulled product',
    pulled({ pulled_from: null, variants: [{ key: 'own' }] }),
    message('pulled_product_variants_fixed', { path: 'stores[0].products[0].variants' }),
  ],
  [
    'prices of a product that is not pulled',
    store('cafe', { key: 'coffee', name: 'กาแฟ', prices: { cup: { retail: '1' } } }),
    message('prices_of_pulled_product_only', { path: 'stores[0].products[0].prices' }),
  ],
  [
    'a source without its keys',
    pulled({ key: 'new', pulled_from: {} }),
    message('required', { path: 'stores[0].products[0].pulled_from.store' }),
    message('required', { path: 'stores[0].products[0].pulled_from.product' }),
  ],
  [
    'a source in an unknown store',
    pulled({
      key: 'new',
      pulled_from: { store: 'absent', product: 'coffee' },
      prices: { cup: { retail: '1', gold: '1' } },
    }),
    message('store_not_found', { path: 'stores[0].products[0].pulled_from.store', store: 'absent' }),
    message('no_such_price_tier', { path: 'stores[0].products[0].prices.cup', name: 'gold' }),
  ],
  [
    'an unknown source product',
    pulled({ key: 'new', pulled_from: { store: 'cafe', product: 'absent' }, prices: { cup: { retail: '1' } } }),
    message('source_not_in_store', {
      path: 'stores[0].products[0].pulled_from.product',
      name: 'absent',
      store: 'cafe',
    }),
  ],
  [
    'a source of the same store',
    pulled({ key: 'new', pulled_from: { store: 'shelf', product: 'resold' } }),
    message('source_in_same_store', { path: 'stores[0].products[0].pulled_from.store', store: 'shelf' }),
  ],
  [
    'a source that is pulled itself',
    store('cafe', { key: 'back', name: 'กาแฟ', pulled_from: { store: 'shelf', product: 'resold' } }),
    message('source_is_pulled', { path: 'stores[0].products[0].pulled_from.product', name: 'resold' }),
  ],
  [
    'a changed source',
    pulled({ pulled_from: { store: 'other', product: 'latte' } }),
    message('pulled_from_another_product', { path: 'stores[0].products[0].pulled_from', name: 'resold' }),
  ],
  [
    'a source for an ordinary product',
    store('other', { key: 'latte', name: 'ลาเต้', pulled_from: { store: 'cafe', product: 'coffee' } }),
    message('product_is_not_pulled', { path: 'stores[0].products[0].pulled_from', name: 'latte' }),
  ],
  [
    'prices of unknown source variants and in unknown tiers',
    pulled({ prices: { absent: { retail: '1' }, cup: { gold: '1', retail: '-1' } } }),
    message('not_an_amount', { path: 'stores[0].products[0].prices.cup.retail' }),
    message('variant_not_in_source', { path: 'stores[0].products[0].prices', name: 'absent' }),
    message('no_such_price_tier', { path: 'stores[0].products[0].prices.cup', name: 'gold' }),
  ],
  [
    'a variant with a key reserved for a pulled one',
    store('shelf', { key: 'p', name: 'P', variants: [{ key: 'resold/cup' }, { key: 'resold/new' }] }),
    message('variant_of_another_product', { path: `${VARIANT}.key`, name: 'resold/cup', product: 'resold' }),
    message('key_reserved_by_pulled_product', {
      path: 'stores[0].products[0].variants[1].key',
      taken: 'resold/new',
      product: 'resold',
    }),
  ],
  [
    'a pulled product with a key reserved for a pulled variant',
    pulled({ key: 'resold/more' }),
    message('key_reserved_by_pulled_product', {
      path: 'stores[0].products[0].key',
      taken: 'resold/more',
      product: 'resold',
    }),
  ],
];

suite('invalid store files', { concurrency: true }, () => {
  for (const [what, entry, ...problems] of INVALID)
    test(`${what}: refused with the path`, async () => {
      assert.deepEqual(await problemsOf(await openStores(), entry), problems);
    });
});

test('a pulled product whose variants would get the key of an existing one is refused', async () => {
  const shop = await openStores();
  await shop.load({ stores: [store('shelf', { key: 'p', name: 'P', variants: [{ key: 'tea/leaf' }] })] });
  assert.deepEqual(await problemsOf(shop, pulled({ key: 'tea' })), [
    message('key_reserves_taken_key', { path: 'stores[0].products[0].key', product: 'tea', taken: 'tea/leaf' }),
  ]);
});

test('a variant with reserved stock cannot become a bundle by a load', async () => {
  const shop = await openStores();
  await shop.order({ products: [{ sku: 'KIT', qty: 1, price: 1 }] });
  assert.deepEqual(await problemsOf(shop, coffee({ key: 'kit', bundle: [{ variant: 'cup', qty: 1 }] })), [
    message('bundle_is_reserved', { path: `${VARIANT}.bundle`, variant: 'kit', reserved: 1 }),
  ]);
});

test('a deleted variant cannot be a part, unless the same file restores it', async () => {
  const shop = await openStores();
  await runStep(shop, (tx, now) => {
    for (const key of ['kit', 'duo', 'cup']) deleteVariant(tx, variantId(shop, key), now);
  });
  const single = { key: 'single', bundle: [{ variant: 'cup', qty: 1 }] };
  assert.deepEqual(await problemsOf(shop, coffee(single)), [
    message('part_unknown', { path: `${VARIANT}.bundle[0].variant`, part: 'cup' }),
  ]);
  await shop.load({ stores: [coffee(single, { key: 'cup' })] });
});

test('a variant and its assembly part may swap roles', async () => {
  const shop = await openStores();
  const cup = { key: 'cup', parts: [{ variant: 'kit', qty: 1 }] };
  await shop.load({ stores: [coffee(cup, { key: 'kit', parts: [] })] });
  const ids = (key: string) => partsOf(shop.ctx.db, variantId(shop, key)).map((part) => part.variantId);
  assert.deepEqual([ids('cup'), ids('kit')], [[variantId(shop, 'kit')], []]);
});

test('errors of all stores and kinds are reported at once', async () => {
  const shop = await openStores();
  const lines = await problemsOf(
    shop,
    pulled({ key: 'new', name: 1, pulled_from: { store: 'absent', product: 'x' } }),
    store('cafe', {
      key: 'p',
      name: 'P',
      variants: [{ key: 'kit' }, { key: 'v', bundle: [{ variant: 'duo', qty: 0 }] }],
    }),
  );
  assert.deepEqual(lines, [
    message('not_a_string', { path: 'stores[0].products[0].name' }),
    message('not_a_whole_number_between', {
      path: 'stores[1].products[0].variants[1].bundle[0].qty',
      least: 1,
      most: 1000000,
    }),
    message('store_not_found', { path: 'stores[0].products[0].pulled_from.store', store: 'absent' }),
    message('variant_of_another_product', {
      path: 'stores[1].products[0].variants[0].key',
      name: 'kit',
      product: 'coffee',
    }),
    message('part_is_a_bundle', { path: 'stores[1].products[0].variants[1].bundle[0].variant', part: 'duo' }),
  ]);
});
