import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Booking } from '../src/domain/orders/bookings/booking.ts';
import { parcelOf } from '../src/domain/orders/bookings/claim.ts';
import { cancelOrder } from '../src/domain/orders/close.ts';
import { byCommand } from '../src/domain/orders/history.ts';
import { existingOrder } from '../src/domain/orders/order.ts';
import { addressLabel } from '../src/domain/print/labels/order-labels.ts';
import { message } from '../src/lib/messages/message.ts';
import { baht } from './amounts.ts';
import { placeOrder } from './order-steps.ts';
import { ADDRESS, COD, hot, iced, labels, refused } from './printed-order-steps.ts';
import { bookOrder, cancelShipmentStep, lineOf } from './shipment-steps.ts';
import { tamper } from './sql.ts';
import { runStep } from './stock-steps.ts';
import { cafe, openShop } from './support.ts';

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

test('missing data of a label is reported with the order number', async () => {
  const shop = await openShop();
  const order = await placeOrder(shop, [hot(1)]);
  await bookOrder(shop, order);
  tamper(shop.ctx, 'UPDATE orders SET order_number = 1024');
  assert.deepEqual(labels(shop, order.id)[0]?.warnings, [
    message('label_address_incomplete', {
      orderNumber: 1024,
      fields: ['address1', 'sub_district', 'district', 'province'],
    }),
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

test('a bundle weighs as much as its parts unless it has a weight of its own', async () => {
  const bundle = (key: string, fields: object) => ({ key, name: key, sku: key, prices: { retail: '99' }, ...fields });
  const part = (variant: string, qty = 1) => ({ variant, qty });
  const product = {
    key: 'coffee',
    name: 'กาแฟ',
    variants: [
      { key: 'beans', name: 'เมล็ด', sku: 'beans', weight: 250, stock: { bkk: 9 } },
      { key: 'mug', name: 'แก้ว', sku: 'mug', stock: { bkk: 9 } },
      bundle('pair', { bundle: [part('beans', 2)] }),
      bundle('boxed', { weight: 900, bundle: [part('beans'), part('mug')] }),
      bundle('set', { bundle: [part('beans'), part('mug')] }),
    ],
  };
  const shop = await openShop({ stores: [cafe({ products: [product] })] });
  for (const [sku, grams] of [
    ['pair', 500],
    ['boxed', 900],
    ['set', null],
  ] as const) {
    const order = await placeOrder(shop, [{ sku, qty: 2, price: 99 }]);
    const booking = { key: 'key', shippingType: 'ems' } as Booking;
    const { weight } = parcelOf(shop.ctx.db, existingOrder(shop.ctx.db, order.id), booking);
    assert.equal(weight, grams === null ? undefined : 2 * grams, sku);
    await bookOrder(shop, order, { lines: [lineOf(order, 1)], trackingNumber: `${sku}-1` });
    assert.equal(labels(shop, order.id)[0]?.label.weight, grams, sku);
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
