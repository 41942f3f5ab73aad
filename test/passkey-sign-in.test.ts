import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { CONCURRENT } from './cli.ts';
import {
  addPasskey,
  enterAs,
  enterPassword,
  finishByPasskey,
  hidden,
  isSignedIn,
  openWithPasskey,
  optionsOf,
  PASSKEYS,
  signInByPasskey,
  signInPage,
} from './passkey-steps.ts';
import { Authenticator, type Change } from './software-authenticator.ts';
import { sql } from './sql.ts';
import { MINUTE } from './stopped-clock.ts';

const ATTACKS: [what: string, change: Change][] = [
  ['a forged signature', { forged: true }],
  ['an answer for another site', { origin: 'https://evil.example' }],
  ['an answer for another port', { origin: 'http://localhost:1' }],
  ['a signature for another host', { host: 'evil.example' }],
  ['the answer of a new passkey', { type: 'webauthn.create' }],
  ['an unknown passkey', { id: 'AAAA' }],
  ['the user of another account', { userHandle: 'AAAA' }],
];

suite('passkeys', CONCURRENT, () => {
  test('after the password, a passkey or a recovery code is needed', async () => {
    const { url, authenticator, codes, events } = await openWithPasskey();
    const browser = await enterPassword(url);
    assert.equal(isSignedIn(browser), false);
    assert.match(browser.page.text, /รหัสกู้คืน/);
    assert.equal((await finishByPasskey(browser, authenticator, { verifiesUser: false })).path, '/me');
    assert.equal(isSignedIn(browser), true);
    assert.deepEqual(events()[0], { event: 'signed_in', detail: { method: 'password_and_passkey', new_device: 1 } });
    const other = await enterPassword(url);
    const used = await other.send('/sign-in/code', { ...hidden(other.page), code: codes[0] ?? '' });
    assert.equal(used.path, '/me');
  });

  test('a passkey alone signs in if it checked its user, and its last use is shown', async () => {
    const { url, authenticator, events } = await openWithPasskey();
    const unchecked = await signInPage(url);
    assert.equal((await signInByPasskey(unchecked, authenticator, { verifiesUser: false })).status, 422);
    assert.equal(isSignedIn(unchecked), false);
    const browser = await signInPage(url);
    assert.equal((await signInByPasskey(browser, authenticator)).path, '/me');
    assert.deepEqual(events()[0], { event: 'signed_in', detail: { method: 'passkey', new_device: 1 } });
    assert.doesNotMatch((await browser.open('/me/second-factor')).text, /Never/);
  });

  for (const [what, change] of ATTACKS)
    test(`${what} neither signs in nor is a second factor`, async () => {
      const { url, authenticator } = await openWithPasskey();
      const alone = await signInPage(url);
      assert.equal((await signInByPasskey(alone, authenticator, change)).status, 422);
      const second = await enterPassword(url);
      assert.equal((await finishByPasskey(second, authenticator, change)).status, 422);
      assert.deepEqual([isSignedIn(alone), isSignedIn(second)], [false, false]);
    });

  test('a response works once, within ten minutes, and only in the browser that requested it', async () => {
    const { clock, url, authenticator } = await openWithPasskey();
    const [first, second, late] = await Promise.all([signInPage(url), signInPage(url), signInPage(url)]);
    const passkey = authenticator.get(await optionsOf(first, '/sign-in/passkey/options'));
    assert.equal((await second.send('/sign-in/passkey', { passkey })).status, 422);
    assert.equal((await first.send('/sign-in/passkey', { to: '/me', passkey })).path, '/me');
    await first.send('/sign-out');
    assert.equal((await first.send('/sign-in/passkey', { passkey })).status, 422);
    const expired = authenticator.get(await optionsOf(late, '/sign-in/passkey/options'));
    clock.forward(10 * MINUTE);
    assert.equal((await late.send('/sign-in/passkey', { passkey: expired })).status, 422);
    assert.deepEqual([first, second, late].map(isSignedIn), [false, false, false]);
  });

  test('a replayed response is refused in the browser that sent it', async () => {
    const { shop, url, authenticator } = await openWithPasskey();
    const browser = await signInPage(url);
    const passkey = authenticator.get(await optionsOf(browser, '/sign-in/passkey/options'));
    const [first, second] = await Promise.all([
      browser.send('/sign-in/passkey', { to: '/me', passkey }),
      browser.send('/sign-in/passkey', { to: '/me', passkey }),
    ]);
    assert.deepEqual([first?.status, second?.status].sort(), [200, 422]);
    assert.equal(shop.ctx.db.all(sql('SELECT * FROM sessions')).length, 2);
  });

  test('a response for one purpose is refused for another', async () => {
    const { url, owner, authenticator } = await openWithPasskey();
    const pending = await enterPassword(url);
    const fields = hidden(pending.page);
    const signIn = authenticator.get(await optionsOf(pending, '/sign-in/passkey/options'));
    const late = await pending.send('/sign-in/code/passkey', { ...fields, passkey: signIn });
    assert.equal(late.status, 401);
    const second = await enterPassword(url);
    const step = authenticator.get(await optionsOf(second, '/sign-in/code/passkey/options', hidden(second.page)));
    assert.equal((await second.send('/sign-in/passkey', { passkey: step })).status, 422);
    const other = await enterPassword(url);
    assert.equal((await other.send('/sign-in/code/passkey', { ...hidden(other.page), passkey: step })).status, 401);
    await owner.open(`${PASSKEYS}/new`);
    assert.equal((await owner.send(`${PASSKEYS}/new`, { name: 'x', passkey: step })).status, 422);
  });

  test('the passkey of another account is not accepted as second factor', async () => {
    const { shop, url, authenticator } = await openWithPasskey();
    const other = await enterAs(shop, { name: 'other' });
    const theirs = new Authenticator(url);
    await addPasskey(other, theirs);
    const browser = await enterPassword(url);
    const fields = hidden(browser.page);
    const options = await optionsOf(browser, '/sign-in/code/passkey/options', fields);
    assert.deepEqual(
      options.allowCredentials.map(({ id }: { id: string }) => id),
      authenticator.made.map(({ id }) => id),
    );
    const answer = theirs.get({ ...options, allowCredentials: [] });
    assert.equal((await browser.send('/sign-in/code/passkey', { ...fields, passkey: answer })).status, 422);
    assert.equal(isSignedIn(browser), false);
  });

  test('a passkey whose count goes back is refused, because it may be a copy', async () => {
    const { url, authenticator, events } = await openWithPasskey();
    authenticator.count = 5;
    assert.equal((await signInByPasskey(await signInPage(url), authenticator)).path, '/me');
    for (const count of [5, 4, 0]) {
      authenticator.count = count;
      const refused = await signInByPasskey(await signInPage(url), authenticator);
      assert.equal(refused.status, 422);
      assert.match(refused.html, /คัดลอก/);
    }
    assert.equal(events().filter(({ event }) => event === 'passkey_copied').length, 3);
    authenticator.count = 6;
    assert.equal((await signInByPasskey(await signInPage(url), authenticator)).path, '/me');
  });

  test('ten wrong responses block the account and the address, for passkeys and passwords', async () => {
    const { url, authenticator } = await openWithPasskey();
    for (let i = 0; i < 10; i += 1)
      assert.equal((await signInByPasskey(await signInPage(url), authenticator, { forged: true })).status, 422);
    const blocked = await signInByPasskey(await signInPage(url), authenticator);
    assert.deepEqual([blocked.status, blocked.headers.get('retry-after')], [429, '900']);
    assert.equal((await enterPassword(url)).page.status, 429);
  });

  test('unknown passkeys and malformed responses count as failures of the address', async () => {
    const { url, authenticator } = await openWithPasskey();
    for (const answer of [
      '',
      '{}',
      'x',
      '[1]',
      '{"id":"AA","clientDataJSON":"AA","authenticatorData":"AA","signature":"AA"}',
    ])
      for (let i = 0; i < 2; i += 1)
        assert.equal((await (await signInPage(url)).send('/sign-in/passkey', { passkey: answer })).status, 422, answer);
    assert.equal((await signInByPasskey(await signInPage(url), authenticator)).status, 429);
  });

  test('a disabled account does not sign in with its passkey', async () => {
    const { shop, url } = await openWithPasskey();
    const staff = await enterAs(shop, { name: 'staff', role: 'staff', store: 'cafe' });
    const theirs = new Authenticator(url);
    await addPasskey(staff, theirs);
    const id = shop.ctx.db.get(sql<{ id: number }>("SELECT id FROM accounts WHERE name = 'staff'"))?.id;
    const owner = await signInPage(url);
    const chief = await enterAs(shop, { name: 'chief' });
    await chief.open(`/settings/accounts/${id}`);
    await chief.send(`/settings/accounts/${id}/disable`);
    assert.equal((await signInByPasskey(owner, theirs)).status, 422);
    assert.equal(isSignedIn(owner), false);
  });
});
