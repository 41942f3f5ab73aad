import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { test } from 'node:test';
import type { GoodsLabelKind, GoodsLabelSize } from '../../src/domain/print/goods/goods-label.ts';
import { printGoodsLabels } from '../../src/domain/print/goods/print-goods-labels.ts';
import { printVariantLabels } from '../../src/domain/print/print-goods.ts';
import { type Money, parseMoney } from '../../src/lib/money.ts';
import { appError, officePattern } from '../errors.ts';
import { signedIn } from '../office.ts';
import { barcodesOf, NEEDS_PDF_TOOLS, outsidePage, textOf, wordsOf } from '../pdf-reader.ts';
import { cafe, idOf, openShop } from '../support.ts';

const NOW = Date.UTC(2026, 10, 21, 10);
const PRICE = parseMoney('1250') as Money;

const label = (code: string, sku = 'SHIRT-M-RED') => ({
  label: { name: 'เสื้อยืดคอกลมผ้าฝ้ายพิมพ์ลายปู่ป้า สีแดงเข้ม ไซซ์ M', code, sku, shelf: 'A-03-2', price: PRICE },
  copies: 1,
});

/** The text that a scanner reads from each code, in the order of `LABELS`. */
const READ = [
  'EAN-13:8850123456787',
  'EAN-8:96385074',
  'EAN-13:0036000291452',
  'CODE-128:BOX-17',
  'QR-Code:https://shop.example/p/12345?v=678',
];
const LABELS = ['8850123456787', '96385074', '036000291452', 'BOX-17', 'https://shop.example/p/12345?v=678'].map(
  (code) => label(code),
);

const SYMBOLOGIES = ['code128', 'qrcode', 'ean13', 'ean8'];

const PRINTS: [GoodsLabelKind, GoodsLabelSize, number][] = [
  ['barcode', '50x30', 203],
  ['barcode', '40x30', 203],
  ['shelf', '70x40', 203],
  ['barcode', 'a4_65', 300],
  ['shelf', 'a4_24', 300],
];

for (const [kind, size, dpi] of PRINTS)
  test(`a scanner reads every code of ${kind} labels of ${size}`, NEEDS_PDF_TOOLS, async () => {
    const { pdf, pages, warnings } = await printGoodsLabels(LABELS, { kind, size }, NOW);
    if (process.env.RAAN_PICTURES) writeFileSync(`${process.env.RAAN_PICTURES}/${kind}-${size}.pdf`, pdf);
    assert.deepEqual(warnings, []);
    assert.equal(pages, size.startsWith('a4') ? 1 : LABELS.length);
    const found = (await barcodesOf(pdf, { dpi, symbologies: SYMBOLOGIES })).flat();
    assert.deepEqual(found.sort(), [...READ].sort());
    assert.deepEqual(outsidePage(await wordsOf(pdf)), []);
  });

test(
  'labels have the first barcode of a variant or its SKU, and the price of the default tier',
  NEEDS_PDF_TOOLS,
  async () => {
    const shop = await openShop({
      stores: [
        cafe({
          products: [
            {
              key: 'latte',
              name: 'ลาเต้',
              variants: [
                {
                  key: 'hot',
                  name: 'ร้อน',
                  sku: 'LAT-H',
                  barcodes: ['BOX-1', 'BOX-2'],
                  shelf_location: 'A-03-2',
                  prices: { retail: '65', vip: '1' },
                },
                { key: 'iced', name: 'เย็น', sku: 'LAT-I' },
                { key: 'bare' },
              ],
            },
          ],
        }),
      ],
    });
    const { hot, iced, bare } = shop.ids.variants;
    const wanted = { storeId: idOf(shop.ids.id), kind: 'shelf', size: '70x40', withPrice: false } as const;
    const lines = [
      { variantId: idOf(hot), copies: 2 },
      { variantId: idOf(iced), copies: 1 },
    ];
    const { pdf, pages } = await printVariantLabels(shop.ctx.db, { ...wanted, lines }, NOW);
    assert.equal(pages, 3);
    assert.deepEqual((await barcodesOf(pdf)).flat(), ['CODE-128:BOX-1', 'CODE-128:BOX-1', 'CODE-128:LAT-I']);
    const text = await textOf(pdf);
    for (const shown of ['ลาเต้ร้อน', '฿65.00', 'LAT-H', 'A-03-2']) assert.ok(text.includes(shown), text);
    const print = (copies: number, id = hot) =>
      printVariantLabels(shop.ctx.db, { ...wanted, lines: [{ variantId: idOf(id), copies }] }, NOW);
    await assert.rejects(
      print(1, bare),
      appError({ key: 'no_code_to_print', path: 'lines[0]', params: { variant: 'ลาเต้' } }),
    );
    await assert.rejects(print(2_001), appError({ key: 'too_many_labels' }));
  },
);

test('the office prints labels of a product in the entered quantities', NEEDS_PDF_TOOLS, async () => {
  const shop = await openShop();
  const browser = await signedIn(shop, { language: 'en', role: 'staff', store: 'cafe' });
  const page = await browser.open(`/products/labels?product=${shop.ids.products.latte}`);
  const codes = [...page.html.matchAll(/name="code" value="([^"]*)"/g)].map(([, code = '']) => code);
  assert.deepEqual(codes, [`#${shop.ids.variants.hot}`, `#${shop.ids.variants.iced}`]);
  const how = { kind: 'barcode', size: '50x30', with_price: '1' };
  const ready = await browser.send('/products/labels', { ...how, code: codes, qty: ['3', '1'] });
  assert.match(ready.text, /4 labels are ready/);
  const [, link = ''] = /href="\/office(\/products\/labels\.pdf[^"]*)"/.exec(ready.html) ?? [];
  const file = await fetch(`${shop.url}/office${link.replaceAll('&amp;', '&')}`, {
    headers: { Cookie: [...browser.cookies].map((pair) => pair.join('=')).join('; ') },
  });
  const found = (await barcodesOf(Buffer.from(await file.arrayBuffer()))).flat();
  assert.deepEqual(found, [...new Array(3).fill('CODE-128:LAT-H'), 'CODE-128:LAT-I']);
  const many = await browser.send('/products/labels', { ...how, code: codes, qty: ['2000', '1'] });
  assert.equal(many.status, 422);
  assert.match(many.text, officePattern('too_many_labels'));
});

test('the page says when a stock document needs too many labels, and lines with quantity 0 are left out', async () => {
  const shop = await openShop();
  const browser = await signedIn(shop, { language: 'en', role: 'staff', store: 'cafe' });
  const warehouse = shop.ids.warehouses.bkk ?? '';
  await browser.open('/stock/receive');
  await browser.send('/stock/receive', { warehouse, kind: 'purchase', code: ['LAT-H', 'LAT-I'], qty: ['1999', '2'] });
  const page = await browser.open('/products/labels?document=1');
  assert.match(page.text, officePattern('too_many_labels'));
  const how = { kind: 'barcode', size: '50x30', code: ['LAT-H', 'LAT-I'] };
  const ready = await browser.send('/products/labels', { ...how, qty: ['0', '2'] });
  assert.match(ready.text, /2 labels are ready/);
  const none = await browser.send('/products/labels', { ...how, qty: ['0', '0'] });
  assert.match(none.text, officePattern('no_labels'));
  assert.equal(none.status, 422);
});
