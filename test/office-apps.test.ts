import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listApps } from '../src/domain/webhooks/apps.ts';
import { officePattern } from './errors.ts';
import { codeOf, hiddenOf, owner } from './office-partner-steps.ts';
import { openReceiver } from './receiver.ts';
import { idOf, openShop, type Shop, until } from './support.ts';
import { countStock, openWebhookShop, untilDelivered } from './webhook-shop.ts';

const botOf = (shop: Shop) => `/partners/apps/${shop.ids.apps.bot?.id}`;

test('webhooks of a new app are signed with its secret, which is shown only when it is created or reset', async () => {
  const receiver = await openReceiver();
  const shop = await openShop();
  const browser = await owner(shop);
  await browser.open('/partners/apps/new');
  const wrong = await browser.send('/partners/apps/new', {
    name: 'ERP',
    url: 'ftp://erp',
    stock_available_updated: 'on',
  });
  assert.equal(wrong.status, 422);
  assert.match(wrong.html, /id="field-url-error"/);
  const made = await browser.send('/partners/apps/new', {
    name: 'ERP',
    url: receiver.url,
    stock_available_updated: 'on',
  });
  const secret = codeOf(made.html, 'secret');
  await receiver.trust(secret);
  await countStock(shop, 9);
  await until('the app gets the change', () => receiver.received.length === 1);
  assert.equal(receiver.received[0]?.signed, true);
  const app = listApps(shop.ctx.db, idOf(shop.ids.id)).at(-1);
  const again = await browser.open(`/partners/apps/${app?.id}`);
  assert.equal(again.html.includes(secret), false);
  const version = hiddenOf(again, 'version');
  const reset = await browser.send(`/partners/apps/${app?.id}/secret`, { version });
  const fresh = codeOf(reset.html, 'secret');
  assert.ok(fresh !== '' && fresh !== secret);
  const reloaded = await browser.send(`/partners/apps/${app?.id}/secret`, { version });
  assert.equal(codeOf(reloaded.html, 'secret'), fresh, 'it is not reset again');
  assert.equal(listApps(shop.ctx.db, idOf(shop.ids.id)).at(-1)?.webhookSecret, fresh);
});

test('failed webhooks are shown by the test, in the deliveries and in the missed updates', async () => {
  const { shop, receiver } = await openWebhookShop();
  const browser = await owner(shop);
  await browser.open(botOf(shop));
  assert.match((await browser.send(`${botOf(shop)}/ping`)).text, /The app responded with 200 in \d+ ms/);
  await receiver.answer({ status: 503, body: '{"error":"<no stock table>"}' });
  await browser.open(botOf(shop));
  const pinged = await browser.send(`${botOf(shop)}/ping`);
  assert.match(pinged.text, /Test failed: 503 .*{"error":"<no stock table>"}/);
  await countStock(shop, 7);
  await untilDelivered(shop, 3);
  assert.match((await browser.open('/partners/apps')).text, /Chat bot Active .*Failed/);
  const missedOnly = await browser.open(`${botOf(shop)}/deliveries?missed=on`);
  assert.equal(missedOnly.text.match(/ Failed 503 /g)?.length, 2);
  assert.equal(missedOnly.text.includes('Delivered 200'), false);
  assert.match((await browser.open(`${botOf(shop)}/deliveries`)).text, / Delivered 200 Test /);
  assert.equal((await browser.open(`${botOf(shop)}/deliveries.csv?missed=on`)).html.trim().split('\n').length, 3);
  const newest = /deliveries\/(\d+)/.exec(missedOnly.html)?.[1];
  const delivery = await browser.open(`${botOf(shop)}/deliveries/${newest}`);
  assert.match(delivery.text, /503 .*Response body {"error":"<no stock table>"}.*"sku": "LAT-H"/);
  const file = await browser.open(`${botOf(shop)}/deliveries.csv?missed=on`);
  assert.match(file.html, /,Failed,503,"{""error"":""<no stock table>""}",/);
  assert.match((await browser.open(`${botOf(shop)}/missed`)).text, /ลาเต้ ร้อน LAT-H 12 1 /);
  assert.match((await browser.open(`${botOf(shop)}/missed.csv?days=1`)).html, /,LAT-H,ลาเต้,ร้อน,12,1,/);
});

test('the app page warns of recent failures and links to them', async () => {
  const { shop, receiver } = await openWebhookShop();
  const browser = await owner(shop);
  assert.doesNotMatch((await browser.open(botOf(shop))).text, /failed in the last 24 hours/);
  await receiver.answer({ status: 503 });
  await browser.send(`${botOf(shop)}/ping`);
  const response = await browser.open(botOf(shop));
  assert.match(response.text, /1 failed in the last 24 hours Latest [^:]+:\d\d:\d\d : 503 View failed deliveries/);
  assert.ok(response.html.includes(`href="/office${botOf(shop)}/deliveries?missed=on"`));
});

test('a URL that cannot receive webhooks is saved with a warning', async () => {
  const shop = await openShop({ config: { webhooks: { allow_networks: ['10.0.0.0/8'] } } });
  const browser = await owner(shop);
  const saved = async (url: string) => {
    await browser.open(botOf(shop));
    return (await browser.send(botOf(shop), { name: 'Chat bot', url })).text;
  };
  for (const url of ['http://192.168.1.4/hook', 'http://127.0.0.1:9/hook', 'http://[::1]/', 'https://localhost/hook'])
    assert.match(await saved(url), officePattern('webhook_address_not_public'), url);
  for (const url of ['http://10.1.2.3/hook', 'https://partner.example/hook', ''])
    assert.doesNotMatch(await saved(url), /cannot receive webhooks/, url);
  await browser.open('/partners/apps/new');
  const made = await browser.send('/partners/apps/new', { name: 'ERP', url: 'http://127.0.0.1:9/hook' });
  assert.match(made.text, /This URL cannot receive webhooks/);
});

test('an app without a URL has no test to send', async () => {
  const shop = await openShop();
  const browser = await owner(shop);
  assert.equal((await browser.open(botOf(shop))).text.includes('Send test'), false);
  assert.equal((await browser.send(`${botOf(shop)}/ping`)).status, 400);
});
