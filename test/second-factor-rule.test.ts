import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { Secret, TOTP } from 'otpauth';
import { CONCURRENT } from './cli.ts';
import { officePattern } from './errors.ts';
import type { Browser } from './office.ts';
import { addPasskey, codesOn, enterAs, enterPassword, hidden, openOffice, PASSKEYS } from './passkey-steps.ts';
import { Authenticator } from './software-authenticator.ts';
import { cafe } from './support.ts';

const SETUP = '/me/second-factor';

async function setRule(owner: Browser, required: 'yes' | 'no') {
  await owner.open('/settings/accounts');
  return owner.send('/settings/accounts/require-second-factor', { required });
}

/** An office of two stores, whose owner has a passkey and requires a second factor in the cafe. */
async function openStrictOffice() {
  const office = await openOffice([cafe(), cafe({ key: 'tea' })]);
  const { owner, authenticator } = office;
  await addPasskey(owner, authenticator);
  assert.match((await setRule(owner, 'yes')).text, /Two-step authentication is now required/);
  return office;
}

/** Sets up the authenticator app of the account. */
async function addApp(browser: Browser, now: number) {
  await browser.open(SETUP);
  const { html } = await browser.send(`${SETUP}/start`);
  const secret = (/id="setup-key">([^<]+)</.exec(html)?.[1] ?? assert.fail(html)).replaceAll(' ', '');
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now });
  return browser.send(`${SETUP}/confirm`, { code });
}

suite('a required second factor', CONCURRENT, () => {
  test('an account without a second factor can only set one up or sign out', async () => {
    const { shop } = await openStrictOffice();
    const staff = await enterAs(shop, { name: 'staff', role: 'staff', store: 'cafe' });
    for (const path of ['/', '/orders', '/stock/list.csv', '/me', '/settings', '/sign-in'])
      assert.equal((await staff.open(path)).path, SETUP, path);
    assert.match(staff.page.text, /Your store requires two-step authentication/);
    assert.doesNotMatch(staff.page.html, /<nav/);
    const unknown = await staff.open('/nothing');
    assert.equal(unknown.status, 404);
    assert.doesNotMatch(unknown.html, /<nav/);
    await staff.open(SETUP);
    const before = (await shop.order()).body.order.id;
    assert.equal((await staff.send(`/orders/${before}/cancel`)).path, SETUP);
    assert.match((await staff.send('/sign-out')).path, /^\/sign-in/);
  });

  test('after the app is set up the account works, and keeps its recovery codes', async () => {
    const { shop, clock, url } = await openStrictOffice();
    const staff = await enterAs(shop, { name: 'staff', role: 'staff', store: 'cafe' });
    const codes = codesOn(await addApp(staff, clock.now()));
    assert.equal(codes.length, 10);
    assert.equal((await staff.open('/orders')).path, '/orders');
    const again = await enterPassword(url, 'staff');
    await again.send('/sign-in/code', { ...hidden(again.page), code: codes[0] ?? '' });
    assert.equal(again.page.path, '/me');
  });

  test('after a passkey is added the account works', async () => {
    const { shop, url } = await openStrictOffice();
    const staff = await enterAs(shop, { name: 'staff', role: 'staff', store: 'cafe' });
    assert.equal(codesOn(await addPasskey(staff, new Authenticator(url))).length, 10);
    assert.equal((await staff.open('/orders')).path, '/orders');
  });

  test('the rule applies at once to signed-in accounts of the store and of all stores, not to accounts of other stores', async () => {
    const { shop, owner } = await openStrictOffice();
    await setRule(owner, 'no');
    const allStores = await enterAs(shop, { name: 'every' });
    const brewer = await enterAs(shop, { name: 'brewer', role: 'staff', store: 'tea' });
    await setRule(owner, 'yes');
    assert.equal((await allStores.open('/orders')).path, SETUP);
    assert.equal((await brewer.open('/orders')).path, '/orders');
    await setRule(owner, 'no');
    assert.equal((await allStores.open('/orders')).path, '/orders');
  });

  test('a factor can be removed unless it is the last one', async () => {
    const { owner, clock } = await openStrictOffice();
    await owner.open(SETUP);
    const refused = await owner.send(`${PASSKEYS}/remove`, { id: '1' });
    assert.equal(refused.status, 422);
    assert.match(refused.text, officePattern('second_factor_required'));
    await addApp(owner, clock.now());
    await owner.open(SETUP);
    assert.match((await owner.send(`${PASSKEYS}/remove`, { id: '1' })).text, /Passkey removed/);
    assert.equal((await owner.send(`${SETUP}/turn-off`)).status, 422);
    assert.equal((await owner.open('/orders')).path, '/orders');
  });

  test('only an owner of the store changes it, and the list shows who lacks a second factor', async () => {
    const { shop, owner, events } = await openStrictOffice();
    const manager = await enterAs(shop, { name: 'manager', role: 'manager', store: 'tea' });
    assert.equal((await manager.send('/settings/accounts/require-second-factor', { required: 'yes' })).status, 403);
    await enterAs(shop, { name: 'staff', role: 'staff', store: 'cafe' });
    assert.match((await owner.open('/settings/accounts')).text, /staff .* Two-step authentication missing/);
    assert.equal(events().filter(({ event }) => event === 'second_factor_rule_changed').length, 1);
  });

  test('an account whose second factor an owner has reset must set up a new one', async () => {
    const { shop, owner, url } = await openStrictOffice();
    const staff = await enterAs(shop, { name: 'staff', role: 'staff', store: 'cafe' });
    const theirs = new Authenticator(url);
    await addPasskey(staff, theirs);
    const [, path = ''] =
      /href="\/office(\/settings\/accounts\/\d+)">staff/.exec((await owner.open('/settings/accounts')).html) ?? [];
    await owner.open(path);
    await owner.send(`${path}/second-factor`);
    assert.match((await staff.open('/orders')).path, /^\/sign-in/);
    const again = await enterPassword(url, 'staff');
    assert.equal(again.page.path, SETUP);
  });

  test('a one-time password is changed first', async () => {
    const { shop, owner, url } = await openStrictOffice();
    await enterAs(shop, { name: 'staff', role: 'staff', store: 'cafe' });
    const [, path = ''] =
      /href="\/office(\/settings\/accounts\/\d+)">staff/.exec((await owner.open('/settings/accounts')).html) ?? [];
    const page = await owner.open(path);
    const shown = await owner.send(`${path}/password`, hidden(page));
    const password = /id="password">([^<]+)</.exec(shown.html)?.[1] ?? assert.fail(shown.text);
    const staff = await enterPassword(url, 'nobody');
    await staff.open('/sign-in');
    await staff.send('/sign-in', { name: 'staff', password, to: '' });
    assert.equal(staff.page.path, '/me/password');
    await staff.send('/me/password', { password: 'a long new password', again: 'a long new password' });
    assert.equal(staff.page.path, SETUP);
  });
});
