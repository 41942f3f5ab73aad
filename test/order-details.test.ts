import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { findAddress } from '../src/domain/addresses.ts';
import { cancelOrder, expireOrders } from '../src/domain/orders/close.ts';
import type { OrderEdit } from '../src/domain/orders/edit.ts';
import { byCommand } from '../src/domain/orders/history.ts';
import { existingOrder } from '../src/domain/orders/order.ts';
import { issueReceipt } from '../src/domain/orders/payments/receipts.ts';
import type { Id } from '../src/lib/ids.ts';
import { baht } from './amounts.ts';
import { CONCURRENT, openFolderOf } from './cli.ts';
import { appError, english } from './errors.ts';
import { assertEditRefused, edit } from './order-edit-steps.ts';
import { orderDetail, placeOrder } from './order-steps.ts';
import { takePaymentStep } from './payment-steps.ts';
import { bookOrder, cancelShipmentStep, pickUpShipment } from './shipment-steps.ts';
import { runStep } from './stock-steps.ts';
import { stoppedClock } from './stopped-clock.ts';
import { idOf, type Json, openShop, type Shop } from './support.ts';

const TO = { name: 'สมหญิง ดีใจ', telephone: '0899999999', postal_code: 10_110 };

const orderOne = (shop: Shop, more: object = {}) => placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }], more);

// The address

test('an edited address gets a new id, and the old address keeps its id and content', async () => {
  const shop = await openShop();
  const order = await orderOne(shop);
  const before = (await orderDetail(shop, order)).recipient_address;
  const { moved, announced } = await edit(shop, order, { recipientAddress: TO });
  assert.deepEqual([moved, announced], [[], []]);
  const after = (await orderDetail(shop, order)).recipient_address;
  assert.deepEqual(after, { id: after.id, ...TO });
  assert.notEqual(after.id, before.id);
  const { version, id, ...kept } = findAddress(shop.ctx.db, idOf(shop.ids.id), idOf(before.id)) ?? assert.fail('gone');
  assert.deepEqual({ id: String(id), ...kept }, before);
});

test('an edit of the address of an order does not change other orders with that address', async () => {
  const shop = await openShop();
  const first = await orderOne(shop);
  const { id } = (await orderDetail(shop, first)).recipient_address;
  const second = await orderOne(shop, { recipient_address: undefined, recipient_address_id: id });
  await edit(shop, second, { recipientAddress: TO });
  assert.equal((await orderDetail(shop, first)).recipient_address.name, 'สมชาย ใจดี');
  const third = await orderOne(shop, { recipient_address: undefined, recipient_address_id: id });
  assert.equal((await orderDetail(shop, third)).recipient_address.name, 'สมชาย ใจดี');
});

test('an order edited with an unchanged address keeps the address id', async () => {
  const shop = await openShop();
  const order = await orderOne(shop);
  const before = await orderDetail(shop, order);
  const { id, ...same } = before.recipient_address;
  await edit(shop, order, { recipientAddress: { ...same, address2: undefined }, shippingLabelNote: 'แตกง่าย' });
  assert.deepEqual((await orderDetail(shop, order)).recipient_address, before.recipient_address);
});

// Notes

test('notes can be set and cleared, and order detail does not contain the private note', async () => {
  const shop = await openShop();
  const order = await orderOne(shop, { private_note: 'ความลับ' });
  await edit(shop, order, { shippingLabelNote: 'แตกง่าย', privateNote: 'ความลับใหม่' });
  const shown = await orderDetail(shop, order);
  assert.equal(shown.shipping_label_note, 'แตกง่าย');
  assert.ok(!JSON.stringify(shown).includes('ความลับ'));
  assert.equal(existingOrder(shop.ctx.db, order.id).privateNote, 'ความลับใหม่');
  await edit(shop, order, { shippingLabelNote: null, privateNote: null });
  assert.equal((await orderDetail(shop, order)).shipping_label_note, undefined);
  assert.equal(existingOrder(shop.ctx.db, order.id).privateNote, null);
});

// Charges

test('an edit of charges updates total and payment_status', async () => {
  const clock = stoppedClock();
  const shop = await openShop({ now: clock.now });
  const order = await orderOne(shop);
  await takePaymentStep(shop, order, '65');
  const status = async (change: OrderEdit) => {
    await edit(shop, order, change);
    const { total, payment_status, paid_time } = await orderDetail(shop, order);
    return [total, payment_status, paid_time];
  };
  assert.deepEqual(await status({ shippingFee: baht('40') }), ['105', 'partially_paid', undefined]);
  clock.forward(1_000);
  assert.deepEqual(await status({ discount: baht('45') }), ['60', 'paid', clock.now()]);
  assert.deepEqual(await status({ discount: baht('106'), otherFee: baht('1') }), ['0', 'paid', clock.now()]);
});

test('an order becomes ready to ship when an edit makes it paid', async () => {
  const shop = await openShop();
  const order = await orderOne(shop, { ship_before_pay: false });
  await takePaymentStep(shop, order, '60');
  await assert.rejects(bookOrder(shop, order), appError({ key: 'order_not_ready_to_ship' }));
  await edit(shop, order, { discount: baht('5') });
  await bookOrder(shop, order);
});

test('the COD amount can be edited in COD orders only', async () => {
  const shop = await openShop();
  const cod = await orderOne(shop, { is_cod: true, cod_fee: 5, cod_amount: 70 });
  await edit(shop, cod, { codFee: baht('10'), codAmount: baht('75') });
  const { cod_fee, cod_amount, total } = await orderDetail(shop, cod);
  assert.deepEqual([cod_fee, cod_amount, total], ['10', '75', '75']);
  assert.equal((await bookOrder(shop, cod)).result.codAmount, baht('75'));
  const prepaid = await orderOne(shop);
  for (const change of [{ codFee: baht('10') }, { codAmount: baht('10') }])
    await assertEditRefused(shop, prepaid, { key: 'cod_amounts_without_cod', params: { order: 2 } }, change);
});

test('charges above the largest amount are refused', async () => {
  const shop = await openShop();
  const order = await orderOne(shop);
  const most = baht('99999999999');
  await assertEditRefused(shop, order, { key: 'order_amount_too_large' }, { shippingFee: most, otherFee: most });
});

// The expiry

test('an order expires at its edited time, and never if that is cleared', async () => {
  const clock = stoppedClock();
  const shop = await openShop({ now: clock.now });
  const [soon, never] = [await orderOne(shop), await orderOne(shop, { expiration_time: clock.now() + 1_000 })];
  await edit(shop, soon, { expirationTime: clock.now() + 1_000 });
  await edit(shop, never, { expirationTime: null });
  assert.deepEqual(
    [(await orderDetail(shop, soon)).expiration_time, (await orderDetail(shop, never)).expiration_time],
    [clock.now() + 1_000, undefined],
  );
  clock.forward(2_000);
  await runStep(shop, (tx, now) => expireOrders(tx, now));
  assert.deepEqual(
    [(await orderDetail(shop, soon)).status, (await orderDetail(shop, never)).status],
    ['expired', 'open'],
  );
});

// When an order can be edited

const CHANGES: [string, OrderEdit][] = [
  ['address', { recipientAddress: TO }],
  ['label note', { shippingLabelNote: 'แตกง่าย' }],
  ['discount', { discount: baht('1') }],
  ['shipping fee', { shippingFee: baht('1') }],
  ['other fee', { otherFee: baht('1') }],
  ['COD amount', { codAmount: baht('1') }],
  ['COD fee', { codFee: baht('1') }],
  ['expiry', { expirationTime: 4_000_000_000_000 }],
];

for (const [what, change] of CHANGES)
  test(`the ${what} can be edited until a shipment is booked, and again after its cancellation`, async () => {
    const shop = await openShop();
    const order = await orderOne(shop, { is_cod: true, cod_fee: 0, cod_amount: 65 });
    const { result } = await bookOrder(shop, order);
    await assertEditRefused(
      shop,
      order,
      { key: 'order_has_shipment', params: { order: 1, shipment: 1, status: 'booked' } },
      change,
    );
    await cancelShipmentStep(shop, result);
    await edit(shop, order, change);
    await pickUpShipment(shop, (await bookOrder(shop, order)).result);
    await assertEditRefused(
      shop,
      order,
      { key: 'order_has_shipment', params: { order: 1, shipment: 2, status: 'picked_up' } },
      { ...change, privateNote: 'x' },
    );
  });

test('a private note can be edited while the order is open', async () => {
  const shop = await openShop();
  const order = await orderOne(shop);
  await bookOrder(shop, order);
  await edit(shop, order, { privateNote: 'โทรก่อน' });
  assert.equal(existingOrder(shop.ctx.db, order.id).privateNote, 'โทรก่อน');
  await runStep(shop, (tx, now) => cancelOrder(tx, order.id, 'store', byCommand(now)));
  await assertEditRefused(
    shop,
    order,
    { key: 'order_not_open', params: { order: 1, status: 'canceled' } },
    { privateNote: 'x' },
  );
});

// The command

const EDITED = {
  shipping_label_note: 'แตกง่าย',
  private_note: 'โทรก่อน',
  discount: '5',
  shipping_fee: '40',
  other_fee: '1.5',
  cod_amount: '105.5',
  cod_fee: '4',
  total: '105.5',
  expiration_time: Date.UTC(2026, 10, 30, 11),
};

suite('raan order edit', CONCURRENT, () => {
  test('edits address, notes, charges and expiry at once, and clears them again', async () => {
    const shop = await openShop();
    const order = await orderOne(shop, { is_cod: true, cod_fee: 0, cod_amount: 65 });
    const folder = openFolderOf(shop);
    const id = String(order.id);
    const address = folder.write('to.json', { ...TO, id: '99', is_primary: true, note: null });
    const { order: edited } = await folder.runCommandJson(
      ...['order', 'edit', id, '--recipient', address, '--label-note', 'แตกง่าย', '--private-note', 'โทรก่อน'],
      ...['--discount', '5', '--shipping-fee', '40', '--other-fee', '1.5', '--cod-amount', '105.5', '--cod-fee', '4'],
      ...['--expires', '2026-11-30T18:00'],
    );
    for (const [field, value] of Object.entries(EDITED)) assert.equal(edited[field], value, field);
    assert.deepEqual(edited.recipient_address, { id: edited.recipient_address.id, ...TO });
    const { order: bare } = await folder.runCommandJson(
      ...['order', 'edit', id, '--label-note', '', '--private-note', '', '--expires', 'never', '--discount', '0'],
    );
    for (const field of ['shipping_label_note', 'private_note', 'expiration_time']) assert.ok(!(field in bare), field);
    assert.deepEqual([bare.discount, bare.total], ['0', '110.5']);
  });

  test('edits a private note of an order that is already booked', async () => {
    const shop = await openShop();
    const order = await orderOne(shop);
    await bookOrder(shop, order);
    const folder = openFolderOf(shop);
    const edited = await folder.runCommandJson('order', 'edit', String(order.id), '--private-note', 'โทรก่อน');
    assert.equal(edited.order.private_note, 'โทรก่อน');
  });

  const WRONG: [Json, string[]][] = [
    [{ telephone: '1' }, [english('required', { path: 'to.json: name' })]],
    [{ name: ' ' }, [english('no_visible_character', { path: 'to.json: name' })]],
    [
      { name: 'A', postal_code: '10110', city: 'x' },
      [
        english('number_as_string', { path: 'to.json: postal_code' }),
        english('unknown_field', { path: 'to.json: city' }),
      ],
    ],
    ['[]', [english('not_an_object', { path: 'to.json' })]],
    ['{', [english('file_not_json', { file: 'to.json', why: '' })]],
  ];

  for (const [content, says] of WRONG)
    test(`refuses the address ${JSON.stringify(content)}, as the API does`, async () => {
      const shop = await openShop();
      const order = await orderOne(shop);
      const folder = openFolderOf(shop);
      const file = folder.write('to.json', content);
      const before = await orderDetail(shop, order);
      const { status, errorLines } = await folder.runCommand('order', 'edit', String(order.id), '--recipient', file);
      assert.equal(status, 1);
      assert.equal(errorLines.length, says.length, errorLines.join('\n'));
      for (const [i, fault] of errorLines.entries()) assert.ok(fault.includes(says[i] as string), fault);
      assert.deepEqual(await orderDetail(shop, order), before);
    });
});

// Receipts

test('charges of an order with a receipt cannot change; its address can', async () => {
  const shop = await openShop();
  const order = await orderOne(shop);
  await takePaymentStep(shop, order);
  await runStep(shop, (tx, now) => issueReceipt(tx, order.id, byCommand(now)));
  const amounts = { key: 'order_has_receipt', params: { order: 1, receipt: 1 } } as const;
  await assertEditRefused(shop, order, amounts, { discount: baht('1') });
  await assertEditRefused(shop, order, amounts, { set: [{ lineId: order.lines[0] as Id, qty: 2 }] });
  await edit(shop, order, { recipientAddress: TO, privateNote: 'โทรก่อน' });
  assert.equal((await orderDetail(shop, order)).recipient_address.name, TO.name);
});
