import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeAccount } from '../src/domain/accounts/account-changes.ts';
import { accountByName } from '../src/domain/accounts/accounts.ts';
import { PERMISSIONS, type Permission } from '../src/domain/accounts/permissions.ts';
import { changeRole, listRoles } from '../src/domain/accounts/roles.ts';
import { changeVariant } from '../src/domain/catalogue/edit-variant.ts';
import { SCREENS } from '../src/office/screens.ts';
import { type Crawled, crawl, screenAt } from './crawl.ts';
import { type Browser, type SignInOptions, signedIn } from './office.ts';
import {
  changedTables,
  everyRoute,
  morePages,
  openCrawlStore,
  type RoutePath,
  rows,
  storeKey,
  tokenOf,
} from './office-routes.ts';
import { NEEDS_PDF_TOOLS, textOf } from './pdf-reader.ts';
import { change, sql } from './sql.ts';
import { cafe, idOf, openShop, type Shop } from './support.ts';

// What each role opens and sees.

/** The permissions that open a path; the first match decides. Written down here, independent of the screens. */
const NEEDED: readonly (readonly [RegExp, readonly (readonly Permission[])[]])[] = [
  [/^\/orders\/(new|:id\/edit)(\/|$)/, [['orders', 'customer_data']]],
  [/^\/orders\/(:id\/(receipt|refund-documents\/:document)|print\/receipts)$/, [['money', 'customer_data']]],
  [/^\/orders\/(cod|:id\/(cod|payments|promptpay|refund))(\/|\.csv|$)/, [['money']]],
  [/^\/orders(\/(csv|:id|:id\/shipping|:id\/buyer-link(\/revoke)?))?$/, [['orders'], ['money']]],
  [/^\/orders\/bulk$/, [['orders'], ['money']]],
  [/^\/orders\//, [['orders']]],
  [/^\/reports/, [['money']]],
  [/^\/products(\.csv|\/example\.csv|\/import(\/|$))/, [['products', 'costs']]],
  [/^\/products\/pull$/, []],
  [/^\/products/, [['products']]],
  [/^\/stock/, [['stock']]],
  [/^\/partners\/channels\/(new|:id\/secret(\/copied)?)$/, [['partners', 'customer_data']]],
  [/^\/partners/, [['partners']]],
  [/^\/customers\/:id\/data/, [['customer_data', 'settings']]],
  [/^\/customers/, [['customer_data']]],
  [/^\/settings\/(accounts|alerts|audit|backups)/, []],
  [/^\/settings\/customers/, [['customer_data', 'settings']]],
  [/^\/settings/, [['settings']]],
  [/^\/first-run\//, []],
  [/^\/demo\/cod-payout\.csv$/, [['money']]],
];

/** Whether an account that is no owner may open the path of a screen; undefined: everyone with an account may. */
function isOpen(path: string, permissions: readonly Permission[]): boolean | undefined {
  const [, needed] = NEEDED.find(([pattern]) => pattern.test(path)) ?? [];
  return needed?.some((all) => all.every((permission) => permissions.includes(permission)));
}

const ROLES: Readonly<Record<string, readonly Permission[]>> = {
  manager: PERMISSIONS,
  staff: ['orders', 'money', 'stock', 'products', 'customer_data'],
  warehouse: ['orders', 'stock'],
  packer: ['orders'],
  bookkeeper: ['money', 'costs', 'customer_data'],
};

const optionsOf = (role: string): SignInOptions =>
  role in ROLES ? { role: role as 'packer' } : { permissions: role.split(' ') as Permission[] };

const OWN_ROLES = ['stock', 'products', 'settings', 'partners', 'orders money', 'money', 'costs', 'customer_data'];

const signedInAs = (shop: Shop, role: string): Promise<Browser> =>
  signedIn(shop, { name: `the ${role}`, store: storeKey(shop), ...optionsOf(role) });

/** What a courier can report about a recipient. */
const REPORT_NAMES = change(
  `INSERT INTO tracking_events (shipment_id, time, code, description, location, receive_time)
   SELECT s.id, 1, 'x', 'ผู้รับ ' || a.name, a.address1, 1 FROM shipments s JOIN orders o ON o.id = s.order_id
   JOIN addresses a ON a.version = o.recipient_address`,
);

/** A busy store with a cost of every variant and the recipients' names in the reports of couriers. */
async function openRolesStore() {
  const opened = await openCrawlStore();
  await opened.shop.ctx.write((tx) => {
    for (const id of Object.values(opened.shop.ids.variants))
      changeVariant(tx, idOf(id), { cost: 65_432_100 as never }, opened.shop.now());
    tx.run(REPORT_NAMES);
  });
  return opened;
}

const crawls = new Map<string, Crawled>();

/** What a role reaches by links. The store is always the same, so each role crawls it once per process. */
async function crawlAs(role: string): Promise<Crawled> {
  const known = crawls.get(role); // not its promise: see once.ts
  if (known) return known;
  const { shop } = await openRolesStore();
  const found = await crawl(await signedInAs(shop, role));
  crawls.set(role, found);
  return found;
}

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
const EMPTY = /<div class="ask">\s*<\/div>|<details class="menu">\s*<summary[^>]*>[^<]*<\/summary>\s*<div>\s*<\/div>/;

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

interface Customer {
  name: string;
  telephone: string;
  address1: string;
}

const customersOf = ({ ctx }: Shop): Customer[] =>
  ctx.db.all(
    sql<Customer>(
      'SELECT DISTINCT a.name, a.telephone, a.address1 FROM orders o JOIN addresses a ON a.version = o.recipient_address',
    ),
  );

for (const role of ['packer', 'warehouse', 'orders money stock products', 'stock', 'settings partners'])
  test(`role ${role} sees no customer on any page or file`, async () => {
    const texts = new Map((await crawlAs(role)).texts);
    const { shop } = await openRolesStore();
    const browser = await signedInAs(shop, role);
    const numbered = shop.ctx.db
      .all(sql<{ id: number }>('SELECT id FROM orders'))
      .map(({ id }) => `/orders/numbers?order=${id}`);
    for (const path of ['/orders/csv?tab=all', '/orders?tab=all', '/stock/return?q=1', ...numbered, ...morePages(shop)])
      texts.set(path, (await browser.open(path)).html);
    const ofStore = '0812345678'; // its PromptPay id too
    const secrets = customersOf(shop).flatMap((customer) => Object.values(customer) as string[]);
    assert.ok(secrets.includes(ofStore));
    const leaked = [...texts].flatMap(([path, text]) =>
      secrets.filter((secret) => secret !== ofStore && text.includes(secret)).map((secret) => `${secret} at ${path}`),
    );
    assert.deepEqual(leaked, []);
  });

test('an account without customer data gets no credentials of a channel, which could read customers', async () => {
  const shop = await openShop({ stores: [cafe()] });
  const { id } = shop.ids.channels.page ?? {};
  const page = `/partners/channels/${id}`;
  const browser = await signedIn(shop, { name: 'partner desk', store: 'cafe', permissions: ['partners'] });
  const { html } = await browser.open(page);
  assert.doesNotMatch(html, /channels\/\d+\/secret|name="permissions"/);
  const csrf = tokenOf(browser.page);
  const answers = [];
  for (const action of ['/partners/channels/new', page, `${page}/secret`]) {
    const form = new FormData();
    for (const [name, value] of [
      ['csrf', csrf],
      ['name', 'mine'],
      ['permissions', 'orders.read'],
    ] as const)
      form.append(name, value);
    answers.push((await browser.post(action, form)).status);
  }
  assert.deepEqual(answers, [403, 403, 403]);
  const both = await signedIn(shop, { name: 'both', store: 'cafe', permissions: ['partners', 'customer_data'] });
  assert.match((await both.open(page)).html, /name="permissions"/);
});

test('a search of an account without customer data finds numbers and SKUs, not names or telephones', async () => {
  const { shop } = await openCrawlStore();
  const browser = await signedInAs(shop, 'packer');
  const found = async (q: string) => {
    const { html } = await browser.open(`/orders?tab=all&q=${encodeURIComponent(q)}`);
    return /class="order-cell"/.test(html);
  };
  for (const { name, telephone } of customersOf(shop))
    assert.deepEqual(
      [await found(name), await found(telephone), await found(telephone.slice(-4))],
      [false, false, false],
    );
  assert.equal(await found('#2'), true);
});

test('the search promises names and phone numbers only to accounts that can search by them', async () => {
  const shop = await openShop({ stores: [cafe()] });
  for (const [role, able] of [
    ['packer', false],
    ['staff', true],
  ] as const) {
    const browser = await signedIn(shop, { name: role, store: 'cafe', role, language: 'en' });
    const search = (await browser.open('/search?q=nobody')).html;
    assert.equal(/placeholder="Orders, .*customers.*or commands"/.test(search), able, role);
    assert.equal(search.includes('cannot search by a customer’s name or phone number'), !able, role);
    const list = (await browser.open('/orders?tab=all&q=nobody')).html;
    assert.equal(/placeholder="Number, name or phone"/.test(list), able, role);
    assert.equal(list.includes('cannot search by a customer’s name or phone number'), !able, role);
  }
});

test(
  'a packer prints the label of a parcel that waits, not of one that was sent, and slips without the customer',
  NEEDS_PDF_TOOLS,
  async () => {
    const { shop } = await openCrawlStore();
    const browser = await signedInAs(shop, 'packer');
    const idWhere = (status: string) =>
      shop.ctx.db.get(
        sql<{ id: number }>(
          `SELECT order_id AS id FROM shipments GROUP BY order_id HAVING min(status) = '${status}' AND max(status) = '${status}'`,
        ),
      )?.id;
    const [waiting, sent] = [idWhere('booked'), idWhere('picked_up')];
    assert.equal((await browser.open(`/orders/${waiting}/label.pdf`)).status, 200);
    assert.equal((await browser.open(`/orders/${sent}/label.pdf`)).status, 403);
    const Cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const slip = await fetch(`${shop.url}/office/orders/${waiting}/packing-slip.pdf`, { headers: { Cookie } });
    const text = await textOf(Buffer.from(await slip.arrayBuffer()));
    const { name, telephone } =
      shop.ctx.db.get(
        sql<Customer>(
          `SELECT a.name, a.telephone, a.address1 FROM orders o JOIN addresses a ON a.version = o.recipient_address
         WHERE o.id = ${waiting}`,
        ),
      ) ?? assert.fail();
    assert.ok(text.includes('ใบจัดสินค้า'));
    assert.ok(!text.includes(name) && !text.replaceAll('-', '').includes(telephone));
  },
);

test('without the permission for costs no page shows a cost price', async () => {
  for (const [role, sees] of [
    ['orders money stock products', false],
    ['manager', true],
  ] as const) {
    const { texts } = await crawlAs(role);
    assert.equal([...texts.values()].join('\n').includes('6543.21'), sees, role);
  }
});

test('without the permission for money no page shows a payment, and Today no sales', async () => {
  const { texts } = await crawlAs('packer');
  const all = [...texts.values()].join('\n');
  for (const part of ['id="payments"', 'class="slip"', 'id="best-sellers"', 'id="cod-title"', 'id="stock-value"'])
    assert.ok(!all.includes(part), part);
});

test('an order with money, and many orders at once, are canceled with the permission for payments only', async () => {
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
       WHERE p.status = 'confirmed' AND o.status = 'open' AND p.amount > 0`,
    ),
  )?.id;
  const unpaid = orders('NOT EXISTS');
  assert.doesNotMatch((await browser.open(`/orders/${paid}`)).html, /id="act-cancel"/);
  assert.match((await browser.open(`/orders/${unpaid}`)).html, /id="act-cancel"/);
  assert.equal((await browser.send(`/orders/${paid}/cancel`, { by: 'store' })).status, 403);
  assert.equal((await browser.send(`/orders/${unpaid}/cancel`, { by: 'store' })).status, 200);
  assert.doesNotMatch((await browser.open('/orders')).html, /value="cancel"/);
  assert.equal((await browser.send('/orders/bulk', { action: 'cancel', order: String(paid) })).status, 403);
});

test('a change of a role applies to its signed-in accounts at once', async () => {
  const shop = await openShop({ stores: [cafe()] });
  const storeId = idOf(shop.stores.cafe?.id);
  const browser = await signedIn(shop, { name: 'counter', store: 'cafe', permissions: ['stock'] });
  assert.equal((await browser.open('/stock')).status, 200);
  const [role] = listRoles(shop.ctx.db, storeId);
  assert.ok(role);
  await shop.ctx.write((tx) => changeRole(tx, storeId, role.id, { name: role.name, permissions: new Set(['orders']) }));
  assert.equal((await browser.open('/stock')).status, 403);
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
