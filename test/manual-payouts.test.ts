import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openSeller, sendCodOrder } from './cod-steps.ts';
import { signedIn } from './office.ts';
import { change } from './sql.ts';
import { runStep } from './stock-steps.ts';

async function opened() {
  const shop = await openSeller();
  return { shop, browser: await signedIn(shop, { role: 'staff', store: 'cafe', language: 'en' }) };
}

test('parcels that are not listed are chosen by their tracking numbers, with another amount if one is typed', async () => {
  const { shop, browser } = await opened();
  for (const [number, amount] of [
    ['EX1', '590'],
    ['EX 2', '65'],
    ['EX3', '70'],
  ] as const)
    await sendCodOrder(shop, amount, number, { at: 'delivered' });
  const others = 'ex1\r\n\r\nEX 2  ฿60\r\nUNKNOWN 5\r\nEX3';
  const form = { number: ['EX3'], amount: ['69'], courier: '', status: 'collected', others };
  const { text } = await browser.send('/orders/cod/remit/parcels', form);
  assert.match(text, /3 parcels, ฿720 in total · 1 amount differs from COD \(−฿5\) · 1 parcel does not match/);
  assert.match(text, /1 parcel does not match Tracking number Order Problem .*UNKNOWN/);
  const wrong = await browser.send('/orders/cod/remit/parcels', { ...form, amount: ['x'], chosen: ['EX3'] });
  assert.equal(wrong.status, 422);
  assert.deepEqual(
    [...wrong.html.matchAll(/name="number" value="([^"]*)"/g)].map(([, number]) => number),
    ['EX3'],
    'the submitted parcels, not the newest',
  );
  assert.match(wrong.html, /value="x"/);
  assert.match(wrong.html, /<textarea[^>]*name="others"[^>]*>ex1\r?\n/);
});

test('the list says that it has only the newest parcels', async () => {
  const { shop, browser } = await opened();
  await sendCodOrder(shop, '590', 'EX1', { at: 'delivered' });
  assert.doesNotMatch((await browser.open('/orders/cod/remit/parcels')).text, /newest 100/);
  await runStep(shop, (tx) =>
    tx.run(
      change(`WITH RECURSIVE k(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM k WHERE i < 100)
        INSERT INTO shipments (order_id, shipping_type, tracking_number, status, create_time, cod_amount)
        SELECT order_id, shipping_type, 'COPY' || i, status, create_time, cod_amount FROM k CROSS JOIN shipments`),
    ),
  );
  assert.match((await browser.open('/orders/cod/remit/parcels')).text, /The newest 100 parcels are listed/);
});
