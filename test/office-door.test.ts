import assert from 'node:assert/strict';
import { test } from 'node:test';
import { account, Browser, PASSWORD, signedIn } from './office.ts';
import { openShop } from './support.ts';

const COOKIE = /^raan=[\w-]+; Path=\/; HttpOnly; SameSite=Lax$/;

test('whoever has not signed in is asked to, and then gets where he wanted to go', async () => {
  const shop = await openShop();
  await account(shop);
  const browser = new Browser(shop.url);
  const asked = await browser.open('/?from=link');
  assert.equal(asked.path, '/sign-in?to=%2F%3Ffrom%3Dlink');
  const seen = await browser.send('/sign-in', { name: 'MALEE', password: PASSWORD, to: '/?from=link' });
  assert.equal(seen.path, '/?from=link');
});

test('a wrong password and an unknown name are answered alike', async () => {
  const shop = await openShop();
  await account(shop);
  const browser = new Browser(shop.url);
  await browser.open('/sign-in');
  const wrong = await browser.send('/sign-in', { name: 'malee', password: 'not this one', to: '' });
  const unknown = await browser.send('/sign-in', { name: 'nobody', password: PASSWORD, to: '' });
  assert.deepEqual([wrong.status, unknown.status], [422, 422]);
  assert.equal(wrong.text, unknown.text);
});

test('the session’s cookie is new at each sign-in and gone after signing out', async () => {
  const shop = await openShop();
  const browser = await signedIn(shop);
  const first = browser.cookies.get('raan');
  await browser.send('/sign-out');
  assert.equal(browser.cookies.get('raan'), undefined);
  const seen = await browser.send('/sign-in', { name: 'malee', password: PASSWORD, to: '' });
  assert.equal(seen.path, '/');
  assert.notEqual(browser.cookies.get('raan'), first);
});

test('by https the cookie is bound to the host and secure', async () => {
  const shop = await openShop({ config: { listen: { base_url: 'https://shop.example' } } });
  await account(shop);
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
    answer.headers.getSetCookie().find((line) => line.startsWith('__Host-')) ?? '',
    /^__Host-raan=[\w-]+; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
  );
});

test('by plain http the cookie is hidden from scripts and other sites', async () => {
  const shop = await openShop();
  await account(shop);
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

test('a form is taken only with the token of its own page, from our own site', async () => {
  const shop = await openShop();
  const browser = await signedIn(shop);
  const token = /name="csrf" value="([^"]+)"/.exec(browser.page.html)?.[1] as string;
  const form = (csrf?: string) => {
    const data = new FormData();
    if (csrf !== undefined) data.append('csrf', csrf);
    return data;
  };
  const stranger = await signedIn(shop, { name: 'somchai' });
  const theirs = /name="csrf" value="([^"]+)"/.exec(stranger.page.html)?.[1] as string;
  for (const csrf of [undefined, '', 'x', theirs])
    assert.equal((await browser.post('/sign-out', form(csrf))).status, 403);
  const foreign = await browser.post('/sign-out', form(token), { Origin: 'https://evil.example' });
  assert.equal(foreign.status, 403);
  const nameless = await browser.post('/sign-out', form(token), { Origin: 'null' });
  assert.equal(nameless.status, 403);
  assert.equal((await browser.open('/')).path, '/');
  assert.equal((await browser.post('/sign-out', form(token))).path, '/sign-in');
});

test('a page goes nowhere else after signing in', async () => {
  const shop = await openShop();
  await account(shop);
  for (const to of ['//evil.example', 'https://evil.example', '/\\evil.example']) {
    const browser = new Browser(shop.url);
    await browser.open('/sign-in');
    const seen = await browser.send('/sign-in', { name: 'malee', password: PASSWORD, to });
    assert.equal(seen.path, '/');
  }
});

test('every page forbids foreign files, frames and guessing of types', async () => {
  const shop = await openShop();
  const { headers } = await new Browser(shop.url).open('/sign-in');
  assert.match(headers.get('content-security-policy') ?? '', /^default-src 'none'; script-src 'self'; /);
  assert.match(headers.get('content-security-policy') ?? '', /frame-ancestors 'self'/);
  assert.equal(headers.get('x-content-type-options'), 'nosniff');
  assert.equal(headers.get('cache-control'), 'no-store');
});

test('the language is chosen once and kept with the account', async () => {
  const shop = await openShop();
  const browser = await signedIn(shop);
  assert.match(browser.page.html, /<html lang="th"/);
  await browser.send('/language', { language: 'en', from: '/' });
  assert.match(browser.page.html, /<html lang="en"/);
  await browser.send('/sign-out');
  assert.match(browser.page.text, /Sign in to the back office/);
});

test('the address of a form opens the page above it', async () => {
  const shop = await openShop();
  const browser = await signedIn(shop);
  assert.equal((await browser.open('/sign-out')).path, '/');
  assert.equal((await browser.open('/no/such/page')).status, 404);
});
