import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { Secret, TOTP } from 'otpauth';
import { auditEntries } from '../src/domain/audit/audit-log.ts';
import { listOrders } from '../src/domain/orders/order.ts';
import { CONCURRENT } from './cli.ts';
import { Browser, createAccount, PASSWORD, signedIn } from './office.ts';
import { hidden } from './passkey-steps.ts';
import { sql } from './sql.ts';
import { MINUTE, SECOND, stoppedClock } from './stopped-clock.ts';
import { cafe, idOf, openShop } from './support.ts';

const STEP = 30 * SECOND;

/** A shop with an owner who has turned two-step authentication on. */
async function openTwoStepShop() {
  const clock = stoppedClock();
  const shop = await openShop({ now: clock.now, stores: [cafe()] });
  const owner = await signedIn(shop, { language: 'en' });
  await owner.open('/me/second-factor');
  const { html } = await owner.send('/me/second-factor/start');
  const secret = (/id="setup-key">([^<]+)</.exec(html)?.[1] ?? assert.fail(html)).replaceAll(' ', '');
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  const code = () => totp.generate({ timestamp: clock.now() });
  const made = await owner.send('/me/second-factor/confirm', { code: code() });
  const codes = [...made.html.matchAll(/<code>([^<]+)</g)].map(([, text = '']) => text);
  clock.forward(STEP);
  const enter = async (): Promise<Browser> => {
    const browser = new Browser(shop.url);
    await browser.open('/sign-in');
    await browser.send('/sign-in', { name: 'malee', password: PASSWORD, to: '/me' });
    return browser;
  };
  const send = (browser: Browser, text: string, change: Record<string, string> = {}) =>
    browser.send('/sign-in/code', { ...hidden(browser.page), code: text, ...change });
  const events = () =>
    auditEntries(shop.ctx.db, { limit: 50, offset: 0 })
      .map(({ event }) => event)
      .filter((event) => /factor|authenticator|recovery|failed/.test(event));
  return { shop, clock, owner, secret, code, codes, enter, send, events };
}

suite('two-step authentication', CONCURRENT, () => {
  test('after the right password there is no session until the code is right', async () => {
    const { code, enter, send } = await openTwoStepShop();
    const browser = await enter();
    assert.match(browser.page.html, /name="code"/);
    assert.equal(browser.cookies.has('raan'), false);
    assert.equal((await send(browser, '000000')).status, 422);
    assert.equal(browser.cookies.has('raan'), false);
    assert.equal((await send(browser, code())).path, '/me');
    assert.equal(browser.cookies.has('raan'), true);
  });

  test('the code of a neighboring step works, an older one does not, and no code works twice', async () => {
    const { clock, code, enter, send } = await openTwoStepShop();
    const current = code();
    clock.forward(STEP);
    assert.equal((await send(await enter(), current)).path, '/me');
    assert.equal((await send(await enter(), current)).status, 422);
    const old = code();
    clock.forward(2 * STEP);
    assert.equal((await send(await enter(), old)).status, 422);
  });

  test('the code that turned it on does not sign in', async () => {
    const { clock, code, enter, send } = await openTwoStepShop();
    clock.forward(-STEP);
    assert.equal((await send(await enter(), code())).status, 422);
  });

  test('each of ten recovery codes replaces a code once, however it is typed', async () => {
    const { codes, enter, send, events } = await openTwoStepShop();
    assert.equal(new Set(codes).size, 10);
    const [first = ''] = codes;
    assert.equal((await send(await enter(), ` ${first.toUpperCase().replaceAll('-', ' ')}`)).path, '/me');
    assert.equal((await send(await enter(), first)).status, 422);
    assert.deepEqual(events(), ['sign_in_failed', 'recovery_code_used', 'authenticator_app_added']);
  });

  test('new recovery codes replace the old ones', async () => {
    const { owner, codes, enter, send } = await openTwoStepShop();
    const { html } = await owner.send('/me/second-factor/recovery-codes');
    const [renewed = ''] = [...html.matchAll(/<code>([^<]+)</g)].map(([, text = '']) => text);
    assert.equal((await send(await enter(), codes[0] ?? '')).status, 422);
    assert.equal((await send(await enter(), renewed)).path, '/me');
  });

  test('recovery codes are stored as hashes only', async () => {
    const { shop, codes } = await openTwoStepShop();
    const rows = shop.ctx.db.all(sql<Record<string, unknown>>('SELECT * FROM recovery_codes'));
    assert.deepEqual(
      rows.map(({ code_hash }) => (code_hash as Buffer).length),
      new Array(10).fill(32),
    );
    const stored = rows.flatMap((row) => Object.values(row).map(String)).join('\n');
    for (const code of codes)
      for (const text of [code, code.replaceAll('-', '')]) assert.equal(stored.includes(text), false);
  });

  test('wrong codes block like wrong passwords, and a right password between them does not reset the count', async () => {
    const { enter, send } = await openTwoStepShop();
    for (let i = 0; i < 10; i += 1) assert.equal((await send(await enter(), '000000')).status, 422);
    assert.equal((await enter()).page.status, 429);
  });

  test('the second step ends after ten minutes, and with a new password', async () => {
    const { shop, clock, owner, code, enter, send } = await openTwoStepShop();
    const late = await enter();
    clock.forward(10 * MINUTE);
    assert.equal((await send(late, code())).status, 401);
    const early = await enter();
    await owner.open('/me');
    const chosen = { password: 'another long password', again: 'another long password' };
    await owner.send('/me/password', { current: PASSWORD, ...chosen });
    assert.equal((await send(early, code())).status, 401);
    assert.equal((await send(early, code(), { sign_in: 'x' })).status, 401);
    assert.equal(shop.ctx.db.all(sql('SELECT * FROM sessions')).length, 1);
  });

  test('a form whose session has expired survives both steps', async () => {
    const { shop, clock, owner, code } = await openTwoStepShop();
    await owner.open('/orders/new');
    clock.forward(9 * 60 * MINUTE);
    const order = { form_key: 'k1', shipping_type: 'ems', line: '', variant: '', sku: 'LAT-H', qty: '2', price: '' };
    await owner.send('/orders/new', { ...order, name: 'สมชาย', step: 'save' });
    await owner.send('/sign-in/again', { ...hidden(owner.page), name: 'malee', password: PASSWORD });
    const saved = { ...hidden(owner.page) };
    assert.equal((await owner.send('/sign-in/code/again', { ...saved, code: '000000' })).status, 422);
    const resend = await owner.send('/sign-in/code/again', { ...hidden(owner.page), code: code() });
    await owner.send('/orders/new', hidden(resend));
    assert.equal(listOrders(shop.ctx.db, idOf(shop.ids.id), { limit: 5, offset: 0 }).length, 1);
  });

  test('after it is turned off, the password is enough again', async () => {
    const { owner, enter, events } = await openTwoStepShop();
    await owner.open('/me/second-factor');
    await owner.send('/me/second-factor/turn-off');
    assert.equal((await enter()).page.path, '/me');
    assert.deepEqual(events(), ['authenticator_app_removed', 'authenticator_app_added']);
  });

  test('a sensitive action 15 minutes later needs password and code; a wrong code changes nothing and blocks', async () => {
    const { clock, owner, code, events } = await openTwoStepShop();
    clock.forward(15 * MINUTE);
    const turnOff = async (fields: Record<string, string>) => {
      await owner.open('/me/second-factor');
      return owner.send('/me/second-factor/turn-off', fields);
    };
    assert.match((await turnOff({})).html, /name="confirm_code"/);
    assert.equal((await turnOff({ confirm_password: PASSWORD })).status, 422);
    const wrong = await turnOff({ confirm_password: PASSWORD, confirm_code: '000000' });
    assert.equal(wrong.status, 422);
    assert.match(wrong.html, /id="field-confirm_code-error"/);
    assert.deepEqual(events(), ['sign_in_failed', 'authenticator_app_added']);
    const right = { confirm_password: PASSWORD, confirm_code: code() };
    assert.match((await turnOff(right)).text, /Two-step authentication is off/);
  });

  test('ten wrong codes at a sensitive action block, and the right one does not help', async () => {
    const { clock, owner, code } = await openTwoStepShop();
    clock.forward(15 * MINUTE);
    await owner.open('/settings/accounts/new');
    const send = (confirm_code: string) =>
      owner.send('/settings/accounts/new', { name: 'b', role: 'staff', confirm_password: PASSWORD, confirm_code });
    for (let i = 0; i < 10; i += 1) assert.equal((await send('000000')).status, 422);
    assert.equal((await send(code())).status, 429);
  });

  test('its page offers to sign the other browsers out after a change', async () => {
    const { owner } = await openTwoStepShop();
    const page = await owner.open('/me/second-factor');
    assert.match(page.html, /action="\/office\/me\/sign-out"/);
    assert.match((await owner.send('/me/sign-out')).path, /^\/sign-in/);
  });

  test('a wrong code does not turn it on, and the QR code is never cached', async () => {
    const shop = await openShop();
    const owner = await signedIn(shop);
    await owner.open('/me/second-factor');
    await owner.send('/me/second-factor/start');
    assert.equal((await owner.send('/me/second-factor/confirm', { code: 'abc' })).status, 422);
    const { headers } = await owner.open('/me/second-factor/qr.png');
    assert.deepEqual([headers.get('content-type'), headers.get('cache-control')], ['image/png', 'no-store']);
    const other = new Browser(shop.url);
    await other.open('/sign-in');
    assert.equal((await other.send('/sign-in', { name: 'malee', password: PASSWORD, to: '/me' })).path, '/me');
  });

  test('an owner sees who has it and turns it off for others', async () => {
    const { shop, enter, code, send, owner } = await openTwoStepShop();
    await createAccount(shop, { name: 'other' });
    const other = new Browser(shop.url);
    await other.open('/sign-in');
    await other.send('/sign-in', { name: 'other', password: PASSWORD, to: '' });
    await other.send('/language', { language: 'en', from: '' });
    assert.match((await other.open('/settings/accounts')).text, /malee .* Authenticator app/);
    assert.match((await other.open('/settings/accounts.csv')).html, /malee,Owner,All stores,Active,Yes,0,/);
    const [, path = ''] =
      /href="\/office(\/settings\/accounts\/\d+)"/.exec((await other.open('/settings/accounts')).html) ?? [];
    await other.open(path);
    const pending = await enter();
    assert.match((await other.send(`${path}/second-factor`)).text, /Two-step authentication is off/);
    assert.equal((await send(pending, code())).path, '/me');
    assert.equal((await enter()).page.path, '/me');
    assert.match((await owner.open('/me')).path, /^\/sign-in/, 'the lost phone may still be signed in');
  });
});
