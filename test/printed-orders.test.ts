import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cancelOrder } from '../src/domain/orders/close.ts';
import { byCommand, historyOf } from '../src/domain/orders/history.ts';
import { existingOrder } from '../src/domain/orders/order.ts';
import { issueReceipt, receiptOfOrder } from '../src/domain/orders/payments/receipts.ts';
import { refundOrder } from '../src/domain/orders/payments/refund.ts';
import { remit } from '../src/domain/orders/payments/remittance.ts';
import { addressLabel, orderLabels } from '../src/domain/print/labels/order-labels.ts';
import { manifestOf, manifestSheet } from '../src/domain/print/sheets/manifest.ts';
import { packingSlipSheet, packingSlips } from '../src/domain/print/sheets/packing-slip.ts';
import { pickLists } from '../src/domain/print/sheets/pick-list.ts';
import { printSheets } from '../src/domain/print/sheets/print.ts';
import { receiptOf, receiptSheet } from '../src/domain/print/sheets/receipt.ts';
import type { MessageKey } from '../src/lib/messages/messages.ts';
import { baht, codOrder, openSeller, sendParcel } from './cod-steps.ts';
import { appError } from './errors.ts';
import { type PlacedOrder, placeOrder } from './order-steps.ts';
import { confirm, notifyPaymentStep, takePaymentStep } from './payment-steps.ts';
import { NEEDS_PDF_TOOLS, wordsOf } from './pdf-reader.ts';
import { bookOrder, cancelShipmentStep, lineOf, pickUpShipment } from './shipment-steps.ts';
import { runStep } from './stock-steps.ts';
import { cafe, idOf, openShop, type Shop } from './support.ts';

// The data of printed documents, before drawing.

const ADDRESS = {
  name: 'คุณมาลี',
  telephone: '0812345678',
  address1: '99/1 ถ.พหลโยธิน',
  sub_district: 'สามเสนใน',
  district: 'พญาไท',
  province: 'กรุงเทพมหานคร',
  postal_code: 10400,
};

const COD = { is_cod: true, cod_fee: '10', cod_amount: '75' };

const hot = (qty: number) => ({ sku: 'LAT-H', qty });
const iced = (qty: number) => ({ sku: 'LAT-I', qty });

const refused = (act: () => unknown, key: MessageKey) => assert.throws(act, appError({ key }));

const refusedLater = (act: Promise<unknown>, key: MessageKey) => assert.rejects(act, appError({ key }));

const labels = ({ ctx }: Shop, id: Parameters<typeof orderLabels>[1]) => orderLabels(ctx.db, id);

test('a label has tracking number, recipient and sender as Thai addresses, order number and note', async () => {
  const shop = await openShop({ now: () => Date.UTC(2026, 10, 21, 3) });
  const order = await placeOrder(shop, [hot(1)], { recipient_address: ADDRESS, shipping_label_note: 'ระวังแตก' });
  await bookOrder(shop, order);
  const [{ label, warnings } = assert.fail()] = labels(shop, order.id);
  assert.deepEqual(label, {
    orderNumber: '1',
    courier: 'ไปรษณีย์ไทย EMS',
    trackingNumber: 'EX123456785TH',
    parcelNumber: 1,
    parcelCount: 1,
    recipient: {
      name: 'คุณมาลี',
      telephone: '081-234-5678',
      address: '99/1 ถ.พหลโยธิน แขวงสามเสนใน เขตพญาไท กรุงเทพมหานคร',
      postalCode: '10400',
    },
    sender: { name: 'บ้านกาแฟ', telephone: '02-123-4567', address: '', postalCode: '10110' },
    codAmount: null,
    weight: null,
    date: Date.UTC(2026, 10, 21, 3),
    note: 'ระวังแตก',
  });
  assert.deepEqual(warnings, []);
});

test('missing data of a label is reported', async () => {
  const shop = await openShop();
  const order = await placeOrder(shop, [hot(1)]);
  await bookOrder(shop, order);
  assert.deepEqual(labels(shop, order.id)[0]?.warnings, [
    `order ${order.id}: the recipient's address lacks address1, sub_district, district, province`,
  ]);
});

test('addresses outside Bangkok have ต. อ. จ., each once', async () => {
  const shop = await openShop();
  const address = { ...ADDRESS, sub_district: 'สุเทพ', district: 'อ.เมือง', province: 'เชียงใหม่' };
  const order = await placeOrder(shop, [hot(1)], { recipient_address: address });
  await bookOrder(shop, order);
  assert.equal(labels(shop, order.id)[0]?.label.recipient.address, '99/1 ถ.พหลโยธิน ต.สุเทพ อ.เมือง จ.เชียงใหม่');
});

test('parcels of an order are numbered without canceled ones, and one of them collects the COD', async () => {
  const shop = await openShop();
  const order = await placeOrder(shop, [hot(1), iced(2)], COD);
  const { result: first } = await bookOrder(shop, order, { lines: [lineOf(order, 1)], trackingNumber: 'A1' });
  await cancelShipmentStep(shop, first);
  await bookOrder(shop, order, { lines: [lineOf(order, 1)], trackingNumber: 'A2' });
  await bookOrder(shop, order, { trackingNumber: 'A3' });
  const made = labels(shop, order.id).map(({ label }) => label);
  assert.deepEqual(
    made.map(({ trackingNumber, parcelNumber, parcelCount }) => [trackingNumber, parcelNumber, parcelCount]),
    [
      ['A2', 1, 2],
      ['A3', 2, 2],
    ],
  );
  const { shipments } = existingOrder(shop.ctx.db, order.id);
  assert.deepEqual(
    made.map(({ codAmount }) => codAmount),
    shipments.slice(1).map(({ codAmount }) => codAmount),
  );
});

test('the weight is that of all goods in the parcel, or absent if one is unknown', async () => {
  const weighed = (iced: object) =>
    cafe({
      products: [
        {
          key: 'latte',
          name: 'ลาเต้',
          variants: [
            { key: 'hot', name: 'ร้อน', sku: 'LAT-H', prices: { retail: '65' }, stock: { bkk: 9 }, weight: 250 },
            { key: 'iced', name: 'เย็น', sku: 'LAT-I', prices: { retail: '70' }, stock: { bkk: 9 }, ...iced },
          ],
        },
      ],
    });
  for (const [more, grams] of [
    [{ weight: 120.5 }, 741],
    [{}, null],
  ] as const) {
    const shop = await openShop({ stores: [weighed(more)] });
    const order = await placeOrder(shop, [hot(2), iced(2)]);
    await bookOrder(shop, order);
    assert.equal(labels(shop, order.id)[0]?.label.weight, grams);
  }
});

test('an order without a tracking number and a canceled shipment have no label', async () => {
  const shop = await openShop();
  const order = await placeOrder(shop, [hot(1)]);
  refused(() => labels(shop, order.id), 'no_numbered_shipment');
  const { result: shipment } = await bookOrder(shop, order);
  await cancelShipmentStep(shop, shipment);
  refused(() => labels(shop, order.id), 'no_numbered_shipment');
});

test('an open order without a number has an address label, which collects its COD', async () => {
  const shop = await openShop();
  const order = await placeOrder(shop, [hot(1)], { ...COD, recipient_address: ADDRESS });
  const print = () => addressLabel(shop.ctx.db, order.id, shop.now());
  const { label } = print();
  assert.deepEqual([label.trackingNumber, label.orderNumber, label.recipient.name], ['', '1', 'คุณมาลี']);
  assert.equal(label.codAmount, baht('75'));
  const { result: shipment } = await bookOrder(shop, order);
  refused(print, 'order_has_numbers');
  await cancelShipmentStep(shop, shipment);
  assert.equal(print().label.codAmount, baht('75'));
  await runStep(shop, (tx) => cancelOrder(tx, order.id, 'store', byCommand(shop.now())));
  refused(print, 'order_not_open');
});

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
          sku: 'LAT-H',
          name: 'ลาเต้ ร้อน',
          qty: 10,
          orders: [
            { orderNumber: '1', qty: 3 },
            { orderNumber: '2', qty: 7 },
          ],
        },
        { sku: 'LAT-I', name: 'ลาเต้ เย็น', qty: 2, orders: [{ orderNumber: '1', qty: 2 }] },
      ],
    },
    {
      warehouse: 'เชียงใหม่',
      items: [{ sku: 'LAT-H', name: 'ลาเต้ ร้อน', qty: 2, orders: [{ orderNumber: '2', qty: 2 }] }],
    },
  ]);
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
  const sheet = packingSlipSheet(packingSlips(shop.ctx.db, order.id)[0] ?? assert.fail(), { withRecipient: true });
  assert.doesNotMatch(JSON.stringify(sheet), /65|70|บาท/);
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
  assert.deepEqual(sheet.parties?.[0], {
    head: 'ผู้ส่ง',
    name: 'บ้านกาแฟ',
    lines: ['99/1 ถ.พหลโยธิน แขวงสามเสนใน เขตพญาไท กรุงเทพมหานคร 10400', 'โทร. 02-123-4567'],
  });
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
    manifestSheet(manifest, 0).totals?.map(({ value }) => value),
    ['75.00', '1 ชิ้น'],
  );
  assert.deepEqual(manifestSheet(manifest, 0).facts?.[0], ['ขนส่ง', 'ไปรษณีย์ไทย EMS']);
  await refusedLater(manifestOf(shop.ctx.db, { storeId, shippingType: 'kex' }), 'no_parcel_of_courier_to_hand_over');
  await refusedLater(
    manifestOf(shop.ctx.db, { storeId, shippingType: 'ems', orderIds: [left.id] }),
    'order_has_no_parcel_to_hand_over',
  );
});

test('the weight covers the goods of this parcel, not of the whole order', async () => {
  const variant = { key: 'hot', name: 'ร้อน', sku: 'LAT-H', prices: { retail: '65' }, stock: { bkk: 9 }, weight: 250 };
  const shop = await openShop({ stores: [cafe({ products: [{ key: 'latte', name: 'ลาเต้', variants: [variant] }] })] });
  const order = await placeOrder(shop, [hot(4)]);
  await bookOrder(shop, order, { lines: [lineOf(order, 3)], trackingNumber: 'A1' });
  await bookOrder(shop, order, { trackingNumber: 'A2' });
  assert.deepEqual(
    labels(shop, order.id).map(({ label }) => label.weight),
    [750, 250],
  );
});

/** Two stores, the second with a partner of its own. */
async function twoStores() {
  const shop = await openShop({ stores: [cafe(), cafe({ key: 'other', name: 'อีกร้าน' })] });
  return { shop, token: await shop.bearer('page', shop.stores.other) };
}

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
  await refusedLater(manifestOf(shop.ctx.db, handover), 'order_not_found_in_store');
});

// Receipts

const issue = (shop: Shop, { id }: PlacedOrder) => runStep(shop, (tx, now) => issueReceipt(tx, id, byCommand(now)));

test('an unpaid order has no receipt and uses no number', async () => {
  const shop = await openShop();
  const [first, unpaid, third] = [
    await placeOrder(shop, [hot(1)]),
    await placeOrder(shop, [hot(1)]),
    await placeOrder(shop, [hot(1)]),
  ];
  await takePaymentStep(shop, first);
  await takePaymentStep(shop, third);
  assert.equal((await issue(shop, first)).number, 1);
  await assert.rejects(issue(shop, unpaid), appError({ key: 'receipt_before_payment', params: { order: unpaid.id } }));
  assert.equal((await issue(shop, third)).number, 2);
  assert.equal((await issue(shop, first)).number, 1);
});

test('receipts are numbered per store', async () => {
  const { shop, token } = await twoStores();
  const orders = [
    await placeOrder(shop, [hot(1)]),
    await placeOrder(shop, [hot(1)], {}, token),
    await placeOrder(shop, [hot(1)]),
    await placeOrder(shop, [hot(1)], {}, token),
  ];
  const numbers: number[] = [];
  for (const order of orders) {
    await takePaymentStep(shop, order);
    numbers.push((await issue(shop, order)).number);
  }
  assert.deepEqual(numbers, [1, 1, 2, 2]);
});

test('the seller is the address with the tax id, even if another one is primary', async () => {
  const plain = { key: 'shop', is_primary: true, name: 'หน้าร้าน', postal_code: 10110 };
  const taxed = { key: 'office', name: 'บริษัท บ้านกาแฟ จำกัด', legal_entity_id: '0105556000000', branch_type: 'h' };
  for (const vat_percent of [0, 7]) {
    const shop = await openShop({ stores: [cafe({ addresses: [plain, taxed], settings: { vat_percent } })] });
    const order = await placeOrder(shop, [hot(1)]);
    await takePaymentStep(shop, order);
    const { seller } = receiptOf(await issue(shop, order));
    assert.deepEqual([seller.name, seller.taxId, seller.branch], [taxed.name, '0105556000000', 'สำนักงานใหญ่ (00000)']);
  }
});

test('issuing a receipt is in the order history once', async () => {
  const shop = await openShop();
  const order = await placeOrder(shop, [hot(1)]);
  await takePaymentStep(shop, order);
  assert.equal((await issue(shop, order)).isCopy, false);
  assert.equal((await issue(shop, order)).isCopy, true);
  const issued = historyOf(shop.ctx.db, order.id).filter(({ event }) => event === 'receipt_issued');
  assert.deepEqual(
    issued.map(({ actor, detail }) => [actor, detail]),
    [['command', { number: 1 }]],
  );
});

/** The amounts and their text on the receipt. */
const printedSums = (receipt: Parameters<typeof receiptOf>[0]) => {
  const { totals = [], remarks = [] } = receiptSheet(receiptOf(receipt));
  return [...totals.filter(({ emphasized }) => emphasized).map(({ name, value }) => `${name} ${value}`), ...remarks];
};

test('a receipt shows what remains after refunds, and the received amount if it differs', async () => {
  const shop = await openShop();
  const whole = await placeOrder(shop, [hot(2)]);
  await takePaymentStep(shop, whole);
  assert.deepEqual(printedSums(await issue(shop, whole)), ['จำนวนเงินทั้งสิ้น 130.00', '(หนึ่งร้อยสามสิบบาทถ้วน)']);
  const refunded = await placeOrder(shop, [hot(2)]);
  await takePaymentStep(shop, refunded);
  await runStep(shop, (tx, now) => refundOrder(tx, refunded.id, { amount: baht('30') }, byCommand(now)));
  assert.deepEqual(printedSums(await issue(shop, refunded)), ['จำนวนเงินทั้งสิ้น 100.00', '(หนึ่งร้อยบาทถ้วน)']);
  const overpaid = await placeOrder(shop, [hot(2)]);
  const { paymentId } = await notifyPaymentStep(shop, overpaid, '150');
  await confirm(shop, paymentId);
  assert.deepEqual(printedSums(await issue(shop, overpaid)), [
    'จำนวนเงินทั้งสิ้น 130.00',
    'รับเงินแล้ว 150.00',
    '(หนึ่งร้อยสามสิบบาทถ้วน)',
    'รับเงินแล้ว 150.00 บาท (หนึ่งร้อยห้าสิบบาทถ้วน)',
  ]);
});

test('COD counts as received on the receipt in the parcel; the amount paid out replaces it', async () => {
  const shop = await openSeller();
  const storeId = idOf(shop.ids.id);
  const goesAlong = await codOrder(shop, '500');
  assert.equal((await issue(shop, goesAlong)).document.received, baht('500'));
  const less = await codOrder(shop, '500');
  await sendParcel(shop, less, 'COD-LESS', { at: 'delivered' });
  const rows = [{ row: 2, trackingNumber: 'COD-LESS', paid: baht('480') }];
  await runStep(shop, (tx, now) => remit(tx, { storeId, rows, acceptDifferences: true }, byCommand(now)));
  const { document } = await issue(shop, less);
  assert.deepEqual([document.total, document.received], [baht('500'), baht('480')]);
});

test('a COD order with a returned parcel has no receipt', async () => {
  const shop = await openSeller();
  const order = await codOrder(shop, '500');
  await sendParcel(shop, order, 'COD-BACK', { at: 'returned' });
  await assert.rejects(issue(shop, order), appError({ key: 'receipt_without_money', params: { order: order.id } }));
  assert.equal(receiptOfOrder(shop.ctx.db, order.id), undefined);
});

// Pages

test('a heading is never the last line of a page', NEEDS_PDF_TOOLS, async () => {
  const columns = [{ head: 'สินค้า', widthShare: 1 }];
  const rows = (count: number) => Array.from({ length: count }, (_, i) => [`แถว${i}`]);
  for (let count = 20; count < 40; count += 1) {
    const tables = [
      { columns, rows: rows(count) },
      { heading: 'หัวข้อ', columns, rows: [['สุดท้าย']] },
    ];
    const { pdf } = await printSheets('ทดสอบ', [{ title: 'ทดสอบ', nameInWarnings: 'test', facts: [], tables }], 0);
    const words = await wordsOf(pdf);
    const pageOf = (text: string) => words.find((word) => word.text === text)?.page ?? assert.fail(text);
    assert.equal(pageOf('หัวข้อ'), pageOf('สุดท้าย'), `${count} rows before it`);
  }
});
