import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeAccount } from '../../src/domain/accounts/account-changes.ts';
import { accountByName } from '../../src/domain/accounts/accounts.ts';
import type { Permission } from '../../src/domain/accounts/permissions.ts';
import { changeRole, listRoles } from '../../src/domain/accounts/roles.ts';
import { SCREENS } from '../../src/office/screens.ts';
import { screenAt } from '../crawl.ts';
import { type Browser, signedIn } from '../office.ts';
import { changedTables, everyRoute, openCrawlStore, type RoutePath, rows, tokenOf } from '../office-routes.ts';
import { crawlAs, ROLES, signedInAs } from '../role-steps.ts';
import { sql } from '../sql.ts';
import { cafe, idOf, openShop } from '../support.ts';

// Pages that each role may open.

/** The permissions that open a path; the first match decides. Written down here, independent of the screens. */
const NEEDED: readonly (readonly [RegExp, readonly (readonly Permission[])[]])[] = [
  [/^\/orders\/(new|:id\/edit)(\/|$)/, [['orders', 'customer_data']]],
  [
    /^\/orders\/(:id\/(receipt(\/(print|replace))?|refund\/qr(\.png)?|refund-documents\/:document)|print\/receipts)$/,
    [['money', 'customer_data']],
  ],
  [/^\/orders\/(cod|slips|:id\/(buyer-link|cod|payments|promptpay|refund))(\/|\.(csv|xlsx)|$)/, [['money']]],
  [/^\/orders(\.(csv|xlsx)|\/(:id|:id\/shipping))?$/, [['orders'], ['money']]],
  [/^\/orders\/(bulk|lines\.(csv|xlsx))$/, [['orders'], ['money']]],
  [/^\/orders\//, [['orders']]],
  [/^\/reports/, [['money']]],
  [/^\/products(\.(csv|xlsx)|\/example\.(csv|xlsx)|\/import(\/|$))/, [['products', 'costs']]],
  [/^\/products\/pull$/, []],
  [/^\/products/, [['products']]],
  [/^\/stock\/past(\.(csv|xlsx))?$/, [['stock'], ['costs']]],
  [/^\/stock$/, [['stock'], ['orders']]],
  [/^\/stock/, [['stock']]],
  [/^\/partners\/channels\/(new|:id\/secret(\/copied)?)$/, [['partners', 'customer_data']]],
  [/^\/partners/, [['partners']]],
  [/^\/customers(\.(csv|xlsx)|\/:id\/data)/, [['customer_data', 'settings']]],
  [/^\/customers/, [['customer_data']]],
  [/^\/settings\/(accounts|alerts|audit|backups|web-address)/, []],
  [/^\/settings\/customers/, [['customer_data', 'settings']]],
  [/^\/settings/, [['settings']]],
  [/^\/first-run\//, []],
  [/^\/demo\/cod-payout\.csv$/, [['money']]],
];

/** Whether an account that is not an owner may open the path of a screen; undefined: everyone with an account may. */
function isOpen(path: string, permissions: readonly Permission[]): boolean | undefined {
  const [, needed] = NEEDED.find(([pattern]) => pattern.test(path)) ?? [];
  return needed?.some((all) => all.every((permission) => permissions.includes(permission)));
}

const OWN_ROLES = [
  ...['stock', 'products', 'settings', 'partners', 'orders money stock products', 'money', 'costs', 'customer_data'],
];

const request = (browser: Browser, { screen, address, fields }: RoutePath, csrf: string) => {
  if (screen.method === 'GET') return browser.open(address);
  const form = new FormData();
  form.append('csrf', csrf);
  for (const [name, value] of fields) form.append(name, value);
  return browser.post(address, form);
};

for (const role of [...Object.keys(ROLES), ...OWN_ROLES])
  test(`role ${role} opens exactly the pages of its permissions, and changes nothing elsewhere`, async () => {
    const { pages, files } = await crawlAs(role);
    const { shop, owner } = await openCrawlStore();
    const permissions = ROLES[role] ?? (role.split(' ') as Permission[]);
    const routes = await everyRoute(shop, owner);
    const browser = await signedInAs(shop, role);
    const csrf = tokenOf(browser.page);
    const before = rows(shop);
    const wrong: string[] = [];
    for (const route of routes) {
      const { method, path } = route.screen;
      const open = isOpen(path, permissions) ?? true;
      if (open && (method === 'POST' || path === '/orders/:id/label.pdf')) continue; // changes something; has its own test
      if (open && (pages.has(path) || files.has(route.screen))) continue; // the crawl has opened it
      const { status } = await request(browser, route, csrf);
      if ((status === 403) === open) wrong.push(`${method} ${path}: ${status}`);
    }
    assert.deepEqual(wrong, []);
    assert.deepEqual(
      changedTables(before, rows(shop)).filter((table) => table !== 'audit_log'), // downloads are recorded
      [],
    );
  });

/** A form or menu without content. */
const EMPTY =
  /<div class="ask">\s*<\/div>|<details class="menu">\s*<summary[^>]*><span>[^<]*<\/span><\/summary>\s*<div>\s*<\/div>/;

for (const role of [...Object.keys(ROLES), ...OWN_ROLES])
  test(`role ${role} sees neither a link nor a form that it may not use`, async () => {
    const permissions = ROLES[role] ?? (role.split(' ') as Permission[]);
    const { brokenLinks, forms, texts } = await crawlAs(role);
    assert.deepEqual(brokenLinks, []);
    assert.deepEqual(
      [...forms.keys()].filter((path) => isOpen(path, permissions) === false),
      [],
    );
    const actions = [...texts].flatMap(([page, html]) =>
      [...html.matchAll(/formaction="\/office([^"]*)"/g)].map(([, action = '']) => ({ page, action })),
    );
    assert.deepEqual(
      actions.filter(({ action }) => isOpen(screenAt(action, 'POST')?.path ?? '', permissions) === false),
      [],
    );
    const empty = [...texts].filter(([, html]) => EMPTY.test(html)).map(([page]) => page);
    assert.deepEqual(empty, []);
  });

test('canceling a paid order, or many orders at once, needs the permission for payments', async () => {
  const { shop } = await openCrawlStore();
  const browser = await signedInAs(shop, 'packer');
  const orders = (where: string) =>
    shop.ctx.db.get(
      sql<{ id: number }>(
        `SELECT id FROM orders WHERE status = 'open' AND ${where} (SELECT 1 FROM payments WHERE order_id = orders.id)
         AND NOT EXISTS (SELECT 1 FROM shipments WHERE order_id = orders.id)`,
      ),
    )?.id;
  const paid = shop.ctx.db.get(
    sql<{ id: number }>(
      `SELECT order_id AS id FROM payments p JOIN orders o ON o.id = p.order_id
       WHERE p.status = 'confirmed' AND o.status = 'open' AND p.amount > 0
         AND NOT EXISTS (SELECT 1 FROM shipments WHERE order_id = o.id)`,
    ),
  )?.id;
  const unpaid = orders('NOT EXISTS');
  assert.doesNotMatch((await browser.open(`/orders/${paid}`)).html, /id="act-cancel"/);
  assert.match((await browser.open(`/orders/${unpaid}`)).html, /id="act-cancel"/);
  assert.equal((await browser.send(`/orders/${paid}/cancel`, { by: 'store' })).status, 403);
  assert.equal((await browser.send(`/orders/${unpaid}/cancel`, { by: 'store' })).status, 200);
  assert.doesNotMatch((await browser.open('/orders')).html, /value="cancel"/);
  assert.equal((await browser.send('/orders/bulk', { action: 'cancel', order: String(paid) })).status, 403);

  const staff = await signedInAs(shop, 'staff');
  assert.match((await staff.open(`/orders/${paid}`)).html, /id="act-cancel"/);
  assert.equal((await staff.send(`/orders/${paid}/cancel`, { by: 'store' })).status, 200);
});

test('a change of a role applies to its signed-in accounts at once', async () => {
  const shop = await openShop({ stores: [cafe()] });
  const storeId = idOf(shop.stores.cafe?.id);
  const browser = await signedIn(shop, { name: 'counter', store: 'cafe', permissions: ['stock'] });
  assert.equal((await browser.open('/stock/ledger')).status, 200);
  const [role] = listRoles(shop.ctx.db, storeId);
  assert.ok(role);
  await shop.ctx.write((tx) => changeRole(tx, storeId, role.id, { name: role.name, permissions: new Set(['orders']) }));
  assert.equal((await browser.open('/stock/ledger')).status, 403);
  assert.equal((await browser.open('/orders')).status, 200);
  const { id } = accountByName(shop.ctx.db, 'counter');
  await shop.ctx.write((tx) => changeAccount(tx, id, { role: 'bookkeeper', roleId: null }, shop.now()));
  assert.equal((await browser.open('/orders/pack')).status, 403);
  assert.equal((await browser.open('/orders/cod')).status, 200);
});

test('every screen belongs to an area with known permissions', () => {
  const free = [
    ...['/', '/today/to-do', '/me', '/sign-in', '/sign-out', '/store', '/language', '/confirm', '/first-run'],
    ...['/search', '/shortcuts', '/views', '/demo/tour'], // show what the account may open
    '/places', // shows public names
  ];
  const unknown = SCREENS.filter(
    ({ path }) =>
      !NEEDED.some(([pattern]) => pattern.test(path)) &&
      !free.some((start) => path === start || (start !== '/' && path.startsWith(`${start}/`))),
  );
  assert.deepEqual(
    unknown.map(({ path }) => path),
    [],
  );
});
