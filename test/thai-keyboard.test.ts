import assert from 'node:assert/strict';
import { test } from 'node:test';
import { existingOrder } from '../src/domain/orders/order.ts';
import { variantByCode } from '../src/domain/stock/typed-lines.ts';
import { fromThaiKeyboard } from '../src/lib/thai-keyboard.ts';
import { opened, scan } from './packing-steps.ts';
import { idOf } from './support.ts';

// A USB scanner types keys: with the Thai layout of the device, codes arrive as Thai letters.

const LAT_H = 'ศฤธข็'; // LAT-H
const NUMBER = 'ฎ)ๅ/-ภถุึตตธ็'; // EX123456799TH

test('every key of the Kedmanee layout is read as the same key of a US keyboard', () => {
  assert.equal(fromThaiKeyboard('ฏฉขศ/ถจ'), 'DC-L250');
  assert.equal(fromThaiKeyboard('คคถจๅ/-ภถุึคึ'), '8850123456787');
  assert.equal(fromThaiKeyboard('๕๖๗๘๙๐ฤ'), '*()_+QA');
  assert.equal(fromThaiKeyboard('ถ/'), '52');
  for (const text of ['DC-L250', 'ก1', '-', '', 'ลาเต้ A']) assert.equal(fromThaiKeyboard(text), undefined, text);
});

test('items, orders and parcels are found when the scanner types Thai letters', async () => {
  const { shop, order, browser, at } = await opened();
  await browser.open('/orders/pack');
  assert.equal((await browser.send('/orders/pack', { code: 'ฆ็ฯญขึ' })).path, at, 'SHOP-7');
  assert.match((await scan(browser, at, LAT_H)).text, /LAT-H 1 \/ 2/);
  assert.match((await scan(browser, at, `ๅ๕${LAT_H}`)).text, /LAT-H 2 \/ 2/, '1*LAT-H');
  await browser.open('/orders/numbers');
  await browser.send(`/orders/numbers/${order.id}`, { tracking_number: NUMBER });
  assert.equal(existingOrder(shop.ctx.db, order.id).shipments[0]?.trackingNumber, 'EX123456799TH');
  await browser.open('/orders/hand-over');
  assert.match((await browser.send('/orders/hand-over', { code: NUMBER })).text, /Handed over #1 EX123456799TH/);
});

test('stock documents and the search find a code of Thai letters, and words as they are typed first', async () => {
  const { shop, browser } = await opened();
  const found = variantByCode(shop.ctx.db, idOf(shop.ids.id), LAT_H);
  assert.ok(typeof found === 'object' && found.sku === 'LAT-H');
  assert.equal(variantByCode(shop.ctx.db, idOf(shop.ids.id), 'ฟฟฟฟ'), 'unknown');
  assert.match((await browser.open(`/search?q=${encodeURIComponent(LAT_H)}`)).text, /ลาเต้/);
  assert.match((await browser.open(`/search?q=${encodeURIComponent('ลาเต้')}`)).text, /ลาเต้/);
});
