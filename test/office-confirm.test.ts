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
import type { Screen } from '../src/office/screen.ts';
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

/** The screens that ask for the password. Those that end an old secret or hide a copied one make nothing less safe. */
const SENSITIVE = [
  /\/secret$|^POST \/partners\/(channels\/new|apps\/new|sandbox)$|^POST \/first-run\/channel$/,
  /^POST \/settings\/accounts\/(?!lift$|.*\/copied$)/,
  /^GET \/settings\/accounts\/:id\/password$/,
  /\/second-factor(?!.*\/copied$)/,
  /^POST \/me\/(sessions\/)?sign-out$/,
  /^POST (\/settings\/payments(?!\/cod$)|\/first-run\/payments$)/,
  /^POST \/settings\/couriers\/:type$/,
  /\/erase$|\/export\.\w+$|^GET \/customers\.\w+$/,
  /^POST (\/settings|\/me)\/alerts\/(:way\/remove|email|line|push)$/,
  /^(GET|POST) \/settings\/backups\//,
  /^POST \/settings\/web-address$/,
];

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

  test('forms and files about accounts, secrets, money, customers, alerts and backups are sensitive, and no others', () => {
    const name = ({ method, path }: Screen) => `${method} ${path}`;
    const isAboutThese = (screen: Screen) => SENSITIVE.some((rule) => rule.test(name(screen)));
    assert.deepEqual(
      SCREENS.filter(({ sensitive }) => sensitive !== undefined).map(name),
      SCREENS.filter(isAboutThese).map(name),
    );
  });
});
