import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeVariant } from '../src/domain/catalogue/edit-variant.ts';
import { purchase } from '../src/domain/catalogue/purchase.ts';
import { baht } from './amounts.ts';
import { signedIn } from './office.ts';
import { placeOrder } from './order-steps.ts';
import { documentDefaults, openRoastery, runStep, variantId } from './stock-steps.ts';

test('past stock shows average cost and value to accounts that may see costs, also without the permission for stock', async () => {
  const shop = await openRoastery();
  await runStep(shop, (tx, now) => changeVariant(tx, variantId(shop, 'beans'), { cost: baht('165') }, now));
  const lines = [{ variantId: variantId(shop, 'beans'), qty: 10, cost: baht('100') }];
  await runStep(shop, (tx, now) => purchase(tx, { ...documentDefaults(shop), lines }, now));
  await placeOrder(shop, [{ sku: 'CUP', qty: 1, price: '1' }]);
  for (const role of ['owner', 'bookkeeper'] as const) {
    const browser = await signedIn(shop, { name: role, role, language: 'en', store: 'cafe' });
    const today = await browser.open('/');
    assert.match(today.text, /Stock value at cost ฿4,960 53 units/);
    assert.match(today.html, /href="\/office\/stock\/past"/);
    const { text } = await browser.open('/stock/past');
    assert.match(
      text,
      /Stock value ฿4,960 กรุงเทพ ฿4,376.47 เชียงใหม่ ฿583.53 Without 2 variants that had no cost \(19 units\)/,
    );
    assert.match(text, /BEANS กรุงเทพ 30 · เชียงใหม่ 4 34 0 145.8824 4,960.00/);
    assert.match(text, /KIT กรุงเทพ 1 1 0 — —/);
    const { html } = await browser.open('/stock/past.csv');
    assert.match(html, /Available,Average cost,Value \(baht\)\r\n/);
    assert.match(html, /BEANS,.*,กรุงเทพ,30,0,30,145.8824,4376.47/);
    assert.match(html, /KIT,.*,กรุงเทพ,1,0,1,,\r\n/);
  }
  const staff = await signedIn(shop, { name: 'noi', role: 'staff', language: 'en', store: 'cafe' });
  assert.doesNotMatch((await staff.open('/stock/past')).text, /cost|value|145/i);
  assert.doesNotMatch((await staff.open('/stock/past.csv')).html, /cost|value|145/i);
});
