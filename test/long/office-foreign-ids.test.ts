import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { existingOrder } from '../../src/domain/orders/order.ts';
import { CASES, type Fields } from '../foreign-ids.ts';
import type { Browser, PageResponse } from '../office.ts';
import { changedTables, rows, tokenOf } from '../office-routes.ts';
import { idOf, type Shop } from '../support.ts';
import { openTwoStores, type StoreIds, THEIRS } from '../two-stores.ts';

// An owner of one store submits forms with ids of another store's records.

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
    ...['pick-up', 'undo-pick-up', 'cancel', 'move'].map(
      (what) => `${order}/shipments/${theirs.booked.shipment}/${what}`,
    ),
    ...['confirm', 'undo', 'reject', 'transfer', 'verify'].map((what) => `${order}/payments/${theirs.payment}/${what}`),
    ...['', '/delete', '/parts', '/picture/remove'].map((what) => `${product}/variants/${theirs.beans}${what}`),
    `${product}/variants/${theirs.deleted}/restore`,
    `/products/deleted/${theirs.product}`,
    `/settings/couriers/ems/ranges/${theirs.range}/remove`,
  ];
  const fields = { to: 'delivered', reason: 'x', kind: 'single', url: 'x' };
  const gets = [
    `${order}/payments/${theirs.payment}/slip`,
    `${order}/payments/${theirs.payment}/slip/small`,
    `${order}/refund/${theirs.refund}/slip`,
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
  ({ customer }) => `/orders/new?customer=${customer}`,
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
  ({ beans, open }) => `/orders/${open.id}/pack?last=${beans}`,
  ({ open }) => `/orders/numbers?saved=${open.id}`,
];

test('query parameters with an id of another store reveal nothing', async () => {
  const { theirs, browser } = await openTwoStores();
  for (const ask of QUERIES) {
    const { status, html } = await browser.open(ask(theirs));
    assert.ok(status < 500, ask(theirs));
    assert.ok(!html.includes(THEIRS), ask(theirs));
  }
});

test('every form field and query parameter that takes an id is tested', () => {
  const folder = path.join(import.meta.dirname, '../../src/office');
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
