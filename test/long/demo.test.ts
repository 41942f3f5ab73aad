import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import type { Reader } from '../../src/context.ts';
import { payoutRows } from '../../src/domain/demo/tour.ts';
import { demoOf } from '../../src/domain/demo-mark.ts';
import { salesByDay } from '../../src/domain/figures/sales.ts';
import { failingApps, lowPools } from '../../src/domain/figures/shortages-and-failures.ts';
import { buyerLinkOf, tokenOf } from '../../src/domain/orders/buyer-links.ts';
import type { Id } from '../../src/lib/ids.ts';
import { read } from '../buyer-steps.ts';
import { assertDatabaseValid } from '../database-steps.ts';
import { DEMO_TIME, openDemo, openUnservedDemo, visit } from '../demo-shop.ts';
import { signedIn } from '../office.ts';
import { sql } from '../sql.ts';
import { openShop, until } from '../support.ts';

const DAY = 86_400_000;

const listOf = (db: Reader, column: string, from: string): string[] =>
  db.all(sql<{ value: string }>(`SELECT DISTINCT ${column} AS value FROM ${from}`)).map(({ value }) => value);

const numberOf = (db: Reader, query: string): number => db.get(sql<{ n: number }>(query))?.n ?? 0;

test('stock, ledger, references, order lists and announced changes of the history are consistent', async () => {
  const { db } = (await openDemo()).shop.ctx;
  assertDatabaseValid(db);
});

test('every variant has a barcode of its own, an EAN-13 with the prefix of Thailand', async () => {
  const { db } = (await openDemo()).shop.ctx;
  const codes = listOf(db, 'code', 'barcodes');
  assert.equal(codes.length, numberOf(db, 'SELECT count(*) AS n FROM variants WHERE sku IS NOT NULL'));
  const checkDigit = (code: string) =>
    String((1_000 - [...code.slice(0, 12)].reduce((sum, digit, i) => sum + Number(digit) * (i % 2 ? 3 : 1), 0)) % 10);
  assert.deepEqual(
    codes.filter((code) => !/^885\d{10}$/.test(code) || code[12] !== checkDigit(code)),
    [],
  );
});

test('the sales figures match the orders', async () => {
  const { db } = (await openDemo()).shop.ctx;
  const shown = salesByDay(db, demoOf(db)?.storeId as never, DEMO_TIME, 91);
  const sum = shown.reduce(([n = 0, total = 0], { orders, amount }) => [n + orders, total + amount], [0, 0]);
  const of = (what: string) => `SELECT ${what} AS n FROM orders WHERE status IN ('open', 'completed')`;
  assert.deepEqual(sum, [numberOf(db, of('count(*)')), numberOf(db, of('sum(total)'))]);
  assert.equal(numberOf(db, 'SELECT max(id) - (SELECT order_id FROM sales_summed) AS n FROM orders'), 0);
});

test('the COD amount of an order is its total, and payouts cover it', async () => {
  const { db } = (await openDemo()).shop.ctx;
  const of = (where: string) => numberOf(db, `SELECT count(*) AS n FROM orders WHERE is_cod = 1 AND ${where}`);
  assert.ok(of('true') > 100);
  assert.equal(of('cod_amount <> total'), 0);
  const isShort = `(SELECT sum(amount) FROM payments WHERE order_id = orders.id AND status = 'confirmed') IS NOT total`;
  assert.equal(of(`cod_status = 'remitted' AND ${isShort}`), 0);
});

test('the history has 90 days with orders on each, and nothing is later than the start', async () => {
  const { db } = (await openDemo()).shop.ctx;
  const days = numberOf(db, 'SELECT count(DISTINCT (create_time + 25200000) / 86400000) AS n FROM orders');
  assert.ok(days >= 89, `${days} days have orders`);
  assert.ok(numberOf(db, 'SELECT min(create_time) AS n FROM orders') > DEMO_TIME - 91 * DAY);
  for (const [table, time] of [
    ...[
      ['orders', 'update_time'],
      ['order_history', 'time'],
      ['stock_ledger', 'time'],
      ['audit_log', 'time'],
    ],
    ...[
      ['payments', 'create_time'],
      ['shipments', 'create_time'],
      ['webhook_deliveries', 'request_time'],
    ],
  ])
    assert.ok(numberOf(db, `SELECT max(${time}) AS n FROM ${table}`) <= DEMO_TIME, `${table}.${time}`);
});

test('orders, payments, parcels, COD and partners are in every state', async () => {
  const { shop } = await openDemo();
  const { db } = shop.ctx;
  const states = (column: string, from: string) => listOf(db, column, from).sort();
  assert.deepEqual(states('stage', 'orders'), [
    ...['canceled', 'cod', 'completed', 'delivered', 'expired', 'shipped', 'to_pack', 'unpaid'],
  ]);
  assert.deepEqual(states('status', 'payments'), ['confirmed', 'notified', 'refunded', 'rejected']);
  assert.deepEqual(states('status', `shipments WHERE status <> 'picked_up'`), [
    ...['booked', 'delivered', 'delivery_failed', 'in_transit', 'out_for_delivery', 'returned', 'returning'],
  ]);
  assert.deepEqual(states('shipping_type', `shipments WHERE status = 'in_transit'`), ['ems', 'flash', 'jt', 'kex']);
  assert.deepEqual(states('cod_status', 'orders WHERE is_cod = 1'), ['collected', 'failed', 'pending', 'remitted']);
  assert.deepEqual(states('status', `stock_documents WHERE kind = 'count'`), ['committed', 'draft']);
  assert.deepEqual(states('status', 'webhook_deliveries'), ['acknowledged', 'failed']);
  const { storeId } = demoOf(db) ?? {};
  const failing = failingApps(db, storeId as never, DEMO_TIME - DAY);
  assert.deepEqual(
    failing.map(({ name }) => name),
    ['โปรแกรมบัญชี'],
  );
  assert.equal(
    numberOf(db, "SELECT count(*) AS n FROM payment_slips JOIN payments ON id = payment_id WHERE status = 'notified'"),
    3,
  );
  assert.equal(
    numberOf(db, 'SELECT count(*) AS n FROM product_images'),
    numberOf(db, 'SELECT count(*) AS n FROM products'),
  );
  assert.deepEqual(lowPools(db, storeId as never), [{ shippingType: 'ems', cod: true, left: 0 }]);
});

test('the courier refuses one booking of the demo, and the failing partner is on this machine', async () => {
  const { shop } = await openDemo();
  await until(
    'the booking has failed',
    () => numberOf(shop.ctx.db, `SELECT count(*) AS n FROM bookings WHERE state = 'failed'`) === 1,
  );
  const urls = listOf(shop.ctx.db, 'url', `apps WHERE url <> ''`);
  assert.deepEqual(
    urls.filter((url) => !url.startsWith('http://127.0.0.1:')),
    ['sandbox:'],
  );
});

const fingerprint = ({ db }: { db: Reader }, table: string): string => {
  const rows = db.all(sql<object>(`SELECT * FROM ${table} ORDER BY 1, 2`));
  return createHash('sha256').update(JSON.stringify(rows)).digest('hex');
};

test('the same seed makes the same history', async () => {
  const mine = await openUnservedDemo({ again: false });
  const same = await openUnservedDemo({ again: true });
  const tables = ['orders', 'order_lines', 'order_history', 'addresses', 'payments', 'payment_slips', 'shipments'];
  for (const table of [...tables, 'remittance_lines', 'stock_ledger', 'stock_documents', 'count_lines', 'pictures'])
    assert.equal(fingerprint(same, table), fingerprint(mine, table), table);
});

test('every page of a demo says that it is a demo, also without an account; no page of a real store does', async () => {
  const demo = await openDemo();
  const browser = await visit(demo);
  for (const path of ['/', '/orders', '/products', '/stock', '/partners', '/settings', '/me', '/absent'])
    assert.match(
      (await browser.open(path)).text,
      /Demo store with sample data\. Nothing is sent unless you connect a service\./,
      path,
    );
  const guest = await fetch(`${demo.shop.url}/office/sign-in`).then((page) => page.text());
  assert.match(guest, /class="demo-banner"/);
  const real = await openShop();
  assert.doesNotMatch(await fetch(`${real.url}/office/sign-in`).then((page) => page.text()), /demo-banner/);
});

test('the page of a payment link says that the store is a demo', async () => {
  const { shop } = await openDemo();
  const { db } = shop.ctx;
  const order = db.get(sql<{ id: Id }>('SELECT order_id AS id FROM buyer_links'))?.id as Id;
  const link = buyerLinkOf(db, order, DEMO_TIME) ?? assert.fail('there is no link');
  const { text, html } = await read(`${shop.url}/o/${tokenOf(db, link)}`);
  assert.match(text, /Demo store with sample data\. Do not pay\./);
  assert.match(html, /qr\.png/);
});

test('the tour has five steps, follows what the visitor does, and can be closed and opened', async () => {
  const demo = await openDemo({ now: DEMO_TIME + 60_000 });
  const browser = await visit(demo);
  const titles = () =>
    [...browser.page.html.matchAll(/<summary>([^<]*)</g)].map(([, title]) => title?.trim()).slice(0, 5);
  await browser.open('/');
  assert.deepEqual(titles(), [
    ...['Review a payment slip', 'Pack an order', 'Record COD payout', 'Finish a stock count'],
    'Create your own first order',
  ]);
  assert.match(browser.page.text, /Step 1 of 5: Review a payment slip/);
  const { db } = demo.shop.ctx;
  const paid = db.get(
    sql<{ id: number; order: number }>(`SELECT id, order_id AS "order" FROM payments WHERE status = 'notified'`),
  );
  await browser.open(`/orders/${paid?.order}`);
  await browser.send(`/orders/${paid?.order}/payments/${paid?.id}/confirm`);
  await browser.open('/');
  assert.match(browser.page.text, /Review a payment slip Done/);
  assert.match((await browser.open('/stock')).text, /Step 2 of 5: Pack an order/);
  await browser.send('/demo/tour/close');
  assert.doesNotMatch((await browser.open('/')).text, /Try the store in 5 steps|Step 2 of 5/);
  assert.match((await browser.send('/demo/tour/open')).text, /Try the store in 5 steps/);
});

for (const [role, steps, tasks] of [
  [
    'packer',
    ['Pack an order'],
    ['To pack', 'Awaiting handover', 'Overdue', 'Tracking number request failed', 'Returns to restock'],
  ],
  ['bookkeeper', ['Review a payment slip', 'Record COD payout'], ['Payments to review', 'Unpaid', 'Overpaid']],
] as const)
  test(`a ${role} sees the steps of the tour and the tasks of Today that the role can do`, async () => {
    const { shop } = await openDemo();
    const stores = { cafe: { id: String(demoOf(shop.ctx.db)?.storeId) } as never };
    const { ctx, url, now } = shop;
    const account = { name: role, store: 'cafe', role, language: 'en' } as const;
    const { html, text } = await (await signedIn({ ctx, url, now, stores }, account)).open('/');
    const [tour = ''] = /id="tour".*?<\/section>/s.exec(html) ?? [];
    const firstGroups = (pattern: RegExp, part: string) => [...part.matchAll(pattern)].map(([, name]) => name?.trim());
    assert.deepEqual(firstGroups(/<summary>([^<]*)</g, tour), steps);
    assert.match(text, steps.length === 1 ? /Try the store Mok/ : /Try the store in 2 steps/);
    assert.match(text, new RegExp(`Step 1 of ${steps.length}:`));
    assert.deepEqual(firstGroups(/class="duty [^>]*>.*?<span>([^<]*)</gs, html), tasks);
  });

test('the sample file of a COD payout matches the parcels, except for one amount', async () => {
  const demo = await openDemo({ now: DEMO_TIME + 60_000 });
  const browser = await visit(demo);
  const { html, headers } = await browser.open('/demo/cod-payout.csv');
  assert.match(headers.get('content-disposition') ?? '', /flash-cod-payout\.csv/);
  const { db } = demo.shop.ctx;
  const rows = payoutRows(db, demoOf(db) as never);
  assert.ok(rows.length >= 5, `${rows.length} rows`);
  assert.match((await browser.open('/orders/cod/remit')).html, /href="\/office\/demo\/cod-payout\.csv"/);
  const file = new File([html], 'flash-cod-payout.csv', { type: 'text/csv' });
  await browser.send('/orders/cod/remit', { file, number_column: '', amount_column: '' });
  const reviewed = /name="rows" value="([^"]*)"/.exec(browser.page.html)?.[1] ?? '';
  await browser.send('/orders/cod/remit/apply', { rows: reviewed.replaceAll('&quot;', '"'), note: '' });
  assert.equal(
    numberOf(
      db,
      `SELECT count(*) AS n FROM remittance_lines l JOIN remittances r ON r.id = l.remittance_id WHERE r.create_time > ${DEMO_TIME}`,
    ),
    rows.length - 1,
  );
  assert.deepEqual(payoutRows(db, demoOf(db) as never), rows, 'the file stays the same');
  assert.match((await browser.open('/')).text, /Record COD payout Done/);
  assert.doesNotMatch((await browser.open('/orders/cod/remit')).html, /cod-payout\.csv/);
});

test('a real store has neither the tour nor the sample file', async () => {
  const shop = await openShop();
  const browser = await signedIn(shop, { language: 'en' });
  assert.doesNotMatch((await browser.open('/')).text, /Try the store/);
  assert.equal((await browser.open('/demo/cod-payout.csv')).status, 404);
});
