import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { existingOrder } from '../src/domain/orders/order.ts';
import { orderLabels } from '../src/domain/print/labels/order-labels.ts';
import { printPackingSlips } from '../src/domain/print/print-orders.ts';
import { handedOverManifest, manifestOf, manifestSheet } from '../src/domain/print/sheets/manifest.ts';
import { packingSlipSheet, packingSlips } from '../src/domain/print/sheets/packing-slip.ts';
import { pickListSheet, pickLists } from '../src/domain/print/sheets/pick-list.ts';
import { printSheets } from '../src/domain/print/sheets/print-sheets.ts';
import type { SheetFormat } from '../src/domain/print/sheets/printed-sheet.ts';
import { message } from '../src/lib/messages/message.ts';
import type { MessageKey } from '../src/lib/messages/messages.ts';
import { appError } from './errors.ts';
import { placeOrder } from './order-steps.ts';
import { NEEDS_PDF_TOOLS, outsidePage, wordsOf } from './pdf-reader.ts';
import { ADDRESS, COD, hot, iced, labels, refused, twoStores } from './printed-order-steps.ts';
import { bookOrder, lineOf, pickUpShipment } from './shipment-steps.ts';
import { cafe, idOf, openShop } from './support.ts';

const assertRejects = (act: Promise<unknown>, key: MessageKey) => assert.rejects(act, appError({ key }));

test('a pick list sums reserved quantities per warehouse, sorted by SKU', async () => {
  const shop = await openShop();
  const first = await placeOrder(shop, [iced(2), hot(3)]);
  const second = await placeOrder(shop, [hot(9)]);
  const lists = pickLists(shop.ctx.db, [first.id, second.id, first.id]);
  assert.deepEqual(lists, [
    {
      warehouse: 'กรุงเทพ',
      items: [
        {
          shelf: '',
          sku: 'LAT-H',
          name: 'ลาเต้ ร้อน',
          qty: 10,
          orders: [
            { orderNumber: '1', qty: 3 },
            { orderNumber: '2', qty: 7 },
          ],
        },
        { shelf: '', sku: 'LAT-I', name: 'ลาเต้ เย็น', qty: 2, orders: [{ orderNumber: '1', qty: 2 }] },
      ],
    },
    {
      warehouse: 'เชียงใหม่',
      items: [{ shelf: '', sku: 'LAT-H', name: 'ลาเต้ ร้อน', qty: 2, orders: [{ orderNumber: '2', qty: 2 }] }],
    },
  ]);
});

test('a pick list follows the shelves, items without a shelf location last', async () => {
  const shop = await openShop({
    stores: [cafe({ products: [stored('M', null), stored('B', 'A-10'), stored('Z', 'A-2')] })],
  });
  const qty = 1;
  const order = await placeOrder(shop, [
    { sku: 'M', qty },
    { sku: 'B', qty },
    { sku: 'Z', qty },
  ]);
  const [list] = pickLists(shop.ctx.db, [order.id]);
  assert.ok(list);
  assert.deepEqual(
    list.items.map(({ shelf, sku }) => [shelf, sku]),
    [
      ['A-2', 'Z'],
      ['A-10', 'B'],
      ['', 'M'],
    ],
  );
  const [table] = pickListSheet(list, 0).tables;
  assert.deepEqual(
    table?.columns.map(({ head }) => head),
    ['', 'ที่เก็บ', 'SKU', 'สินค้า', 'จำนวน', 'สำหรับคำสั่งซื้อ'],
  );
});

const stored = (sku: string, shelf: string | null) => ({
  key: sku,
  name: sku,
  variants: [{ key: sku, sku, prices: { retail: '1' }, stock: { bkk: 5 }, ...(shelf && { shelf_location: shelf }) }],
});

test('shipped goods are not on the pick list', async () => {
  const shop = await openShop();
  const order = await placeOrder(shop, [hot(1)]);
  const { result: shipment } = await bookOrder(shop, order);
  assert.equal(pickLists(shop.ctx.db, [order.id]).length, 1);
  await pickUpShipment(shop, shipment);
  refused(() => pickLists(shop.ctx.db, [order.id]), 'nothing_to_pick');
});

test('a packing slip covers the whole order until it is booked, then each parcel, without prices', async () => {
  const shop = await openShop();
  const order = await placeOrder(shop, [hot(2), iced(1)]);
  const slips = () =>
    packingSlips(shop.ctx.db, order.id).map(({ trackingNumber, parcel, lines }) => [
      trackingNumber,
      parcel,
      lines.map(({ sku, qty }) => [sku, qty]),
    ]);
  const whole = [
    ['LAT-H', 2],
    ['LAT-I', 1],
  ];
  assert.deepEqual(slips(), [['', undefined, whole]]);
  await bookOrder(shop, order, { lines: [lineOf(order, 1)], trackingNumber: 'A1' });
  await bookOrder(shop, order, { trackingNumber: 'A2' });
  assert.deepEqual(slips(), [
    ['A1', { number: 1, count: 2 }, [['LAT-H', 1]]],
    [
      'A2',
      { number: 2, count: 2 },
      [
        ['LAT-H', 1],
        ['LAT-I', 1],
      ],
    ],
  ]);
  const [first] = existingOrder(shop.ctx.db, order.id).shipments;
  await pickUpShipment(shop, first ?? assert.fail());
  const waiting = { onlyWaiting: true };
  const numbersOf = (slip: { trackingNumber: string }) => slip.trackingNumber;
  assert.deepEqual(packingSlips(shop.ctx.db, order.id, waiting).map(numbersOf), ['A2']);
  const [label, ...others] = orderLabels(shop.ctx.db, order.id, waiting);
  assert.deepEqual([label?.label.trackingNumber, label?.label.parcelNumber, others], ['A2', 2, []]);
  const sheet = packingSlipSheet(packingSlips(shop.ctx.db, order.id)[0] ?? assert.fail(), { withRecipient: true });
  assert.doesNotMatch(JSON.stringify(sheet), /65|70|บาท/);
});

test('the packing slip of a partial parcel names the units to follow, and none once all have a parcel', async () => {
  const shop = await openShop();
  const order = await placeOrder(shop, [hot(3), iced(1)], { shipping_label_note: 'ฝากป้อมยาม' });
  await bookOrder(shop, order, { lines: [lineOf(order, 1)], trackingNumber: 'A1' });
  const remarks = () =>
    packingSlips(shop.ctx.db, order.id).map((slip) => packingSlipSheet(slip, { withRecipient: false }).remarks);
  assert.deepEqual(remarks(), [['ค้างส่ง 3 ชิ้น จะส่งตามภายหลัง: LAT-H × 2, LAT-I × 1', 'หมายเหตุ: ฝากป้อมยาม']]);
  await bookOrder(shop, order, { trackingNumber: 'A2' });
  assert.deepEqual(remarks(), [['หมายเหตุ: ฝากป้อมยาม'], ['หมายเหตุ: ฝากป้อมยาม']]);
});

test('a packing slip on A6 has the same text as on A4', NEEDS_PDF_TOOLS, async () => {
  const shop = await openShop();
  const order = await placeOrder(shop, [hot(2), iced(1)], { shipping_label_note: 'ฝากป้อมยาม' });
  const print = async (format: SheetFormat) => {
    const { pdf, pages } = await printPackingSlips(shop.ctx.db, [order.id], { now: shop.now(), format });
    return { pages, pdf, words: await wordsOf(pdf) };
  };
  const [a4, a6] = [await print('a4'), await print('a6')];
  assert.equal(a6.pages, 1);
  const texts = ({ words }: typeof a4) => words.map(({ text }) => text).join('');
  for (const shown of ['LAT-H', 'LAT-I', '#1', '10110']) assert.ok(texts(a6).includes(shown), shown);
  assert.deepEqual([...texts(a6)].sort(), [...texts(a4)].sort(), 'the letters, because lines break at other words');
  assert.deepEqual(outsidePage(a6.words), []);
  if (process.env.RAAN_PICTURES) writeFileSync(`${process.env.RAAN_PICTURES}/slip-a6.pdf`, a6.pdf);
});

test('the sender of a packing slip is the sender of the label', async () => {
  const address = { ...ADDRESS, name: 'บ้านกาแฟ', telephone: '021234567', key: 'home', is_primary: true };
  const shop = await openShop({ stores: [cafe({ addresses: [address] })] });
  const order = await placeOrder(shop, [hot(1)]);
  await bookOrder(shop, order);
  const [{ label } = assert.fail()] = labels(shop, order.id);
  const { sender } = packingSlips(shop.ctx.db, order.id)[0] ?? assert.fail();
  assert.deepEqual(sender, label.sender);
  const sheet = packingSlipSheet(packingSlips(shop.ctx.db, order.id)[0] ?? assert.fail(), { withRecipient: false });
  assert.deepEqual(sheet.parties, [
    {
      head: 'ผู้ส่ง',
      name: 'บ้านกาแฟ',
      lines: ['99/1 ถ.พหลโยธิน แขวงสามเสนใน เขตพญาไท กรุงเทพมหานคร 10400', 'โทร. 02-123-4567'],
    },
  ]);
});

test('a manifest lists the parcels ready for the courier only', async () => {
  const shop = await openShop();
  const [waiting, left, other] = [
    await placeOrder(shop, [hot(1)], { ...COD, recipient_address: ADDRESS }),
    await placeOrder(shop, [hot(1)]),
    await placeOrder(shop, [hot(1)], { shipping_type: 'flash' }),
  ];
  await bookOrder(shop, waiting, { trackingNumber: 'A1' });
  await pickUpShipment(shop, (await bookOrder(shop, left, { trackingNumber: 'A2' })).result);
  await bookOrder(shop, other, { trackingNumber: 'B1' });
  const storeId = idOf(shop.ids.id);
  const manifest = await manifestOf(shop.ctx.db, { storeId, shippingType: 'ems' });
  const { codAmount } = existingOrder(shop.ctx.db, waiting.id);
  assert.ok(codAmount);
  assert.deepEqual(manifest.parcels, [
    { trackingNumber: 'A1', orderNumber: '1', recipient: 'คุณมาลี', codAmount, parcelNumber: 1, parcelCount: 1 },
  ]);
  assert.deepEqual(
    manifestSheet(manifest, { now: 0 }).totals?.map(({ value }) => value),
    ['75.00 บาท', '1 ชิ้น'],
  );
  assert.deepEqual(manifestSheet(manifest, { now: 0 }).facts?.[0], ['ขนส่ง', 'ไปรษณีย์ไทย EMS']);
  await assertRejects(manifestOf(shop.ctx.db, { storeId, shippingType: 'kex' }), 'no_parcel_of_courier_to_hand_over');
  await assertRejects(
    manifestOf(shop.ctx.db, { storeId, shippingType: 'ems', orderIds: [left.id] }),
    'order_has_no_parcel_to_hand_over',
  );
});

test('the manifest of handed over parcels lists those of today in their order, optionally without the recipient', async () => {
  const shop = await openShop();
  const storeId = idOf(shop.ids.id);
  const orders = [
    await placeOrder(shop, [hot(1)], COD),
    await placeOrder(shop, [hot(1)]),
    await placeOrder(shop, [hot(1)]),
  ];
  const parcels = [];
  for (const [i, order] of orders.entries())
    parcels.push((await bookOrder(shop, order, { trackingNumber: `A${i + 1}` })).result);
  const request = { storeId, shippingType: 'ems' };
  await assertRejects(handedOverManifest(shop.ctx.db, request, shop.now()), 'no_parcel_of_courier_handed_over');
  for (const at of [1, 0]) await pickUpShipment(shop, parcels[at] ?? assert.fail());
  const manifest = await handedOverManifest(shop.ctx.db, request, shop.now());
  const { tables, totals } = manifestSheet(manifest, { now: shop.now(), withRecipient: false });
  assert.deepEqual(tables?.[0]?.rows, [
    ['1', 'A2', '2', '1/1', '–'],
    ['2', 'A1', '1', '1/1', '75.00'],
  ]);
  assert.deepEqual(
    totals?.map(({ value }) => value),
    ['75.00 บาท', '2 ชิ้น'],
  );
  await assertRejects(
    handedOverManifest(shop.ctx.db, request, shop.now() + 24 * 3_600_000),
    'no_parcel_of_courier_handed_over',
  );
});

test('a manifest never contains a parcel of another store', async () => {
  const { shop, token } = await twoStores();
  const own = await placeOrder(shop, [hot(1)]);
  const foreign = await placeOrder(shop, [hot(1)], {}, token);
  await bookOrder(shop, own, { trackingNumber: 'A1' });
  await bookOrder(shop, foreign, { trackingNumber: 'B1' });
  const numbers = async (key: string) => {
    const request = { storeId: idOf(shop.stores[key]?.id), shippingType: 'ems' };
    return (await manifestOf(shop.ctx.db, request)).parcels.map(({ trackingNumber }) => trackingNumber);
  };
  assert.deepEqual(await numbers('cafe'), ['A1']);
  assert.deepEqual(await numbers('other'), ['B1']);
  const handover = { storeId: idOf(shop.stores.cafe?.id), shippingType: 'ems', orderIds: [foreign.id] };
  await assertRejects(manifestOf(shop.ctx.db, handover), 'order_not_found_in_store');
});

test('a heading is never the last line of a page', NEEDS_PDF_TOOLS, async () => {
  const columns = [{ head: 'สินค้า', widthShare: 1 }];
  const rows = (count: number) => Array.from({ length: count }, (_, i) => [`แถว${i}`]);
  for (let count = 20; count < 40; count += 1) {
    const tables = [
      { columns, rows: rows(count) },
      { heading: 'หัวข้อ', columns, rows: [['สุดท้าย']] },
    ];
    const { pdf } = await printSheets(
      'ทดสอบ',
      [{ title: 'ทดสอบ', nameInWarnings: message('foreign_text', { text: 'test' }), facts: [], tables }],
      { now: 0 },
    );
    const words = await wordsOf(pdf);
    const pageOf = (text: string) => words.find((word) => word.text === text)?.page ?? assert.fail(text);
    assert.equal(pageOf('หัวข้อ'), pageOf('สุดท้าย'), `${count} rows before it`);
  }
});
