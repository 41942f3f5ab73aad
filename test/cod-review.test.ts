import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openSeller, remitRows, sendCodOrder } from './cod-steps.ts';
import { signedIn } from './office.ts';

test('the review of a payout says what the file pays and what will be saved with the accepted rows', async () => {
  const shop = await openSeller();
  await sendCodOrder(shop, '65', 'FIRST-1', { at: 'delivered' });
  await sendCodOrder(shop, '1235', 'SHORT-1', { at: 'delivered' });
  const browser = await signedIn(shop, { role: 'staff', store: 'cafe', language: 'en' });
  await browser.open('/orders/cod/remit');
  const file = new File(['tracking,cod,fee\nFIRST-1,65,2\nSHORT-1,1215,36.50\n'], 'paid.csv', { type: 'text/csv' });
  const { text, html } = await browser.send('/orders/cod/remit', { file, number_column: '', amount_column: '' });
  assert.match(text, /1 row matches, ฿65 in total · ฿1,280 in all 2 rows · 1 row does not match/);
  assert.match(text, /Rows to save: 1 · ฿65 in total · Courier fee ฿2 · Net payout ฿63/);
  const rows = /name="rows" value="([^"]*)"/.exec(html)?.[1] ?? '';
  const form = { rows, received: '', note: '', page: '1', accept: ['3'] };
  const calculated = await browser.send('/orders/cod/remit/apply', form);
  assert.match(calculated.text, /Rows to save: 2 · ฿1,280 in total · Courier fee ฿38.50 · Net payout ฿1,241.50/);
});

test('the total row of a payout file is no parcel, and is compared with the rows', async () => {
  const shop = await openSeller();
  await sendCodOrder(shop, '65', 'FIRST-1', { at: 'delivered' });
  await sendCodOrder(shop, '1235', 'SECOND-1', { at: 'delivered' });
  const browser = await signedIn(shop, { role: 'staff', store: 'cafe', language: 'en' });
  await browser.open('/orders/cod/remit');
  const review = async (total: string) => {
    const file = new File([`no,tracking,cod\n1,FIRST-1,65\n2,SECOND-1,1235\n${total}\n`], 'paid.csv');
    return (await browser.send('/orders/cod/remit', { file, number_column: '', amount_column: '' })).text;
  };
  for (const row of ['รวม,,1300', ',Total,1300', 'รวมทั้งหมด 2 รายการ,,"1,300.00"', ',,1300'])
    assert.match(
      await review(row),
      /2 rows match, ฿1,300 in total · the total in the file matches: ฿1,300 2 matching rows/,
      row,
    );
  assert.match(
    await review('Grand Total,,1400'),
    /2 rows match, .* · the total in the file \(row 4\) is ฿1,400, but its rows add up to ฿1,300 2 matching rows/,
  );
  const rows = /name="rows" value="([^"]*)"/.exec(browser.page.html)?.[1] ?? '';
  await browser.send('/orders/cod/remit/apply', { rows, received: '', note: '' });
  assert.match(browser.page.text, /2 parcels marked as paid out/);
  assert.doesNotMatch(browser.page.text, /not saved/);
});

test('parcels to choose for a payout have the recipient and the COD amount beside the amount that was paid out', async () => {
  const shop = await openSeller();
  await sendCodOrder(shop, '65', 'FIRST-1', { at: 'delivered' });
  const browser = await signedIn(shop, { role: 'staff', store: 'cafe', language: 'en' });
  const { text } = await browser.open('/orders/cod/remit/parcels');
  assert.match(text, /Recipient Delivered COD amount Paid out FIRST-1 .*#1 สมชาย ใจดี .* 65.00 /);
});

test('an accepted difference of a payout is on the order and in the money report', async () => {
  const shop = await openSeller();
  const order = await sendCodOrder(shop, '1415', 'SHORT-1', { at: 'delivered' });
  await remitRows(shop, [['SHORT-1', '1400']], { acceptDifferences: true });
  const browser = await signedIn(shop, { role: 'staff', store: 'cafe', language: 'en' });
  assert.match(
    (await browser.open(`/orders/${order.id}`)).text,
    /The courier paid out ฿1,400, −฿15 compared with the COD/,
  );
  assert.match(
    (await browser.open('/reports/money')).text,
    /COD total ฿1,400\.00 Difference from COD amounts −฿15\.00/,
  );
});
