import assert from 'node:assert/strict';
import { auditEntries } from '../src/domain/audit/audit-log.ts';
import { Browser, PASSWORD, type PageResponse, type SignInOptions, signedIn } from './office.ts';
import { Authenticator, type Change } from './software-authenticator.ts';
import { stoppedClock } from './stopped-clock.ts';
import { cafe, openShop, type Shop } from './support.ts';

// Steps with passkeys in the office. Browsers allow passkeys at `localhost`, but not at an IP address.

export const PASSKEYS = '/me/second-factor/passkeys';

export const urlOf = (shop: Shop): string => shop.url.replace(/\/\/[^:]+:/, '//localhost:');

/** The hidden fields of the page that have a `value` attribute, except the CSRF token. */
export const hidden = ({ html }: PageResponse): Record<string, string> =>
  Object.fromEntries(
    [...html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)]
      .map(([, name = '', value = '']) => [name, value.replaceAll('&quot;', '"').replaceAll('&amp;', '&')])
      .filter(([name]) => name !== 'csrf'),
  );

/** A shop with a stopped clock, and an owner in a browser at localhost. */
export async function openOffice(stores: object[] = [cafe()]) {
  const clock = stoppedClock();
  const shop = await openShop({ now: clock.now, stores });
  const url = urlOf(shop);
  const owner = await enterAs(shop, {});
  const events = () =>
    auditEntries(shop.ctx.db, { limit: 100, offset: 0 })
      .sort((a, b) => Number(b.id) - Number(a.id)) // the test's accounts are created at the real time
      .map(({ event, detail }) => ({ event, detail }));
  return { clock, shop, url, owner, events, authenticator: new Authenticator(url) };
}

/** A new account in a browser at localhost, in English. */
export const enterAs = (shop: Shop, options: SignInOptions): Promise<Browser> =>
  signedIn({ ctx: shop.ctx, stores: shop.stores, now: shop.now, url: urlOf(shop) }, { language: 'en', ...options });

/** The options that the script of the page gets; the browser stays on its page. */
export async function optionsOf(browser: Browser, path: string, fields: Record<string, string> = {}) {
  const { page } = browser;
  const { status, html } = await browser.send(path, fields);
  browser.page = page;
  assert.equal(status, 200, html);
  return JSON.parse(html);
}

export async function addPasskey(
  browser: Browser,
  authenticator: Authenticator,
  { name = 'phone', ...change }: Change & { name?: string } = {},
): Promise<PageResponse> {
  await browser.open(`${PASSKEYS}/new`);
  const options = await optionsOf(browser, `${PASSKEYS}/new/options`);
  return browser.send(`${PASSKEYS}/new`, { name, passkey: authenticator.create(options, change) });
}

export async function signInPage(url: string): Promise<Browser> {
  const browser = new Browser(url);
  await browser.open('/sign-in');
  return browser;
}

/** Signs in with a passkey alone. */
export async function signInByPasskey(
  browser: Browser,
  authenticator: Authenticator,
  change: Change = {},
): Promise<PageResponse> {
  const options = await optionsOf(browser, '/sign-in/passkey/options');
  return browser.send('/sign-in/passkey', { to: '/me', passkey: authenticator.get(options, change) });
}

/** A browser that waits for the second step. */
export async function enterPassword(url: string, name = 'malee'): Promise<Browser> {
  const browser = await signInPage(url);
  await browser.send('/sign-in', { name, password: PASSWORD, to: '/me' });
  return browser;
}

/** Completes the second step with a passkey. */
export async function finishByPasskey(
  browser: Browser,
  authenticator: Authenticator,
  change: Change = {},
): Promise<PageResponse> {
  const fields = hidden(browser.page);
  const options = await optionsOf(browser, '/sign-in/code/passkey/options', fields);
  return browser.send('/sign-in/code/passkey', { ...fields, passkey: authenticator.get(options, change) });
}

export const isSignedIn = (browser: Browser): boolean => browser.cookies.has('raan');

/** The recovery codes on the page. */
export const codesOn = ({ html }: PageResponse): string[] =>
  [...html.matchAll(/<code>([^<]+)</g)].map(([, text = '']) => text);

/** An office whose owner has a passkey. */
export async function openWithPasskey() {
  const office = await openOffice();
  const page = await addPasskey(office.owner, office.authenticator);
  return { ...office, codes: codesOn(page) };
}
