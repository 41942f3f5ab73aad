import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { putBankAccount, removeBankAccount } from '../src/domain/bank-accounts.ts';
import { clearBundle, makeBundle } from '../src/domain/catalogue/bundle-parts.ts';
import { deleteProduct, deleteVariant } from '../src/domain/catalogue/delete-product.ts';
import { pullProduct } from '../src/domain/catalogue/pull-product.ts';
import { setOnHand } from '../src/domain/stock/adjust-on-hand.ts';
import type { OperatorError } from '../src/lib/errors.ts';
import type { Id } from '../src/lib/ids.ts';
import { pathText } from '../src/lib/messages/path.ts';
import { rowCount, sql } from './sql.ts';
import { runStep, variantId, warehouseId } from './stock-steps.ts';
import { dump } from './storefile-steps.ts';
import { cafe, idOf, type Json, openShop, type Shop } from './support.ts';

// A dump loaded into an empty database gives the same dump, and partners see the same catalogue and stock.

/** Every product that the store's partners see, in order of creation, with keys instead of ids and without times. */
async function catalogueOf(shop: Shop, store: string): Promise<Json[]> {
  const token = await shop.bearer('page', shop.stores[store]);
  const { body } = await shop.call('/v1/product/list', { sort_by: 'id', sort_order: 'asc', limit: 100 }, { token });
  const details = body.products.map(({ id }: Json) => shop.call('/v1/product/detail', { product_id: id }, { token }));
  const keys = keysOf(shop);
  return (await Promise.all(details)).map(({ body }) => withKeys(body.product, keys));
}

type Keys = Record<'products' | 'variants' | 'price_tiers' | 'warehouses' | 'stores', Record<string, string>>;

const keysOf = (shop: Shop): Keys =>
  Object.fromEntries(
    ['products', 'variants', 'price_tiers', 'warehouses', 'stores'].map((table) => [
      table,
      Object.fromEntries(shop.ctx.db.all(sql<Json>(`SELECT id, key FROM ${table}`)).map(({ id, key }) => [id, key])),
    ]),
  ) as Keys;

const TABLES: Record<string, keyof Keys> = {
  parent_id: 'products',
  store_id: 'stores',
  product_variant_id: 'variants',
  pulled_from_product_variant_id: 'variants',
  price_tier_id: 'price_tiers',
  price_tier_ids: 'price_tiers',
  wh_id: 'warehouses',
  warehouse_ids: 'warehouses',
};

const withKeys = (value: Json, keys: Keys): Json =>
  JSON.parse(
    JSON.stringify(value, (name, part) => {
      if (name === 'id' || name === 'create_time' || name === 'update_time') return undefined;
      const table = keys[TABLES[name] as keyof Keys];
      if (!table) return part;
      return Array.isArray(part) ? part.map((id) => table[id]) : table[part];
    }),
  );

async function assertRoundTrip(shop: Shop): Promise<void> {
  const first = dump(shop);
  const copy = await openShop(first);
  try {
    assert.equal(JSON.stringify(dump(copy)), JSON.stringify(first));
    for (const { key } of first.stores) assert.deepEqual(await catalogueOf(copy, key), await catalogueOf(shop, key));
  } finally {
    await copy.stop();
  }
}

const PICTURE = 'https://img.example/a.jpg';

/** Any amount or none, by price tier. */
const prices = fc.record(
  { retail: fc.integer({ min: 0, max: 99 }).map(String), vip: fc.constant('12.3456') },
  { requiredKeys: [] },
);

const stock = fc.record(
  { bkk: fc.integer({ min: -5, max: 40 }), cnx: fc.integer({ min: 0, max: 2_000_000_000 }) },
  { requiredKeys: [] },
);

/** A variant in the product `of`; `made` names its parts among the plain ones, and whether it is a bundle. */
const variant = fc.record({
  of: fc.nat({ max: 2 }),
  fields: fc.record(
    {
      name: fc.constantFrom('', 'ร้อน', '=1+1'),
      sku: fc.constantFrom('A', 'B', ' x '),
      image_url: fc.constant(PICTURE),
      cost: fc.constant('0.0001'),
      weight: fc.constantFrom(0, 0.5, 1e21),
      low_stock_threshold: fc.nat({ max: 9 }),
      shelf_location: fc.constantFrom('A-03-2', '-ชั้น 1'),
    },
    { requiredKeys: [] },
  ),
  prices,
  stock,
  made: fc.option(
    fc.record({
      bundle: fc.boolean(),
      parts: fc.array(fc.tuple(fc.nat(), fc.integer({ min: 1, max: 9 })), { minLength: 1 }),
    }),
  ),
});

type Variant = typeof variant extends fc.Arbitrary<infer T> ? T : never;

function entryOf({ fields, prices, stock, made }: Variant, i: number, plain: readonly string[]) {
  const key = `v${i}`;
  const others = plain.filter((other) => (made?.bundle ? other !== key : other > key)); // no circular parts
  const qtys = new Map(others.length > 0 ? made?.parts.map(([part, qty]) => [others[part % others.length], qty]) : []);
  const parts = [...qtys].map(([variant, qty]) => ({ variant, qty }));
  if (parts.length === 0) return { key, ...fields, prices, stock };
  return made?.bundle ? { key, ...fields, prices, bundle: parts } : { key, ...fields, prices, stock, parts };
}

/** A store's products; some are pulled from the other store, which has the same keys. */
function productsOf(variants: readonly Variant[], pulledFrom: string | undefined): object[] {
  const plain = variants.flatMap(({ made }, i) => (made?.bundle ? [] : [`v${i}`]));
  const own = [0, 1, 2].map((of) => ({
    key: `p${of}`,
    name: `สินค้า ${of}`,
    ...(of < 2 && { category: 'กาแฟ / เมล็ด', tags: ['ใหม่', 'Hot'] }),
    variants: variants.flatMap((variant, i) => (variant.of === of ? [entryOf(variant, i, plain)] : [])),
  }));
  const pulled = pulledFrom
    ? [0, 1].map((of) => ({
        key: `pulled${of}`,
        name: 'ขายต่อ',
        pulled_from: { store: pulledFrom, product: `p${of}` },
        min: '1',
        prices: {},
      }))
    : [];
  return [own[0], pulled[0], own[1], pulled[1], own[2]].filter((product) => product !== undefined);
}

const variants = fc.array(variant, { maxLength: 6 });

test('any two stores, one a reseller of the other, survive a round trip', async () => {
  await fc.assert(
    fc.asyncProperty(variants, variants, fc.boolean(), async (ones, others, resellerFirst) => {
      const source = cafe({ key: 'source', products: productsOf(ones, undefined) });
      const reseller = cafe({ key: 'reseller', products: productsOf(others, 'source') });
      const shop = await openShop({ stores: resellerFirst ? [reseller, source] : [source, reseller] });
      await assertRoundTrip(shop).finally(() => shop.stop());
    }),
    { numRuns: 10 },
  );
});

/** A store with converted, oversold and pulled variants. */
async function openConvertedStore(): Promise<Shop> {
  const part = (variant: string, qty: number) => ({ variant, qty });
  const coffee = {
    key: 'coffee',
    name: 'กาแฟ',
    variants: [
      { key: 'beans', name: 'เมล็ด', sku: 'B', low_stock_threshold: 5, prices: { retail: '90' }, stock: { bkk: 20 } },
      { key: 'cup', stock: { bkk: 9, cnx: 3 } },
      { key: 'kit', stock: { cnx: 1 }, parts: [part('cup', 1), part('beans', 2)] },
      { key: 'duo', bundle: [part('cup', 2)] },
      { key: 'gone', stock: { bkk: 1 } },
    ],
  };
  const tea = { key: 'tea', name: 'ชา', min: '10', variants: [{ key: 'leaf', stock: { bkk: 4 } }] };
  const resold = {
    key: 'resold',
    name: 'ขายต่อ',
    pulled_from: { store: 'cafe', product: 'coffee' },
    description: '',
    prices: { beans: { retail: '99', vip: '95' }, duo: { retail: '50' } },
  };
  const shop = await openShop({
    stores: [
      cafe({ products: [coffee, tea], settings: { sell_below_zero: true } }),
      cafe({
        key: 'shelf',
        products: [resold],
        price_tiers: [
          { key: 'retail', name: 'ปลีก' },
          { key: 'vip', name: 'VIP', default: true },
        ],
      }),
    ],
  });
  const at = (key: string): { variantId: Id; warehouseId: Id } => ({
    variantId: variantId(shop, key),
    warehouseId: warehouseId(shop),
  });
  await runStep(shop, (tx, now) => {
    const shelf = idOf(shop.stores.shelf?.id);
    pullProduct(tx, shelf, { sourceId: idOf(shop.ids.products.tea), key: 'resold-tea' }, now);
    setOnHand(tx, { ...at('beans'), qty: -7, reason: 'command_edited' }, now);
    makeBundle(tx, at('kit').variantId, {}, now);
    clearBundle(tx, at('duo').variantId, now);
    setOnHand(tx, { ...at('duo'), qty: 2, reason: 'command_edited' }, now);
  });
  await shop.load({ stores: [{ key: 'shelf', name: 'Shelf', products: [{ key: 'last', name: 'ท้ายสุด' }] }] });
  return shop;
}

test('a store with converted, oversold and pulled variants survives a round trip', async () => {
  await assertRoundTrip(await openConvertedStore());
});

test('the bank accounts of a store survive a round trip, without removed ones', async () => {
  const bank_accounts = [
    { bank: '014', number: '1112223334', name: 'บ้านกาแฟ' },
    { bank: '004', number: '0987654321', name: 'สมหญิง' },
  ];
  const shop = await openShop({ stores: [cafe({ bank_accounts })] });
  await runStep(shop, (tx, now) => {
    const storeId = idOf(shop.ids.id);
    removeBankAccount(tx, storeId, putBankAccount(tx, storeId, { bank: '006', number: '5556667778', name: 'x' }), now);
  });
  assert.deepEqual(dump(shop).stores[0].bank_accounts, bank_accounts);
  await assertRoundTrip(shop);
  const wrong = { bank: '999', number: '12-3', name: 'x' };
  await assert.rejects(shop.load({ stores: [cafe({ bank_accounts: [wrong] })] }), (error: OperatorError) => {
    assert.deepEqual(
      error.problems.map(({ path }) => pathText(path ?? [])),
      ['stores[0].bank_accounts[0].bank', 'stores[0].bank_accounts[0].number'],
    );
    return true;
  });
});

test('parts keep their order in a round trip, whichever was created first', async () => {
  const shop = await openConvertedStore();
  const bundle = ['leaf', 'beans', 'late'].map((variant) => ({ variant, qty: 1 }));
  const variants = [
    { key: 'late', stock: { bkk: 1 } },
    { key: 'all', bundle },
  ];
  await shop.load({ stores: [cafe({ products: [{ key: 'coffee', name: 'กาแฟ', variants }] })] });
  await assertRoundTrip(shop);
});

test('keys with names of Object.prototype survive a round trip, with prices and stock', async () => {
  const names = ['constructor', '__proto__', 'toString'];
  const byName = (value: unknown) => Object.fromEntries(names.map((name) => [name, value]));
  const variants = names.map((key) => ({ key, prices: byName('5'), stock: byName(3) }));
  const bare = { key: 'bare', prices: {}, stock: {} };
  const entries = names.map((key) => ({ key, name: key }));
  const store = { price_tiers: entries, warehouses: entries };
  const source = { key: '__proto__', name: 'P', variants: [...variants, bare] };
  const resold = { key: 'toString', name: 'P', pulled_from: { store: 'cafe', product: '__proto__' } };
  const prices = Object.fromEntries(names.map((name) => [name, byName('7')]));
  const shop = await openShop({
    stores: [
      cafe({ ...store, products: [source] }),
      cafe({ ...store, key: 'shelf', products: [{ ...resold, prices }] }),
    ],
  });
  const [own, pulled] = [await catalogueOf(shop, 'cafe'), await catalogueOf(shop, 'shelf')].map(([product]) =>
    product.variants.map(({ on_hand, prices }: Json) => [on_hand, ...prices.map(({ price }: Json) => price)]),
  );
  assert.deepEqual(own, [...names.map(() => [9, '5', '5', '5']), [0]]);
  assert.deepEqual(pulled, [...names.map(() => [9, '7', '7', '7']), [0]]);
  await assertRoundTrip(shop);
  const before = dump(shop);
  await shop.load({ stores: [cafe({ ...store, key: 'shelf', products: [resold] })] });
  assert.deepEqual(dump(shop), before);
});

test('deleted products, and those pulled from them, are not in a dump', async () => {
  const shop = await openConvertedStore();
  await runStep(shop, (tx, now) => {
    deleteVariant(tx, variantId(shop, 'gone'), now);
    deleteProduct(tx, idOf(shop.ids.products.tea), now);
  });
  const { stores } = dump(shop);
  assert.deepEqual(
    stores.map(({ products }: Json) => products.map(({ key }: Json) => key)),
    [['coffee'], ['resold', 'last']],
  );
  assert.deepEqual(
    stores[0].products[0].variants.map(({ key }: Json) => key),
    ['beans', 'cup', 'kit', 'duo'],
  );
  const copy = await openShop({ stores });
  assert.deepEqual(dump(copy), { stores });
});

test('loading a dump into its own database changes and announces nothing', async () => {
  const shop = await openConvertedStore();
  const before = dump(shop);
  const countEntries = () => rowCount(shop.ctx.db, 'stock_ledger');
  const count = countEntries();
  await shop.load(before);
  assert.deepEqual([dump(shop), countEntries()], [before, count]);
});
