import assert from 'node:assert/strict';
import path from 'node:path';
import { suite, test } from 'node:test';
import { Secret, TOTP } from 'otpauth';
import { allAccounts, findAccount } from '../src/domain/accounts/accounts.ts';
import { appSetup } from '../src/domain/accounts/authenticator-app.ts';
import { hasSecondFactor } from '../src/domain/accounts/second-factor.ts';
import { makeBackup } from '../src/domain/backups/make.ts';
import { listChannels } from '../src/domain/channels/channels.ts';
import { storeById } from '../src/domain/stores.ts';
import { SCREENS } from '../src/office/screens.ts';
import { CONCURRENT } from './cli.ts';
import { Browser, PASSWORD, type PageResponse, signedIn } from './office.ts';
import { MINUTE, stoppedClock } from './stopped-clock.ts';
import { idOf, openShop, temporaryFolder } from './support.ts';

const TITLE = /Confirm your identity/;

/** An owner whose password was checked 15 minutes ago. */
async function openOffice(config: NonNullable<Parameters<typeof openShop>[0]>['config'] = {}) {
  const clock = stoppedClock();
  const shop = await openShop({ now: clock.now, config });
  const owner = await signedIn(shop, { language: 'en' });
  clock.forward(15 * MINUTE);
  return { shop, clock, owner };
}

/** The hidden fields of the page, without the CSRF token. */
function hidden({ html }: PageResponse): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  for (const [, name = '', value = ''] of html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g))
    if (name !== 'csrf') found[name] = [...(found[name] ?? []), value.replaceAll('&quot;', '"')];
  return found;
}

const confirm = (browser: Browser, password = PASSWORD) => {
  const [, action = ''] = /<form[^>]*action="\/office([^"]*)"/.exec(browser.page.html) ?? [];
  return browser.send(action, { ...hidden(browser.page), confirm_password: password });
};

suite('"Confirm your identity"', CONCURRENT, () => {
  test('a sensitive form is kept, runs once the password is right, and asks again after 15 minutes', async () => {
    const { shop, clock, owner } = await openOffice();
    await owner.open('/settings/accounts/new');
    const confirmation = await owner.send('/settings/accounts/new', { name: 'แดง "ดี"', role: 'staff' });
    assert.equal(confirmation.status, 401);
    assert.match(confirmation.text, TITLE);
    assert.deepEqual(hidden(confirmation), { name: ['แดง "ดี"'], role: ['staff'] });
    assert.equal(findAccount(shop.ctx.db, 'แดง "ดี"'), undefined);
    const wrong = await confirm(owner, 'not this one');
    assert.deepEqual([wrong.status, hidden(wrong).name], [422, ['แดง "ดี"']]);
    assert.match(wrong.html, /id="field-confirm_password-error"/);
    assert.equal(wrong.html.includes('not this one'), false);
    const added = await confirm(owner);
    assert.match(added.text, /Password for แดง "ดี"/);
    assert.equal(findAccount(shop.ctx.db, 'แดง "ดี"')?.role, 'staff');
    clock.forward(15 * MINUTE - 1);
    await owner.open('/settings/accounts/new');
    assert.match((await owner.send('/settings/accounts/new', { name: 'b', role: 'staff' })).text, /Password for b/);
    clock.forward(1);
    await owner.open('/settings/accounts/new');
    assert.match((await owner.send('/settings/accounts/new', { name: 'c', role: 'staff' })).text, TITLE);
  });

  test('the secret of an unfinished setup is neither shown nor turned on without the password', async () => {
    const { shop, clock, owner } = await openOffice();
    await owner.open('/me/second-factor');
    await owner.send('/me/second-factor/start', {});
    await confirm(owner);
    const [account = assert.fail()] = allAccounts(shop.ctx.db);
    const { secret } = appSetup(shop.ctx.db, account) ?? assert.fail();
    assert.ok((await owner.open('/me/second-factor')).html.includes(secret.slice(0, 4)));
    clock.forward(15 * MINUTE);
    for (const path of ['/me/second-factor', '/me/second-factor/qr.png']) {
      const confirmation = await owner.open(path);
      assert.match(confirmation.text, TITLE, path);
      assert.equal(confirmation.html.includes(secret.slice(0, 4)), false);
    }
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock.now() });
    await owner.open('/me');
    assert.match((await owner.send('/me/second-factor/confirm', { code })).text, TITLE);
    assert.equal(hasSecondFactor(shop.ctx.db, account.id), false);
    await confirm(owner);
    assert.equal(hasSecondFactor(shop.ctx.db, account.id), true);
  });

  test('wrong passwords count as failed sign-ins, and the right one does not help after ten', async () => {
    const { shop, owner } = await openOffice();
    await owner.open('/partners/channels/new');
    await owner.send('/partners/channels/new', { name: 'Line' });
    for (let i = 0; i < 10; i += 1) assert.equal((await confirm(owner, 'not this one')).status, 422);
    const blocked = await confirm(owner);
    assert.equal(blocked.status, 429);
    assert.match(blocked.headers.get('retry-after') ?? '', /^\d+$/);
    assert.equal(listChannels(shop.ctx.db, idOf(shop.ids.id)).length, 1);
  });

  test('the password replaces the session’s token: the old one ends, and the page continues with the new one', async () => {
    const { shop, owner } = await openOffice();
    const old = new Browser(shop.url);
    for (const [name, value] of owner.cookies) (old.cookies as Map<string, string>).set(name, value);
    await owner.open('/settings/accounts/new');
    await owner.send('/settings/accounts/new', { name: 'b', role: 'staff' });
    assert.match((await confirm(owner)).text, /Password for b/);
    assert.notEqual(owner.cookies.get('raan'), old.cookies.get('raan'));
    assert.match((await old.open('/me')).path, /^\/sign-in/);
    await owner.open('/settings/accounts/new');
    assert.match((await owner.send('/settings/accounts/new', { name: 'c', role: 'staff' })).text, /Password for c/);
  });

  test('signing out other browsers needs the password, signing out this one does not', async () => {
    const { shop, owner } = await openOffice();
    const phone = await signedIn(shop, { name: 'somsri' });
    const marks = ({ html }: PageResponse) =>
      [...html.matchAll(/name="session" value="([^"]+)"/g)].map(([, mark]) => mark ?? '');
    const [own = ''] = marks(await owner.open('/me'));
    assert.match((await owner.send('/me/sessions/sign-out', { session: 'another' })).text, TITLE);
    assert.match((await owner.send('/me/sign-out')).text, TITLE);
    await owner.open('/me');
    assert.match((await owner.send('/me/sessions/sign-out', { session: own })).path, /^\/sign-in/);
    assert.equal((await phone.open('/me')).path, '/me');
  });

  test('a form without a CSRF token is refused and not shown again', async () => {
    const { owner } = await openOffice();
    const form = new FormData();
    for (const [name, value] of Object.entries({ name: 'planted', role: 'owner' })) form.append(name, value);
    const refused = await owner.post('/settings/accounts/new', form);
    assert.equal(refused.status, 403);
    assert.doesNotMatch(refused.html, /planted/);
  });

  test('the PromptPay id needs the password, the settings of the store do not', async () => {
    const { shop, owner } = await openOffice();
    const store = () => storeById(shop.ctx.db, idOf(shop.ids.id));
    await owner.open('/settings/store');
    await owner.send('/settings/store', { name: 'Cafe', vat_percent: '0', order_quota: '0' });
    assert.equal(store().name, 'Cafe');
    await owner.open('/settings/payments');
    assert.match((await owner.send('/settings/payments/promptpay', { promptpay_id: '0812345678' })).text, TITLE);
    assert.equal(store().promptpayId, null);
    assert.equal((await confirm(owner)).path, '/settings/payments');
    assert.equal(store().promptpayId, '0812345678');
  });

  test('a sensitive file needs a confirmed password, and a confirmation never leads to another site', async () => {
    const { shop, owner } = await openOffice();
    const order = await shop.order();
    const path = `/settings/customers/${order.body.order.id}/export.json`;
    const confirmation = await owner.open(path);
    assert.match(confirmation.text, TITLE);
    assert.equal((await confirm(owner, 'not this one')).status, 422);
    const file = await confirm(owner);
    assert.deepEqual([file.path, file.status], [path, 200]);
    assert.match(file.html, /สมชาย/);
    await owner.open(`/me/confirm?to=${encodeURIComponent('//evil.example')}`);
    assert.equal((await confirm(owner)).path, '/');
  });

  test('a link to a sensitive file opens the page that asks for the password instead of saving it', async () => {
    const { shop, clock, owner } = await openOffice({ backup: { folder: path.join(temporaryFolder(), 'copies') } });
    const order = await shop.order();
    await makeBackup(shop.ctx, clock.now());
    for (const page of ['/settings/backups', `/settings/customers/${order.body.order.id}`]) {
      const { html } = await owner.open(page);
      const links = [...html.matchAll(/<a [^>]*href="\/office(\/[^"]*\/(?:raan-|export)[^"]*)"[^>]*>/g)];
      assert.ok(links.length >= 2, page);
      for (const [link] of links) assert.doesNotMatch(link, / download/, page);
    }
  });

  test('the sensitive forms and files are those about accounts, secrets, money, customers and backups', () => {
    const paths = SCREENS.flatMap(({ path, sensitive }) => (sensitive === undefined ? [] : [path]));
    assert.deepEqual(paths.sort(), [
      '/customers.csv',
      '/customers.xlsx',
      '/customers/:id/data/erase',
      '/customers/:id/data/export.html',
      '/customers/:id/data/export.json',
      '/first-run/channel',
      '/first-run/channel/:id/secret',
      '/first-run/payments',
      '/me/alerts/email',
      '/me/alerts/line',
      '/me/alerts/push',
      '/me/second-factor',
      '/me/second-factor/confirm',
      '/me/second-factor/passkeys/new',
      '/me/second-factor/passkeys/new',
      '/me/second-factor/passkeys/new/options',
      '/me/second-factor/passkeys/remove',
      '/me/second-factor/qr.png',
      '/me/second-factor/recovery-codes',
      '/me/second-factor/recovery-codes',
      '/me/second-factor/start',
      '/me/second-factor/turn-off',
      '/me/sessions/sign-out',
      '/me/sign-out',
      '/partners/apps/:id/secret',
      '/partners/apps/:id/secret',
      '/partners/apps/new',
      '/partners/channels/:id/secret',
      '/partners/channels/:id/secret',
      '/partners/channels/new',
      '/partners/sandbox',
      '/partners/sandbox/:id/secret',
      '/settings/accounts/:id',
      '/settings/accounts/:id/disable',
      '/settings/accounts/:id/enable',
      '/settings/accounts/:id/password',
      '/settings/accounts/:id/password',
      '/settings/accounts/:id/second-factor',
      '/settings/accounts/:id/sign-out',
      '/settings/accounts/new',
      '/settings/accounts/require-second-factor',
      '/settings/accounts/roles/:id',
      '/settings/accounts/roles/:id/remove',
      '/settings/accounts/roles/new',
      '/settings/alerts/:way/remove',
      '/settings/alerts/email',
      '/settings/alerts/line',
      '/settings/alerts/push',
      '/settings/backups/:name',
      '/settings/backups/copy',
      '/settings/backups/reset',
      '/settings/backups/settings',
      '/settings/couriers/:type',
      '/settings/couriers/:type/secret',
      '/settings/couriers/:type/secret',
      '/settings/customers/:id/erase',
      '/settings/customers/:id/export.html',
      '/settings/customers/:id/export.json',
      '/settings/payments',
      '/settings/payments/accounts/:id',
      '/settings/payments/accounts/:id/remove',
      '/settings/payments/promptpay',
      '/settings/payments/verifier',
      '/settings/payments/verifier/remove',
      '/settings/web-address',
    ]);
  });
});
