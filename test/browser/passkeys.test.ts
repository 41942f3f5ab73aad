import assert from 'node:assert/strict';
import type { CDPSession, Page } from 'playwright-core';
import { requireSecondFactor } from '../../src/domain/accounts/second-factor-rule.ts';
import { PASSWORD } from '../office.ts';
import { enterAs, urlOf } from '../passkey-steps.ts';
import { change } from '../sql.ts';
import { idOf, openShop, type Shop } from '../support.ts';
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
import { follow, send } from './user-actions.ts';

const SECOND_FACTOR = '/office/me/second-factor';
const NEW = `${SECOND_FACTOR}/passkeys/new`;

/** The shop at localhost: browsers allow no passkeys at an IP address. */
const local = (shop: Shop) => ({ ctx: shop.ctx, stores: shop.stores, now: shop.now, url: urlOf(shop) });

/** Adds a virtual authenticator with user verification, like that of a phone. */
async function withAuthenticator(page: Page): Promise<{ cdp: CDPSession; authenticatorId: string }> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const phone = { protocol: 'ctap2', transport: 'internal', automaticPresenceSimulation: true } as const;
  const options = { ...phone, hasResidentKey: true, hasUserVerification: true, isUserVerified: true };
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', { options });
  return { cdp, authenticatorId };
}

/** Checks the page on desktop and phone; axe is slow, so it checks only one of them. */
async function check(page: Page, name: string, axeAt = name.startsWith('th-') ? PHONE : DESK): Promise<void> {
  for (const size of [DESK, PHONE]) {
    await page.setViewportSize(size);
    await assertNoOverflow(page);
    if (size === axeAt) await assertNoViolations(page);
    await saveScreenshot(page, `passkeys-${name}-${size.width}`);
  }
  await page.setViewportSize(DESK);
}

const button = (page: Page) => page.locator('[data-passkey]');

async function addPasskey(page: Page, name: string): Promise<void> {
  await page.goto(NEW);
  await page.locator('[name=name]').fill(name);
  await button(page).click();
}

async function signOut(page: Page): Promise<void> {
  await page.context().clearCookies({ name: 'raan' });
  await page.goto('/office/sign-in');
}

for (const language of ['en', 'th'] as const)
  browserTest(`a passkey replaces the password, is a second factor and confirms a change (${language})`, async () => {
    const shop = await openShop();
    const page = await openWindow(local(shop), { account: {}, language });
    await withAuthenticator(page);
    await page.goto(SECOND_FACTOR);
    await check(page, `${language}-none`);
    await follow(page, NEW);
    await check(page, `${language}-new`);
    await page.locator('[name=name]').fill('โทรศัพท์');
    await button(page).click();
    await page.locator('#codes').waitFor();
    await send(page, '/me/second-factor/recovery-codes/copied');
    await page.getByText('โทรศัพท์').first().waitFor();
    await check(page, `${language}-list`);

    await signOut(page);
    await check(page, `${language}-sign-in`);
    await button(page).click();
    await page.waitForURL(/\/office$/);

    await signOut(page);
    await send(page, '/sign-in', { name: 'malee', password: PASSWORD });
    await page.locator('[name=code]').waitFor();
    await check(page, `${language}-second-step`);
    await button(page).click();
    await page.waitForURL(/\/office$/);

    await shop.ctx.write((tx) => tx.run(change('UPDATE sessions SET password_time = 0')));
    await page.goto('/office/settings/accounts/new');
    await send(page, '/settings/accounts/new', { name: 'แดง' });
    await button(page).waitFor();
    await check(page, `${language}-confirm`);
    await button(page).click();
    await page.locator('#password').waitFor();
    await page.goto('/office/settings/accounts');
    await check(page, `${language}-accounts`);
    await closeWindow(page);
  });

browserTest('the page shows a message if the authenticator refuses or has no passkey', async () => {
  const page = await openWindow(local(await openShop()), { account: {}, language: 'en' });
  const { cdp, authenticatorId } = await withAuthenticator(page);
  await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
  await addPasskey(page, 'phone');
  await page.getByText('No passkey was created').waitFor();
  await signOut(page);
  await button(page).click();
  await page.getByText('No passkey was used').waitFor();
  await closeWindow(page);
});

browserTest('without JavaScript the pages say what to do instead of a passkey', async () => {
  const shop = await openShop();
  const window = { language: 'en', javaScript: false } as const;
  const page = await openWindow(local(shop), { account: {}, ...window });
  await page.goto(NEW);
  assert.equal(await button(page).isVisible(), false);
  assert.ok(await page.getByText('Without them, use an authenticator app').isVisible());
  const guest = await openWindow(local(shop), window);
  await guest.goto('/office/sign-in');
  assert.equal(await button(guest).isVisible(), false);
  assert.ok(await guest.getByText('Without them, use your username and password').isVisible());
  await saveScreenshot(guest, 'passkeys-no-script');
  await closeWindow(guest);
  await closeWindow(page);
});

browserTest('after its password, an account that needs a second factor is sent to its setup', async () => {
  const shop = await openShop();
  await enterAs(shop, { name: 'staff', role: 'staff', store: 'cafe' });
  await shop.ctx.write((tx) => requireSecondFactor(tx, idOf(shop.ids.id), true));
  const page = await openWindow(local(shop));
  await withAuthenticator(page);
  await page.goto('/office/orders');
  await send(page, '/sign-in', { name: 'staff', password: PASSWORD });
  await page.waitForURL(`**${SECOND_FACTOR}`);
  await check(page, 'required');
  await addPasskey(page, 'phone');
  await page.locator('#codes').waitFor();
  await page.goto('/office/orders');
  assert.equal(new URL(page.url()).pathname, '/office/orders');
  await closeWindow(page);
});
