import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aggregateSales } from '../src/domain/figures/sales.ts';
import { channelReport, latestPeriod, periodOfRange, salesReport } from '../src/domain/figures/sales-report.ts';
import { cancelOrder } from '../src/domain/orders/close.ts';
import { editOrder } from '../src/domain/orders/edit.ts';
import { byCommand } from '../src/domain/orders/history.ts';
import { bangkokDay, dayStart } from '../src/lib/calendar.ts';
import { moneyText } from '../src/lib/money.ts';
import { baht } from './amounts.ts';
import { signedIn } from './office.ts';
import { confirm, latte, notifyPaymentStep, paidOrder, refund } from './payment-steps.ts';
import { change } from './sql.ts';
import { runStep } from './stock-steps.ts';
import { stoppedClock } from './stopped-clock.ts';
import { cafe, idOf, openShop, type Shop } from './support.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const aggregate = (shop: Shop) => runStep(shop, (tx) => aggregateSales(tx));

async function openShopAt(time: string) {
  const clock = stoppedClock(Date.parse(`${time}+07:00`));
  return { clock, shop: await openShop({ now: clock.now, stores: [cafe({ settings: { sell_below_zero: true } })] }) };
}

/** Today's orders, and those of yesterday that are compared. */
function todayAndBefore(shop: Shop) {
  const today = bangkokDay(shop.now());
  const period = periodOfRange('day', { first: today, end: today + 1 }, shop.now());
  const [row] = salesReport(shop.ctx.db, idOf(shop.ids.id), period);
  const channels = channelReport(shop.ctx.db, idOf(shop.ids.id), period, 'api');
  const sums = [row?.orders, row?.previous.orders];
  assert.deepEqual([channels[0]?.orders, channels[0]?.previous.orders], sums, 'by channel');
  return sums;
}

test('a running day is compared with the day before up to the same time, aggregated or not', async () => {
  for (const isAggregated of [false, true]) {
    const { clock, shop } = await openShopAt('2026-11-11T08:00');
    for (const hours of [26, 22, 14, 0]) {
      const { id } = await latte(shop); // yesterday at 06:00, 10:00 and 18:00, and now
      await runStep(shop, (tx) =>
        tx.run(change('UPDATE orders SET create_time = create_time - ? WHERE id = ?'), hours * HOUR, id),
      );
    }
    if (isAggregated) await aggregate(shop);
    assert.deepEqual(todayAndBefore(shop), [1, 1]);
    clock.forward(2 * HOUR);
    assert.deepEqual(todayAndBefore(shop), [1, 1], 'before its first millisecond');
    clock.forward(1);
    assert.deepEqual(todayAndBefore(shop), [1, 2]);
    clock.forward(DAY);
    const yesterday = bangkokDay(shop.now()) - 1;
    const period = periodOfRange('day', { first: yesterday, end: yesterday + 1 }, shop.now());
    const [row] = salesReport(shop.ctx.db, idOf(shop.ids.id), period);
    assert.deepEqual([row?.orders, row?.previous.orders], [1, 3], 'a day that is over is compared with a whole day');
  }
});

test('a running week and month are compared with as many days up to the same time', async () => {
  const spans = (unit: 'week' | 'month', now: string) => {
    const { span, previous } = latestPeriod(unit, Date.parse(`${now}+07:00`)).rows.at(-1) ?? {};
    const text = (time = 0) => new Date(time + 7 * HOUR).toISOString().slice(0, 16);
    return [span?.first, span?.end, previous?.first, previous?.end]
      .map((day) => text(dayStart(day ?? 0)).slice(0, 10))
      .concat(text(previous?.until));
  };
  assert.deepEqual(spans('week', '2026-03-11T06:20'), [
    ...['2026-03-09', '2026-03-12', '2025-12-08', '2025-12-11', '2025-12-10T06:20'],
  ]);
  assert.deepEqual(spans('month', '2026-03-11T06:20'), [
    ...['2026-03-01', '2026-03-12', '2025-03-01', '2025-03-12', '2025-03-11T06:20'],
  ]);
  assert.deepEqual(spans('month', '2028-02-29T06:20').slice(2), ['2027-02-01', '2027-03-01', '2027-02-28T06:20']);
});

test('net sales are sales without refunds of what was due, by day and by both kinds of channels', async () => {
  for (const isAggregated of [false, true]) {
    const { clock, shop } = await openShopAt('2026-11-10T12:00');
    const facebook = await paidOrder(shop, ['190'], { channel: 'facebook' });
    const overpaid = await paidOrder(shop, ['190'], { channel: 'facebook' });
    await confirm(shop, (await notifyPaymentStep(shop, overpaid, '10')).paymentId);
    const line = await paidOrder(shop, ['190'], { channel: 'line' });
    if (isAggregated) await aggregate(shop);
    clock.forward(DAY);
    await refund(shop, facebook, { amount: baht('40') });
    await refund(shop, overpaid, { amount: baht('10') });
    await refund(shop, line);
    const period = latestPeriod('day', shop.now());
    const sums = (rows: { amount: number; refunded: number; net: number; orders: number }[]) =>
      rows
        .filter(({ orders }) => orders > 0)
        .map(({ orders, amount, refunded, net }) => [
          orders,
          ...[amount, refunded, net].map((m) => moneyText(m as never)),
        ]);
    const report = () => ({
      days: sums(salesReport(shop.ctx.db, idOf(shop.ids.id), period)),
      api: sums(channelReport(shop.ctx.db, idOf(shop.ids.id), period, 'api')),
      sales: channelReport(shop.ctx.db, idOf(shop.ids.id), period, 'sales').map((row) => [row.name, ...sums([row])]),
    });
    const all = [3, '570', '230', '340'];
    const byLine = ['line', [1, '190', '190', '0']];
    assert.deepEqual(report(), { days: [all], api: [all], sales: [['facebook', [2, '380', '40', '340']], byLine] });

    await runStep(shop, (tx, now) => editOrder(tx, facebook.id, { salesChannel: 'phone' }, byCommand(now)));
    await runStep(shop, (tx, now) => editOrder(tx, overpaid.id, { salesChannel: null }, byCommand(now)));
    const moved = [byLine, ['phone', [1, '190', '40', '150']], [null, [1, '190', '0', '190']]];
    assert.deepEqual(report().sales.toSorted(), moved.toSorted());
    await confirm(shop, (await notifyPaymentStep(shop, facebook, '40')).paymentId);
    assert.deepEqual(report().days, [[3, '570', '190', '380']], 'a payment that replaces the refund');
    await runStep(shop, (tx, now) => cancelOrder(tx, line.id, 'buyer', byCommand(now)));
    assert.deepEqual(
      report().days,
      [[2, '380', '0', '380']],
      'a canceled order is no sale, and its refund no deduction',
    );
    await aggregate(shop);
    assert.deepEqual(report().days, [[2, '380', '0', '380']]);
  }
});

test('the page and its files list refunds, net sales, a total and the sales channels', async () => {
  const { shop } = await openShopAt('2026-11-10T12:00');
  const refunded = await paidOrder(shop, ['190'], { channel: 'facebook' });
  await latte(shop);
  await refund(shop, refunded, { amount: baht('40.5') });
  const browser = await signedIn(shop, { language: 'en' });
  const { text } = await browser.open('/reports');
  assert.match(
    text,
    /Sales by sales channel .*Facebook 190\.00 40\.50 149\.50 1 190\.00 Not specified 65\.00 0\.00 65\.00/,
  );
  assert.match(text, /Total 255\.00 40\.50 214\.50 2 127\.50/);
  assert.match(text, /compared with the previous one up to the same time/);
  assert.match(
    (await browser.open('/reports/sales-channels.csv')).html,
    /Facebook,190\.00,40\.50,149\.50,1,190\.00,0\.00,0,0\.00\r\nNot specified,65\.00,0\.00/,
  );
  assert.match((await browser.open('/reports/sales.csv')).html, /,255\.00,40\.50,214\.50,2,127\.50,/);
  const past = await browser.open('/reports?from=2026-11-01&to=2026-11-09');
  assert.doesNotMatch(past.text, /up to the same time/);
});
