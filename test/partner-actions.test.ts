import assert from 'node:assert/strict';
import { test } from 'node:test';
import { byCommand } from '../src/domain/orders/history.ts';
import { paymentDetails, slipOf } from '../src/domain/orders/payments/payment-details.ts';
import { bookShipment } from '../src/domain/orders/shipments/book.ts';
import { pickUp } from '../src/domain/orders/shipments/move.ts';
import { eraseOrder } from '../src/domain/privacy/erase.ts';
import type { Id } from '../src/lib/ids.ts';
import { signedIn } from './office.ts';
import { orderDetail, type PlacedOrder, placeOrder } from './order-steps.ts';
import { confirm, eventsOf, refund, takePaymentStep } from './payment-steps.ts';
import { photo } from './sample-photos.ts';
import { runStep } from './stock-steps.ts';
import { cafe, idOf, type Json, openShop, type Shop } from './support.ts';

const CHANNEL = {
  key: 'page',
  name: 'Sale page',
  permissions: ['orders.create', 'orders.read', 'orders.cancel', 'orders.pay'],
};

const openPartnerShop = () => openShop({ stores: [cafe({ channels: [CHANNEL, { ...CHANNEL, key: 'other' }] })] });

const latte = (shop: Shop, more: object = {}) => placeOrder(shop, [{ sku: 'LAT-H', qty: 2 }], more);

const cancel = (shop: Shop, body: object, token?: string) =>
  shop.call('/v1/order/cancel', body, token === undefined ? {} : { token });

const notify = (shop: Shop, body: object, token?: string) =>
  shop.call('/v1/order/payment/notify', body, token === undefined ? {} : { token });

const byId = ({ id }: PlacedOrder) => ({ order_id: String(id) });

test('a channel can cancel its open order, which releases the stock once', async () => {
  const shop = await openPartnerShop();
  const order = await latte(shop);
  const before = shop.announcements();
  const { status, body } = await cancel(shop, byId(order));
  assert.deepEqual([status, body.order.status], [200, 'canceled']);
  assert.deepEqual(shop.stock('hot'), { onHand: 10, reserved: 0 });
  assert.deepEqual(eventsOf(shop, order), [[`channel ${shop.ids.channels.page?.id}`, 'canceled', { by: 'reseller' }]]);
  const again = await cancel(shop, byId(order));
  assert.deepEqual([again.status, again.body.order], [200, body.order]);
  assert.deepEqual(shop.announcementsSince(before), []);
});

test('a canceled order returns its goods with the reason order_canceled', async () => {
  const shop = await openShop({
    stores: [cafe({ channels: [{ ...CHANNEL, permissions: [...CHANNEL.permissions, 'stock.read'] }] })],
  });
  const order = await latte(shop, { external_order_id: 'A-1' });
  const { body: start } = await shop.call('/v1/stock/changes', {});
  assert.equal((await cancel(shop, { external_order_id: 'A-1' })).status, 200);
  const { body } = await shop.call('/v1/stock/changes', { cursor: start.next_cursor });
  assert.deepEqual(
    body.items.map(({ reason, order_id }: Json) => [reason, order_id]),
    [['order_canceled', String(order.id)]],
  );
});

test('a shipped order cannot be canceled, and the error names the field', async () => {
  const shop = await openPartnerShop();
  const order = await latte(shop, { external_order_id: 'A-1' });
  await runStep(shop, (tx, now) => {
    const shipment = bookShipment(tx, order.id, { trackingNumber: 'EX1' }, byCommand(now));
    pickUp(tx, shipment.id, {}, byCommand(now));
  });
  for (const [body, field] of [
    [byId(order), /^order_id: /],
    [{ external_order_id: 'A-1' }, /^external_order_id: /],
  ] as const) {
    const refused = await cancel(shop, body);
    assert.deepEqual([refused.status, refused.body.error], [400, 'invalid_request']);
    assert.match(refused.body.error_description, field);
  }
});

test('orders of other channels and of the store are unknown to cancel and notify', async () => {
  const shop = await openPartnerShop();
  const order = await latte(shop, { external_order_id: 'A-1' });
  const other = await shop.bearer('other');
  for (const named of [byId(order), { external_order_id: 'A-1' }, { order_id: '999' }, { order_id: '007' }])
    for (const { status, body } of [
      await cancel(shop, named, other),
      await notify(shop, { ...named, amount: 1 }, other),
    ])
      assert.deepEqual([status, body.error], [404, 'not_found']);
  assert.equal((await orderDetail(shop, order)).status, 'open');
});

test('canceling and reporting payments need their permissions', async () => {
  const shop = await openShop();
  const order = await latte(shop);
  for (const { status, body } of [await cancel(shop, byId(order)), await notify(shop, { ...byId(order), amount: 1 })])
    assert.deepEqual([status, body.error], [403, 'access_denied']);
});

test('a reported payment waits for the store with amount, time and slip', async () => {
  const shop = await openPartnerShop();
  const order = await latte(shop);
  const picture = await photo({ width: 40, height: 60 });
  const { status, body } = await notify(shop, {
    ...byId(order),
    amount: '130',
    pay_time: 1_794_373_200_000,
    note: 'from mother',
    slip: picture.toString('base64'),
  });
  assert.deepEqual([status, body.order.payment_status], [200, 'awaiting_confirmation']);
  const [payment] = body.order.payments;
  assert.deepEqual(
    [payment.amount, payment.method, payment.status, payment.pay_time],
    ['130', 'transfer', 'notified', 1_794_373_200_000],
  );
  assert.equal(slipOf(shop.ctx.db, idOf(payment.id)).mediaType, 'image/jpeg');
  assert.equal(paymentDetails(shop.ctx.db, order.id)[0]?.note, 'from mother');
  const browser = await signedIn(shop, { language: 'en' });
  assert.match((await browser.open(`/orders/${order.id}`)).text, /from mother · Paid on, according to the customer/);
  await confirm(shop, idOf(payment.id));
  assert.equal((await orderDetail(shop, order)).payment_status, 'paid');
});

test('a repeated report of a payment is one payment, and the response tells whether it differs', async () => {
  const shop = await openPartnerShop();
  const order = await latte(shop);
  const report = { ...byId(order), amount: '130', external_payment_id: 'P-1' };
  const first = await notify(shop, report);
  assert.equal(first.headers.get('x-idempotent-replay'), null);
  const again = await notify(shop, report);
  const other = await notify(shop, { ...report, amount: '131' });
  assert.deepEqual(
    [again, other].map(({ status, headers }) => [status, headers.get('x-idempotent-replay')]),
    [
      [200, 'same'],
      [200, 'differs'],
    ],
  );
  assert.equal(other.body.order.payments.length, 1);
  assert.equal(other.body.order.payments[0].external_payment_id, 'P-1');
  for (const more of [{ note: 'other' }, { pay_time: 1_794_373_200_000 }, { method: 'cash' }])
    assert.equal((await notify(shop, { ...report, ...more })).headers.get('x-idempotent-replay'), 'differs');
  const second = await latte(shop);
  assert.equal((await notify(shop, { ...report, ...byId(second) })).body.order.payments.length, 1);
});

test('a repeated report adds the slip that the first one lacks, and replaces none', async () => {
  const shop = await openPartnerShop();
  const order = await latte(shop);
  const report = { ...byId(order), amount: '130', external_payment_id: 'P-1' };
  const [payment] = (await notify(shop, report)).body.order.payments;
  assert.equal(payment.has_slip, undefined);
  const [first, second] = [await photo({ width: 40, height: 60 }), await photo({ width: 50, height: 60 })];
  const late = await notify(shop, { ...report, slip: first.toString('base64') });
  assert.equal(late.headers.get('x-idempotent-replay'), 'differs');
  assert.deepEqual([late.body.order.payments.length, late.body.order.payments[0].has_slip], [1, true]);
  const { picture } = slipOf(shop.ctx.db, idOf(payment.id));
  await notify(shop, { ...report, slip: second.toString('base64') });
  assert.deepEqual(slipOf(shop.ctx.db, idOf(payment.id)).picture, picture);
  const broken = await notify(shop, { ...report, slip: '/9j/' });
  assert.equal(broken.status, 400);
});

test('a report with a wrong field is refused by its name, and nothing is recorded', async () => {
  const shop = await openPartnerShop();
  const order = await latte(shop);
  for (const [more, field] of [
    [{ amount: '0' }, 'amount'],
    [{ amount: '-1' }, 'amount'],
    [{ amount: null }, 'amount'],
    [{ pay_time: 1_794_373_200 }, 'pay_time'],
    [{ slip: 'not base64!' }, 'slip'],
    [{ slip: 'abc' }, 'slip'],
    [{ slip: Buffer.from('GIF89a').toString('base64') }, 'slip'],
    [{ method: 'bitcoin' }, 'method'],
    [{ note: 'x'.repeat(1_001) }, 'note'],
    [{ external_payment_id: '' }, 'external_payment_id'],
    [{ external_order_id: 'both' }, 'order_id'],
    [{ paid: true }, 'paid'],
  ] as const) {
    const { status, body } = await notify(shop, { ...byId(order), amount: '130', ...more });
    assert.equal(status, 400, field);
    assert.ok(body.error_description.includes(field), body.error_description);
  }
  assert.deepEqual((await orderDetail(shop, order)).payments, []);
  await cancel(shop, byId(order));
  const closed = await notify(shop, { ...byId(order), amount: '130' });
  assert.equal(closed.status, 400);
  assert.match(closed.body.error_description, /^order_id: /);
});

test('the response to a repeated create tells whether its body differs', async () => {
  const shop = await openPartnerShop();
  const create = (more: object = {}) => shop.order({ external_order_id: 'A-1', ...more });
  const headers = [await create(), await create(), await create({ private_note: 'new' }), await create()].map(
    (response) => response.headers.get('x-idempotent-replay'),
  );
  assert.deepEqual(headers, [null, 'same', 'differs', 'same']);
});

test('a repeated create differs after the customer is erased, because the first body is no longer known', async () => {
  const shop = await openPartnerShop();
  const create = (more: object = {}) => shop.order({ external_order_id: 'A-1', ...more });
  const { body } = await create();
  await shop.ctx.write((tx) => eraseOrder(tx, idOf(body.order.id), shop.now()));
  const { status, headers } = await create({ private_note: 'new' });
  assert.deepEqual([status, headers.get('x-idempotent-replay')], [200, 'differs']);
});

test('a line that was shipped short shows the missing quantity; its quantity stays as ordered', async () => {
  const shop = await openPartnerShop();
  const order = await latte(shop);
  await runStep(shop, (tx, now) => {
    const shipment = bookShipment(tx, order.id, { trackingNumber: 'EX1' }, byCommand(now));
    pickUp(tx, shipment.id, { short: [{ lineId: order.lines[0] as Id, qty: 1 }] }, byCommand(now));
  });
  const [line] = (await orderDetail(shop, order)).products;
  assert.deepEqual([line.qty, line.short_qty, line.amount], [2, 1, '130']);
});

test('an order shows refunds; amounts stay as ordered', async () => {
  const shop = await openPartnerShop();
  const order = await latte(shop);
  await takePaymentStep(shop, order, '130', 'transfer');
  await refund(shop, order, { amount: 200_000 as never });
  const { payments, total, paid_amount } = await orderDetail(shop, order);
  assert.deepEqual(
    payments[0].refunds.map(({ amount, method }: Json) => [amount, method]),
    [['20', 'transfer']],
  );
  assert.deepEqual([payments[0].amount, total, paid_amount], ['130', '130', '110']);
});
