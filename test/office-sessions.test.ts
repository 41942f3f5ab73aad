import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { auditEntries } from '../src/domain/audit/audit-log.ts';
import { browserOf } from '../src/lib/user-agent.ts';
import { CONCURRENT } from './cli.ts';
import { Browser, PASSWORD, type PageResponse, signedIn } from './office.ts';
import { stoppedClock } from './stopped-clock.ts';
import { openShop, type Shop } from './support.ts';

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1';
const ANDROID =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36';

const PROXY = { listen: { trusted_proxies: ['127.0.0.0/8', '::1/128'] } };

async function enter(shop: Shop, headers: Record<string, string> = {}, password = PASSWORD): Promise<Browser> {
  const browser = new Browser(shop.url, headers);
  await browser.open('/sign-in');
  await browser.send('/sign-in', { name: 'malee', password, to: '/me' });
  return browser;
}

/** The browser with only this session cookie. */
function holderOf(shop: Shop, token: string | undefined): Browser {
  const browser = new Browser(shop.url);
  (browser.cookies as Map<string, string>).set('raan', token ?? assert.fail());
  return browser;
}

/** The form value of the row with this text. */
function markOf({ html }: PageResponse, text: string): string {
  const row = html.split('<tr').find((part) => part.includes(text)) ?? assert.fail(`no row with ${text}`);
  return /name="session" value="([^"]+)"/.exec(row)?.[1] ?? assert.fail(row);
}

suite('sessions in the office', CONCURRENT, () => {
  test('the account page lists the signed-in browsers with address and last use, and marks its own', async () => {
    const clock = stoppedClock();
    const shop = await openShop({ now: clock.now, config: PROXY });
    await signedIn(shop, { name: 'other' });
    await signedIn(shop, { language: 'en' });
    clock.forward(60_000);
    await enter(shop, { 'User-Agent': ANDROID, 'X-Forwarded-For': '203.0.113.7' });
    clock.forward(60_000);
    const own = await enter(shop, { 'User-Agent': IPHONE, 'X-Forwarded-For': '203.0.113.8' });
    assert.match(
      (await own.open('/me')).text,
      /Signed-in browsers .* Safari on iPhone This browser 203\.0\.113\.8 .* 12:02 Sign out Chrome on Android 203\.0\.113\.7 .* 12:01 Sign out Unknown browser 127\.0\.0\.1 .* 12:00 Sign out Sign out everywhere/,
    );
    assert.equal(own.page.html.match(/name="session"/g)?.length, 3);
  });

  test('signing out one browser ends only its session, once; its own ends on the sign-in page', async () => {
    const shop = await openShop();
    const own = await signedIn(shop);
    const phone = await enter(shop, { 'User-Agent': IPHONE });
    const tablet = await enter(shop, { 'User-Agent': ANDROID });
    const mark = markOf(await own.open('/me'), 'iPhone');
    assert.match((await own.send('/me/sessions/sign-out', { session: mark })).text, /ออกจากระบบเบราว์เซอร์นั้นแล้ว/);
    assert.equal(auditEntries(shop.ctx.db, { event: 'signed_out', limit: 9, offset: 0 }).length, 1);
    assert.match((await phone.open('/me')).path, /^\/sign-in/);
    assert.equal((await tablet.open('/me')).path, '/me');
    await own.open('/me');
    assert.equal((await own.send('/me/sessions/sign-out', { session: mark })).status, 404);
    const token = own.cookies.get('raan');
    const last = await own.send('/me/sessions/sign-out', { session: markOf(await own.open('/me'), 'เครื่องนี้') });
    assert.equal(last.path, '/sign-in');
    assert.equal(own.cookies.get('raan'), undefined);
    assert.match((await holderOf(shop, token).open('/me')).path, /^\/sign-in/);
  });

  test('an account cannot end the session of another account', async () => {
    const shop = await openShop();
    const own = await signedIn(shop);
    const mark = markOf(await own.open('/me'), 'เครื่องนี้');
    const other = await signedIn(shop, { name: 'other' });
    assert.equal((await other.send('/me/sessions/sign-out', { session: mark })).status, 404);
    assert.equal((await own.open('/me')).path, '/me');
  });

  test('a password change gives the session a new token, and the old one stops working', async () => {
    const shop = await openShop();
    const own = await signedIn(shop);
    const old = own.cookies.get('raan');
    await own.open('/me');
    const password = 'ชาเย็นแก้วเล็ก 2';
    await own.send('/me/password', { current: PASSWORD, password, again: password });
    assert.equal(own.page.path, '/me');
    assert.notEqual(own.cookies.get('raan'), old);
    assert.match((await holderOf(shop, old).open('/me')).path, /^\/sign-in/);
    assert.equal((await own.open('/orders')).path, '/orders');
  });
});

test('a User-Agent is named in plain words', () => {
  for (const [userAgent, browser, system] of [
    [IPHONE, 'Safari', 'iPhone'],
    [ANDROID, 'Chrome', 'Android'],
    [`${IPHONE} Line/14.20.0`, 'LINE', 'iPhone'],
    [`${IPHONE} [FBAN/FBIOS;FBAV/480.0.0.1]`, 'Facebook', 'iPhone'],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0',
      'Edge',
      'Windows',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0', 'Firefox', 'Linux'],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15',
      'Safari',
      'macOS',
    ],
    ['curl/8.5.0', undefined, undefined],
  ] as const)
    assert.deepEqual(browserOf(userAgent), { browser, system }, userAgent);
});
