import assert from 'node:assert/strict';
import { test } from 'node:test';
import { existingOrder } from '../src/domain/orders/read.ts';
import { labelOf, orderLabels } from '../src/domain/print/labels/label-of.ts';
import { manifestOf, manifestSheet } from '../src/domain/print/sheets/manifest.ts';
import { packingSlipSheet, packingSlips } from '../src/domain/print/sheets/packing-slip.ts';
import { pickLists } from '../src/domain/print/sheets/pick-list.ts';
import { Refusal } from '../src/lib/errors.ts';
import { ordered } from './ordered.ts';
import { book, cancel, leave, line } from './shipped.ts';
import { cafe, idOf, openShop, type Shop } from './support.ts';

// What of orders is printed: the data, before anything is drawn.

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

const refused = (act: () => unknown, says: RegExp) =>
  assert.throws(act, (error) => error instanceof Refusal && says.test(error.message));

const labels = ({ ctx }: Shop, id: Parameters<typeof orderLabels>[1]) => orderLabels(ctx.db, id);

test('a label has the parcel’s number, its recipient and sender as Thai addresses, its order and its note', async () => {
  const shop = await openShop({ now: () => Date.UTC(2026, 10, 21, 3) });
  const order = await ordered(shop, [hot(1)], { recipient_address: ADDRESS, shipping_label_note: 'ระวังแตก' });
  await book(shop, order);
  const [{ label, warnings } = assert.fail()] = labels(shop, order.id);
  assert.deepEqual(label, {
    orderNumber: '1',
    courier: 'ไปรษณีย์ไทย EMS',
    shippingType: 'ems',
    trackingNumber: 'EX123456785TH',
    piece: 1,
    pieces: 1,
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

test('what a label needs and the address lacks is named', async () => {
  const shop = await openShop();
  const order = await ordered(shop, [hot(1)]);
  await book(shop, order);
  assert.deepEqual(labels(shop, order.id)[0]?.warnings, [
    `order ${order.id}: the recipient's address lacks address1, sub_district, district, province`,
  ]);
});

test('outside of Bangkok places are written with ต. อ. จ., and none twice', async () => {
  const shop = await openShop();
  const address = { ...ADDRESS, sub_district: 'สุเทพ', district: 'อ.เมือง', province: 'เชียงใหม่' };
  const order = await ordered(shop, [hot(1)], { recipient_address: address });
  await book(shop, order);
  assert.equal(labels(shop, order.id)[0]?.label.recipient.address, '99/1 ถ.พหลโยธิน ต.สุเทพ อ.เมือง จ.เชียงใหม่');
});

test('each parcel of an order says which it is of those that are not canceled, and one of them collects the money', async () => {
  const shop = await openShop();
  const order = await ordered(shop, [hot(1), iced(2)], COD);
  const { answer: first } = await book(shop, order, { lines: [line(order, 1)], trackingNumber: 'A1' });
  await cancel(shop, first);
  await book(shop, order, { lines: [line(order, 1)], trackingNumber: 'A2' });
  await book(shop, order, { trackingNumber: 'A3' });
  const made = labels(shop, order.id).map(({ label }) => label);
  assert.deepEqual(
    made.map(({ trackingNumber, piece, pieces }) => [trackingNumber, piece, pieces]),
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

test('the weight is that of all goods in the parcel, or none where one’s is not known', async () => {
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
    const order = await ordered(shop, [hot(2), iced(2)]);
    await book(shop, order);
    assert.equal(labels(shop, order.id)[0]?.label.weight, grams);
  }
});

test('an order without a tracking number and a canceled shipment have no label', async () => {
  const shop = await openShop();
  const order = await ordered(shop, [hot(1)]);
  refused(() => labels(shop, order.id), /order \d+ has no shipment with a tracking number/);
  const { answer: shipment } = await book(shop, order);
  await cancel(shop, shipment);
  refused(() => labels(shop, order.id), /has no shipment with a tracking number/);
  const whole = existingOrder(shop.ctx.db, order.id);
  const [canceled = assert.fail()] = whole.shipments;
  refused(() => labelOf(shop.ctx.db, whole, canceled), /shipment \d+ is canceled/);
});

test('a pick list sums what orders have reserved, warehouse by warehouse, in the order of the shelves', async () => {
  const shop = await openShop();
  const first = await ordered(shop, [iced(2), hot(3)]);
  const second = await ordered(shop, [hot(9)]);
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

test('what has left is not picked again', async () => {
  const shop = await openShop();
  const order = await ordered(shop, [hot(1)]);
  const { answer: shipment } = await book(shop, order);
  assert.equal(pickLists(shop.ctx.db, [order.id]).length, 1);
  await leave(shop, shipment);
  refused(() => pickLists(shop.ctx.db, [order.id]), /order \d+ has nothing to pick/);
});

test('a packing slip is of the whole order until it is booked, then one of each parcel, without prices', async () => {
  const shop = await openShop();
  const order = await ordered(shop, [hot(2), iced(1)]);
  const slips = () =>
    packingSlips(shop.ctx.db, order.id).map(({ trackingNumber, piece, lines }) => [
      trackingNumber,
      piece,
      lines.map(({ sku, qty }) => [sku, qty]),
    ]);
  const whole = [
    ['LAT-H', 2],
    ['LAT-I', 1],
  ];
  assert.deepEqual(slips(), [['', undefined, whole]]);
  await book(shop, order, { lines: [line(order, 1)], trackingNumber: 'A1' });
  await book(shop, order, { trackingNumber: 'A2' });
  assert.deepEqual(slips(), [
    ['A1', { number: 1, of: 2 }, [['LAT-H', 1]]],
    [
      'A2',
      { number: 2, of: 2 },
      [
        ['LAT-H', 1],
        ['LAT-I', 1],
      ],
    ],
  ]);
  const sheet = packingSlipSheet(packingSlips(shop.ctx.db, order.id)[0] ?? assert.fail());
  assert.doesNotMatch(JSON.stringify(sheet), /65|70|บาท/);
});

test('a manifest lists what waits for the courier, and only that', async () => {
  const shop = await openShop();
  const [waiting, left, other] = [
    await ordered(shop, [hot(1)], { ...COD, recipient_address: ADDRESS }),
    await ordered(shop, [hot(1)]),
    await ordered(shop, [hot(1)], { shipping_type: 'flash' }),
  ];
  await book(shop, waiting, { trackingNumber: 'A1' });
  await leave(shop, (await book(shop, left, { trackingNumber: 'A2' })).answer);
  await book(shop, other, { trackingNumber: 'B1' });
  const storeId = idOf(shop.ids.id);
  const manifest = manifestOf(shop.ctx.db, { storeId, shippingType: 'ems' });
  const { codAmount } = existingOrder(shop.ctx.db, waiting.id);
  assert.ok(codAmount);
  assert.deepEqual(manifest.parcels, [
    { trackingNumber: 'A1', orderNumber: '1', recipient: 'คุณมาลี', codAmount, piece: 1, pieces: 1 },
  ]);
  assert.deepEqual(
    manifestSheet(manifest, 0).totals?.map(({ value }) => value),
    ['75.00', '1 ชิ้น'],
  );
  refused(() => manifestOf(shop.ctx.db, { storeId, shippingType: 'kex' }), /no kex shipment waits/);
  refused(
    () => manifestOf(shop.ctx.db, { storeId, shippingType: 'ems', orderIds: [left.id] }),
    /order \d+ has no ems shipment that waits/,
  );
});
