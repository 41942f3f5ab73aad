import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { appById } from '../src/domain/webhooks/apps.ts';
import { callBack, openBookingShop } from './booking-steps.ts';
import { CONCURRENT, openFolderOf } from './cli.ts';
import { signedIn } from './office.ts';
import { credentials } from './raw-http.ts';
import { isAccepted, pageId } from './secret-rotation-steps.ts';
import { openShop } from './support.ts';
import { appId, openWebhookShop } from './webhook-shop.ts';

describe('in the office and on the command line', CONCURRENT, () => {
  test('the owner keeps the old secret for a while, sees which one is in use and ends it', async () => {
    const shop = await openShop();
    const browser = await signedIn(shop, { language: 'en' });
    const page = `/partners/channels/${pageId(shop)}`;
    const { client_secret: old } = credentials(shop);
    const [, version = ''] = /name="version" value="([^"]+)"/.exec((await browser.open(page)).html) ?? [];
    const form = { version, keep_old_for: '7d' };
    const made = await browser.send(`${page}/secret`, form);
    const [, current = ''] = /id="secret"[^>]*>([^<]+)</.exec(made.html) ?? [];
    assert.deepEqual([await isAccepted(shop, old), await isAccepted(shop, current)], [true, true]);
    assert.ok((await browser.send(`${page}/secret`, form)).html.includes(current), 'it is not reset again');
    assert.equal(await isAccepted(shop, current), true);
    assert.match(
      (await browser.open(page)).text,
      /The old secret is still valid until .* Last use of the old secret: /,
    );
    assert.match((await browser.send(`${page}/end-old-secret`)).text, /The old secret no longer works/);
    assert.doesNotMatch((await browser.open(page)).text, /still valid/);
    assert.deepEqual([await isAccepted(shop, old), await isAccepted(shop, current)], [false, true]);
  });

  test('channel reset-secret --keep-old-for and channel end-old-secret do the same', async () => {
    const shop = await openShop();
    const folder = openFolderOf(shop);
    const { client_secret: old } = credentials(shop);
    const made = await folder.runCommandJson('channel', 'reset-secret', 'page', '--keep-old-for', '12h');
    const secrets = [old, made.client_secret];
    assert.deepEqual(await Promise.all(secrets.map((secret) => isAccepted(shop, secret))), [true, true]);
    const [{ old_secret, secret_use_time }] = (await folder.runCommandJson('channel', 'list')).channels;
    assert.ok(old_secret.end_time > secret_use_time);
    assert.ok(old_secret.use_time > 0);
    assert.match((await folder.runCommand('channel', 'list')).stdout, /^page: .*\.$/m);
    const [ended] = (await folder.runCommandJson('channel', 'end-old-secret', 'page')).channels;
    assert.equal(ended.old_secret, undefined);
    assert.deepEqual(await Promise.all(secrets.map((secret) => isAccepted(shop, secret))), [false, true]);
    for (const duration of ['0d', '91d', '7', '7w', ''])
      assert.equal((await folder.runCommand('channel', 'reset-secret', 'page', '--keep-old-for', duration)).status, 2);
  });

  test('the page of a courier and courier reset-secret --keep-old-for keep the old secret for a while', async () => {
    const { shop, courier } = await openBookingShop();
    const folder = openFolderOf(shop);
    const status = async (secret: string) => (await callBack(shop, courier, { events: [] }, secret)).status;
    const { secret } = await folder.runCommandJson('courier', 'reset-secret', 'ems', '--keep-old-for', '7d');
    assert.deepEqual([await status(courier.secret), await status(secret)], [200, 200]);
    const [listed] = (await folder.runCommandJson('courier', 'list')).couriers;
    assert.ok(listed.old_secret.end_time > listed.old_secret.use_time);
    assert.match((await folder.runCommand('courier', 'list')).stdout, /^ems: .*\.$/m);
    const [ended] = (await folder.runCommandJson('courier', 'end-old-secret', 'ems')).couriers;
    assert.equal(ended.old_secret, undefined);
    assert.deepEqual([await status(courier.secret), await status(secret)], [401, 200]);

    const browser = await signedIn(shop, { language: 'en' });
    const page = '/settings/couriers/ems';
    const [, version = ''] = /name="version" value="([^"]+)"/.exec((await browser.open(page)).html) ?? [];
    const made = await browser.send(`${page}/secret`, { version, keep_old_for: '1d' });
    const [, newest = ''] = /id="secret"[^>]*>([^<]+)</.exec(made.html) ?? [];
    assert.deepEqual([await status(secret), await status(newest)], [200, 200]);
    assert.match((await browser.open(page)).text, /The old secret is still valid until/);
    assert.match((await browser.send(`${page}/end-old-secret`)).text, /The old secret no longer works/);
    assert.deepEqual([await status(secret), await status(newest)], [401, 200]);
  });

  test('the page of an app and app reset-secret --keep-old-for keep the old secret for a while', async () => {
    const { shop } = await openWebhookShop();
    const folder = openFolderOf(shop);
    const old = () => appById(shop.ctx.db, appId(shop)).oldSecret;
    const first = shop.ids.apps.bot?.webhook_secret;
    const { webhook_secret } = await folder.runCommandJson('app', 'reset-secret', 'bot', '--keep-old-for', '7d');
    assert.equal(old(), first);
    assert.ok((await folder.runCommandJson('app', 'list')).apps[0].old_secret.end_time > shop.now());
    await folder.runCommandJson('app', 'end-old-secret', 'bot');
    assert.equal(old(), null);

    const browser = await signedIn(shop, { language: 'en' });
    const page = `/partners/apps/${appId(shop)}`;
    const [, version = ''] = /name="version" value="([^"]+)"/.exec((await browser.open(page)).html) ?? [];
    const form = { version, keep_old_for: '1d' };
    await browser.send(`${page}/secret`, form);
    assert.equal(old(), webhook_secret);
    await browser.send(`${page}/secret`, form);
    assert.equal(old(), webhook_secret, 'it is not reset again');
    assert.match((await browser.open(page)).text, /The old secret is still valid until .* X-Service-Signature-Old/);
    assert.match((await browser.send(`${page}/end-old-secret`)).text, /The old secret no longer works/);
    assert.equal(old(), null);
  });
});
