import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeStore } from '../src/domain/stores.ts';
import { operatorError } from './errors.ts';
import { Browser, createAccount, PASSWORD, signedIn } from './office.ts';
import { change, openTestDatabase, sql } from './sql.ts';
import { cafe, idOf, openShop } from './support.ts';

const COOKIE = /^raan=[\w-]+; Path=\/; HttpOnly; SameSite=Lax$/;

test('over https the session cookie is secure and bound to the host', async () => {
  const shop = await openShop({ config: { listen: { base_url: 'https://shop.example' } } });
  await createAccount(shop);
  const guest = await fetch(`${shop.url}/office/sign-in`);
  const csrf = /name="csrf" value="([^"]+)"/.exec(await guest.text())?.[1] as string;
  const cookie = guest.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  const answer = await fetch(`${shop.url}/office/sign-in`, {
    method: 'POST',
    redirect: 'manual',
    headers: { Cookie: cookie, Origin: 'https://shop.example' },
    body: new URLSearchParams({ csrf, name: 'malee', password: PASSWORD, to: '' }),
  });
  assert.match(
    answer.headers.getSetCookie().find((line) => line.startsWith('__Host-raan=')) ?? '',
    /^__Host-raan=[\w-]+; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
  );
  assert.match(
    answer.headers.getSetCookie().find((line) => line.startsWith('__Host-raan-browser=')) ?? '',
    /^__Host-raan-browser=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Secure; Max-Age=31536000$/,
  );
});

test('over plain http the session cookie is HttpOnly and SameSite', async () => {
  const shop = await openShop();
  await createAccount(shop);
  const browser = new Browser(shop.url);
  const { html } = await browser.open('/sign-in');
  const answer = await fetch(`${shop.url}/office/sign-in`, {
    method: 'POST',
    redirect: 'manual',
    headers: { Cookie: `raan-guest=${browser.cookies.get('raan-guest')}` },
    body: new URLSearchParams({
      csrf: /name="csrf" value="([^"]+)"/.exec(html)?.[1] as string,
      name: 'malee',
      password: PASSWORD,
      to: '',
    }),
  });
  assert.match(answer.headers.getSetCookie().find((line) => line.startsWith('raan=')) ?? '', COOKIE);
});

test('every page has a content security policy and nosniff', async () => {
  const shop = await openShop();
  const { headers } = await new Browser(shop.url).open('/sign-in');
  assert.match(
    headers.get('content-security-policy') ?? '',
    /^default-src 'none'; object-src 'none'; script-src 'self'; /,
  );
  assert.match(headers.get('content-security-policy') ?? '', /frame-ancestors 'self'/);
  assert.equal(headers.get('x-content-type-options'), 'nosniff');
  assert.equal(headers.get('cache-control'), 'no-store');
});

test('a GET of a form’s path redirects to the page above', async () => {
  const shop = await openShop();
  const browser = await signedIn(shop);
  assert.equal((await browser.open('/sign-out')).path, '/');
  assert.equal((await browser.open('/no/such/page')).status, 404);
});

test('form posts extend a session, polling does not', async () => {
  const clock = { time: 1_800_000_000_000 };
  const shop = await openShop({ now: () => clock.time });
  const browser = await signedIn(shop);
  const used = () => shop.ctx.db.get(sql<{ time: number }>('SELECT use_time AS time FROM sessions'))?.time;
  clock.time += 120_000;
  await browser.open('/today/to-do', { 'HX-Request': 'true' });
  assert.equal(used(), clock.time - 120_000);
  await browser.post('/orders/new', new FormData(), { 'HX-Request': 'true' });
  assert.equal(used(), clock.time);
});

test('X-Forwarded-Proto is trusted only from a trusted proxy', async () => {
  const request = { headers: { 'X-Forwarded-Proto': 'https', Host: 'shop.example' } };
  const behind = await openShop({ config: { listen: { trusted_proxies: ['127.0.0.0/8', '::1/128'] } } });
  const cookies = (await fetch(`${behind.url}/office/sign-in`, request)).headers.getSetCookie();
  assert.match(cookies.join('\n'), /^__Host-raan-guest=[\w-]+; Path=\/; HttpOnly; SameSite=Lax; Secure$/);
  const bare = await openShop();
  const plain = (await fetch(`${bare.url}/office/sign-in`, request)).headers.getSetCookie();
  assert.match(plain.join('\n'), /^raan-guest=[\w-]+; Path=\/; HttpOnly; SameSite=Lax$/);
});

test('over https cookies without the __Host- prefix are ignored', async () => {
  const shop = await openShop({ config: { listen: { base_url: 'https://shop.example' } } });
  const Cookie = 'raan-notice=transfer-to-me; raan-guest=planted; raan-language=en';
  const answer = await fetch(`${shop.url}/office/sign-in`, { headers: { Cookie } });
  const html = await answer.text();
  assert.match(html, /<html lang="th"/);
  assert.doesNotMatch(html, /transfer-to-me/);
  assert.doesNotMatch(answer.headers.getSetCookie().join(), /planted/);
});

test('a notice from the cookie is escaped', async () => {
  const shop = await openShop();
  const Cookie = `raan-notice=${encodeURIComponent('<script>alert(1)</script>')}`;
  const html = await (await fetch(`${shop.url}/office/sign-in`, { headers: { Cookie } })).text();
  assert.match(html, /&lt;script&gt;alert\(1\)&lt;\/script&gt;/);
});

test('a path with Thai letters or control characters survives redirects', async () => {
  const shop = await openShop();
  await createAccount(shop);
  const browser = new Browser(shop.url);
  const request = await browser.open('/orders/%E0%B8%81?q=%E0%B8%81%0D%0A');
  const response = await browser.send('/sign-in', {
    name: 'malee',
    password: PASSWORD,
    to: new URLSearchParams(request.path.split('?')[1]).get('to') ?? '',
  });
  assert.deepEqual([response.status, response.path], [404, '/orders/%E0%B8%81?q=%E0%B8%81%0D%0A']);
  for (const path of ['/orders/%E0%B8%81/', '/%0D%0AX:1/', '/%00/', '/orders/%E0%B8%81/cancel', '//evil.example/'])
    assert.equal((await browser.open(path)).status, 404, path);
  await browser.open('/');
  assert.equal((await browser.send('/language', { language: 'th', from: '/orders?q=ก\r\nX: 1' })).status, 200);
});

test('a javascript: picture URL is never rendered', async () => {
  const shop = await openShop();
  const owner = await signedIn(shop);
  const script = 'javascript:alert(1)';
  const product = { key: 'tea', name: 'ชา', images: [{ url: script }], variants: [{ key: 'tea' }] };
  await assert.rejects(
    shop.load({ stores: [cafe({ products: [product] })] }),
    operatorError({ path: 'stores[0].products[0].images[0].url' }),
  );
  const latte = shop.ids.products.latte ?? '';
  await shop.ctx.write((tx) =>
    tx.run(change('INSERT INTO product_images VALUES (?, 0, ?, ?, ?)'), Number(latte), script, script, script),
  );
  const { status, html } = await owner.open(`/products/${latte}`);
  assert.equal(status, 200);
  assert.doesNotMatch(html, /(href|src)="javascript:/);
});

test('error pages keep the navigation', async () => {
  const shop = await openShop();
  const browser = await signedIn(shop, { role: 'staff', store: 'cafe', language: 'en' });
  for (const [path, status] of [
    ['/settings', 403],
    ['/no/such/page', 404],
  ] as const) {
    const response = await browser.open(path);
    assert.equal(response.status, status);
    assert.match(response.text, /Today Orders Products Stock Menu Pack Customers Reports Account .*Sign out/, path);
    assert.match(response.html, /action="\/office\/language"/, path);
    assert.doesNotMatch(response.html, /href="\/office\/settings"/, path);
  }
});

test('a page shows what another process has changed', async () => {
  const shop = await openShop();
  const browser = await signedIn(shop, { store: 'cafe' });
  assert.match((await browser.open('/')).text, /บ้านกาแฟ/);
  const command = openTestDatabase(shop.config.database);
  command.write((tx) => changeStore(tx, idOf(shop.ids.id), { name: 'บ้านชา' }));
  command.close();
  assert.match((await browser.open('/')).text, /บ้านชา/);
});
