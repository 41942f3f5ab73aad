import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { findAccount } from '../src/domain/accounts/accounts.ts';
import { listChannels } from '../src/domain/channels/channels.ts';
import { storeById } from '../src/domain/stores.ts';
import { SCREENS } from '../src/office/screens.ts';
import { CONCURRENT } from './cli.ts';
import { type Browser, PASSWORD, type PageResponse, signedIn } from './office.ts';
import { MINUTE, stoppedClock } from './raw-http.ts';
import { idOf, openShop } from './support.ts';

const TITLE = /Confirm it is you/;

/** An owner whose password was checked 15 minutes ago. */
async function openOffice() {
  const clock = stoppedClock();
  const shop = await openShop({ now: clock.now });
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

suite('"Confirm it is you"', CONCURRENT, () => {
  test('a sensitive form is kept, runs once the password is right, and asks again after 15 minutes', async () => {
    const { shop, clock, owner } = await openOffice();
    await owner.open('/settings/accounts/new');
    const asked = await owner.send('/settings/accounts/new', { name: 'แดง "ดี"', role: 'staff' });
    assert.equal(asked.status, 401);
    assert.match(asked.text, TITLE);
    assert.deepEqual(hidden(asked), { name: ['แดง "ดี"'], role: ['staff'] });
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

  test('a foreign form is refused and not shown again', async () => {
    const { owner } = await openOffice();
    const form = new FormData();
    for (const [name, value] of Object.entries({ name: 'planted', role: 'owner' })) form.append(name, value);
    const refused = await owner.post('/settings/accounts/new', form);
    assert.equal(refused.status, 403);
    assert.doesNotMatch(refused.html, /planted/);
  });

  test('the PromptPay id needs the password, other settings of the store do not', async () => {
    const { shop, owner } = await openOffice();
    const store = () => storeById(shop.ctx.db, idOf(shop.ids.id));
    const settings = { name: 'Cafe', vat_percent: '0', order_quota: '0', promptpay_id: '' };
    await owner.open('/settings/store');
    await owner.send('/settings/store', settings);
    assert.equal(store().name, 'Cafe');
    assert.match((await owner.send('/settings/store', { ...settings, promptpay_id: '0812345678' })).text, TITLE);
    assert.equal(store().promptpayId, null);
    assert.equal((await confirm(owner)).path, '/settings/store');
    assert.equal(store().promptpayId, '0812345678');
  });

  test('a sensitive file is sent after the password was confirmed, and only pages of the office follow it', async () => {
    const { shop, owner } = await openOffice();
    const order = await shop.order();
    const path = `/settings/customers/${order.body.order.id}/export.json`;
    const asked = await owner.open(path);
    assert.match(asked.text, TITLE);
    assert.equal((await confirm(owner, 'not this one')).status, 422);
    const file = await confirm(owner);
    assert.deepEqual([file.path, file.status], [path, 200]);
    assert.match(file.html, /สมชาย/);
    await owner.open(`/me/confirm?to=${encodeURIComponent('//evil.example')}`);
    assert.equal((await confirm(owner)).path, '/');
  });

  test('every form and file about accounts, secrets, customers and backups is sensitive', () => {
    const paths = SCREENS.flatMap(({ path, sensitive }) => (sensitive === undefined ? [] : [path]));
    assert.deepEqual(paths.sort(), [
      '/first-run/channel',
      '/me/second-factor/recovery-codes',
      '/me/second-factor/start',
      '/me/second-factor/turn-off',
      '/partners/apps/:id/secret',
      '/partners/apps/new',
      '/partners/channels/:id/secret',
      '/partners/channels/new',
      '/settings/accounts/:id',
      '/settings/accounts/:id/disable',
      '/settings/accounts/:id/enable',
      '/settings/accounts/:id/password',
      '/settings/accounts/:id/second-factor',
      '/settings/accounts/new',
      '/settings/backups/:name',
      '/settings/backups/copy',
      '/settings/couriers/:type',
      '/settings/couriers/:type/secret',
      '/settings/customers/:id/erase',
      '/settings/customers/:id/export.html',
      '/settings/customers/:id/export.json',
      '/settings/store',
    ]);
  });
});
