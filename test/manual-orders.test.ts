import assert from 'node:assert/strict';
import { test } from 'node:test';
import { removePriceTier } from '../src/domain/catalogue/price-tiers.ts';
import { createManualOrder, priceOrder, priceTierOf } from '../src/domain/orders/create-manual-order.ts';
import { editOrder } from '../src/domain/orders/edit.ts';
import { byUser, historyOf } from '../src/domain/orders/history.ts';
import { existingOrder, listOrders } from '../src/domain/orders/order.ts';
import type { ManualOrder } from '../src/domain/orders/order-input.ts';
import { changeStore } from '../src/domain/stores.ts';
import type { Id } from '../src/lib/ids.ts';
import { type Money, moneyText, ZERO } from '../src/lib/money.ts';
import { baht } from './amounts.ts';
import type { ExpectedError } from './errors.ts';
import { assertRefuses, observeStep } from './order-steps.ts';
import { SUBSCRIBED_APP } from './stock-steps.ts';
import { stoppedClock } from './stopped-clock.ts';
import { cafe, idOf, openShop, type Shop } from './support.ts';

const USER = 7 as Id;
const orderInput = (change: Partial<ManualOrder> = {}): ManualOrder => ({
  formKey: 'first',
  shippingType: 'ems',
  lines: [{ sku: 'LAT-H', qty: 2 }],
  recipientAddress: { name: 'สมชาย', telephone: '081-234-5678' },
  discount: ZERO,
  shippingFee: ZERO,
  otherFee: ZERO,
  shipBeforePay: false,
  autoRequestXshipping: true,
  ...change,
});

const storeOf = (shop: Shop) => idOf(shop.ids.id);

const addManualOrder = (shop: Shop, change: Partial<ManualOrder> = {}) =>
  observeStep(shop, (tx, now) => createManualOrder(tx, storeOf(shop), orderInput(change), byUser(USER, now)));

const refusesOrder = (shop: Shop, expected: ExpectedError, change: Partial<ManualOrder>) =>
  assertRefuses(shop, expected, (tx, now) =>
    createManualOrder(tx, storeOf(shop), orderInput(change), byUser(USER, now)),
  );

test('a manual order reserves stock and is announced to apps like a partner’s order', async () => {
  const shop = await openShop({ stores: [cafe({ apps: SUBSCRIBED_APP })] });
  const { result, moved, announced } = await addManualOrder(shop);
  assert.deepEqual(moved, [['hot', 'bkk', 0, 2, 'order_reserved', `order ${result.id}`]]);
  assert.deepEqual(announced, [['hot', 'bkk', 10, 8, 'order_reserved']]);
  assert.deepEqual(existingOrder(shop.ctx.db, result.id), result);
  assert.equal(result.channelId, null);
});

test('the history of a manual order names the account that created it', async () => {
  const clock = stoppedClock();
  const shop = await openShop({ now: clock.now });
  const { result } = await addManualOrder(shop);
  const [created, ...more] = historyOf(shop.ctx.db, result.id);
  assert.deepEqual(
    [created?.event, created?.actor, created?.actorId, created?.time],
    ['created', 'user', USER, clock.now()],
  );
  assert.deepEqual(more, []);
});

test('a form submitted twice creates one order and returns it again', async () => {
  const shop = await openShop();
  const { result } = await addManualOrder(shop);
  const again = await addManualOrder(shop);
  assert.equal(again.result.id, result.id);
  assert.deepEqual(again.moved, []);
  assert.equal(again.result.differingReplayTime, null);
  assert.equal(listOrders(shop.ctx.db, storeOf(shop), { limit: 9, offset: 0 }).length, 1);
});

test('after its price tier is removed, a manual order has the default tier', async () => {
  const price_tiers = [...cafe().price_tiers, { key: 'spare', name: 'สำรอง' }];
  const shop = await openShop({ stores: [cafe({ price_tiers })] });
  const spare = idOf(shop.ids.price_tiers.spare);
  const lines = [{ sku: 'LAT-H', qty: 1, price: baht('10') }];
  const { result } = await addManualOrder(shop, { priceTierId: spare, lines });
  assert.equal(priceTierOf(shop.ctx.db, result), spare);
  await shop.ctx.write((tx) => removePriceTier(tx, storeOf(shop), spare));
  assert.equal(priceTierOf(shop.ctx.db, result), null);
});

test('a form submitted again with other content changes nothing, and its order shows a hint', async () => {
  const shop = await openShop();
  const { result } = await addManualOrder(shop);
  const again = await addManualOrder(shop, { lines: [{ sku: 'LAT-H', qty: 5 }] });
  assert.equal(again.result.lines[0]?.qty, 2);
  assert.deepEqual(again.moved, []);
  assert.ok(existingOrder(shop.ctx.db, result.id).differingReplayTime);
});

test('the same form key in another store is another order', async () => {
  const shop = await openShop({ stores: [cafe(), cafe({ key: 'tea' })] });
  const first = await addManualOrder(shop);
  const second = await observeStep(shop, (tx, now) =>
    createManualOrder(tx, idOf(shop.stores.tea?.id), orderInput(), byUser(USER, now)),
  );
  assert.notEqual(second.result.id, first.result.id);
});

test('prices come from the default tier, the chosen tier, or the form', async () => {
  const shop = await openShop();
  const vip = idOf(shop.ids.price_tiers.vip);
  const priced = async (formKey: string, change: Partial<ManualOrder>) =>
    moneyText((await addManualOrder(shop, { formKey, ...change })).result.total);
  assert.equal(await priced('a', {}), '130');
  assert.equal(await priced('b', { priceTierId: vip }), '120');
  assert.equal(await priced('c', { priceTierId: vip, lines: [{ sku: 'LAT-I', qty: 1 }] }), '70');
  assert.equal(await priced('d', { lines: [{ sku: 'LAT-I', qty: 1, price: baht('50') }] }), '50');
});

test('a line added later has the price of the chosen tier', async () => {
  const shop = await openShop();
  const { result } = await addManualOrder(shop, {
    priceTierId: idOf(shop.ids.price_tiers.vip),
    lines: [{ sku: 'LAT-I', qty: 1 }],
  });
  const edited = await observeStep(shop, (tx, now) =>
    editOrder(tx, result.id, { add: [{ sku: 'LAT-H', qty: 1 }] }, byUser(USER, now)),
  );
  assert.equal(moneyText(edited.result.lines[1]?.price as Money), '60');
});

test('a price tier of another store is refused', async () => {
  const shop = await openShop({ stores: [cafe(), cafe({ key: 'tea' })] });
  await refusesOrder(
    shop,
    { key: 'unknown_price_tier', path: 'price_tier_id' },
    { priceTierId: idOf(shop.stores.tea?.price_tiers.vip) },
  );
});

test('manual orders follow the rules of API orders for stock, quota and references', async () => {
  const shop = await openShop();
  await refusesOrder(
    shop,
    { key: 'out_of_stock', path: 'products[0].qty', params: { needed: 16, available: 15 } },
    { lines: [{ sku: 'LAT-H', qty: 16 }] },
  );
  await refusesOrder(
    shop,
    { key: 'unknown_variant', path: 'products[1].sku' },
    {
      lines: [
        { sku: 'LAT-H', qty: 1 },
        { sku: 'none', qty: 1 },
      ],
    },
  );
  await shop.ctx.write((tx) => changeStore(tx, storeOf(shop), { orderQuota: 1 }));
  await addManualOrder(shop);
  await refusesOrder(shop, { key: 'order_quota_used_up' }, { formKey: 'second' });
  assert.equal((await addManualOrder(shop)).result.orderNumber, 1); // the quota does not apply to a replay
});

test('the preview of an order writes nothing', async () => {
  const shop = await openShop();
  const { lines, subtotal, total } = priceOrder(shop.ctx.db, storeOf(shop), {
    lines: [
      { sku: 'LAT-H', qty: 2 },
      { sku: 'LAT-I', qty: 1 },
    ],
    discount: baht('20'),
    shippingFee: baht('40'),
    otherFee: ZERO,
    cod: { fee: baht('10'), amount: baht('230') },
  });
  assert.deepEqual(
    lines.map(({ amount }) => moneyText(amount)),
    ['130', '70'],
  );
  assert.deepEqual([moneyText(subtotal), moneyText(total)], ['200', '230']);
  assert.deepEqual(shop.stock('hot'), { onHand: 10, reserved: 0 });
});

test('money received with the order is a confirmed payment, and COD collects the rest', async () => {
  const shop = await openShop();
  const { result } = await addManualOrder(shop, {
    paid: { method: 'transfer', amount: baht('30') },
    cod: { fee: baht('20') },
  });
  assert.deepEqual([result.paymentStatus, moneyText(result.paidAmount)], ['partially_paid', '30']);
  assert.equal(result.codAmount && moneyText(result.codAmount), '120');
  assert.equal(result.payments[0]?.userId, USER);
  const again = await addManualOrder(shop, {
    paid: { method: 'transfer', amount: baht('30') },
    cod: { fee: baht('20') },
  });
  assert.equal(again.result.payments.length, 1);
});

test('without an amount the whole total is paid, and more than the total is refused', async () => {
  const shop = await openShop();
  await refusesOrder(
    shop,
    { key: 'paid_amount_too_large', path: 'paid_amount', params: { total: baht('130') } },
    { paid: { method: 'cash', amount: baht('131') } },
  );
  assert.equal((await addManualOrder(shop, { paid: { method: 'cash' } })).result.paymentStatus, 'paid');
  const free = await addManualOrder(shop, { formKey: 'free', discount: baht('130'), paid: { method: 'cash' } });
  assert.deepEqual([free.result.paymentStatus, free.result.payments], ['paid', []]);
});

test('a discount above the subtotal is refused as a typing error', async () => {
  const shop = await openShop();
  const fees = { shippingFee: baht('40'), cod: { fee: baht('5') } };
  const expected = { key: 'discount_too_large', path: 'discount', params: { most: baht('175') } } as const;
  await refusesOrder(shop, expected, { ...fees, discount: baht('175.01') });
  const { result } = await addManualOrder(shop, { ...fees, discount: baht('175') });
  assert.deepEqual([result.paymentStatus, moneyText(result.total)], ['paid', '0']);
});

test('a past time is refused, except if the form has already created its order', async () => {
  const clock = stoppedClock();
  const shop = await openShop({ now: clock.now });
  const now = clock.now();
  await refusesOrder(shop, { key: 'time_is_past', path: 'expiration_time' }, { expirationTime: now });
  await refusesOrder(shop, { key: 'time_is_past', path: 'ship_deadline_time' }, { shipDeadlineTime: now - 1 });
  const { result } = await addManualOrder(shop, { shipDeadlineTime: now + 1 });
  clock.forward(2);
  assert.equal((await addManualOrder(shop, { shipDeadlineTime: now + 1 })).result.id, result.id);
});
