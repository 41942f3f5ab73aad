import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { accountByName } from '../../src/domain/accounts/accounts.ts';
import { addRecipient, recipientsOf } from '../../src/domain/alerts/recipients.ts';
import { newPushKeys } from '../../src/domain/alerts/send-push.ts';
import { putService } from '../../src/domain/alerts/services.ts';
import { LineServer, PushReceiver } from '../alert-receivers.ts';

import { openShop, type Shop } from '../support.ts';
import {
  assertNoOverflow,
  assertNoViolations,
  browserTest,
  closeWindow,
  DESK,
  openWindow,
  PHONE,
  saveScreenshot,
} from './browser.ts';

/** A shop that can send alerts in every way. */
async function openAlertShop(): Promise<{ shop: Shop; receiver: PushReceiver }> {
  const line = await new LineServer().start();
  const shop = await openShop({ config: { alerts: { line_api: line.url } } });
  const keys = newPushKeys();
  const { token, secret } = line;
  await shop.ctx.write((tx) => {
    putService(tx, 'push', keys);
    putService(tx, 'line', { token, secret, name: 'บ้านกาแฟ', basic_id: '@abc1234x' });
    putService(tx, 'email', {
      host: 'smtp.shop.example',
      port: 587,
      security: 'starttls',
      sender: 'alerts@shop.example',
    });
  });
  return { shop, receiver: await new PushReceiver().start(keys.public_key) };
}

async function addRecipients(shop: Shop, name: string): Promise<void> {
  const account = accountByName(shop.ctx.db, name);
  const userAgent =
    'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36';
  await shop.ctx.write((tx) => {
    addRecipient(tx, account, { way: 'email', address: 'owner.of.the.shop@shop.example' }, shop.now());
    addRecipient(tx, account, { way: 'line', address: 'U1' }, shop.now());
    addRecipient(tx, account, { way: 'push', address: 'https://push.example/1', detail: { userAgent } }, shop.now());
  });
}

for (const language of ['th', 'en'] as const)
  browserTest(
    `the alert pages are accessible and without overflow in ${language === 'th' ? 'Thai' : 'English'}`,
    async () => {
      const { shop } = await openAlertShop();
      const page = await openWindow(shop, { account: { name: 'malee' }, language, isDark: language === 'en' });
      await addRecipients(shop, 'malee');
      for (const path of ['/settings/alerts', '/me/alerts'])
        for (const size of [PHONE, DESK]) {
          await page.setViewportSize(size);
          await page.goto(`/office${path}`);
          await saveScreenshot(page, `alerts-${language}-${size.width}${path.replaceAll('/', '-')}`);
          await assertNoViolations(page);
          await assertNoOverflow(page);
        }
      await page.setViewportSize(PHONE);
      await page.getByRole('button', { name: language === 'th' ? 'เชื่อมต่อ LINE' : 'Connect LINE' }).click();
      await page.locator('#line-code').waitFor();
      await saveScreenshot(page, `alerts-${language}-line-code`);
      await assertNoOverflow(page);
      await closeWindow(page);
    },
  );

/** Chromium cannot reach its push service in tests, so the page gets the subscription of the test receiver. */
async function subscribeTo(page: Page, { subscription: { endpoint, ...keys } }: PushReceiver): Promise<void> {
  await page.context().grantPermissions(['notifications']);
  const json = JSON.stringify({ endpoint, keys });
  await page.addInitScript(`PushManager.prototype.subscribe = async () => ({ toJSON: () => (${json}) })`);
}

const MAX_TRIES = 5;

/** Title and body; undefined if none is shown within two seconds. Playwright's waitForFunction does not wait for promises. */
const FIRST_NOTIFICATION = `(async () => {
  const registration = await navigator.serviceWorker.ready;
  const end = performance.now() + 2_000;
  while (performance.now() < end) {
    const [notification] = await registration.getNotifications();
    if (notification) return [notification.title, notification.body];
    await new Promise(requestAnimationFrame);
  }
})()`;

browserTest(
  'a button turns alerts on for this device, and its service worker shows them',
  async () => {
    const { shop, receiver } = await openAlertShop();
    const page = await openWindow(shop, { account: { name: 'malee' }, language: 'en', program: 'chromium' });
    await subscribeTo(page, receiver);
    await page.goto('/office/me/alerts');
    await page.getByRole('button', { name: 'Turn on for this device' }).click();
    await page.getByText('Alerts are on for this device').waitFor();
    const [recipient] = recipientsOf(shop.ctx.db, accountByName(shop.ctx.db, 'malee').id);
    assert.equal(recipient?.address, receiver.subscription.endpoint);

    await page.getByRole('button', { name: /^Send test message/ }).click();
    await page.getByText('Test message sent').waitFor();
    const [{ payload } = assert.fail()] = receiver.received;
    await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)'); // an inactive worker misses messages
    const devTools = await page.context().newCDPSession(page);
    const registered = new Promise<string>((resolve) =>
      devTools.on(
        'ServiceWorker.workerRegistrationUpdated',
        ({ registrations: [first] }) => first && resolve(first.registrationId),
      ),
    );
    await devTools.send('ServiceWorker.enable');
    const message = { origin: shop.url, registrationId: await registered, data: JSON.stringify(payload) };
    let shown: unknown;
    for (let tries = 0; tries < MAX_TRIES && !shown; tries += 1) {
      await devTools.send('ServiceWorker.deliverPushMessage', message); // Chromium loses one at times
      shown = await page.evaluate(FIRST_NOTIFICATION);
    }
    assert.deepEqual(shown, ['Test message', 'Alerts from raan will arrive here.']);
    await closeWindow(page);
  },
  'chromium',
);
