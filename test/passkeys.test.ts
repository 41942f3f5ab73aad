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
  enterAs,
  enterPassword,
  hidden,
  openOffice,
  openWithPasskey,
  optionsOf,
  PASSKEYS,
  signInByPasskey,
  signInPage,
} from './passkey-steps.ts';
import { Authenticator, certificateAttestation } from './software-authenticator.ts';
import { sql } from './sql.ts';
import { MINUTE } from './stopped-clock.ts';

suite('passkeys', CONCURRENT, () => {
  test('the first passkey turns two-step authentication on and shows recovery codes; the second does not', async () => {
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

  test('a removed passkey does not sign in; the recovery codes are deleted with the last passkey', async () => {
    const { shop, clock, url, owner, authenticator, events, codes } = await openWithPasskey();
    await owner.open('/me/second-factor');
    clock.forward(15 * MINUTE);
    assert.match((await owner.send(`${PASSKEYS}/remove`, { id: '1' })).text, /Confirm your identity/);
    await owner.send(`${PASSKEYS}/remove`, { id: '1', confirm_password: PASSWORD, confirm_code: codes[0] ?? '' });
    assert.match(owner.page.text, /Two-step authentication is off/);
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

  test('a new passkey needs user verification, this site and its own challenge, and is added once', async () => {
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

  test('at an address where passkeys cannot work, the office offers none', async () => {
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
