import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { Secret, TOTP } from 'otpauth';
import { accountByName } from '../src/domain/accounts/accounts.ts';
import { appSetup, startAppSetup } from '../src/domain/accounts/authenticator-app.ts';
import { finishAppSetup } from '../src/domain/accounts/second-factor.ts';
import { deleteOldUncopiedSecrets, keepUntilCopied, uncopiedSecret } from '../src/domain/accounts/uncopied-secrets.ts';
import { resetClientSecret } from '../src/domain/channels/client-secrets.ts';
import { secretHash } from '../src/lib/secrets.ts';
import { CONCURRENT } from './cli.ts';
import { Browser, PASSWORD, type PageResponse, signedIn } from './office.ts';
import { everyRow } from './raw-http.ts';
import { openTestDatabase, rowCount, tamper } from './sql.ts';
import { MINUTE, stoppedClock } from './stopped-clock.ts';
import { cafe, idOf, openShop, type Shop } from './support.ts';

const HTTP_COURIER = { adapter: 'http', url: 'https://courier.example/book' };

async function open(options: { now?: () => number } = {}) {
  const shop = await openShop({ stores: [cafe()], ...options });
  return { shop, browser: await signedIn(shop) };
}

/** The version of the current secret, in the form that resets it. */
const versionAt = async (browser: Browser, path: string) => ({
  version: /name="version" value="([^"]+)"/.exec((await browser.open(path)).html)?.[1] ?? '',
});

const channelPage = ({ ids }: Shop) => `/partners/channels/${ids.channels.page?.id}`;
const appPage = ({ ids }: Shop) => `/partners/apps/${ids.apps.bot?.id}`;

async function resetOn(browser: Browser, path: string): Promise<PageResponse> {
  return browser.send(`${path}/secret`, await versionAt(browser, path));
}

async function resetPassword({ ctx }: Shop, browser: Browser): Promise<PageResponse> {
  await browser.open('/settings/accounts/new');
  await browser.send('/settings/accounts/new', { name: 'แดง', role: 'staff' });
  const path = `/settings/accounts/${accountByName(ctx.db, 'แดง').id}`;
  return browser.send(`${path}/password`, await versionAt(browser, path));
}

/** Turns two-step authentication of the owner on. */
const turnAppOn = ({ ctx, now }: Shop) =>
  ctx.write((tx) => {
    const account = accountByName(tx, 'malee');
    startAppSetup(tx, account);
    const secret = Secret.fromBase32(appSetup(tx, account)?.secret ?? assert.fail());
    finishAppSetup(tx, account, new TOTP({ secret }).generate({ timestamp: now() }), now());
  });

const sendFrom = async (browser: Browser, path: string, fields = {}, action = path) => {
  await browser.open(path);
  return browser.send(action, fields);
};

/** Each way to make a secret, the element that shows it, and the page after it. */
const WAYS: Readonly<
  Record<string, { make: (shop: Shop, browser: Browser) => Promise<PageResponse>; id: string; next: RegExp }>
> = {
  'of the setup wizard': {
    make: (_, browser) => sendFrom(browser, '/first-run/channel', { name: 'เพจ' }),
    ...{ id: 'client-secret', next: /^\/$/ },
  },
  'of a new channel': {
    make: (_, browser) => sendFrom(browser, '/partners/channels/new', { name: 'ERP' }),
    ...{ id: 'secret', next: /^\/partners\/channels\/\d+$/ },
  },
  'of a test channel': {
    make: (_, browser) => sendFrom(browser, '/partners/sandbox'),
    ...{ id: 'standard-key', next: /^\/partners\/sandbox$/ },
  },
  'of a channel that was reset': {
    make: (shop, browser) => resetOn(browser, channelPage(shop)),
    ...{ id: 'secret', next: /^\/partners\/channels\/\d+$/ },
  },
  'of a new app': {
    make: (_, browser) => sendFrom(browser, '/partners/apps/new', { name: 'ERP' }),
    ...{ id: 'secret', next: /^\/partners\/apps\/\d+$/ },
  },
  'of an app that was reset': {
    make: (shop, browser) => resetOn(browser, appPage(shop)),
    ...{ id: 'secret', next: /^\/partners\/apps\/\d+$/ },
  },
  'of a new courier': {
    make: (_, browser) =>
      sendFrom(
        browser,
        '/settings/couriers/new?shipping_type=kex&adapter=http',
        HTTP_COURIER,
        '/settings/couriers/kex',
      ),
    ...{ id: 'secret', next: /^\/settings\/couriers\/kex$/ },
  },
  'of a new account': {
    make: (_, browser) => sendFrom(browser, '/settings/accounts/new', { name: 'แดง', role: 'staff' }),
    ...{ id: 'password', next: /^\/settings\/accounts$/ },
  },
  'of an account that was reset': { make: resetPassword, id: 'password', next: /^\/settings\/accounts$/ },
  'of the second factor': {
    make: async (shop, browser) => {
      await turnAppOn(shop);
      return sendFrom(browser, '/me/second-factor', {}, '/me/second-factor/recovery-codes');
    },
    ...{ id: 'codes', next: /^\/me\/second-factor$/ },
  },
};

const shownIn = ({ html }: PageResponse, id: string): string =>
  new RegExp(`id="${id}"[^>]*>(?:<li><code>)?([^<]+)<`).exec(html)?.[1] ?? '';

const inEnglish = (browser: Browser, from: string) => browser.send('/language', { language: 'en', from });

suite('a secret', CONCURRENT, () => {
  for (const [which, { make, id, next }] of Object.entries(WAYS))
    test(`${which} is shown on reload and in the other language, until it is confirmed as copied`, async () => {
      const { shop, browser } = await open();
      const made = await make(shop, browser);
      const secret = shownIn(made, id);
      assert.ok(secret.length >= 16, made.text);
      assert.equal(made.path.includes(secret), false);
      assert.equal(made.headers.get('cache-control'), 'no-store');
      for (const again of [
        await browser.open(made.path),
        await inEnglish(browser, made.path),
        await browser.open(made.path),
      ])
        assert.deepEqual([again.status, shownIn(again, id)], [200, secret]);
      const copied = await browser.send(`${made.path}/copied`);
      assert.match(copied.path, next);
      assert.equal(copied.html.includes(secret), false);
      const back = await browser.open(made.path);
      assert.match(back.path, next);
      assert.match(back.text, /The secret is no longer shown/);
    });
});

test('the page of a channel or app links to its secret until that is copied', async () => {
  const { shop, browser } = await open();
  for (const page of [channelPage(shop), appPage(shop)]) {
    const { path } = await resetOn(browser, page);
    const link = `href="/office${path}"`;
    assert.ok((await browser.open(page)).html.includes(link));
    await browser.send(`${path}/copied`);
    assert.equal((await browser.open(page)).html.includes(link), false);
  }
});

test('secrets of several tabs are shown side by side', async () => {
  const { browser } = await open();
  const made = [];
  for (const name of ['one', 'two']) made.push(await sendFrom(browser, '/partners/channels/new', { name }));
  for (const page of made)
    assert.equal(shownIn(await browser.open(page.path), 'secret'), shownIn(page, 'secret'), page.path);
});

/** Another browser that has signed in to the owner's account. */
async function secondBrowser(shop: Shop): Promise<Browser> {
  const browser = new Browser(shop.url);
  await browser.open('/sign-in');
  await browser.send('/sign-in', { name: 'malee', password: PASSWORD, to: '' });
  return browser;
}

test('neither another session of the account nor another account sees a secret or ends its page', async () => {
  const { shop, browser } = await open();
  const made = await resetOn(browser, channelPage(shop));
  const secret = shownIn(made, 'secret');
  for (const stranger of [await signedIn(shop, { name: 'somchai' }), await secondBrowser(shop)]) {
    const seen = await stranger.open(made.path);
    assert.deepEqual([seen.path, seen.html.includes(secret)], [channelPage(shop), false]);
    await stranger.send(`${made.path}/copied`);
  }
  assert.equal(shownIn(await browser.open(made.path), 'secret'), secret);
});

test('a secret is shown for half an hour, and after 15 minutes only if the password is confirmed', async () => {
  const clock = stoppedClock();
  const { shop, browser } = await open({ now: clock.now });
  const made = await resetOn(browser, channelPage(shop));
  clock.forward(15 * MINUTE);
  assert.match((await browser.open(made.path)).path, /^\/me\/confirm\?to=/);
  const again = await browser.send('/me/confirm', { confirm_password: PASSWORD, to: made.path });
  assert.deepEqual([again.path, shownIn(again, 'secret')], [made.path, shownIn(made, 'secret')]);
  clock.forward(15 * MINUTE);
  assert.equal((await browser.open(made.path)).path, channelPage(shop));
  assert.equal(rowCount(shop.ctx.db, 'uncopied_secrets'), 1);
  await shop.ctx.write((tx) => deleteOldUncopiedSecrets(tx, clock.now()));
  assert.equal(rowCount(shop.ctx.db, 'uncopied_secrets'), 0);
});

test('a secret that was reset elsewhere is not shown any more', async () => {
  const { shop, browser } = await open();
  const made = await resetOn(browser, channelPage(shop));
  const id = idOf(shop.ids.channels.page?.id);
  await shop.ctx.write((tx) => resetClientSecret(tx, id, { now: shop.now() }));
  assert.equal((await browser.open(made.path)).path, channelPage(shop));
});

test('a change of the password keeps the secrets of its session', async () => {
  const { shop, browser } = await open();
  const made = await resetOn(browser, channelPage(shop));
  const chosen = { password: 'a long new password', again: 'a long new password' };
  assert.equal((await browser.send('/me/password', { current: PASSWORD, ...chosen })).path, '/me');
  assert.equal(shownIn(await browser.open(made.path), 'secret'), shownIn(made, 'secret'));
});

test('only the token of the session opens a secret, also after a restart', async () => {
  const { shop, browser } = await open();
  const secret = shownIn(await resetOn(browser, channelPage(shop)), 'secret');
  const subject = `channel ${shop.ids.channels.page?.id}`;
  const token = browser.cookies.get('raan') ?? assert.fail();
  const opened = (sessionToken: string, of = subject) => {
    const restarted = openTestDatabase(shop.config.database);
    const values = uncopiedSecret(restarted, { token: sessionToken, subject: of }, shop.now());
    restarted.close();
    return values;
  };
  assert.deepEqual(opened(token), { client_secret: secret });
  assert.equal(JSON.stringify(everyRow(shop)).includes(secret), false);
  tamper(shop.ctx, "UPDATE uncopied_secrets SET subject = 'channel 999'");
  assert.equal(opened(token, 'channel 999'), undefined, 'of another subject');
  tamper(shop.ctx, 'UPDATE uncopied_secrets SET subject = ?, session_hash = ?', subject, secretHash('another token'));
  assert.equal(opened('another token'), undefined, 'of another session');
});

test('a session has at most 50 secrets; the oldest go first', async () => {
  const shop = await openShop();
  await shop.ctx.write((tx) => {
    for (let i = 0; i < 60; i += 1)
      keepUntilCopied(tx, { token: 'token', subject: `channel ${i}` }, { client_secret: `${i}` }, shop.now() + i);
  });
  const storedSecret = (i: number) =>
    uncopiedSecret(shop.ctx.db, { token: 'token', subject: `channel ${i}` }, shop.now());
  assert.equal(rowCount(shop.ctx.db, 'uncopied_secrets'), 50);
  assert.deepEqual(
    [storedSecret(9), storedSecret(10), storedSecret(59)],
    [undefined, { client_secret: '10' }, { client_secret: '59' }],
  );
});
