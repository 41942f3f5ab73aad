import assert from 'node:assert/strict';
import { test } from 'node:test';
import { storeAddresses } from '../src/domain/addresses.ts';
import { storeById } from '../src/domain/stores.ts';
import { officePattern } from './errors.ts';
import { errorAt } from './office.ts';
import { openSettings, POOL, storeId, withCouriers } from './office-settings-steps.ts';
import { sql } from './sql.ts';
import { cafe, idOf } from './support.ts';

const STORE = { name: 'บ้านกาแฟ', vat_percent: '0', order_quota: '0' };

test('the store settings are saved together', async () => {
  const { shop, browser } = await openSettings('/store');
  const typed = { name: 'ร้านใหม่', vat_percent: '7', order_quota: '1,000', sell_below_zero: 'on' };
  const response = await browser.send('/settings/store', typed);
  assert.match(response.text, /Saved/);
  const { name, vatPercent, orderQuota, sellBelowZero } = storeById(shop.ctx.db, storeId(shop));
  assert.deepEqual(
    { name, vatPercent, orderQuota, sellBelowZero },
    { name: 'ร้านใหม่', vatPercent: 7, orderQuota: 1000, sellBelowZero: true },
  );
  assert.match(response.html, /<a href="\/office\/settings\/payments">Payments<\/a>/);
});

test('PromptPay and the COD setting are saved on the page of payments, each by itself', async () => {
  const { shop, browser } = await openSettings('/payments');
  const saved = () => {
    const { promptpayId, promptpayName, codCountsAsReady } = storeById(shop.ctx.db, storeId(shop));
    return [promptpayId, promptpayName, codCountsAsReady];
  };
  const wrong = await browser.send('/settings/payments/promptpay', { promptpay_id: '12' });
  assert.equal(wrong.status, 422);
  assert.match(errorAt(wrong, 'promptpay_id') ?? '', officePattern('promptpay_id_malformed'));
  assert.match(wrong.html, /name="promptpay_id"[^>]* value="12"/);
  assert.match((await browser.open('/settings')).text, /No PromptPay or bank account yet/);
  await browser.open('/settings/payments');
  const nameOnly = await browser.send('/settings/payments/promptpay', { promptpay_id: '', promptpay_name: 'มาลี' });
  assert.equal(errorAt(nameOnly, 'promptpay_id'), 'PromptPay ID is required');
  const promptpay = { promptpay_id: '081-234-5678', promptpay_name: 'มาลี ใจดี' };
  await browser.send('/settings/payments/promptpay', promptpay);
  assert.deepEqual(saved(), ['0812345678', 'มาลี ใจดี', false]);
  await browser.send('/settings/payments/cod', { cod_counts_as_ready: 'on' });
  await browser.send('/settings/store', STORE);
  assert.deepEqual(saved(), ['0812345678', 'มาลี ใจดี', true]);
  assert.match((await browser.open('/settings')).text, /Payments PromptPay Couriers/);
  await browser.send('/settings/payments', { bank: '004', number: '123-456789-0', name: 'บ้านกาแฟ' });
  assert.match((await browser.open('/settings')).text, /Payments PromptPay · 1 bank account Couriers/);
  await browser.open('/settings/payments');
  await browser.send('/settings/payments/promptpay', { ...promptpay, promptpay_id: '' });
  await browser.send('/settings/payments/cod', {});
  assert.deepEqual(saved(), [null, null, false]);
});

test('an invalid store setting shows its error and keeps the typed values', async () => {
  const { shop, browser } = await openSettings('/store');
  const response = await browser.send('/settings/store', { ...STORE, name: 'ร้านใหม่', vat_percent: '700' });
  assert.equal(response.status, 422);
  assert.match(response.html, /id="field-vat_percent-error"/);
  assert.match(response.html, /name="name"[^>]* value="ร้านใหม่"/);
  assert.equal(storeById(shop.ctx.db, storeId(shop)).name, 'บ้านกาแฟ');
  const wrong = await browser.send('/settings/store', { ...STORE, name: ' ', vat_percent: '101' });
  for (const field of ['name', 'vat_percent']) assert.ok(wrong.html.includes(`id="field-${field}-error"`), field);
});

test('all invalid fields are reported at once', async () => {
  const { browser } = await openSettings('/store');
  const store = await browser.send('/settings/store', { ...STORE, name: '', vat_percent: 'abc' });
  for (const field of ['name', 'vat_percent']) assert.ok(hasError(store.html, field), field);
  const range = { adapter: 'number_pool', prefix: 'E1', first: '12', count: '0', url: 'ftp://x', tracking_url: 'x' };
  const pool = await browser.send('/settings/couriers/ems', range);
  for (const field of ['prefix', 'first', 'count', 'url', 'tracking_url']) assert.ok(hasError(pool.html, field), field);
  const empty = await browser.send('/settings/couriers/ems', { ...range, prefix: '', first: '', count: '' });
  for (const field of ['prefix', 'first', 'count']) assert.ok(hasError(empty.html, field), field);
  const lower = await browser.send('/settings/couriers/ems', { ...range, prefix: 'ex' });
  assert.equal(hasError(lower.html, 'prefix'), false);
});

const hasError = (html: string, field: string): boolean => html.includes(`id="field-${field}-error"`);

test('VAT without a tax ID shows a warning that links to the address', async () => {
  const { shop, browser } = await openSettings('/store');
  assert.doesNotMatch(browser.page.text, /Tax invoices/);
  const response = await browser.send('/settings/store', { ...STORE, vat_percent: '7' });
  const address = storeAddresses(shop.ctx.db, storeId(shop))[0];
  assert.match(response.text, /Tax invoices cannot be issued/);
  const form = `/settings/addresses/${address?.id}`;
  assert.ok(response.html.includes(`href="/office${form}#field-legal_entity_id"`));
  assert.match((await browser.open(form)).html, /id="field-legal_entity_id"/);
  await browser.send(form, { name: 'บ้านกาแฟ', legal_entity_id: '0105561234560' });
  assert.doesNotMatch((await browser.open('/settings/store')).text, /Tax invoices/);
});

test('waiting COD orders are booked once COD orders count as ready', async () => {
  const { shop, browser } = await openSettings('/payments', withCouriers(POOL));
  const cod = { is_cod: true, cod_fee: 0, cod_amount: 65, auto_request_xshipping: true };
  const { body } = await shop.order(cod);
  assert.equal(body.order?.shipments, undefined, JSON.stringify(body));
  await browser.send('/settings/payments/cod', { cod_counts_as_ready: 'on' });
  assert.ok(shop.ctx.db.get(sql('SELECT 1 FROM bookings WHERE order_id = ?'), idOf(body.order.id)));
});

test('a suspended store refuses API orders until it is reopened', async () => {
  const { shop, browser } = await openSettings('/store');
  assert.match((await browser.send('/settings/store/suspend')).text, /Partners cannot send orders/);
  assert.equal((await shop.order()).status, 403);
  await browser.send('/settings/store/resume');
  assert.equal((await shop.order()).status, 200);
});

test('the store page shows how much of the order quota is used', async () => {
  const { shop, browser } = await openSettings('/store', { stores: [cafe({ settings: { order_quota: 2 } })] });
  await shop.order();
  assert.match((await browser.open('/settings/store')).text, /Orders this month 1 of 2/);
  await shop.order();
  assert.match((await browser.open('/settings/store')).text, /2 of 2 This month’s order limit is reached/);
});
