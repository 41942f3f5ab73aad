import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { indexOrders } from '../src/domain/orders/list/index-rows.ts';
import { signedIn } from './office.ts';
import { tamper } from './sql.ts';
import { cafe, openShop } from './support.ts';

// The database can contain texts above the limits that the API enforces.

const LONG = 'ก'.repeat(100_000);
const ORDERS = 30;

async function shopWithLongTexts() {
  const shop = await openShop({ stores: [cafe({ settings: { sell_below_zero: true } })] });
  for (let i = 0; i < ORDERS; i += 1) assert.equal((await shop.order({ shipping_label_note: 'x' })).status, 200);
  tamper(
    shop.ctx,
    'UPDATE addresses SET name = name || ?, address1 = ?, note = ?, province = ?',
    LONG,
    LONG,
    LONG,
    LONG,
  );
  tamper(shop.ctx, 'UPDATE orders SET sender_name = ?, private_note = ?', LONG, LONG);
  tamper(shop.ctx, 'UPDATE order_lines SET name = ?, variant_name = ?', LONG, LONG);
  await shop.ctx.write((tx) => indexOrders(tx, ORDERS));
  return { shop, browser: await signedIn(shop) };
}

test('the order list truncates very long texts to 200 characters', async () => {
  const { browser } = await shopWithLongTexts();
  for (const path of ['/orders', '/orders?q=0812345678', '/orders?q=สมชาย', '/orders/pack', '/']) {
    const { status, html } = await browser.open(path);
    assert.equal(status, 200);
    assert.ok(html.length < 200_000, `${path} has ${html.length} characters`);
  }
  assert.match((await browser.open('/orders?q=สมชาย')).text, /สมชาย/);
});

test('the CSV of orders truncates very long texts to 5,000 characters', async () => {
  const { browser } = await shopWithLongTexts();
  const { html } = await browser.open('/orders.csv');
  const rows: string[][] = parse(html, { bom: true });
  assert.equal(rows.length, ORDERS + 1);
  assert.equal(Math.max(...(rows[1] ?? []).map((cell) => cell.length)), 10_001); // product and variant
});

test('the order page and the order form truncate very long texts', async () => {
  const { shop, browser } = await shopWithLongTexts();
  const { body } = await shop.order();
  assert.equal(body.order.sender_name, 'บ้านกาแฟ');
  for (const path of ['/orders/1', '/orders/new?copy=1', '/orders/new?telephone=0812345678']) {
    const { status, html } = await browser.open(path);
    assert.equal(status, 200, path);
    assert.ok(html.length < 300_000, `${path} has ${html.length} characters`);
  }
});

test('the API returns very long texts in full', async () => {
  const { shop } = await shopWithLongTexts();
  const { order } = (await shop.call('/v1/order/detail', { order_id: '1' })).body;
  assert.equal(order.recipient_address.note, LONG);
  assert.equal(order.sender_name, LONG);
});
