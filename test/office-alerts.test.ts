import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accountByName } from '../src/domain/accounts/accounts.ts';
import { type Choices, saveChoices, savedChoices } from '../src/domain/alerts/choices.ts';
import { recipientsOf } from '../src/domain/alerts/recipients.ts';
import { newPushKeys } from '../src/domain/alerts/send-push.ts';
import { putService, serviceOf } from '../src/domain/alerts/services.ts';
import { LineServer, PushReceiver } from './alert-receivers.ts';
import { officePattern } from './errors.ts';
import { openFaultyServer, usual } from './faulty-mail-server.ts';
import { signedIn } from './office.ts';
import { type Json, openShop } from './support.ts';

async function openOffice() {
  const line = await new LineServer().start();
  const shop = await openShop({ config: { alerts: { line_api: line.url } } });
  const browser = await signedIn(shop, { language: 'en' });
  return { shop, line, browser, malee: accountByName(shop.ctx.db, 'malee') };
}

test('the operator sets up LINE, sees why LINE rejects a token, connects a chat and sends a test message', async () => {
  const { shop, line, browser, malee } = await openOffice();
  await browser.open('/settings/alerts');
  const refused = await browser.send('/settings/alerts/line', { token: 'wrong', secret: line.secret });
  assert.equal(refused.status, 422);
  assert.match(refused.text, officePattern('line_token_refused'));
  const { text } = await browser.send('/settings/alerts/line', { token: line.token, secret: line.secret });
  assert.match(text, /LINE On .* Account ร้านกาแฟ @raan/);
  assert.doesNotMatch(browser.page.html, /channel-access-token|channel-secret"/);
  const early = await browser.send('/settings/alerts/line/test');
  assert.match(early.text, officePattern('alert_no_own_recipient'));

  await browser.open('/me/alerts');
  const { html } = await browser.send('/me/alerts/line');
  const code = /id="line-code">([^<]+)</.exec(html)?.[1] ?? '';
  const event = {
    type: 'message',
    source: { type: 'group', groupId: 'C1', userId: 'U1' },
    message: { type: 'text', text: code },
  };
  assert.equal((await fetch(`${shop.url}/alerts/line`, line.webhook([event]))).status, 200);
  const [recipient] = recipientsOf(shop.ctx.db, malee.id);
  assert.equal(recipient?.address, 'C1');
  await browser.open('/settings/alerts');
  assert.match((await browser.send('/settings/alerts/line/test')).text, /Test message sent/);
  assert.ok(line.delivered.some(({ to, text }) => to === 'C1' && text.startsWith('Test message\nAlerts from raan')));
  await browser.open('/settings/alerts');
  await browser.send('/settings/alerts/line/remove');
  assert.equal(serviceOf(shop.ctx.db, 'line'), undefined);
});

test('an email address gets alerts once its code is entered', async () => {
  const { shop, browser, malee } = await openOffice();
  const mails: string[] = [];
  const server = await openFaultyServer((line) => {
    mails.push(line);
    return usual(line);
  });
  await browser.open('/settings/alerts');
  const settings = {
    sender: 'alerts@shop.example',
    host: server.host,
    port: String(server.port),
    user: '',
    password: '',
  };
  const tls = await browser.send('/settings/alerts/email', { ...settings, security: 'tls' });
  assert.match(tls.text, /Saved/);
  await browser.open('/me/alerts');
  const failed = await browser.send('/me/alerts/email', { address: 'owner@shop.example' });
  assert.match(failed.text, officePattern('smtp_not_encrypted'));
  await browser.open('/settings/alerts');
  await browser.send('/settings/alerts/email', { ...settings, host: 'mail.invalid', security: 'tls' });
  await browser.open('/me/alerts');
  const unknown = await browser.send('/me/alerts/email', { address: 'owner@shop.example' });
  assert.match(
    unknown.text,
    /No connection to the email server mail\.invalid, port \d+: (server not found|DNS does not respond)\./,
  );
  await browser.open('/settings/alerts');
  await browser.send('/settings/alerts/email', { ...settings, security: 'none' });
  await browser.open('/me/alerts');
  assert.match(
    (await browser.send('/me/alerts/email', { address: 'owner@shop.example' })).text,
    /A code was sent to owner@shop\.example/,
  );
  const code = /Your code is (\d{6})/.exec(mails.join('\n'))?.[1] ?? '';
  assert.match(
    (await browser.send('/me/alerts/email/confirm', { code: '000000' })).text,
    officePattern('alert_code_wrong'),
  );
  assert.deepEqual(recipientsOf(shop.ctx.db, malee.id), []);
  assert.match((await browser.send('/me/alerts/email/confirm', { code })).text, /Email address added/);
  const [recipient] = recipientsOf(shop.ctx.db, malee.id);
  assert.deepEqual([recipient?.way, recipient?.address], ['email', 'owner@shop.example']);
  assert.match((await browser.send(`/me/alerts/${recipient?.id}/test`)).text, /Test message sent/);
  assert.match((await browser.send(`/me/alerts/${recipient?.id}/test`)).text, officePattern('alert_test_too_soon'));
});

test('an account chooses its alerts, their services and times; others cannot change its destinations', async () => {
  const { shop, browser, malee } = await openOffice();
  const keys = newPushKeys();
  await shop.ctx.write((tx) => putService(tx, 'push', keys));
  const receiver = await new PushReceiver().start(keys.public_key);
  await browser.open('/me/alerts');
  const bad = await browser.send('/me/alerts/push', { ...receiver.subscription, endpoint: 'http://10.0.0.1/push' });
  assert.match(bad.text, officePattern('alert_address_not_public', { address: '10.0.0.1' }));
  const smtp = { ...receiver.subscription, endpoint: 'http://push.example:25/x' };
  assert.match(
    (await browser.send('/me/alerts/push', smtp)).text,
    /Port 25 is reserved for a protocol other than HTTP\. Use a URL with another port\./,
  );
  assert.match((await browser.send('/me/alerts/push', receiver.subscription)).text, /Alerts are on for this device/);
  const chosen = { new_order: 'push', backup_failed: 'push', pause: '15', summary_at: '07:30' };
  const byEmail: Choices = { chosen: { low_stock: ['email'] }, quiet: undefined, pause: 5, summaryMinute: undefined };
  await shop.ctx.write((tx) => saveChoices(tx, malee.id, byEmail, shop.now()));
  const half = await browser.send('/me/alerts', { ...chosen, quiet_from: '22:00', quiet_until: '' });
  assert.equal(half.status, 422);
  await browser.send('/me/alerts', { ...chosen, quiet_from: '22:00', quiet_until: '06:00' });
  const saved = savedChoices(shop.ctx.db, malee.id);
  assert.deepEqual(saved?.quiet, { from: 1_320, until: 360 });
  assert.deepEqual(
    [saved?.pause, saved?.summaryMinute, saved?.chosen.new_order, saved?.chosen.low_stock],
    [15, 450, ['push'], ['email']], // email is not set up now, but may be again
  );

  const [recipient] = recipientsOf(shop.ctx.db, malee.id);
  const packer = await signedIn(shop, { name: 'packer', role: 'packer', store: 'cafe', language: 'en' });
  await packer.open('/me/alerts');
  assert.doesNotMatch(packer.page.html, /name="(slip_waiting|low_stock|webhook_failing|backup_failed)"/);
  assert.match(packer.page.html, /name="new_order"/);
  assert.equal((await packer.send(`/me/alerts/${recipient?.id}/test`)).status, 404);
  await packer.open('/me/alerts');
  await packer.send(`/me/alerts/${recipient?.id}/remove`);
  assert.equal(recipientsOf(shop.ctx.db, malee.id).length, 1);
});

test('an owner opens the alert settings, but only an owner of all stores sets up services', async () => {
  const { shop } = await openOffice();
  const owner = await signedIn(shop, { name: 'owner', store: 'cafe', language: 'en' });
  const page = await owner.open('/settings/alerts');
  assert.match(page.text, /An owner of all stores sets up the services/);
  assert.match((await owner.send('/settings/alerts', { order_data: 'customer' })).text, /Saved/);
  await owner.open('/settings/alerts');
  assert.equal((await owner.send('/settings/alerts/push')).status, 403);
});

test('the office can be installed: it has a manifest, icons and a service worker that caches no pages', async () => {
  const { shop, browser } = await openOffice();
  const [, href = ''] = /<link rel="manifest" href="([^"]+)"/.exec(browser.page.html) ?? [];
  const manifest = await fetch(shop.url + href);
  assert.equal(manifest.headers.get('content-type'), 'application/manifest+json');
  const { icons, start_url, display } = (await manifest.json()) as Json;
  assert.deepEqual([start_url, display, icons.length], ['/office', 'standalone', 3]);
  for (const { src } of icons) {
    const icon = await fetch(new URL(src, manifest.url));
    assert.equal(icon.headers.get('content-type'), 'image/png');
  }
  const worker = await fetch(`${shop.url}/office/service-worker.js`);
  assert.deepEqual(
    [worker.headers.get('content-type'), worker.headers.get('cache-control')],
    ['text/javascript; charset=utf-8', 'no-cache'],
  );
  assert.ok(worker.headers.get('content-security-policy'));
  assert.doesNotMatch(await worker.text(), /addEventListener\('fetch'|caches/);
});
