import assert from 'node:assert/strict';
import { test } from 'node:test';
import { byCommand } from '../src/domain/orders/history.ts';
import { takePayment } from '../src/domain/orders/payments/payments.ts';
import { baht } from './amounts.ts';
import { assertEditRefused, edit, line } from './order-edit-steps.ts';
import { orderDetail, type PlacedOrder, placeOrder } from './order-steps.ts';
import { change } from './sql.ts';
import { openCafe, runStep, variantId } from './stock-steps.ts';
import { stoppedClock } from './stopped-clock.ts';
import { type Json, openShop, type Shop } from './support.ts';

test('added lines are priced as in a new order: by the channel’s tier, the default tier, or as given', async () => {
  const shop = await openCafe({ channels: [{ key: 'page', name: 'page', price_tier: 'vip' }] });
  const order = await placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }]);
  const { result } = await edit(shop, order, {
    add: [
      { variantId: variantId(shop, 'hot'), qty: 2 },
      { sku: 'LAT-I', qty: 1 },
      { sku: 'LAT-I', qty: 2, price: baht('12.5') },
    ],
  });
  assert.deepEqual(
    (await orderDetail(shop, order)).products.map(({ price, amount }: Json) => [price, amount]),
    [
      ['60', '60'],
      ['60', '120'],
      ['70', '70'],
      ['12.5', '25'],
    ],
  );
  assert.equal(result.total, baht('275'));
});

test('manual orders have the prices of the default tier', async () => {
  const shop = await openCafe({ channels: [{ key: 'page', name: 'page', price_tier: 'vip' }] });
  const order = await placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }]);
  await runStep(shop, (tx) => tx.run(change('UPDATE orders SET channel_id = NULL')));
  const { result } = await edit(shop, order, { add: [{ sku: 'LAT-H', qty: 1 }] });
  assert.deepEqual(
    result.lines.map(({ price }) => price),
    [baht('60'), baht('65')],
  );
});

test('an edited quantity keeps the line’s price; an edited price keeps its quantity and moves no stock', async () => {
  const shop = await openCafe();
  const order = await placeOrder(shop, [{ sku: 'LAT-H', qty: 2, price: 50 }], { discount: 10, shipping_fee: 40 });
  await edit(shop, order, { set: [{ lineId: line(order), qty: 3 }] });
  assert.deepEqual(await sums(shop, order), { subtotal: '150', total: '180', payment: 'unpaid' });
  const { moved, announced } = await edit(shop, order, { set: [{ lineId: line(order), price: baht('20.25') }] });
  assert.deepEqual([moved, announced], [[], []]);
  assert.deepEqual(await sums(shop, order), { subtotal: '60.75', total: '90.75', payment: 'unpaid' });
});

const sums = async (shop: Shop, order: PlacedOrder) => {
  const { subtotal, total, payment_status: payment } = await orderDetail(shop, order);
  return { subtotal, total, payment };
};

test('totals include discount, fees and COD fee, and none is negative', async () => {
  const shop = await openCafe();
  const order = await placeOrder(shop, [{ sku: 'LAT-H', qty: 2 }], {
    discount: 100,
    shipping_fee: 10,
    other_fee: 5,
    is_cod: true,
    cod_fee: 3,
    cod_amount: 48,
  });
  await edit(shop, order, { set: [{ lineId: line(order), qty: 3 }] });
  assert.deepEqual(await sums(shop, order), { subtotal: '195', total: '113', payment: 'unpaid' });
  const lowered = { set: [{ lineId: line(order), qty: 1 }] };
  const overDiscounted = { ...lowered, discount: baht('84') };
  await assertEditRefused(
    shop,
    order,
    { key: 'discount_too_large', path: 'discount', params: { most: baht('83') } },
    overDiscounted,
  );
  await edit(shop, order, lowered);
  assert.deepEqual(await sums(shop, order), { subtotal: '65', total: '0', payment: 'paid' });
  assert.equal((await orderDetail(shop, order)).cod_amount, '48');
});

test('a changed time in the past is refused, and an unchanged time in the past is accepted', async () => {
  const shop = await openCafe();
  const past = 1_500_000_000_000;
  const order = await placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }], { ship_deadline_time: past });
  await edit(shop, order, { shipDeadlineTime: past, privateNote: 'รีบ' });
  await assertEditRefused(
    shop,
    order,
    { key: 'time_is_past', path: 'ship_deadline_time' },
    { shipDeadlineTime: past + 1 },
  );
  await assertEditRefused(shop, order, { key: 'time_is_past', path: 'expiration_time' }, { expirationTime: past });
  await edit(shop, order, { shipDeadlineTime: null });
});

test('paid_time is removed when the total rises above the payments, and set again when it falls to them', async () => {
  const clock = stoppedClock();
  const shop = await openShop({ now: clock.now });
  const order = await placeOrder(shop, [{ sku: 'LAT-H', qty: 2 }]);
  const paidAt = clock.now();
  await runStep(shop, (tx, now) => takePayment(tx, order.id, { method: 'cash' }, byCommand(now)));
  const shown = async (qty: number) => {
    clock.forward(1_000);
    await edit(shop, order, { set: [{ lineId: line(order), qty }] });
    const { payment_status, paid_time, update_time } = await orderDetail(shop, order);
    assert.equal(update_time, clock.now());
    return [payment_status, paid_time];
  };
  assert.deepEqual(await shown(1), ['paid', paidAt]);
  assert.deepEqual(await shown(3), ['partially_paid', undefined]);
  assert.deepEqual(await shown(2), ['paid', clock.now()]);
});

test('an edit without a difference changes nothing, not even update_time', async () => {
  const clock = stoppedClock();
  const shop = await openShop({ now: clock.now });
  const order = await placeOrder(shop, [{ sku: 'LAT-H', qty: 2 }]);
  const before = await orderDetail(shop, order);
  clock.forward(1_000);
  for (const change of [{}, { set: [{ lineId: line(order), qty: 2, price: baht('65') }] }, { set: [], add: [] }]) {
    const { moved } = await edit(shop, order, change);
    assert.deepEqual(moved, []);
    assert.deepEqual(await orderDetail(shop, order), before);
  }
});
