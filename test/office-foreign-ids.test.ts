import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { existingOrder } from '../src/domain/orders/order.ts';
import type { Browser, PageResponse } from './office.ts';
import { changedTables, rows, tokenOf } from './office-routes.ts';
import { idOf, type Shop } from './support.ts';
import { OURS, openTwoStores, type StoreIds, THEIRS } from './two-stores.ts';

// An owner of one store submits forms with ids of another store's records.

type Fields = Record<string, string>;

/** A form of the own store with a field that holds an id of `from`. With an own id it is accepted. */
interface Case {
  field: string;
  action: (own: StoreIds) => string;
  fields: (from: StoreIds, own: StoreIds) => Fields;
  /** Accepting it would need more fields. */
  foreignOnly?: boolean;
}

const form = (field: string, action: Case['action'] | string, fields: Case['fields'], foreignOnly = false): Case => ({
  field,
  action: typeof action === 'string' ? () => action : action,
  fields,
  foreignOnly,
});

const entry = (key: string, change: Fields): Fields => ({
  step: 'save',
  form_key: key,
  shipping_type: 'ems',
  ship_before_pay: 'on',
  name: 'สมหญิง',
  qty: '1',
  price: '9',
  ...change,
});
const goods = (change: Fields): Fields => ({ code: `CUP-${OURS}`, qty: '1', ...change });
const grid = (change: Fields): Fields => ({ price: '', price_was: '', qty: '', qty_was: '', ...change });
const parcel = (state: 'booked' | 'waiting', own: StoreIds) =>
  `/orders/${own[state].id}/shipments/${own[state].shipment}`;

const CASES: readonly Case[] = [
  form(
    'bank_account_id',
    (own) => `/orders/${own.open.id}/payments/notify`,
    (from) => ({ amount: '1', method: 'transfer', bank_account_id: from.bankAccount }),
  ),
  form('tier', '/products/grid', (from, own) =>
    grid({ tier: from.vip, warehouse: own.bkk, variant: own.cup, price: '12' }),
  ),
  form('warehouse', '/products/grid', (from, own) =>
    grid({ tier: own.vip, warehouse: from.cnx, variant: own.kit, qty: '7', qty_was: '9' }),
  ),
  form('variant', '/products/grid', (from, own) =>
    grid({ tier: own.vip, warehouse: own.cnx, variant: from.kit, price: '30' }),
  ),
  form(
    'tier',
    '/products/grid',
    (from, own) => grid({ tier: from.vip, warehouse: own.bkk, variant: own.cup, price: '12', price_was: '9' }),
    true,
  ),
  form(
    'warehouse',
    '/products/grid',
    (from, own) => grid({ tier: own.vip, warehouse: from.cnx, variant: own.cup, qty: '7', qty_was: '50' }),
    true,
  ),
  form('source', '/products/pull', (from) => ({ source: from.product }), true),
  form(
    'part',
    (own) => `/products/${own.product}/variants/${own.kit}/parts`,
    (from) => ({ kind: 'assembled', part: `#${from.beans}`, part_qty: '1' }),
  ),
  form('tier', '/orders/new', (from, own) => entry('1', { variant: own.cup, tier: from.vip })),
  form('sender', '/orders/new', (from, own) => entry('2', { variant: own.cup, sender: from.address })),
  form('variant', '/orders/new', (from) => entry('3', { variant: from.cup })),
  form(
    'line',
    (own) => `/orders/${own.open.id}/edit`,
    (from) => entry('', { line: from.open.line }),
  ),
  form(
    'variant',
    (own) => `/orders/${own.open.id}/edit`,
    (from) => entry('', { line: '', variant: from.cup }),
    true,
  ),
  form(
    'line',
    (own) => `/orders/${own.open.id}/shipments`,
    (from) => ({ tracking_number: 'T1', line: from.open.line, qty: '1' }),
  ),
  form(
    'one',
    (own) => `/orders/${own.booked.id}/pack`,
    (from, own) => ({ one: from.beans, variant: own.beans, packed: '0' }),
  ),
  form(
    'variant',
    (own) => `/orders/${own.booked.id}/pack`,
    (from, own) => ({ code: from === own ? `BEANS-${OURS}` : 'none', variant: from.beans, packed: '3' }),
  ),
  ...['packing-slips', 'labels', 'manifest'].map((what) =>
    form('ids', `/orders/print/${what}`, (from) => ({ ids: from.booked.id, size: 'a6' })),
  ),
  ...['book', 'print/pick-list', 'print/receipts'].map((what) =>
    form('ids', `/orders/${what}`, (from) => ({ ids: from.open.id }), true),
  ),
  form('order', '/orders/bookings/retry', (from) => ({ order: from.open.id })),
  form(
    'from',
    (own) => `${parcel('booked', own)}/pick-up`,
    (from) => ({ from: from.cnx }),
  ),
  form(
    'line',
    (own) => `${parcel('waiting', own)}/pick-up`,
    (from) => ({ line: from.waiting.line, qty: '1' }),
  ),
  form('ids', '/orders/picked-up', (from) => ({ ids: from.waiting.id }), true),
  ...['/orders/', '/stock/return/'].flatMap((start) => {
    const action = (own: StoreIds) => (start === '/orders/' ? `/orders/${own.sent.id}/return` : start + own.sent.id);
    return [
      form('warehouse', action, (from, own) => ({ warehouse: from.cnx, line: own.sent.line, qty: '1' })),
      form('line', action, (from) => ({ line: from.sent.line, qty: '1' })),
    ];
  }),
  ...[(own: StoreIds) => `/partners/channels/${own.channel}`, () => '/partners/channels/new'].flatMap((action) => [
    form('price_tier', action, (from) => ({ name: 'x', price_tier: from.vip })),
    form('app', action, (from) => ({ name: 'y', app: from.app })),
  ]),
  form(
    'warehouse',
    (own) => `/stock/variants/${own.cup}/adjust`,
    (from) => ({ adjustment: 'add', warehouse: from.bkk, qty: '1' }),
  ),
  form(
    'warehouse',
    (own) => `/stock/variants/${own.cup}/adjust`,
    (from) => ({ adjustment: 'deduct', warehouse: from.bkk, qty: '1' }),
  ),
  form('warehouse', '/stock/receive', (from) => goods({ warehouse: from.bkk, kind: 'purchase', cost: '5' })),
  form('code', '/stock/receive', (from, own) =>
    goods({ warehouse: own.bkk, kind: 'purchase', cost: '5', code: `#${from.cup}` }),
  ),
  form('warehouse', '/stock/write-off', (from) => goods({ warehouse: from.bkk, kind: 'damaged' })),
  form('warehouse', '/stock/transfer', (from, own) => goods({ warehouse: from.bkk, to: own.cnx })),
  form('to', '/stock/transfer', (from, own) => goods({ warehouse: own.bkk, to: from.cnx })),
  form('warehouse', '/stock/assembly', (from, own) => ({
    action: 'assemble',
    variant: own.kit,
    warehouse: from.bkk,
    qty: '1',
  })),
  form('variant', '/stock/assembly', (from, own) => ({
    action: 'assemble',
    variant: from.kit,
    warehouse: own.bkk,
    qty: '1',
  })),
  form('variant', '/stock/assembly', (from, own) => ({
    action: 'disassemble',
    variant: from.kit,
    warehouse: own.bkk,
    qty: '1',
  })),
  form('warehouse', '/stock/counts', (from) => ({ warehouse: from.cnx })),
  form(
    'code',
    (own) => `/stock/counts/${own.sheet}/lines`,
    (from) => ({ how: 'replace', code: `#${from.cup}`, qty: '3' }),
  ),
  form(
    'variant',
    (own) => `/stock/counts/${own.sheet}/remove`,
    (from) => ({ variant: from.cup }),
  ),
  form('store_id', '/store', (from) => ({ store_id: from.store })),
];

const nameOf = (field: string, action: string) => `${field} of ${action}`;

const isAccepted = ({ status }: PageResponse) => status === 200;

/** Submits the form; an order edit includes the version it was loaded with. */
function send({ ctx }: Shop, browser: Browser, token: string, action: string, fields: Fields): Promise<PageResponse> {
  const data = new FormData();
  const [, order] = /^\/orders\/(\d+)\/edit$/.exec(action) ?? [];
  const response = order === undefined ? {} : { seen: String(existingOrder(ctx.db, idOf(order)).updateTime) };
  for (const [name, value] of Object.entries({ csrf: token, ...response, ...fields })) data.append(name, value);
  return browser.post(action, data);
}

test('no form field accepts an id of another store or reveals its data', async () => {
  const { shop, theirs, own, browser } = await openTwoStores();
  const token = tokenOf(browser.page);
  const problems: string[] = [];
  let before = rows(shop);
  for (const { field, action, fields } of CASES) {
    const named = nameOf(field, action(own));
    const foreign = await send(shop, browser, token, action(own), fields(theirs, own));
    if (isAccepted(foreign) || foreign.status >= 500) problems.push(`${named}: ${foreign.status}`);
    if (foreign.html.includes(THEIRS)) problems.push(`${named} reveals data of the other store`);
    const after = rows(shop);
    problems.push(...changedTables(before, after).map((table) => `${named} changes ${table}`));
    before = after;
  }
  for (const { field, action, fields } of CASES.filter(({ foreignOnly }) => !foreignOnly)) {
    const ours = await send(shop, browser, token, action(own), fields(own, own));
    if (!isAccepted(ours))
      problems.push(`${nameOf(field, action(own))} refuses an own id: ${ours.status} ${ours.text.slice(0, 500)}`);
  }
  assert.deepEqual(problems, []);
});

test('objects of another store are not reachable below the store’s own paths', async () => {
  const { shop, theirs, own, browser } = await openTwoStores();
  const token = tokenOf(browser.page);
  const before = rows(shop);
  const order = `/orders/${own.open.id}`;
  const product = `/products/${own.product}`;
  const posts = [
    ...['pick-up', 'cancel', 'move'].map((what) => `${order}/shipments/${theirs.booked.shipment}/${what}`),
    ...['confirm', 'reject', 'transfer', 'verify'].map((what) => `${order}/payments/${theirs.payment}/${what}`),
    ...['', '/delete', '/parts', '/picture/remove'].map((what) => `${product}/variants/${theirs.beans}${what}`),
    `${product}/variants/${theirs.deleted}/restore`,
    `/products/deleted/${theirs.product}`,
    `/settings/couriers/ems/ranges/${theirs.range}/remove`,
  ];
  const fields = { to: 'delivered', reason: 'x', kind: 'single', url: 'x' };
  const gets = [
    `${order}/payments/${theirs.payment}/slip`,
    `${product}/variants/${theirs.beans}`,
    `/partners/apps/${own.app}/deliveries/${theirs.delivery}`,
  ];
  for (const path of posts) assert.equal((await send(shop, browser, token, path, fields)).status, 404, path);
  for (const path of gets) assert.equal((await browser.open(path)).status, 404, path);
  assert.deepEqual(changedTables(before, rows(shop)), []);
});

/** Queries with an id. */
const QUERIES: readonly ((from: StoreIds) => string)[] = [
  ({ open }) => `/orders/new?copy=${open.id}`,
  ({ open }) => `/orders/cod?before=${open.id}`,
  ({ vip }) => `/products/grid?tier=${vip}`,
  ({ bkk }) => `/products/grid?warehouse=${bkk}`,
  ({ store }) => `/products/pull?store=${store}`,
  ({ product }) => `/products/labels?product=${product}`,
  ({ kit }) => `/products/labels?variant=${kit}`,
  ({ sheet }) => `/products/labels?document=${sheet}`,
  ({ kit }) => `/products/labels.pdf?kind=barcode&size=50x30&lines=${kit}x1`,
  ({ kit }) => `/stock/assembly?variant=${kit}`,
  ({ bkk }) => `/stock?warehouse=${bkk}`,
  ({ bkk }) => `/stock/ledger?warehouse=${bkk}`,
  ({ bkk }) => `/stock/ledger.csv?warehouse=${bkk}`,
  ({ open }) => `/stock/ledger?order=${open.id}`,
  ({ sheet }) => `/stock/ledger?document=${sheet}`,
  () => '/stock/ledger?user=1',
  ({ beans, bkk }) => `/stock/ledger?after=9999999999999.${beans}.${bkk}`,
  ({ bkk }) => `/stock/documents?warehouse=${bkk}`,
  ({ sheet }) => `/stock/documents?before=${sheet}`,
  ({ sheet }) => `/stock/counts?before=${sheet}`,
  ({ channel }) => `/orders?channel=${channel}`,
  ({ channel }) => `/orders?origin=${channel}`,
  ({ open }) => `/orders?before=${open.id}`,
];

test('query parameters with an id of another store reveal nothing', async () => {
  const { theirs, browser } = await openTwoStores();
  for (const ask of QUERIES) {
    const { status, html } = await browser.open(ask(theirs));
    assert.ok(status < 500, ask(theirs));
    assert.ok(!html.includes(THEIRS), ask(theirs));
  }
});

test('every form field and query parameter that takes an id has a case', () => {
  const folder = path.join(import.meta.dirname, '../src/office');
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && file !== 'forms/fields.ts')
    .map((file) =>
      readFileSync(path.join(folder, file), 'utf8').replace(
        /(?:new AppError|notFound|invalidRequest|audit)\([^)]*\)/g,
        '',
      ),
    );
  const names = sources.flatMap((source) =>
    [...source.matchAll(/(\w+): (?:listOf\()?(?:optionalId|id)\b\)?[ ,}]/g)]
      .map(([, name = '']) => name)
      .filter(() => /from '[./]+forms\/fields.ts'/.test(source)),
  );
  const tried = new Set([
    ...CASES.map(({ field }) => field),
    ...QUERIES.map((ask) => /\?(\w+)=/.exec(ask({ open: {} } as StoreIds))?.[1]),
  ]);
  assert.deepEqual(
    [...new Set(names)].filter((name) => !tried.has(name)),
    [],
  );
});
