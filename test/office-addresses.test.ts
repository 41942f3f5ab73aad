import assert from 'node:assert/strict';
import { test } from 'node:test';
import { putStoreAddress, type StoreAddress, storeAddresses } from '../src/domain/addresses.ts';
import { officePattern } from './errors.ts';
import { errorAt } from './office.ts';
import { openSettings, storeId } from './office-settings-steps.ts';

test('an address is added, edited, made primary, removed and restored', async () => {
  const { shop, browser } = await openSettings('/addresses/new');
  const own = () => storeAddresses(shop.ctx.db, storeId(shop));
  await browser.send('/settings/addresses/new', { name: 'โกดัง', telephone: '0811112222', postal_code: '10540' });
  const added = own().find(({ name }) => name === 'โกดัง');
  assert.equal(added?.postal_code, 10540);
  const at = `/settings/addresses/${added?.id}`;
  await browser.open(at);
  await browser.send(at, {
    name: 'โกดังใหม่',
    telephone: '',
    postal_code: '10540',
    branch_type: 'b',
    branch_number: '2',
  });
  const { name, telephone, branch_type } = own().find(({ id }) => id === added?.id) as never;
  assert.deepEqual([name, telephone, branch_type], ['โกดังใหม่', undefined, 'b']);
  await browser.send(`${at}/primary`);
  assert.equal(own().filter(({ is_primary }) => is_primary).length, 2);
  assert.match((await browser.send(`${at}/remove`)).text, /Removed addresses โกดังใหม่/);
  assert.equal(own().length, 1);
  await browser.send(`${at}/restore`);
  assert.equal(own().length, 2);
});

test('of several primary addresses, the default sender is marked', async () => {
  const { shop, browser } = await openSettings('/addresses');
  await browser.send('/settings/addresses/new', { name: 'โกดัง', is_primary: 'on' });
  const { text } = await browser.open('/settings/addresses');
  assert.match(text, /บ้านกาแฟ Default sender Primary .*โกดัง Primary/);
  assert.equal(text.match(/Default sender Primary/g)?.length, 1);
  const { body } = await shop.order();
  const response = await shop.call('/v1/order/detail', { order_id: body.order.id });
  assert.equal(response.body.order.sender_address.name, 'บ้านกาแฟ');
});

test('an invalid address shows an error at each field', async () => {
  const { browser } = await openSettings('/addresses/new');
  const response = await browser.send('/settings/addresses/new', { name: '', email: 'nobody', postal_code: '123' });
  assert.equal(response.status, 422);
  for (const field of ['name', 'postal_code']) assert.ok(response.html.includes(`id="field-${field}-error"`), field);
  const email = await browser.send('/settings/addresses/new', { name: 'ร้าน', email: 'nobody' });
  assert.match(email.html, /id="field-email-error"/);
});

test('an address shows what is missing on its labels, such as a valid phone number', async () => {
  const { shop, browser } = await openSettings('/addresses/new');
  const whole = {
    address1: '9',
    sub_district: 'บางรัก',
    district: 'บางรัก',
    province: 'กรุงเทพมหานคร',
    postal_code: '10500',
  };
  const list = await browser.send('/settings/addresses/new', { name: 'โกดัง', ...whole });
  assert.match(list.text, /โกดัง Missing on labels: Phone/);
  const added = storeAddresses(shop.ctx.db, storeId(shop)).find(({ name }) => name === 'โกดัง');
  const short = { ...(added as StoreAddress), telephone: '12' };
  await shop.ctx.write((tx) => putStoreAddress(tx, storeId(shop), short, shop.now()));
  const page = await browser.open(`/settings/addresses/${added?.id}`);
  assert.match(page.text, /Missing on labels: Phone/);
  assert.match(page.text, /Too short: a Thai phone number has 9 or 10 digits/);
  await browser.send(`/settings/addresses/${added?.id}`, { name: 'โกดัง', telephone: '๐๒-๑๒๓-๔๕๖๗', ...whole });
  assert.doesNotMatch((await browser.open(`/settings/addresses/${added?.id}`)).text, /Missing on labels|Too short/);
});

test('an invalid phone number is refused, unless it is already stored', async () => {
  const { shop, browser } = await openSettings('/addresses/new');
  const send = (telephone: string) => browser.send('/settings/addresses/new', { name: 'โกดัง', telephone });
  for (const wrong of ['12', 'ไม่มี', '0812345', '91234567']) {
    const { status, html } = await send(wrong);
    assert.equal(status, 422, wrong);
    assert.match(errorAt({ html }, 'telephone') ?? '', officePattern('input_not_a_telephone'));
  }
  for (const right of [
    '021234567',
    '๐๘๑-๒๓๔-๕๖๗๘',
    '+66 81 234 5678',
    '0812345678, 02-123-4567 ต่อ 12',
    '+65 9123 4567',
  ])
    assert.equal((await send(right)).status, 200, right);
  const [own] = storeAddresses(shop.ctx.db, storeId(shop));
  const change = (name: string, telephone: string) =>
    browser.send(`/settings/addresses/${own?.id}`, { name, telephone });
  const short = { ...(own as StoreAddress), telephone: '12' };
  await shop.ctx.write((tx) => putStoreAddress(tx, storeId(shop), short, shop.now()));
  assert.equal((await change('ร้านใหม่', '12')).status, 200);
  assert.equal((await change('ร้านใหม่', '13')).status, 422);
});
