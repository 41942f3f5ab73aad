import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeAccount, setPassword } from '../../src/domain/accounts/account-changes.ts';
import { accountByName } from '../../src/domain/accounts/accounts.ts';
import { changeVariant } from '../../src/domain/catalogue/edit-variant.ts';
import { SCREENS } from '../../src/office/screens.ts';
import { crawl } from '../crawl.ts';
import { Browser, cheapHash, createAccount, PASSWORD, type PageResponse, signedIn } from '../office.ts';
import {
  changedTables,
  everyRoute,
  openCrawlStore,
  type RoutePath,
  rows,
  storeKey,
  tokenOf,
} from '../office-routes.ts';
import { change, sql } from '../sql.ts';
import { cafe, openShop, type Shop } from '../support.ts';

// Access control: guests, staff and owners of other stores request every office route with ids of the first store.

function submit(browser: Browser, { address, fields }: RoutePath, csrf?: string, headers?: Record<string, string>) {
  const form = new FormData();
  if (csrf !== undefined) form.append('csrf', csrf);
  for (const [name, value] of fields) form.append(name, value);
  return browser.post(address, form, headers);
}

const request = (browser: Browser, route: RoutePath, csrf?: string): Promise<PageResponse> =>
  route.screen.method === 'GET' ? browser.open(route.address) : submit(browser, route, csrf);

const describeResponse = ({ screen }: RoutePath, { status, path }: PageResponse) =>
  `${screen.method} ${screen.path}: ${status} at ${path}`;

test('every route requires a session', async () => {
  const { shop, owner } = await openCrawlStore();
  const routes = await everyRoute(shop, owner);
  const before = rows(shop);
  const guest = new Browser(shop.url);
  const token = tokenOf(await guest.open('/sign-in'));
  const accessible: string[] = [];
  for (const route of routes) {
    const isPublic = route.screen.access === 'anyone';
    if (isPublic && route.screen.method === 'GET') continue;
    for (const csrf of isPublic ? [undefined, 'x'] : [token]) {
      const response = await request(guest, route, csrf);
      const isRejected = isPublic
        ? response.status === 403
        : response.status === 401 || /^\/sign-in(\?|$)/.test(response.path);
      if (!isRejected) accessible.push(describeResponse(route, response));
    }
  }
  assert.deepEqual(accessible, []);
  assert.deepEqual(changedTables(before, rows(shop)), []);
});

test('staff can neither open an owner’s page nor submit its form', async () => {
  const { shop, owner } = await openCrawlStore();
  const routes = await everyRoute(shop, owner);
  const staff = await signedIn(shop, { name: 'somsri', role: 'staff', store: storeKey(shop) });
  const token = tokenOf(staff.page);
  const before = rows(shop);
  const accessible: string[] = [];
  for (const route of routes) {
    const { access, path } = route.screen;
    if (access !== 'owner' && access !== 'operator' && path !== '/first-run/store') continue;
    const response = await request(staff, route, token);
    if (response.status !== 403) accessible.push(describeResponse(route, response));
  }
  assert.deepEqual(accessible, []);
  assert.deepEqual(changedTables(before, rows(shop)), []);
});

test('staff see no cost price, channel, app, secret or account, and no link to an owner’s page', async () => {
  const { shop, courier } = await openCrawlStore();
  const { ids } = shop;
  await shop.ctx.write((tx) => {
    for (const id of Object.values(ids.variants))
      changeVariant(tx, Number(id) as never, { cost: 65_432_100 as never }, shop.now());
  });
  await createAccount(shop, { name: 'the-very-owner' });
  const staff = await signedIn(shop, { name: 'somsri', role: 'staff', store: storeKey(shop) });
  const { texts, brokenLinks } = await crawl(staff);
  const channels = Object.values(ids.channels).flatMap(({ client_id, client_secret = client_id }) => [
    client_id,
    client_secret,
  ]);
  const secrets = ['6543.21', '6,543.21', 'the-very-owner', 'http://127.0.0.1:9', courier.secret, ...channels];
  const leaked = [...texts].flatMap(([path, text]) =>
    secrets.filter((secret) => text.includes(secret)).map((secret) => `${secret} at ${path}`),
  );
  assert.deepEqual(leaked, []);
  assert.deepEqual(brokenLinks, []);
});

test('an owner of one store can open neither pages of another store nor backups', async () => {
  const { shop, owner } = await openCrawlStore();
  const routes = await everyRoute(shop, owner);
  await shop.load({ stores: [cafe()] });
  const ofStore = await signedIn(shop, { name: 'other-cafe', store: 'cafe' });
  const ofAll = await signedIn(shop, { name: 'other-all' });
  await ofAll.send('/store', { store_id: shop.stores.cafe?.id ?? '' });
  const before = rows(shop);
  const accessible: string[] = [];
  for (const [reach, other] of [
    ['cafe', ofStore],
    [undefined, ofAll],
  ] as const) {
    const token = tokenOf(other.page);
    for (const route of routes) {
      const { path, access } = route.screen;
      const isForbidden = access === 'operator' && reach === 'cafe';
      if (!isForbidden && (!/:(?!type$)/.test(path) || access === 'operator')) continue; // courier types are the same in all stores
      if (/^\/settings\/accounts/.test(path) && reach === undefined) continue; // an owner of all stores manages every account
      const response = await request(other, route, token);
      if (response.status !== 404 && response.status !== 403)
        accessible.push(`${reach}: ${describeResponse(route, response)}`);
    }
  }
  assert.deepEqual(accessible, []);
  assert.deepEqual(changedTables(before, rows(shop)), []);
});

test('no page of a store contains data of another store', async () => {
  const { shop, owner } = await openCrawlStore();
  const found = await crawl(owner);
  await shop.load({ stores: [cafe()] });
  const other = await signedIn(shop, { name: 'other', store: 'cafe' });
  const { texts, brokenLinks } = await crawl(other);
  for (const path of [...found.texts.keys()].filter((path) => path.includes('?')))
    texts.set(`${path} of the other store`, (await other.open(path)).html);
  const leaked = [...texts].flatMap(([path, text]) =>
    privateTexts(shop)
      .filter((privateText) => text.includes(privateText))
      .map((privateText) => `${privateText} at ${path}`),
  );
  assert.deepEqual(leaked, []);
  assert.deepEqual(brokenLinks, []);
});

/** Texts that only the first store has: customers, products, parcels. */
function privateTexts({ ctx: { db }, ids }: Shop): string[] {
  const columns = [
    'SELECT name AS text FROM addresses WHERE store_id = ?',
    'SELECT telephone AS text FROM addresses WHERE store_id = ?',
    'SELECT sku AS text FROM variants WHERE store_id = ?',
    'SELECT s.tracking_number AS text FROM shipments s JOIN orders o ON o.id = s.order_id WHERE o.store_id = ?',
    'SELECT external_order_id AS text FROM orders WHERE store_id = ?',
    'SELECT client_id AS text FROM channels WHERE store_id = ?',
  ];
  const texts = columns.flatMap((column) => db.all(sql<{ text: string | null }>(column), Number(ids.id)));
  return [...new Set(texts.flatMap(({ text }) => (text !== null && text.length > 3 ? [text] : [])))];
}

test('every form requires its own CSRF token and the same origin', async () => {
  const { shop, owner } = await openCrawlStore();
  const routes = (await everyRoute(shop, owner)).filter(({ screen }) => screen.method === 'POST');
  await owner.open('/');
  const token = tokenOf(owner.page);
  const otherToken = tokenOf((await signedIn(shop, { name: 'another' })).page);
  const before = rows(shop);
  const accepted: string[] = [];
  const tokens = [undefined, '', otherToken];
  const origins = ['https://evil.example', 'null', `${shop.url}0`, shop.url.replace('http:', 'https:')];
  for (const [i, route] of routes.entries()) {
    const isVaried = i < 10; // the same check protects all forms: ten of them get every value, the others two
    for (const csrf of isVaried ? tokens : [tokens[i % tokens.length]]) {
      const response = await submit(owner, route, csrf);
      if (response.status !== 403) accepted.push(describeResponse(route, response));
    }
    for (const Origin of isVaried ? origins : [origins[i % origins.length] as string]) {
      const response = await submit(owner, route, token, { Origin });
      if (response.status !== 403) accepted.push(`${describeResponse(route, response)} from ${Origin}`);
    }
  }
  assert.deepEqual(accepted, []);
  assert.deepEqual(changedTables(before, rows(shop)), []);
  assert.equal((await owner.open('/')).path, '/');
});

test('a form with an old token shows that the page has expired, not that access is denied', async () => {
  const owner = await signedIn(await openShop(), { language: 'en' });
  const form = new FormData();
  form.append('csrf', 'old');
  const { status, text } = await owner.post('/settings/store', form);
  assert.equal(status, 403);
  assert.match(text, /This page has expired Reload the page and submit the form again/);
  assert.doesNotMatch(text, /No access/);
});

test('a session ends when its account is disabled, its password changes elsewhere, or after 8 idle hours', async () => {
  let now = Date.now();
  const shop = await openShop({ now: () => now });
  const idOf = (name: string) => accountByName(shop.ctx.db, name).id;
  const [disabled, changed, idle] = [
    await signedIn(shop, { name: 'one', store: 'cafe' }),
    await signedIn(shop, { name: 'two' }),
    await signedIn(shop, { name: 'three' }),
  ];
  const passwordHash = cheapHash(`${PASSWORD} changed`);
  await shop.ctx.write((tx) => {
    changeAccount(tx, idOf('one'), { disabled: true }, now);
    setPassword(tx, idOf('two'), { passwordHash, mustChangePassword: false });
  });
  assert.deepEqual(
    [(await disabled.open('/me')).path, (await changed.open('/me')).path],
    Array(2).fill('/sign-in?to=%2Fme'),
  );
  now += 8 * 3_600_000 - 1;
  assert.equal((await idle.open('/me')).path, '/me');
  now += 8 * 3_600_000;
  assert.equal((await idle.open('/me', { 'HX-Request': 'true' })).path, '/sign-in?to=%2Fme');
  assert.equal((await idle.open('/orders')).path, '/sign-in?to=%2Forders');
});

test('an account with a one-time password can only open the password page', async () => {
  const shop = await openShop();
  const browser = await signedIn(shop);
  await shop.ctx.write((tx) => tx.run(change('UPDATE accounts SET must_change_password = 1')));
  for (const { path, access } of SCREENS.filter(({ method, access }) => method === 'GET' && access !== 'anyone')) {
    const response = await browser.open(path.replace(/:\w+/g, '1'));
    assert.equal(response.path, '/me/password', `${path} for ${access}`);
  }
});

test('pages without navigation let an account sign out too', async () => {
  const shop = await openShop();
  const owner = await signedIn(shop);
  for (const path of ['/me/confirm', '/me/password', '/settings/store', '/me']) {
    const { html } = await owner.open(path);
    assert.equal(html.match(/action="\/office\/sign-out"/g)?.length, 1, path);
  }
  assert.equal((await owner.send('/sign-out')).path, '/sign-in');
});
