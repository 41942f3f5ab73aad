import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bestSellers } from '../src/domain/figures/best-sellers.ts';
import { aggregateSales, salesByDay } from '../src/domain/figures/sales.ts';
import { withSnapshot } from '../src/domain/figures/snapshot.ts';
import { expireOrders } from '../src/domain/orders/close.ts';
import { editOrder } from '../src/domain/orders/edit.ts';
import { byCommand } from '../src/domain/orders/history.ts';
import { bangkokDay, dayStart } from '../src/lib/calendar.ts';
import type { Id } from '../src/lib/ids.ts';
import { moneyText } from '../src/lib/money.ts';
import { baht } from './amounts.ts';
import { cancel } from './customer-steps.ts';
import { placeOrder } from './order-steps.ts';
import { runStep } from './stock-steps.ts';
import { MINUTE, stoppedClock } from './stopped-clock.ts';
import { cafe, idOf, openShop, type Shop } from './support.ts';

const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

async function openShopAtNoon(stores: object[] = [cafe()]) {
  const clock = stoppedClock();
  return { shop: await openShop({ stores, now: clock.now }), clock };
}

const storeId = (shop: Shop) => idOf(shop.ids.id);

/** Days ago, orders and amount of the recent days with sales. */
const sales = (shop: Shop, days = 3) =>
  salesByDay(shop.ctx.db, storeId(shop), shop.now(), days)
    .filter(({ orders, amount }) => orders !== 0 || amount !== 0)
    .map(({ day, orders, amount }) => [bangkokDay(shop.now()) - day, orders, moneyText(amount)]);

async function topSellers(shop: Shop, { days = 3, limit = 10 } = {}) {
  const end = bangkokDay(shop.now()) + 1;
  const best = await withSnapshot(shop.ctx.db, (snapshot) =>
    bestSellers(snapshot, { storeId: storeId(shop), first: end - days, end, limit }),
  );
  return best.map(({ sku, pieces, amount }) => [sku, pieces, moneyText(amount)]);
}

const aggregate = (shop: Shop) => runStep(shop, (tx) => aggregateSales(tx));

test('an order counts as a sale of the Bangkok day of its creation, with fees and discount', async () => {
  const { shop, clock } = await openShopAtNoon();
  clock.forward(12 * HOUR - 1); // 23:59:59.999
  await placeOrder(shop, [{ sku: 'LAT-H', qty: 2 }], { shipping_fee: 40, discount: 0.25 });
  clock.forward(1);
  await placeOrder(shop, [{ sku: 'LAT-I', qty: 1 }]);
  await placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }]);
  assert.deepEqual(sales(shop), [
    [1, 1, '169.75'],
    [0, 2, '135'],
  ]);
});

test('every requested day is listed, also without orders, and no other day', async () => {
  const { shop, clock } = await openShopAtNoon();
  await placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }]);
  clock.forward(30 * DAY);
  const today = bangkokDay(shop.now());
  const days = salesByDay(shop.ctx.db, storeId(shop), shop.now(), 30);
  assert.deepEqual([days[0]?.day, days.at(-1)?.day, days.length], [today - 29, today, 30]);
  assert.deepEqual(sales(shop, 30), []);
  assert.deepEqual(sales(shop, 31), [[30, 1, '65']]);
  clock.forward(-31 * DAY);
  assert.deepEqual([sales(shop), await topSellers(shop)], [[], []]);
});

test('days begin at midnight in Bangkok', () => {
  const midnight = Date.UTC(2026, 10, 10, 17);
  assert.equal(dayStart(bangkokDay(midnight)), midnight);
  assert.equal(bangkokDay(midnight - 1), bangkokDay(midnight) - 1);
});

test('the sales of an order follow its edits, cancellation and end, aggregated or not', async () => {
  for (const isAggregated of [true, false]) {
    const { shop, clock } = await openShopAtNoon([cafe({ settings: { sell_below_zero: true } })]);
    const kept = await placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }]);
    const edited = await placeOrder(shop, [
      { sku: 'LAT-H', qty: 4 },
      { sku: 'LAT-I', qty: 1 },
    ]);
    const canceled = await placeOrder(shop, [{ sku: 'LAT-H', qty: 7 }]);
    await placeOrder(shop, [{ sku: 'LAT-I', qty: 9 }], {
      expiration_time: shop.now() + MINUTE,
      ship_before_pay: false,
    });
    assert.deepEqual(sales(shop), [[0, 4, `${65 + 330 + 455 + 630}`]]);
    if (isAggregated) assert.equal(await aggregate(shop), 4);
    assert.deepEqual(sales(shop), [[0, 4, `${65 + 330 + 455 + 630}`]]);
    assert.deepEqual(await topSellers(shop), [
      ['LAT-H', 12, '780'],
      ['LAT-I', 10, '700'],
    ]);

    clock.forward(DAY);
    const [first, second] = edited.lines as [Id, Id];
    await runStep(shop, (tx, now) =>
      editOrder(
        tx,
        edited.id,
        {
          set: [{ lineId: first, qty: 2 }],
          remove: [second],
          add: [{ sku: 'LAT-I', qty: 3 }],
          shippingFee: baht('30'),
        },
        byCommand(now),
      ),
    );
    await cancel(shop, canceled);
    await runStep(shop, (tx, now) => expireOrders(tx, now));
    const expected = [[1, 2, `${65 + 2 * 65 + 3 * 70 + 30}`]];
    assert.deepEqual(sales(shop), expected);
    const pieces = [
      ['LAT-H', 3, '195'],
      ['LAT-I', 3, '210'],
    ].sort((a, b) => Number(b[2]) - Number(a[2]));
    assert.deepEqual(await topSellers(shop), pieces);
    await aggregate(shop);
    assert.deepEqual([sales(shop), await topSellers(shop)], [expected, pieces]);
    await cancel(shop, kept);
    assert.deepEqual(sales(shop), [[1, 1, '370']]);
  }
});

test('orders are aggregated in batches, each once', async () => {
  const { shop } = await openShopAtNoon();
  for (let i = 0; i < 5; i += 1) await placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }]);
  const steps = [];
  for (let i = 0; i < 4; i += 1) steps.push(await runStep(shop, (tx) => aggregateSales(tx, 2)), sales(shop));
  const all = [[0, 5, '325']];
  assert.deepEqual(steps, [2, all, 2, all, 1, all, 0, all]);
});

test('best sellers are those of the requested days, by pieces and then by amount, up to the limit', async () => {
  const { shop, clock } = await openShopAtNoon([cafe({ settings: { sell_below_zero: true } })]);
  await placeOrder(shop, [{ sku: 'LAT-H', qty: 2 }]);
  await placeOrder(shop, [{ sku: 'LAT-I', qty: 2 }]);
  clock.forward(-30 * DAY);
  await placeOrder(shop, [{ sku: 'LAT-H', qty: 50 }]);
  await aggregate(shop);
  clock.forward(30 * DAY);
  assert.deepEqual(await topSellers(shop, { days: 30 }), [
    ['LAT-I', 2, '140'],
    ['LAT-H', 2, '130'],
  ]);
  assert.deepEqual(await topSellers(shop, { days: 31, limit: 1 }), [['LAT-H', 52, '3380']]);
});

test('a store sees the sales of its own orders only', async () => {
  const { shop } = await openShopAtNoon([cafe(), cafe({ key: 'bar', channels: [{ key: 'page', name: 'Bar' }] })]);
  const bar = shop.stores.bar;
  assert.ok(bar);
  await placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }], {}, await shop.bearer('page', bar));
  assert.deepEqual([sales(shop), await topSellers(shop)], [[], []]);
  await aggregate(shop);
  assert.deepEqual([sales(shop), await topSellers(shop)], [[], []]);
});
