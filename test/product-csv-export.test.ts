import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { exportCsv, importFile, NO_CHANGES, rowsOf } from './product-csv-steps.ts';
import { reseller } from './stock-steps.ts';
import { dump } from './storefile-steps.ts';
import { cafe, type Json, openShop } from './support.ts';

test('an export has a row per variant and per product without variants; pulled products are left out', async () => {
  const shop = await openShop({
    stores: [
      cafe({
        products: [
          {
            key: 'latte',
            name: 'ลาเต้',
            description: 'หอม, "นุ่ม"',
            variants: [
              {
                key: 'hot',
                name: 'ร้อน',
                sku: '-H',
                prices: { retail: '65.5', vip: '60' },
                cost: '20',
                weight: 0.35,
                low_stock_threshold: 3,
                shelf_location: '-A1',
                stock: { bkk: 10, cnx: -5 },
              },
              { key: 'hot cup', stock: { bkk: 0 } },
              { key: 'kit', parts: [{ variant: 'hot', qty: 3 }] },
              {
                key: 'set',
                bundle: [
                  { variant: 'hot', qty: 2 },
                  { variant: 'hot cup', qty: 1 },
                ],
              },
            ],
          },
          { key: 'bare', name: '=SUM(A1)' },
        ],
      }),
      reseller({ products: [{ key: 'resold', name: 'R', pulled_from: { store: 'cafe', product: 'latte' } }] }),
    ],
  });
  const csv = exportCsv(shop);
  assert.equal(
    csv.split('\r\n')[0],
    '\ufeffproduct_key,product_name,description,category,tags,variant_key,variant_name,sku,barcodes,cost,weight,low_stock_threshold,shelf_location,bundle,parts,' +
      'price:retail,price:vip,stock:bkk,stock:cnx',
  );
  assert.deepEqual(rowsOf(csv), [
    {
      product_key: 'latte',
      product_name: 'ลาเต้',
      description: 'หอม, "นุ่ม"',
      variant_key: 'hot',
      variant_name: 'ร้อน',
      sku: "'-H",
      cost: '20',
      weight: '0.35',
      low_stock_threshold: '3',
      shelf_location: "'-A1",
      'price:retail': '65.5',
      'price:vip': '60',
      'stock:bkk': '10',
      'stock:cnx': '-5',
    },
    { product_key: 'latte', variant_key: 'hot cup', 'stock:bkk': '0' },
    { product_key: 'latte', variant_key: 'kit', parts: 'hot=3' },
    { product_key: 'latte', variant_key: 'set', bundle: 'hot=2 "hot cup"=1' },
    { product_key: 'bare', product_name: "'=SUM(A1)" },
  ]);
  assert.deepEqual(rowsOf(exportCsv(shop, 'shelf')), []);
});

const text = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 6 }),
  fc.constantFrom('=1', "'=1", "''@x", '+', '-2', '\ttab', 'a "b"', 'x=1', 'ก ข', "'", 'a\nb', '\\'),
);
const isKey = (key: string) => key.trim() !== '' && !key.includes('\0');

const catalogue = fc.uniqueArray(
  fc.record({
    key: text.filter(isKey),
    product: fc.nat({ max: 2 }),
    name: text.filter((name) => !name.includes('\0')),
    stock: fc.nat({ max: 9 }),
    part: fc.option(fc.record({ isBundle: fc.boolean(), pick: fc.nat(), qty: fc.integer({ min: 1, max: 9 }) })),
  }),
  { selector: ({ key }) => key, maxLength: 8 },
);

test('an export imported again changes nothing, and in an empty store it creates the same catalogue', async () => {
  await fc.assert(
    fc.asyncProperty(catalogue, async (variants) => {
      const components = variants.filter(({ part }) => !part?.isBundle).map(({ key }) => key);
      const products = [0, 1, 2].map((index) => ({
        key: `p ${index}`,
        name: `=${index}`,
        variants: variants
          .filter(({ product }) => product === index)
          .map(({ key, name, stock, part }) => {
            const candidates = part?.isBundle ? components : components.slice(components.indexOf(key) + 1); // no circular parts
            const variant = candidates[(part?.pick ?? 0) % candidates.length];
            const parts = part && variant ? [{ variant, qty: part.qty }] : undefined;
            const fields = { key, name, sku: name, prices: { vip: stock + 9 } };
            if (parts && part?.isBundle) return { ...fields, bundle: parts };
            return { ...fields, stock: { cnx: stock }, parts };
          }),
      }));
      const shop = await openShop({ stores: [cafe({ products }), cafe({ key: 'empty', products: [] })] });
      const csv = exportCsv(shop);
      assert.deepEqual(await importFile(shop, csv), NO_CHANGES);
      await importFile(shop, csv, 'empty');
      const [exported, imported] = dump(shop).stores;
      await shop.stop();
      assert.deepEqual(imported.products, exported.products.map(withoutBlankTexts));
    }),
    { numRuns: 30 },
  );
});

/** An import reads a cell of spaces as empty. */
const withoutBlankTexts = (product: Json): Json => ({
  ...product,
  variants: product.variants.map(({ sku, ...variant }: Json) => ({
    ...variant,
    name: variant.name.trim() === '' ? '' : variant.name,
    ...(sku?.trim() ? { sku } : {}),
  })),
});
