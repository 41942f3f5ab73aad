import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as v from 'valibot';
import { amount, fields, integer, listOf, optionalInteger, text } from '../src/office/forms/fields.ts';
import { Form } from '../src/office/forms/form.ts';
import { officePattern } from './errors.ts';
import { type Browser, PASSWORD, signedIn } from './office.ts';
import { cafe, openShop, type Shop } from './support.ts';

// A form shows all its errors at once, each at its field.

type Fields = Record<string, string | readonly string[]>;

/** The fields with an error on the page, by the ids of their inputs; each names its error to screen readers. */
function fieldsWithErrors(html: string): string[] {
  const ids = [...html.matchAll(/<small class="error" id="field-([^"]+)-error"/g)].map(([, id]) => id as string);
  for (const id of ids) assert.match(html, new RegExp(`aria-describedby="[^"]*field-${id}-error`), id);
  return ids.sort();
}

async function errorsAfter(browser: Browser, path: string, typed: Fields, page = path): Promise<string[]> {
  await browser.open(page);
  const { status, html } = await browser.send(path, typed);
  assert.equal(status, 422, path);
  return fieldsWithErrors(html);
}

async function opened(shop?: Shop) {
  const open = shop ?? (await openShop());
  return { shop: open, browser: await signedIn(open, { language: 'en' }) };
}

const ORDER = { form_key: 'one', step: 'save', shipping_type: 'ems', name: 'สมชาย' };
const PAST = '2020-01-01T10:00';

test('the valid fields of a form can be read while other fields are invalid', () => {
  const schema = fields({ name: text(), price: amount, qty: listOf(optionalInteger(1)), count: integer() });
  const formOf = (texts: Record<string, string[]>) => new Form(schema, { texts, files: {} }, 'en');
  const { valid, value } = formOf({ name: ['a'], price: ['x'], qty: ['1', '-1', ''], count: ['2'] });
  assert.deepEqual([valid, value], [{ name: 'a', qty: [1, undefined, undefined], count: 2 }, undefined]);
  assert.equal(new Form(v.unknown(), undefined, 'en').valid, undefined);
});

test('a new order without a name and lines, with wrong times, shows each error', async () => {
  const { browser } = await opened();
  const typed = {
    ...ORDER,
    name: '',
    email: 'not one',
    expiry: PAST,
    deadline: PAST,
    sku: [''],
    qty: [''],
    price: [''],
  };
  assert.deepEqual(await errorsAfter(browser, '/orders/new', typed), ['deadline', 'email', 'expiry', 'find', 'name']);
  assert.match(browser.page.html, /id="field-find-error">Add at least one item/);
});

test('each line of a new order shows its error, together with those of other fields', async () => {
  const { browser } = await opened();
  const lines = {
    line: ['', '', '', ''],
    variant: ['', '', '', ''],
    sku: ['NONE', 'LAT-H', 'LAT-I', 'NONE-2'],
    qty: ['1', '', 'x', '1'],
    price: ['', '', '', ''],
  };
  assert.deepEqual(await errorsAfter(browser, '/orders/new', { ...ORDER, ...lines, postal_code: '1' }), [
    'postal_code',
    'qty-1',
    'qty-2',
    'sku-0',
    'sku-3',
  ]);
});

test('an order with too large a discount and no name shows both errors', async () => {
  const { browser } = await opened();
  const typed = { ...ORDER, name: '', sku: ['LAT-H'], qty: ['1'], price: [''], line: [''], variant: [''] };
  assert.deepEqual(await errorsAfter(browser, '/orders/new', { ...typed, discount: '9999' }), ['discount', 'name']);
});

test('a weak password, a different repetition and a wrong current password show each error', async () => {
  const { browser } = await opened();
  const typed = { current: 'not this one', password: 'short', again: 'shorter' };
  assert.deepEqual(await errorsAfter(browser, '/me/password', typed, '/me'), ['again', 'current', 'password']);
  const right = { current: PASSWORD, password: 'short', again: '' };
  assert.deepEqual(await errorsAfter(browser, '/me/password', right, '/me'), ['again', 'password']);
});

test('a role without a name and permissions shows both errors', async () => {
  const { browser } = await opened();
  assert.deepEqual(await errorsAfter(browser, '/settings/accounts/roles/new', { name: '' }), ['name']);
  assert.match(browser.page.text, officePattern('role_without_permission'));
});

test('an account with a name that is taken and an unknown role shows both errors', async () => {
  const { browser } = await opened();
  assert.deepEqual(await errorsAfter(browser, '/settings/accounts/new', { name: 'malee', role: 'nobody' }), [
    'name',
    'role',
  ]);
});

test('an address with a wrong email address and postal code and no name shows each error', async () => {
  const { browser } = await opened();
  const typed = { name: '', email: 'not one', postal_code: '1' };
  assert.deepEqual(await errorsAfter(browser, '/settings/addresses/new', typed), ['email', 'name', 'postal_code']);
});

test('a product with a SKU that is taken, a wrong weight and no name shows each error', async () => {
  const { shop, browser } = await opened();
  const typed = { name: '', sku: 'LAT-H', weight: 'heavy', price: ['x', ''], opening: ['-1', ''] };
  const all = ['name', 'opening-0', 'price-0', 'sku', 'weight'];
  assert.deepEqual(await errorsAfter(browser, '/products/new', typed), all);
  const path = `/products/${shop.ids.products.latte}`;
  const variant = await errorsAfter(browser, `${path}/variants/${shop.ids.variants.iced}`, typed);
  assert.deepEqual(
    variant.map((id) => id.replace(/^.*(?=sku|weight)/, '')).filter((id) => id === 'sku' || id === 'weight'),
    ['sku', 'weight'],
  );
  const details = { name: '', min: '9', max: '5' };
  const shown = await errorsAfter(browser, `${path}/details`, details, path);
  assert.deepEqual(shown.map((id) => id.replace(/^.*-/, '')).sort(), ['max', 'name']);
});

test('shipping rates and parts show the errors of all rows', async () => {
  const { shop, browser } = await opened();
  const path = `/products/${shop.ids.products.latte}`;
  const rates = { name: 'L', shipping_type: ['ems', 'ems', 'kerry'], first: ['', 'x', '5'], each_more: ['', '', ''] };
  assert.deepEqual(await errorsAfter(browser, `${path}/details`, rates, path), [
    ...['first-0', 'first-1', 'shipping_type-1', 'shipping_type-2'],
  ]);
  const parts = { kind: 'assembled', part: ['NONE', 'LAT-H'], part_qty: ['1', 'x'] };
  const variant = `${path}/variants/${shop.ids.variants.iced}`;
  const ofParts = await errorsAfter(browser, `${variant}/parts`, { ...parts, kind: 'asBundle' }, variant);
  assert.deepEqual(ofParts.map((id) => id.replace(/^.*part/, 'part')).sort(), [
    'part-0',
    'part_qty-1',
    'remove_stock-on',
  ]);
});

test('a transfer to the same warehouse with too long a note and wrong lines shows each error', async () => {
  const { shop, browser } = await opened(await openShop({ stores: [cafe()] }));
  const warehouse = shop.ids.warehouses.bkk ?? '';
  const lines = { code: ['NONE', 'LAT-H'], qty: ['1', 'x'], cost: ['', ''] };
  const typed = { ...lines, warehouse, to: warehouse, note: 'x'.repeat(1_001) };
  assert.deepEqual(await errorsAfter(browser, '/stock/transfer', typed), ['code-0', 'note', 'qty-1', 'to']);
});
