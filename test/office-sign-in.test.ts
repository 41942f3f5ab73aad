import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allAccounts } from '../src/domain/accounts/accounts.ts';
import { firstRunLink } from '../src/domain/accounts/first-run.ts';
import { passwordMatches } from '../src/domain/accounts/passwords.ts';
import { Browser, cheapHash, createAccount, PASSWORD, signedIn } from './office.ts';
import { tokenOf } from './office-routes.ts';
import { openShop } from './support.ts';

test('a visitor without a session signs in and returns to the requested page', async () => {
  const shop = await openShop();
  await createAccount(shop);
  const browser = new Browser(shop.url);
  const request = await browser.open('/?from=link');
  assert.equal(request.path, '/sign-in?to=%2F%3Ffrom%3Dlink');
  const response = await browser.send('/sign-in', { name: 'MALEE', password: PASSWORD, to: '/?from=link' });
  assert.equal(response.path, '/?from=link');
});

test('a wrong password and an unknown name have the same answer', async () => {
  const shop = await openShop();
  await createAccount(shop);
  const browser = new Browser(shop.url);
  await browser.open('/sign-in');
  const wrong = await browser.send('/sign-in', { name: 'malee', password: 'not this one', to: '' });
  const unknown = await browser.send('/sign-in', { name: 'nobody', password: PASSWORD, to: '' });
  assert.deepEqual([wrong.status, unknown.status], [422, 422]);
  assert.equal(wrong.text, unknown.text);
});

test('a sign-in with an empty field asks for the field, without mentioning that nothing was saved', async () => {
  const shop = await openShop();
  await createAccount(shop);
  const browser = new Browser(shop.url);
  await browser.open('/sign-in');
  const { status, text } = await browser.send('/sign-in', { name: 'malee', password: '', to: '' });
  assert.equal(status, 422);
  assert.match(text, /ตรวจช่องที่ทำเครื่องหมายไว้/);
  assert.doesNotMatch(text, /บันทึก/);
});

test('every sign-in sets a new session cookie, and signing out deletes it', async () => {
  const shop = await openShop();
  const browser = await signedIn(shop);
  const first = browser.cookies.get('raan');
  await browser.send('/sign-out');
  assert.equal(browser.cookies.get('raan'), undefined);
  const response = await browser.send('/sign-in', { name: 'malee', password: PASSWORD, to: '' });
  assert.equal(response.path, '/');
  assert.notEqual(browser.cookies.get('raan'), first);
});

test('sign-in never redirects to another site', async () => {
  const shop = await openShop();
  await createAccount(shop);
  for (const to of ['//evil.example', 'https://evil.example', '/\\evil.example']) {
    const browser = new Browser(shop.url);
    await browser.open('/sign-in');
    const response = await browser.send('/sign-in', { name: 'malee', password: PASSWORD, to });
    assert.equal(response.path, '/');
  }
});

test('two simultaneous uses of the setup link create one owner', async () => {
  const shop = await openShop();
  const key = await shop.ctx.write((tx) => firstRunLink(tx, shop.now()));
  const sent = [new Browser(shop.url), new Browser(shop.url)].map(async (browser, i) => {
    const { headers } = await browser.open(`/first-run?key=${key}`);
    assert.equal(headers.get('referrer-policy'), 'same-origin');
    return browser.send('/first-run/owner', { key, name: `owner-${i}`, password: PASSWORD, again: PASSWORD });
  });
  await Promise.all(sent);
  assert.equal(allAccounts(shop.ctx.db).length, 1);
});

test('a forged X-Forwarded-For does not bypass the sign-in throttle', async () => {
  const shop = await openShop();
  const browser = new Browser(shop.url);
  await browser.open('/sign-in');
  const tries = Array.from({ length: 11 }, async (_, i) => {
    const form = new FormData();
    const fields = { csrf: tokenOf(browser.page), name: `nobody-${i}`, password: 'not this one', to: '' };
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    return new Browser(shop.url, { Cookie: `raan-guest=${browser.cookies.get('raan-guest')}` }).post('/sign-in', form, {
      'X-Forwarded-For': `203.0.113.${i}`,
    });
  });
  const blocked = (await Promise.all(tries)).filter(({ status }) => status === 429);
  assert.deepEqual(
    blocked.map(({ headers }) => headers.get('retry-after')),
    ['900'],
  );
});

test('while too many sign-ins wait, a further one gets 429 with Retry-After and keeps the name', async () => {
  const shop = await openShop();
  await createAccount(shop);
  const browser = new Browser(shop.url);
  await browser.open('/sign-in');
  const slow = cheapHash(PASSWORD).replace('scrypt$2$8$1', 'scrypt$32768$8$8');
  const waiting = [slow, ...Array.from({ length: 20 }, () => cheapHash(PASSWORD))].map((hash) =>
    passwordMatches(PASSWORD, hash),
  );
  const { status, headers, html } = await browser.send('/sign-in', { name: 'malee', password: PASSWORD, to: '' });
  assert.deepEqual([status, headers.get('retry-after')], [429, '5']);
  assert.match(html, /value="malee"/);
  await Promise.all(waiting);
});

test('without accounts the sign-in page says how to create one', async () => {
  const shop = await openShop();
  const browser = new Browser(shop.url);
  const { text, html } = await browser.open('/');
  assert.match(text, /ยังไม่มีบัญชีผู้ใช้/);
  assert.match(html, /<a href="\/docs\/office#accounts-and-roles">เจ้าของร้านลืมรหัสผ่าน\? วิธีตั้งใหม่ \(ภาษาอังกฤษ\)</);
  await createAccount(shop);
  assert.doesNotMatch((await browser.open('/')).text, /ยังไม่มีบัญชีผู้ใช้/);
});
