import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { CONCURRENT } from './cli.ts';
import { PASSWORD, signedIn } from './office.ts';
import { enter } from './office-account-steps.ts';
import { openShop } from './support.ts';

suite('accounts in the office', CONCURRENT, () => {
  test('changing the password needs the current one and signs out all other devices', async () => {
    const shop = await openShop();
    const here = await signedIn(shop);
    const elsewhere = await enter(shop, 'malee', PASSWORD);
    await here.open('/me');
    const next = 'ชาเย็นแก้วเล็ก 2';
    for (const [fields, field] of [
      [{ current: 'not this one', password: next, again: next }, 'current'],
      [{ current: PASSWORD, password: next, again: PASSWORD }, 'again'],
      [{ current: PASSWORD, password: 'short', again: 'short' }, 'password'],
      [{ current: PASSWORD, password: 'qwertyuiop', again: 'qwertyuiop' }, 'password'],
      [{ current: PASSWORD, password: 'Malee-12345', again: 'Malee-12345' }, 'password'],
      [{ current: PASSWORD, password: PASSWORD, again: PASSWORD }, 'password'],
    ] as const) {
      const response = await here.send('/me/password', fields);
      assert.equal(response.status, 422);
      assert.match(response.html, new RegExp(`id="field-${field}-error"`));
      assert.equal(response.html.includes(PASSWORD), false);
    }
    const response = await here.send('/me/password', { current: PASSWORD, password: next, again: next });
    assert.equal(response.path, '/me');
    assert.match((await elsewhere.open('/')).path, /^\/sign-in/);
    assert.equal((await enter(shop, 'malee', PASSWORD)).page.status, 422);
    assert.equal((await enter(shop, 'malee', next)).page.path, '/');
  });

  test('wrong current passwords count as failed sign-ins', async () => {
    const shop = await openShop();
    const browser = await signedIn(shop);
    await browser.open('/me');
    const fields = { current: 'not this one', password: 'ชาเย็นแก้วเล็ก 2', again: 'ชาเย็นแก้วเล็ก 2' };
    for (let i = 0; i < 10; i += 1) await browser.send('/me/password', fields);
    const blocked = await browser.send('/me/password', { ...fields, current: PASSWORD });
    assert.equal(blocked.status, 429);
    await browser.send('/sign-out');
    await browser.open('/sign-in');
    assert.equal((await browser.send('/sign-in', { name: 'malee', password: PASSWORD, to: '' })).status, 429);
    assert.equal((await enter(shop, 'malee', PASSWORD)).page.path, '/', 'another browser is not blocked');
  });

  test('signing out of all devices ends every session of the account', async () => {
    const shop = await openShop();
    const here = await signedIn(shop);
    const elsewhere = await enter(shop, 'malee', PASSWORD);
    const other = await signedIn(shop, { name: 'other' });
    await here.open('/me');
    assert.equal((await here.send('/me/sign-out')).path, '/sign-in');
    assert.match((await elsewhere.open('/me')).path, /^\/sign-in/);
    assert.equal((await other.open('/me')).path, '/me');
  });

  test('the language is chosen on the account page', async () => {
    const shop = await openShop();
    const browser = await signedIn(shop);
    await browser.open('/me');
    const response = await browser.send('/language', { language: 'en', from: '/me' });
    assert.deepEqual([response.path, /Sign out everywhere/.test(response.text)], ['/me', true]);
  });
});
