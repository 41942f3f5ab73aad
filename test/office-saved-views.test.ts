import assert from 'node:assert/strict';
import { test } from 'node:test';
import { officePattern } from './errors.ts';
import { signedIn } from './office.ts';
import { tamper } from './sql.ts';
import { openShop } from './support.ts';

const SEARCH = '?tab=unpaid&channel=line&sort=-total';
const view = (more: object = {}) => ({ list: 'orders', name: 'LINE ค้างชำระ', search: SEARCH, ...more });
const TAB = '/office/orders?tab=unpaid&amp;channel=line&amp;sort=-total';

test('a view saves filters and sort of a list, is a tab of it, and can be renamed and deleted', async () => {
  const browser = await signedIn(await openShop(), { language: 'en' });
  assert.doesNotMatch((await browser.open('/orders?tab=unpaid')).text, /Save view/, 'a tab is one click away');
  assert.match((await browser.open(`/orders${SEARCH}`)).text, /Save view/);
  const saved = await browser.send('/views', view());
  assert.equal(saved.path, `/orders${SEARCH}`);
  assert.ok(saved.html.includes(`<a href="${TAB}" aria-current="page">LINE ค้างชำระ</a>`), saved.html);
  await browser.open('/views');
  assert.match((await browser.send('/views/1', { name: 'Late payers' })).text, /View renamed .*Late payers/);
  assert.match((await browser.send('/views/1/delete')).text, /View deleted .*No views yet/);
});

test('a personal view is invisible to others; a shared one needs the permission for settings', async () => {
  const shop = await openShop();
  const staff = await signedIn(shop, { name: 'staff', role: 'staff', store: 'cafe' });
  const owner = await signedIn(shop, { name: 'owner', store: 'cafe' });
  assert.equal((await staff.send('/views', view({ shared: 'on' }))).status, 422);
  await staff.open('/orders');
  await staff.send('/views', view());
  assert.ok(!(await owner.open('/orders')).html.includes(TAB));
  assert.equal((await owner.send('/views/1/delete')).status, 404);
  await owner.open('/orders');
  await owner.send('/views', view({ shared: 'on', name: 'Shared' }));
  assert.match((await staff.open('/orders')).html, />Shared<\/a>/);
  assert.equal((await staff.send('/views/2/delete')).status, 403);
});

test('a view saves no search for persons, and an account has at most 20 views of a list', async () => {
  const shop = await openShop();
  const browser = await signedIn(shop, { language: 'en' });
  await browser.send('/views', view({ search: '?q=Somchai&sort=-total&before=9' }));
  assert.match((await browser.open('/orders')).html, /href="\/office\/orders\?sort=-total"[^>]*>LINE/);
  assert.match(
    (await browser.send('/views', view({ search: '?q=Somchai' }))).text,
    officePattern('view_without_filter'),
  );
  const unknown = view({ list: 'products', search: '?channel=4&page=7' });
  assert.match(
    (await browser.send('/views', unknown)).text,
    officePattern('view_without_filter'),
    'products have neither',
  );
  for (let i = 2; i <= 20; i += 1) await browser.send('/views', view());
  assert.match((await browser.send('/views', view())).text, officePattern('too_many_views', { most: 20 }));
});

test('parameters that the list does not have are left out of a view, as are searches for persons', async () => {
  const shop = await openShop();
  const browser = await signedIn(shop, { language: 'en' });
  await browser.send('/views', view());
  await browser.send('/views', view({ name: 'Old' }));
  const store = (query: string, name: string) =>
    tamper(shop.ctx, 'UPDATE saved_views SET query = ? WHERE name = ?', query, name);
  store('old=1&tab=unpaid&q=Somchai&channel=line&sort=-total', 'LINE ค้างชำระ');
  store('old=1', 'Old');
  const { html } = await browser.open(`/orders${SEARCH}`);
  assert.ok(html.includes(`<a href="${TAB}" aria-current="page">LINE ค้างชำระ</a>`), html);
  assert.match((await browser.open('/orders')).html, /<a href="\/office\/orders\?">Old<\/a>/);
  assert.ok((await browser.open('/views')).html.includes(`<a href="${TAB}">LINE ค้างชำระ</a>`));
});

test('a name that is refused stays in its form, with the error at the field', async () => {
  const browser = await signedIn(await openShop(), { language: 'en' });
  await browser.open(`/orders${SEARCH}`);
  const long = 'LINE '.repeat(9);
  const refused = await browser.send('/views', view({ name: long, shared: 'on' }));
  assert.equal(refused.status, 422);
  assert.match(
    refused.html,
    new RegExp(`name="search" value="${SEARCH.replace('?', '\\?').replaceAll('&', '&amp;')}"`),
  );
  assert.match(refused.html, new RegExp(`id="field-view-name"[^>]*value="${long.trim()}`));
  assert.match(refused.html, /id="field-view-shared-on"[^>]*checked/);
  assert.match(refused.html, /id="field-view-name-error"/);
  await browser.send('/views', view());
  await browser.open('/views');
  const kept = await browser.send('/views/1', { name: long });
  assert.match(kept.html, new RegExp(`<h2>.*LINE ค้างชำระ.*id="field-view-1-name"[^>]*value="${long.trim()}`, 's'));
  assert.match(kept.html, /id="field-view-1-name-error"/);
});
