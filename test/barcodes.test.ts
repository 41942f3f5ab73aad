import assert from 'node:assert/strict';
import { test } from 'node:test';
import { variantsWithBarcode, variantsWithBarcodePrefix } from '../src/domain/barcodes.ts';
import { deleteVariant, restoreVariant } from '../src/domain/catalogue/delete-product.ts';
import { changeVariant } from '../src/domain/catalogue/edit-variant.ts';
import { productDetail } from '../src/domain/catalogue/product-detail.ts';
import { findProducts, findVariants } from '../src/domain/catalogue/variant-search.ts';
import { byCommand } from '../src/domain/orders/history.ts';
import { packOne } from '../src/domain/orders/packing-progress.ts';
import { packedPieces } from '../src/domain/orders/packing-rows.ts';
import { searchStock } from '../src/domain/stock/stock-search.ts';
import { variantByCode } from '../src/domain/stock/typed-lines.ts';
import { productCsv, productTable } from '../src/domain/storefile/csv/export.ts';
import { importProducts } from '../src/domain/storefile/csv/import.ts';
import { dumpStores } from '../src/domain/storefile/dump.ts';
import { findStore, listStores } from '../src/domain/stores.ts';
import { barcodeProblem, symbologyOf } from '../src/lib/barcodes.ts';
import { readCsv } from '../src/lib/csv.ts';
import { OperatorError } from '../src/lib/errors.ts';
import type { Id } from '../src/lib/ids.ts';
import { message } from '../src/lib/messages/message.ts';
import { describe } from '../src/lib/messages/messages.ts';
import { english, officePattern, withPathText } from './errors.ts';
import { signedIn } from './office.ts';
import { placeOrder } from './order-steps.ts';
import { applyImport, uploadProducts } from './product-import-steps.ts';
import { reseller, roastery, runStep } from './stock-steps.ts';
import { cafe, idOf, openShop, type Shop } from './support.ts';

const EAN = '8850123456787';
const OTHER = '4006381333931';

/** The café, whose hot latte has these barcodes. */
const withBarcodes = (hot: readonly string[], iced: readonly string[] = []) =>
  cafe({
    products: [
      {
        key: 'latte',
        name: 'ลาเต้',
        variants: [
          { key: 'hot', name: 'ร้อน', sku: 'LAT-H', prices: { retail: '65' }, stock: { bkk: 9 }, barcodes: hot },
          { key: 'iced', name: 'เย็น', sku: 'LAT-I', prices: { retail: '70' }, stock: { bkk: 9 }, barcodes: iced },
        ],
      },
    ],
  });

const variant = (shop: Shop, key: string): Id => idOf(shop.ids.variants[key]);
const variantsWithCode = (shop: Shop, code: string) => variantsWithBarcode(shop.ctx.db, idOf(shop.ids.id), code);
const setBarcodes = (shop: Shop, key: string, barcodes: readonly string[]) =>
  runStep(shop, (tx, now) => changeVariant(tx, variant(shop, key), { barcodes }, now));

const barcodesOf = (shop: Shop, key: string) => {
  const { variants } = productDetail(shop.ctx.db, idOf(shop.ids.id), idOf(shop.ids.products.latte)) ?? { variants: [] };
  return variants.find(({ id }) => id === variant(shop, key))?.barcodes;
};

test('a code with the length of an EAN or UPC needs a valid check digit; other texts are allowed', () => {
  for (const code of [
    EAN,
    '96385074',
    '036000291452',
    '00012345600012',
    'SHIRT-M',
    '1234567',
    'https://a.example/ก?b=1',
  ])
    assert.equal(barcodeProblem(code), undefined, code);
  assert.deepEqual(
    barcodeProblem('8850123456788'),
    message('barcode_check_digit', { code: '8850123456788', kind: 'EAN-13', digit: '7' }),
  );
  assert.equal(barcodeProblem('96385075')?.key, 'barcode_check_digit');
  assert.equal(barcodeProblem('8.85012E+12')?.key, 'barcode_shortened');
  assert.equal(barcodeProblem('A\u200bB')?.key, 'barcode_has_spaces');
  assert.deepEqual([EAN, '96385074', '036000291452', 'SHIRT-M', 'เสื้อ', 'x'.repeat(40)].map(symbologyOf), [
    'ean13',
    'ean8',
    'upca',
    'code128',
    'qrcode',
    'qrcode',
  ]);
});

test('a UPC and the EAN with a leading zero are the same code', async () => {
  const shop = await openShop({ stores: [withBarcodes(['036000291452'])] });
  assert.deepEqual(variantsWithCode(shop, '0036000291452'), [variant(shop, 'hot')]);
  assert.deepEqual(variantsWithCode(shop, '036000291452'), [variant(shop, 'hot')]);
});

test('the form of a variant refuses a malformed barcode, and a barcode of another variant with the name of that variant', async () => {
  const shop = await openShop({ stores: [withBarcodes([EAN, 'BOX-1'])] });
  const browser = await signedIn(shop, { language: 'en' });
  const page = `/products/${shop.ids.products.latte}/variants/${shop.ids.variants.iced}`;
  const fields = { variant_name: 'เย็น', sku: 'LAT-I', weight: '', low_at: '', cost: '', price: ['70', ''] };
  await browser.open(page);
  const taken = await browser.send(page, { ...fields, barcodes: `${OTHER}\n${EAN}` });
  assert.equal(taken.status, 422);
  assert.match(taken.html, /id="field-barcodes-error"/);
  assert.match(taken.text, officePattern('barcode_taken', { variant: 'ลาเต้ ร้อน', code: EAN }));
  const wrong = await browser.send(page, { ...fields, barcodes: '8850123456788' });
  assert.match(wrong.text, officePattern('barcode_check_digit', { kind: 'EAN-13', digit: 7 }));
  assert.deepEqual(barcodesOf(shop, 'iced'), []);
  const saved = await browser.send(page, { ...fields, barcodes: ` ${OTHER} \n\nBOX-2 BOX-2` });
  assert.equal(saved.status, 200);
  assert.deepEqual(barcodesOf(shop, 'iced'), [OTHER, 'BOX-2']);
  assert.match(saved.html, new RegExp(`${OTHER}\nBOX-2</textarea>`));
});

test('another variant can take the barcode of a deleted one, which is restored without it', async () => {
  const shop = await openShop({ stores: [withBarcodes([EAN, 'BOX-1'])] });
  await runStep(shop, (tx, now) => deleteVariant(tx, variant(shop, 'hot'), now));
  assert.deepEqual(variantsWithCode(shop, EAN), []);
  await setBarcodes(shop, 'iced', [EAN]);
  await runStep(shop, (tx, now) => restoreVariant(tx, variant(shop, 'hot'), now));
  assert.deepEqual(variantsWithCode(shop, EAN), [variant(shop, 'iced')]);
  assert.deepEqual([barcodesOf(shop, 'hot'), barcodesOf(shop, 'iced')], [['BOX-1'], [EAN]]);
});

test('deleted variants do not count toward the limit of a search by the start of a barcode', async () => {
  const shop = await openShop({ stores: [withBarcodes(['BOX-1'], ['BOX-2'])] });
  await runStep(shop, (tx, now) => deleteVariant(tx, variant(shop, 'hot'), now));
  assert.deepEqual(variantsWithBarcodePrefix(shop.ctx.db, idOf(shop.ids.id), 'BOX-', 1), [variant(shop, 'iced')]);
});

test('partners see the barcodes of a product, and a change of them', async () => {
  const shop = await openShop({ stores: [withBarcodes([EAN])] });
  const detail = async () =>
    (await shop.call('/v1/product/detail', { product_id: shop.ids.products.latte })).body.product;
  const before = await detail();
  assert.deepEqual([before.variants[0].barcodes, before.variants[1].barcodes], [[EAN], undefined]);
  await setBarcodes(shop, 'hot', [EAN, 'BOX-1']);
  assert.deepEqual((await detail()).variants[0].barcodes, [EAN, 'BOX-1']);
});

test('orders, stock, products and typed lines find a variant by its barcode', async () => {
  const shop = await openShop({ stores: [withBarcodes([EAN], ['LAT-H-BOX'])] });
  const [db, storeId] = [shop.ctx.db, idOf(shop.ids.id)];
  const hot = variant(shop, 'hot');
  const page = { limit: 5, offset: 0 };
  assert.deepEqual(
    findVariants(db, storeId, EAN, { tierId: null, limit: 5 }).map(({ id }) => id),
    [hot],
  );
  assert.deepEqual(findProducts(db, storeId, EAN, page), [idOf(shop.ids.products.latte)]);
  assert.deepEqual(
    searchStock(db, storeId, { query: '88501234', ...page }).items.map((item) => item.variantId),
    [hot],
  );
  const typed = variantByCode(db, storeId, ` ${EAN} `);
  assert.equal(typeof typed === 'string' ? typed : typed.id, hot);
  assert.equal(variantByCode(db, storeId, OTHER), 'unknown');
});

test('a pulled variant has the barcodes of its source, also when it is packed', async () => {
  const shop = await openShop({ stores: [roastery(), reseller()] });
  const beans = idOf(shop.ids.variants.beans);
  await runStep(shop, (tx, now) => changeVariant(tx, beans, { barcodes: [EAN] }, now));
  const shelf = findStore(shop.ctx.db, 'shelf').id;
  const [pulled] = variantsWithBarcode(shop.ctx.db, shelf, EAN);
  assert.ok(pulled !== undefined && pulled !== beans);
  const order = await placeOrder(shop, [{ sku: 'BEANS', qty: 2, price: 10 }]);
  await runStep(shop, (tx) => packOne(tx, order.id, { code: EAN }, byCommand(shop.now())));
  assert.deepEqual([...packedPieces(shop.ctx.db, order.id).values()], [1]);
});

test('a dumped store file loads with the same barcodes, and a barcode on two variants is refused', async () => {
  const shop = await openShop({ stores: [withBarcodes([EAN, 'BOX-1'], [OTHER])] });
  const dump = JSON.parse(JSON.stringify(dumpStores(shop.ctx.db, listStores(shop.ctx.db))));
  const copy = await openShop(dump);
  assert.deepEqual(JSON.parse(JSON.stringify(dumpStores(copy.ctx.db, listStores(copy.ctx.db)))), dump);
  await shop.load({ stores: [withBarcodes([OTHER], [EAN])] }); // the variants swap barcodes
  assert.deepEqual([barcodesOf(shop, 'hot'), barcodesOf(shop, 'iced')], [[OTHER], [EAN]]);
  const problems = await problemsOf(() => shop.load({ stores: [withBarcodes([OTHER], [OTHER, '12345678'])] }));
  const path = 'stores[0].products[0].variants[1].barcodes';
  assert.deepEqual(problems, [
    message('barcode_check_digit', { path: `${path}[1]`, code: '12345678', kind: 'EAN-8', digit: '0' }),
    message('barcode_repeated', { path: `${path}[0]`, code: OTHER }),
  ]);
});

async function problemsOf(run: () => Promise<unknown>) {
  try {
    await run();
  } catch (error) {
    assert.ok(error instanceof OperatorError, String(error));
    return error.problems.map(withPathText);
  }
  return assert.fail('not refused');
}

const importCsv = (shop: Shop, ...rows: string[]) =>
  shop.ctx.write((tx) => {
    const csv = readCsv(Buffer.from(rows.join('\n')), 'products.csv');
    return importProducts(tx, findStore(tx, 'cafe'), { file: csv, codes: shop.config.values, now: shop.now() });
  });

test('a product file has the barcodes of a variant in one column, separated by spaces', async () => {
  const shop = await openShop({ stores: [withBarcodes([EAN, '-BOX'])] });
  const [, row] = productCsv(productTable(shop.ctx.db, idOf(shop.ids.id))).split('\r\n');
  assert.ok(row?.includes(`,${EAN} -BOX,`), row);
  await importCsv(shop, 'ชื่อสินค้า,ตัวเลือก,บาร์โค้ด', `ลาเต้,เย็น,${OTHER} BOX-2`, 'ลาเต้,ร้อน,');
  assert.deepEqual(
    [barcodesOf(shop, 'hot'), barcodesOf(shop, 'iced')],
    [
      [EAN, '-BOX'],
      [OTHER, 'BOX-2'],
    ],
  );
  const problems = await problemsOf(() =>
    importCsv(shop, 'product_key,variant_key,barcodes', 'latte,iced,8.85012E+12', `latte,iced2,${EAN}`),
  );
  assert.deepEqual(
    problems.map((problem) => describe(problem)),
    [
      english('barcode_shortened', { path: 'row 2 barcodes', code: '8.85012E+12' }),
      english('barcode_taken', { path: 'row 3 barcodes', variant: 'ลาเต้ ร้อน', code: EAN }),
    ],
  );
});

test('an import in the office moves barcodes between variants, and skips one that was taken after the preview', async () => {
  const shop = await openShop({ stores: [withBarcodes([EAN], [OTHER])] });
  const browser = await signedIn(shop, { language: 'en' });
  const file = (...rows: string[]) => new File([['product_key,variant_key,barcodes', ...rows].join('\n')], 'p.csv');
  const swap = await uploadProducts(browser, file(`latte,hot,${OTHER}`, `latte,iced,${EAN}`));
  assert.ok(swap.text.includes(`Barcodes: ${EAN} → ${OTHER}`), swap.text);
  await applyImport(browser, swap.path);
  assert.deepEqual([barcodesOf(shop, 'hot'), barcodesOf(shop, 'iced')], [[OTHER], [EAN]]);

  const late = await uploadProducts(browser, file('latte,hot,BOX-7'));
  await setBarcodes(shop, 'iced', ['BOX-7']);
  const result = await applyImport(browser, late.path);
  assert.ok(result.text.includes('ลาเต้ เย็น already has the barcode BOX-7'), result.text);
  assert.deepEqual([barcodesOf(shop, 'hot'), barcodesOf(shop, 'iced')], [[OTHER], ['BOX-7']]);
});
