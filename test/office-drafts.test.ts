import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SCREENS } from '../src/office/screens.ts';
import { signedIn } from './office.ts';
import { openShop } from './support.ts';

// A form with the field `show_in` is only shown again in that language (src/office/sign-in/language-switch.tsx).

test('a half-typed form is shown in the other language, without errors, and the account keeps that language', async () => {
  const browser = await signedIn(await openShop());
  await browser.open('/orders/new');
  const typed = {
    name: 'Somchai',
    qty: ['', '3'],
    sku: ['', 'LATTE'],
    line: ['', ''],
    variant: ['', ''],
    price: ['', ''],
  };
  const { status, html } = await browser.send('/orders/new', { ...typed, step: 'save', show_in: 'en' });
  assert.equal(status, 200);
  assert.match(html, /<html lang="en"/);
  assert.match(html, /value="Somchai"/);
  assert.match(html, /value="LATTE"/);
  assert.doesNotMatch(html, /class="error"|notice bad/);
  assert.match((await browser.open('/')).html, /<html lang="en"/);
});

test('a draft whose form was saved already shows its order, so that it is not saved as another one', async () => {
  const shop = await openShop();
  const browser = await signedIn(shop, { language: 'en' });
  await browser.open('/orders/new');
  const line = { line: '', variant: shop.ids.variants.hot ?? '', sku: '', qty: '1', price: '' };
  const order = { form_key: 'one', shipping_type: 'ems', name: 'Somchai', ...line };
  await browser.send('/orders/new', { ...order, step: 'save' });
  const { text, path } = await browser.send('/orders/new', { ...order, show_in: 'en' });
  assert.match(text, /This draft was already saved as order #1/);
  assert.match(path, /\/orders\/\d+$/);
  await browser.open('/orders/new');
  const other = await browser.send('/orders/new', { ...order, form_key: 'two', show_in: 'en' });
  assert.match(other.html, /value="Somchai"/);
});

test('a form submitted again with other data says so on the page of its order', async () => {
  const shop = await openShop();
  const browser = await signedIn(shop, { language: 'en' });
  await browser.open('/orders/new');
  const line = { line: '', variant: shop.ids.variants.hot ?? '', sku: '', qty: '1', price: '' };
  const order = { form_key: 'one', shipping_type: 'ems', name: 'Somchai', ...line, step: 'save' };
  await browser.send('/orders/new', order);
  const { text } = await browser.send('/orders/new', { ...order, name: 'Somying' });
  assert.match(text, /The form of this order was submitted again with different data on .* The changes were ignored/);
  assert.match(text, /Somchai/);
});

test('a password is not shown again', async () => {
  const browser = await signedIn(await openShop());
  await browser.open('/me');
  const { html } = await browser.send('/me/password', {
    password: 'old secret',
    new_password: 'new secret',
    show_in: 'en',
  });
  assert.doesNotMatch(html, /old secret|new secret/);
});

test('no form of the office changes anything when it is only shown again', async () => {
  const shop = await openShop();
  const browser = await signedIn(shop, { language: 'en' });
  await browser.open('/');
  const before = shop.ctx.connection.totalChanges();
  for (const { path } of SCREENS.filter(({ method, path }) => method === 'POST' && !/sign-out|language/.test(path))) {
    const action = path.replaceAll(/:\w+/g, '1');
    const { status, html } = await browser.send(action, { show_in: 'en', name: 'x', qty: '1', amount: '1' });
    assert.ok(status < 500, `${path}: ${status}`);
    if (!html.includes('name="csrf"')) await browser.open('/'); // for the token of the next form
  }
  assert.equal(shop.ctx.connection.totalChanges(), before);
});
