import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aggregateSales } from '../src/domain/figures/sales.ts';
import { channelReport, latestPeriod, salesReport } from '../src/domain/figures/sales-report.ts';
import { cancelOrder } from '../src/domain/orders/close.ts';
import { byCommand } from '../src/domain/orders/history.ts';
import { type Money, parseMoney } from '../src/lib/money.ts';
import { sameDecimals, typedBaht } from '../src/lib/number-format.ts';
import { dayText, minuteText } from '../src/office/page/format.ts';
import { signedIn } from './office.ts';
import { placeOrder } from './order-steps.ts';
import { filesOf } from './page-files.ts';
import { change } from './sql.ts';
import { stoppedClock } from './stopped-clock.ts';
import { idOf, openShop } from './support.ts';

const DAY = 86_400_000;

/** Two lattes were sold 35 days ago, one yesterday and one today. The sale of today is not summed up. */
async function openShopWithSales() {
  const shop = await openShop();
  const { id: first } = await placeOrder(shop, [{ sku: 'LAT-H', qty: 2 }]);
  const { id: second } = await placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }]);
  for (const [id, days] of [
    [first, 35],
    [second, 1],
  ] as const)
    await shop.ctx.write((tx) =>
      tx.run(change(`UPDATE orders SET create_time = create_time - ${days * DAY} WHERE id = ?`), id),
    );
  await shop.ctx.write((tx) => aggregateSales(tx));
  await placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }]);
  return shop;
}

test('the report compares each day, summed up or not, with the same day of the previous period', async () => {
  const shop = await openShopWithSales();
  const report = salesReport(shop.ctx.db, idOf(shop.ids.id), latestPeriod('day', shop.now()));
  assert.equal(report.length, 30);
  assert.deepEqual(
    report.slice(-2).map(({ orders, amount }) => [orders, amount]),
    [
      [1, 650_000],
      [1, 650_000],
    ],
  );
  const before = report.filter(({ previous }) => previous.orders > 0);
  assert.deepEqual(
    before.map(({ first, previousFirst, previous }) => [first - previousFirst, previous.amount, previous.average]),
    [[30, 1_300_000, 1_300_000]],
  );
});

test('weeks start on Monday and months on the first', async () => {
  const shop = await openShop();
  const firstsOf = (unit: 'week' | 'month') =>
    salesReport(shop.ctx.db, idOf(shop.ids.id), latestPeriod(unit, Date.parse('2026-03-15T12:00:00+07:00')))
      .slice(-2)
      .map(({ first, previousFirst }) =>
        [first, previousFirst].map((day) => new Date(day * DAY).toISOString().slice(0, 10)),
      );
  assert.deepEqual(firstsOf('week'), [
    ['2026-03-02', '2025-12-01'],
    ['2026-03-09', '2025-12-08'],
  ]);
  assert.deepEqual(firstsOf('month'), [
    ['2026-02-01', '2025-02-01'],
    ['2026-03-01', '2025-03-01'],
  ]);
});

test('page, chart and CSV of the report have the same figures, and the page loads at most 150 KB', async () => {
  const shop = await openShopWithSales();
  const browser = await signedIn(shop, { language: 'en' });
  const { html: csv, headers } = await browser.open('/reports/sales.csv?by=day');
  assert.match(headers.get('content-disposition') ?? '', /filename="sales_day\.csv"/);
  assert.match(
    csv.trimEnd().split('\r\n').at(-1) ?? '',
    /,65\.00,0\.00,65\.00,1,65\.00,\d{4}-\d\d-\d\d,0\.00,0,0\.00$/,
  );
  const { html, text } = await browser.open('/reports');
  assert.match(
    text,
    /Sales ฿130.00 previously ฿130.00 Orders 2 up ▲ 100.0% previously 1 Average order value ฿65.00 down ▼ 50.0%/,
  );
  for (const [by, days] of [
    ['day', 30],
    ['month', 31],
  ])
    assert.match(
      (await browser.open(`/reports?by=${by}`)).text,
      new RegExp(`Best sellers of the last ${days} days .*ลาเต้ ร้อน 2 130.00`),
    );
  const [, json = ''] = /data-chart="([^"]+)"/.exec(html) ?? [];
  const { series } = JSON.parse(json.replaceAll('&quot;', '"'));
  assert.deepEqual([series[0].values.slice(-2), series[0].values.length], [[65, 65], 30]);

  const files = await filesOf(`${shop.url}/office/reports`, html);
  const own = [...html.matchAll(/data-chart-(?:script|style)="([^"]+)"/g)].map(([, path]) => `<script src="${path}">`);
  const loaded = [...files, ...(await filesOf(`${shop.url}/office/reports`, own.join('')))];
  assert.equal(loaded.length, files.length + 2);
  assert.ok(loaded.reduce((sum, { bytes }) => sum + bytes, 0) <= 150 * 1_024);
});

test('sales by API channel include the store’s own orders and are compared with the previous period', async () => {
  const shop = await openShopWithSales();
  const browser = await signedIn(shop, { language: 'en', store: 'cafe' });
  await browser.open('/orders/new');
  const line = { line: [''], variant: [''], sku: ['LAT-H'], qty: ['3'], price: [''] };
  await browser.send('/orders/new', { form_key: 'k', step: 'save', shipping_type: 'ems', name: 'สมชาย', ...line });
  const report = () =>
    channelReport(shop.ctx.db, idOf(shop.ids.id), latestPeriod('day', shop.now()), 'api').map(
      ({ name, orders, amount, previous }) => [name, orders, amount, previous.amount],
    );
  const page = ['Sale page', 2, 1_300_000, 1_300_000];
  assert.deepEqual(report(), [[null, 1, 1_950_000, 0], page], 'not summed up');
  await shop.ctx.write((tx) => aggregateSales(tx));
  assert.deepEqual(report(), [[null, 1, 1_950_000, 0], page]);
  await shop.ctx.write((tx) => cancelOrder(tx, idOf('4'), 'buyer', byCommand(shop.now())));
  assert.deepEqual(report(), [page]);
  const { text } = await browser.open('/reports');
  assert.match(text, /Sales by API channel .*Sale page 130.00 2 65.00 130.00 1 130.00/);
  assert.match(
    (await browser.open('/reports/api-channels.csv?by=day')).html,
    /Sale page,130\.00,0\.00,130\.00,2,65\.00,130\.00,1,130\.00/,
  );
});

test('a range of days is compared with as many days before, and the links and files of the page keep it', async () => {
  const shop = await openShopWithSales();
  const browser = await signedIn(shop, { language: 'en' });
  const day = (ago: number) => new Date(shop.now() - ago * DAY + 7 * 3_600_000).toISOString().slice(0, 10);
  const rowsOf = async (query: string) =>
    (await browser.open(`/reports/sales.csv?${query}`)).html.trimEnd().split('\r\n').slice(1);
  assert.deepEqual(await rowsOf(`from=${day(1)}&to=${day(1)}`), [
    `${day(1)},65.00,0.00,65.00,1,65.00,${day(2)},0.00,0,0.00`,
  ]);
  assert.deepEqual(
    await rowsOf(`from=${day(0)}&to=${day(-5)}`),
    [`${day(0)},65.00,0.00,65.00,1,65.00,${day(1)},65.00,1,65.00`],
    'up to today',
  );
  assert.deepEqual(
    await rowsOf(`from=${day(3)}&to=${day(5)}`),
    [`${day(5)},0.00,0.00,0.00,0,0.00,${day(6)},0.00,0,0.00`],
    'reversed',
  );
  assert.match(String((await rowsOf(`from=${day(199)}`)).length), /^(29|30)$/, 'by week instead of 200 days');

  const { html, text } = await browser.open(`/reports?from=${day(1)}&to=${day(1)}`);
  assert.match(text, /Sales ฿65.00 Orders 1 Average order value ฿65.00/, 'no comparison with days without orders');
  assert.doesNotMatch(text, /Previous sales/);
  assert.match(text, /Best sellers, \d+ \w+ \d{4} .*ลาเต้ ร้อน 1 65.00/);
  assert.match(html, new RegExp(`/office/reports/sales.csv\\?from=${day(1)}&amp;to=${day(1)}&amp;by=day"`));
  const empty = await browser.open(`/reports?from=${day(9)}&to=${day(9)}`);
  assert.match(empty.text, /No sales in this period/);
  assert.doesNotMatch(empty.html, /data-chart|<table/);
});

test('the page says how it differs from the requested range, next to the dates', async () => {
  const shop = await openShopWithSales();
  const browser = await signedIn(shop, { language: 'en' });
  const day = (ago: number) => new Date(shop.now() - ago * DAY + 7 * 3_600_000).toISOString().slice(0, 10);
  const notesOf = async (query: string) =>
    /<\/nav><\/div><p class="hint">([^<]*)</.exec((await browser.open(`/reports?${query}`)).html)?.[1];
  const sellers = 'Best sellers cover only the last 31 days of the range.';
  const weeks = 'The range has more than 100 rows, so it is grouped by week.';
  const months = 'The range has more than 100 rows, so it is grouped by month.';
  for (const [query, notes] of [
    ['', undefined],
    [`from=${day(30)}&to=${day(0)}`, undefined],
    [`from=${day(31)}&to=${day(0)}`, sellers],
    ['by=month', sellers],
    [`from=${day(0)}&to=${day(-5)}`, 'The report ends today.'],
    [`from=${day(3)}&to=${day(5)}`, 'From is after To, so only the last day is shown.'],
    [`from=${day(199)}&by=day`, `${weeks} ${sellers}`],
    [`from=${day(2_000)}`, `The report covers at most 5 years. ${months} ${sellers}`],
  ] as const)
    assert.equal(await notesOf(query), notes, query);
});

test('of two periods with the same days, one is marked', async () => {
  const clock = stoppedClock(Date.parse('2026-11-01T12:00:00+07:00'));
  const shop = await openShop({ now: clock.now, steadyNow: clock.now });
  let browser = await signedIn(shop, { language: 'en' });
  const marked = async (query: string) => {
    const { html } = await browser.open(`/reports${query}`);
    const [periods = assert.fail(html)] = /<nav class="choice" aria-label="Date range">.*?<\/nav>/s.exec(html) ?? [];
    return [...periods.matchAll(/aria-current="true"[^>]*>([^<]*)</g)].map(([, name]) => name);
  };
  assert.deepEqual(await marked('?from=2026-11-01&to=2026-11-01'), ['Today']);
  assert.deepEqual(await marked(''), ['30 days']);
  clock.forward(6 * DAY);
  browser = await signedIn(shop, { name: 'mai', language: 'en' });
  assert.deepEqual(await marked('?from=2026-11-01&to=2026-11-07'), ['7 days']);
  assert.deepEqual(await marked('?from=2026-11-02&to=2026-11-07'), []);
});

test('the report starts with the first order of the store', async () => {
  const shop = await openShop();
  await placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }]);
  const browser = await signedIn(shop, { language: 'en' });
  const { html } = await browser.open('/reports?by=month');
  const [, json = ''] = /data-chart="([^"]+)"/.exec(html) ?? [];
  const { series } = JSON.parse(json.replaceAll('&quot;', '"'));
  assert.deepEqual(
    series.map(({ values }: { values: number[] }) => values),
    [[0, 65]],
  );
});

test('all amounts of a table have two decimals, or more if one of them has', () => {
  const column = (...texts: string[]) => {
    const amounts = texts.map((text) => parseMoney(text) as Money);
    return amounts.map(sameDecimals(amounts));
  };
  assert.deepEqual(column('1197', '1026.1', '0', '-12.5'), ['1,197.00', '1,026.10', '0.00', '−12.50']);
  assert.deepEqual(column('1197', '-3'), ['1,197.00', '−3.00']);
  assert.deepEqual(column('1197', '0.125'), ['1,197.000', '0.125']);
  const [whole, parts] = ['1250', '1250.5'].map((text) => typedBaht(parseMoney(text) as Money));
  assert.deepEqual([whole, parts], ['1250', '1250.50'], 'in a field');
});

test('English abbreviations of months have three letters', () => {
  const time = Date.parse('2026-09-09T02:54:00+07:00');
  assert.deepEqual([minuteText(time, 'en'), dayText(time, 'en')], ['9 Sep 2026 02:54', '9 Sep 2026']);
});
