import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { accountByName } from '../src/domain/accounts/accounts.ts';
import { deleteOldBrowsers } from '../src/domain/accounts/known-browsers.ts';
import { resetPassword } from '../src/domain/accounts/one-time-passwords.ts';
import { unblockSignIn } from '../src/domain/accounts/throttle.ts';
import { CONCURRENT } from './cli.ts';
import { Browser, createAccount, PASSWORD, signedIn } from './office.ts';
import { sql } from './sql.ts';
import { stoppedClock } from './stopped-clock.ts';
import { openShop, type Shop } from './support.ts';

// Each request comes from an address of its own, so that only names and browsers are blocked.

let lastAddress = 0;
const newAddress = () => {
  lastAddress += 1;
  return { 'X-Forwarded-For': `198.51.${Math.floor(lastAddress / 250)}.${lastAddress % 250}` };
};

const openOffice = (now = Date.now) =>
  openShop({ now, config: { listen: { trusted_proxies: ['127.0.0.0/8', '::1/128'] } } });

async function enter(browser: Browser, password = PASSWORD, name = 'malee', from = newAddress()) {
  const csrf = /name="csrf" value="([^"]+)"/.exec((await browser.open('/sign-in')).html)?.[1] ?? '';
  const form = new FormData();
  for (const [field, value] of Object.entries({ csrf, name, password, to: '' })) form.append(field, value);
  return browser.post('/sign-in', form, from);
}

/** Ten wrong passwords, each from a new browser. */
async function guess(shop: Shop, name = 'malee') {
  for (let i = 0; i < 10; i += 1) await enter(new Browser(shop.url), 'not this one', name);
  assert.equal((await enter(new Browser(shop.url), PASSWORD, name)).status, 429);
}

const signOut = (browser: Browser) => browser.send('/sign-out');

suite('browsers that have signed in before', CONCURRENT, () => {
  test('wrong passwords from elsewhere block unknown browsers, not one that has signed in before', async () => {
    const shop = await openOffice();
    const own = await signedIn(shop);
    await signOut(own);
    await guess(shop);
    assert.equal((await enter(own)).path, '/');
    assert.equal((await enter(new Browser(shop.url))).status, 429, 'its sign-in lifts no block');
  });

  test('wrong passwords from the same address block unknown browsers, not one that has signed in before', async () => {
    const shop = await openOffice();
    const own = await signedIn(shop);
    await signOut(own);
    const shared = newAddress();
    for (let i = 0; i < 10; i += 1) await enter(new Browser(shop.url), 'not this one', `nobody ${i}`, shared);
    assert.equal((await enter(new Browser(shop.url), PASSWORD, 'malee', shared)).status, 429);
    assert.equal((await enter(own, PASSWORD, 'malee', shared)).path, '/');
  });

  test('ten wrong passwords in a known browser block only that browser, until an owner or a reset lifts it', async () => {
    const shop = await openOffice();
    const owner = await signedIn(shop, { name: 'owner', language: 'en' });
    const own = await signedIn(shop);
    await signOut(own);
    const block = async () => {
      for (let i = 0; i < 10; i += 1) assert.equal((await enter(own, 'not this one')).status, 422);
      assert.equal((await enter(own)).status, 429);
    };
    await block();
    assert.equal((await enter(new Browser(shop.url))).path, '/');
    const list = await owner.open('/settings/accounts');
    const name = /name="name" value="(malee \([0-9a-f]{8}\))"/.exec(list.html)?.[1] ?? assert.fail(list.text);
    assert.match(list.text, /malee Owner Active Blocked /);
    assert.match(list.text, /malee \([0-9a-f]{8}\) Browser that has signed in before /);
    await owner.send('/settings/accounts/lift', { kind: 'browser', name });
    assert.equal((await enter(own)).path, '/');
    await signOut(own);
    await block();
    assert.equal(await shop.ctx.write((tx) => unblockSignIn(tx, 'Malee')), true);
    assert.equal((await enter(own)).path, '/');
    await signOut(own);
    await block();
    const { password } = await resetPassword(shop.ctx, accountByName(shop.ctx.db, 'malee'));
    assert.equal((await enter(own, password)).path, '/me/password');
  });

  test('each sign-in renews the cookie for all accounts of the browser; the old value and other accounts are unknown', async () => {
    const shop = await openOffice();
    const shared = await signedIn(shop);
    const first = shared.cookies.get('raan-browser') ?? '';
    await createAccount(shop, { name: 'nok' });
    await createAccount(shop, { name: 'lek' });
    await signOut(shared);
    await enter(shared, PASSWORD, 'nok');
    await signOut(shared);
    assert.match(first, /^[\w-]{43}$/);
    assert.notEqual(shared.cookies.get('raan-browser'), first);
    for (const name of ['malee', 'nok', 'lek']) await guess(shop, name);
    const copied = new Browser(shop.url);
    (copied.cookies as Map<string, string>).set('raan-browser', first);
    assert.equal((await enter(copied)).status, 429);
    assert.equal((await enter(shared, PASSWORD, 'lek')).status, 429);
    for (const name of ['malee', 'nok']) {
      assert.equal((await enter(shared, PASSWORD, name)).path, '/');
      await signOut(shared);
    }
  });

  test('the database has the hashes of at most 20 browsers per account, for a year', async () => {
    const clock = stoppedClock();
    const shop = await openOffice(clock.now);
    const first = await signedIn(shop);
    const token = first.cookies.get('raan-browser') ?? '';
    for (let i = 0; i < 20; i += 1) {
      clock.forward(1_000);
      await enter(new Browser(shop.url));
    }
    const rows = () => shop.ctx.db.all(sql<{ token_hash: Buffer }>('SELECT * FROM known_browsers'));
    assert.equal(rows().length, 20);
    assert.equal(JSON.stringify(rows()).includes(token), false);
    await guess(shop);
    assert.equal((await enter(first)).status, 429, 'it is forgotten');
    clock.forward(365 * 86_400_000);
    await shop.ctx.write((tx) => deleteOldBrowsers(tx, clock.now()));
    assert.equal(rows().length, 0);
  });
});
