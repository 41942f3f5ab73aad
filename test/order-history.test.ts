import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { cancelOrder, expireOrders } from '../src/domain/orders/close.ts';
import { editOrder } from '../src/domain/orders/edit.ts';
import { byCommand, byUser, historyOf } from '../src/domain/orders/history.ts';
import { moveCod } from '../src/domain/orders/payments/cod.ts';
import { cancelShipment, moveShipment } from '../src/domain/orders/shipments/move.ts';
import { returnGoods } from '../src/domain/orders/shipments/return.ts';
import type { Id } from '../src/lib/ids.ts';
import { baht } from './amounts.ts';
import { CONCURRENT, openFolderOf } from './cli.ts';
import { edit } from './order-edit-steps.ts';
import { assertRefuses, type PlacedOrder, placeOrder } from './order-steps.ts';
import { addOwner } from './owner-account.ts';
import { takePaymentStep } from './payment-steps.ts';
import { bookOrder, lineOf, pickUpShipment } from './shipment-steps.ts';
import { runStep } from './stock-steps.ts';
import { MINUTE, stoppedClock } from './stopped-clock.ts';
import { type Json, openShop, type Shop } from './support.ts';

/** The history of the order after its creation. */
const historySince = (shop: Shop, { id }: PlacedOrder) => historyOf(shop.ctx.db, id).slice(1);

const events = (shop: Shop, order: PlacedOrder) => historySince(shop, order).map(({ event }) => event);

/** The changes in the newest entry. */
const change = (shop: Shop, order: PlacedOrder): Json => historySince(shop, order).at(-1)?.detail;

test('the history begins with the creation of the order by its channel', async () => {
  const clock = stoppedClock();
  const shop = await openShop({ now: clock.now });
  const order = await placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }]);
  clock.forward(MINUTE);
  await edit(shop, order, { privateNote: 'ด่วน' }, (now) => byUser(7 as Id, now));
  const channel = Number(shop.ids.channels.page?.id);
  assert.deepEqual(historyOf(shop.ctx.db, order.id), [
    {
      time: clock.now() - MINUTE,
      actor: 'channel',
      actorId: channel,
      actorName: 'Sale page',
      event: 'created',
      detail: {},
    },
    {
      time: clock.now(),
      actor: 'user',
      actorId: 7,
      actorName: null,
      event: 'edited',
      detail: { private_note: { to: 'ด่วน' } },
    },
  ]);
});

test('an edit of the address shows both addresses with their ids', async () => {
  const shop = await openShop();
  const order = await placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }]);
  await edit(shop, order, { recipientAddress: { name: 'สมหญิง', postal_code: 10110 } });
  const { recipient_address, ...rest } = change(shop, order);
  const { id: from, ...before } = recipient_address.from;
  const { id: to, ...after } = recipient_address.to;
  assert.deepEqual(before, { name: 'สมชาย ใจดี', telephone: '0812345678', postal_code: 50200 });
  assert.deepEqual(after, { name: 'สมหญิง', postal_code: 10110 });
  assert.notEqual(from, to);
  assert.deepEqual(rest, {});
});

test('an edit of notes and expiry shows them before and after', async () => {
  const shop = await openShop();
  const order = await placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }], { shipping_label_note: 'ของเย็น' });
  const time = 4_000_000_000_000;
  await edit(shop, order, { shippingLabelNote: 'แตกง่าย', privateNote: 'ลูกค้าประจำ', expirationTime: time });
  assert.deepEqual(change(shop, order), {
    shipping_label_note: { from: 'ของเย็น', to: 'แตกง่าย' },
    private_note: { to: 'ลูกค้าประจำ' },
    expiration_time: { to: time },
  });
  await edit(shop, order, { shippingLabelNote: null, privateNote: null, expirationTime: null });
  assert.deepEqual(change(shop, order), {
    shipping_label_note: { from: 'แตกง่าย' },
    private_note: { from: 'ลูกค้าประจำ' },
    expiration_time: { from: time },
  });
});

test('an edit of charges shows each of them and the total', async () => {
  const shop = await openShop();
  const order = await placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }], { is_cod: true, cod_fee: 5, cod_amount: 70 });
  await edit(shop, order, {
    discount: baht('10'),
    shippingFee: baht('40'),
    otherFee: baht('2.5'),
    codFee: baht('6'),
    codAmount: baht('103.5'),
  });
  assert.deepEqual(change(shop, order), {
    discount: { from: '0', to: '10' },
    shipping_fee: { from: '0', to: '40' },
    other_fee: { from: '0', to: '2.5' },
    cod_fee: { from: '5', to: '6' },
    cod_amount: { from: '70', to: '103.5' },
    total: { from: '70', to: '103.5' },
  });
});

test('an edit of lines shows only the changed, added and removed lines', async () => {
  const shop = await openShop();
  const order = await placeOrder(shop, [
    { sku: 'LAT-H', qty: 1 },
    { sku: 'LAT-I', qty: 1 },
    { sku: 'LAT-I', qty: 2 },
  ]);
  const [changed, , removed] = order.lines as [Id, Id, Id];
  await edit(shop, order, {
    set: [{ lineId: changed, qty: 3 }],
    remove: [removed],
    add: [{ sku: 'LAT-H', qty: 1, price: baht('60') }],
  });
  const { subtotal, total, ...lines } = change(shop, order);
  assert.deepEqual(
    [subtotal, total],
    [
      { from: '275', to: '325' },
      { from: '275', to: '325' },
    ],
  );
  assert.deepEqual(Object.keys(lines), ['line 1', 'line 3', 'line 4']);
  assert.deepEqual([lines['line 1'].from.qty, lines['line 1'].to.qty, lines['line 1'].to.amount], [1, 3, '195']);
  assert.deepEqual([lines['line 3'].from.qty, lines['line 3'].to], [2, undefined]);
  assert.deepEqual([lines['line 4'].from, lines['line 4'].to.price], [undefined, '60']);
});

test('a refused edit and an edit without a difference leave no entry', async () => {
  const shop = await openShop();
  const order = await placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }]);
  await edit(shop, order, {
    discount: baht('0'),
    shippingLabelNote: null,
    set: [{ lineId: order.lines[0] as Id, qty: 1 }],
  });
  assert.deepEqual(historySince(shop, order), []);
  await assertRefuses(shop, { path: 'line 1.qty' }, (tx, now) =>
    editOrder(tx, order.id, { privateNote: 'x', set: [{ lineId: order.lines[0] as Id, qty: 99 }] }, byCommand(now)),
  );
  await assertRefuses(shop, { key: 'cod_amounts_without_cod', params: { order: 1 } }, (tx, now) =>
    editOrder(tx, order.id, { privateNote: 'x', codAmount: baht('1') }, byCommand(now)),
  );
  assert.deepEqual(historySince(shop, order), []);
});

test('every event of an order is in its history once', async () => {
  const shop = await openShop();
  const order = await placeOrder(shop, [{ sku: 'LAT-H', qty: 2 }], { is_cod: true, cod_fee: 0, cod_amount: 100 });
  const canceled = (await bookOrder(shop, order)).result;
  await runStep(shop, (tx, now) => cancelShipment(tx, canceled.id, byCommand(now)));
  const { result } = await bookOrder(shop, order);
  await pickUpShipment(shop, result);
  await takePaymentStep(shop, order, '130');
  await runStep(shop, (tx, now) => moveShipment(tx, result.id, 'out_for_delivery', byCommand(now)));
  await runStep(shop, (tx, now) => moveShipment(tx, result.id, 'delivered', byCommand(now)));
  await runStep(shop, (tx, now) => returnGoods(tx, order.id, { lines: [lineOf(order, 1)] }, byCommand(now)));
  assert.deepEqual(events(shop, order), [
    'shipment_booked',
    'shipment_canceled',
    'shipment_booked',
    'shipment_picked_up',
    'payment_confirmed',
    'shipment_moved',
    'shipment_moved',
    'cod_collected',
    'completed',
    'goods_returned',
  ]);
});

test('the end of an order and its failed COD are in its history, with the actor', async () => {
  const clock = stoppedClock();
  const shop = await openShop({ now: clock.now });
  const canceled = await placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }], { is_cod: true, cod_fee: 0, cod_amount: 65 });
  const expired = await placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }], { expiration_time: clock.now() + MINUTE });
  await runStep(shop, (tx, now) => moveCod(tx, canceled.id, 'failed', byUser(7 as Id, now)));
  await runStep(shop, (tx, now) => cancelOrder(tx, canceled.id, 'buyer', byUser(7 as Id, now)));
  await runStep(shop, (tx, now) => expireOrders(tx, now + MINUTE));
  assert.deepEqual(
    historySince(shop, canceled).map(({ actor, event, detail }) => [actor, event, detail]),
    [
      ['user', 'cod_failed', {}],
      ['user', 'canceled', { by: 'buyer' }],
    ],
  );
  assert.deepEqual(
    historySince(shop, expired).map(({ actor, event, time }) => [actor, event, time]),
    [['system', 'expired', clock.now() + MINUTE]],
  );
});

suite('raan order history', CONCURRENT, () => {
  test('prints time, actor and event, one line per changed field', async () => {
    const shop = await openShop();
    const order = await placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }]);
    await runStep(shop, (tx, now) => addOwner(tx, 'malee', now));
    const folder = openFolderOf(shop);
    const id = String(order.id);
    const address = folder.write('to.json', { name: 'สมหญิง', telephone: '0812345678' });
    const options = [
      '--discount',
      '5',
      '--private-note',
      'โทรก่อนส่ง',
      '--recipient',
      address,
      '--expires',
      '2099-01-30',
    ];
    await folder.runCommandJson('order', 'edit', id, '--user', 'malee', ...options);
    await folder.runCommandJson('order', 'pay', id, '60');
    const { stdout } = await folder.runCommand('order', 'history', id);
    assert.match(stdout, /^time +by +event +what\n/);
    assert.match(stdout, /\n2\S+ \d\d:\d\d +channel Sale page +created\n/);
    assert.match(stdout, /\n2\S+ \d\d:\d\d +user malee +edited +\S/);
    assert.match(stdout, /\n2\S+ \d\d:\d\d +command +payment_confirmed +payment_id 1, method transfer, amount 60\n$/);
    for (const expected of [
      'discount: 0 → 5',
      'total: 65 → 60',
      'private_note: none → โทรก่อนส่ง',
      'expiration_time: none → 2099-01-30 00:00',
      'recipient_address name: สมชาย ใจดี → สมหญิง',
      'recipient_address postal_code: 50200 → none',
    ])
      assert.ok(stdout.includes(expected), `${expected} in\n${stdout}`);
    assert.ok(!stdout.includes('recipient_address telephone'), stdout);
    const { history } = await folder.runCommandJson('order', 'history', id);
    assert.deepEqual(
      history.map(({ actor, actor_name, event }: Json) => [actor, actor_name, event]),
      [
        ['channel', 'Sale page', 'created'],
        ['user', 'malee', 'edited'],
        ['command', undefined, 'payment_confirmed'],
      ],
    );
    assert.deepEqual(history[1].detail.discount, { from: '0', to: '5' });
  });
});
