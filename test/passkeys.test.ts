import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { passkeyHost } from '../src/domain/accounts/passkey-options.ts';
import { dumpStores } from '../src/domain/storefile/dump.ts';
import { listStores } from '../src/domain/stores.ts';
import { makeAuthenticatorCertificate } from './certificates.ts';
import { CONCURRENT } from './cli.ts';
import { PASSWORD } from './office.ts';
import {
  addPasskey,
  codesOn,
  enterAs,
  enterPassword,
  finishByPasskey,
  hidden,
  isSignedIn,
  openOffice,
  optionsOf,
  PASSKEYS,
  signInByPasskey,
  signInPage,
} from './passkey-steps.ts';
import { MINUTE } from './raw-http.ts';
import { Authenticator, type Change, certificateAttestation } from './software-authenticator.ts';
import { sql } from './sql.ts';

/** An office whose owner has a passkey. */
async function openWithPasskey() {
  const office = await openOffice();
  const page = await addPasskey(office.owner, office.authenticator);
  return { ...office, codes: codesOn(page) };
}

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
  test('the first passkey turns two-step sign-in on and shows recovery codes; the second does not', async () => {
    const { shop, owner, authenticator, codes, events } = await openWithPasskey();
    assert.equal(codes.length, 10);
    const list = await addPasskey(owner, new Authenticator(authenticator.origin), { name: 'laptop' });
    assert.equal(list.path, '/me/second-factor');
    assert.match(list.text, /Passkey added .* phone .* Never .* laptop .* 10 recovery codes left/);
    assert.deepEqual(
      events().filter(({ event }) => event === 'passkey_added'),
      [
        { event: 'passkey_added', detail: { passkey: '2' } },
        { event: 'passkey_added', detail: { passkey: '1' } },
      ],
    );
    assert.equal(shop.ctx.db.all(sql('SELECT * FROM recovery_codes')).length, 10);
  });

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

  test('an answer works once, in ten minutes, and only in the browser that asked', async () => {
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

  test('a replayed answer is refused in the browser that sent it', async () => {
    const { shop, url, authenticator } = await openWithPasskey();
    const browser = await signInPage(url);
    const passkey = authenticator.get(await optionsOf(browser, '/sign-in/passkey/options'));
    const [one, other] = await Promise.all([
      browser.send('/sign-in/passkey', { to: '/me', passkey }),
      browser.send('/sign-in/passkey', { to: '/me', passkey }),
    ]);
    assert.deepEqual([one?.status, other?.status].sort(), [200, 422]);
    assert.equal(shop.ctx.db.all(sql('SELECT * FROM sessions')).length, 2);
  });

  test('an answer to one purpose is none to another', async () => {
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

  test('the passkey of another account is no second factor', async () => {
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

  test('ten wrong answers block the account and the address, for passkeys and passwords', async () => {
    const { url, authenticator } = await openWithPasskey();
    for (let i = 0; i < 10; i += 1)
      assert.equal((await signInByPasskey(await signInPage(url), authenticator, { forged: true })).status, 422);
    const blocked = await signInByPasskey(await signInPage(url), authenticator);
    assert.deepEqual([blocked.status, blocked.headers.get('retry-after')], [429, '900']);
    assert.equal((await enterPassword(url)).page.status, 429);
  });

  test('unknown passkeys and texts that are no answers count for the address', async () => {
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

  test('a removed passkey does not sign in; with the last one the recovery codes go', async () => {
    const { shop, clock, url, owner, authenticator, events, codes } = await openWithPasskey();
    await owner.open('/me/second-factor');
    clock.forward(15 * MINUTE);
    assert.match((await owner.send(`${PASSKEYS}/remove`, { id: '1' })).text, /Confirm it is you/);
    await owner.send(`${PASSKEYS}/remove`, { id: '1', confirm_password: PASSWORD, confirm_code: codes[0] ?? '' });
    assert.match(owner.page.text, /Two-step sign-in is off/);
    assert.equal(events()[0]?.event, 'passkey_removed');
    assert.equal((await signInByPasskey(await signInPage(url), authenticator)).status, 422);
    assert.equal((await enterPassword(url)).page.path, '/me');
    assert.equal(shop.ctx.db.all(sql('SELECT * FROM recovery_codes')).length, 0);
  });

  test('an account cannot remove the passkey of another', async () => {
    const { shop, owner } = await openWithPasskey();
    const other = await enterAs(shop, { name: 'other' });
    await other.open('/me/second-factor');
    assert.equal((await other.send(`${PASSKEYS}/remove`, { id: '1' })).status, 404);
    assert.match((await owner.open('/me/second-factor')).text, /phone/);
  });

  test('a passkey confirms a sensitive action if it checked its user, and only in its own session', async () => {
    const { shop, clock, url, owner, authenticator } = await openWithPasskey();
    const other = await enterAs(shop, { name: 'other' });
    const theirs = new Authenticator(url);
    await addPasskey(other, theirs);
    clock.forward(15 * MINUTE);
    await owner.open('/settings/accounts/new');
    await owner.send('/settings/accounts/new', { name: 'new', role: 'staff' });
    assert.match(owner.page.html, /data-field="confirm_passkey"/);
    const confirm = async (make: (options: never) => string) => {
      const options = await optionsOf(owner, '/me/confirm/passkey-options');
      const fields = { name: 'new', role: 'staff', confirm_passkey: make(options as never) };
      return owner.send('/settings/accounts/new', fields);
    };
    const foreign = await confirm((options) => theirs.get({ ...(options as object), allowCredentials: [] } as never));
    assert.deepEqual([foreign.status, hidden(foreign).name], [422, 'new']);
    assert.equal((await confirm((options) => authenticator.get(options, { verifiesUser: false }))).status, 422);
    assert.match((await confirm((options) => authenticator.get(options))).text, /Password for new/);
  });

  test('a new passkey needs a checked user, this site and its own challenge, and is added once', async () => {
    const { owner, url, shop, authenticator } = await openOffice();
    for (const change of [
      { verifiesUser: false },
      { origin: 'https://evil.example' },
      { host: 'evil.example' },
      { type: 'webauthn.get' },
      { challenge: 'AAAA' },
    ])
      assert.equal((await addPasskey(owner, authenticator, change)).status, 422, JSON.stringify(change));
    await owner.open(`${PASSKEYS}/new`);
    const options = await optionsOf(owner, `${PASSKEYS}/new/options`);
    const answer = { name: 'phone', passkey: authenticator.create(options) };
    const { page } = owner;
    assert.equal((await owner.send(`${PASSKEYS}/new`, answer)).status, 200);
    owner.page = page;
    assert.equal((await owner.send(`${PASSKEYS}/new`, answer)).status, 422);
    const other = await enterAs(shop, { name: 'other' });
    const again = new Authenticator(url);
    await other.open(`${PASSKEYS}/new`);
    const theirs = again.create(await optionsOf(other, `${PASSKEYS}/new/options`));
    await owner.open(`${PASSKEYS}/new`);
    assert.equal((await owner.send(`${PASSKEYS}/new`, { name: 'theirs', passkey: theirs })).status, 422);
    assert.equal(shop.ctx.db.all(sql('SELECT * FROM passkeys')).length, 1);
  });

  test('a new passkey that comes with a certificate is refused, so that no address in it is opened', async () => {
    const { owner, authenticator } = await openOffice();
    const refused = await addPasskey(owner, authenticator, {
      attestation: certificateAttestation(makeAuthenticatorCertificate()),
    });
    assert.equal(refused.status, 422);
  });

  test('a dump contains nothing of second factors', async () => {
    const { shop, authenticator } = await openWithPasskey();
    const text = JSON.stringify(dumpStores(shop.ctx.db, listStores(shop.ctx.db)));
    assert.doesNotMatch(text, /passkey|second_factor|authenticator|recovery/);
    assert.equal(text.includes(authenticator.made[0]?.id ?? ''), false);
  });

  test('at an address without passkeys the office offers none and says why', async () => {
    const { shop } = await openOffice();
    const plain = new URL(shop.url);
    assert.equal(plain.hostname, '127.0.0.1');
    const browser = await signInPage(shop.url);
    assert.doesNotMatch(browser.page.html, /data-passkey/);
    assert.equal((await browser.send('/sign-in/passkey/options')).status, 409);
  });
});

test('passkeys need https and a domain name, or localhost', () => {
  for (const [origin, host] of [
    ['https://shop.example', 'shop.example'],
    ['https://shop.example:8443', 'shop.example'],
    ['http://localhost:8080', 'localhost'],
    ['http://raan.localhost', 'raan.localhost'],
    ['http://shop.example', undefined],
    ['https://192.0.2.1', undefined],
    ['https://[::1]', undefined],
    ['http://127.0.0.1:8080', undefined],
    ['http://', undefined],
  ] as const)
    assert.equal(passkeyHost(origin), host, origin);
});
