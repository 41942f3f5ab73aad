import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { existingOrder } from '../src/domain/orders/order.ts';
import { guessedColumns } from '../src/domain/orders/shipments/number-file.ts';
import type { Id } from '../src/lib/ids.ts';
import { signedIn } from './office.ts';
import { placeOrder } from './order-steps.ts';
import { RECIPIENT } from './personal-data.ts';
import { cafe, openShop } from './support.ts';

// Tracking numbers from the file of a courier's website.

const PATH = '/orders/numbers/file';

async function opened() {
  const shop = await openShop({ stores: [cafe(), cafe({ key: 'bar', name: 'บาร์', apps: [], channels: [] })] });
  const to = (telephone: string, more: object = {}) =>
    placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }], { recipient_address: { ...RECIPIENT, telephone }, ...more });
  const browser = await signedIn(shop, { role: 'staff', store: 'cafe', language: 'en' });
  await browser.open(PATH);
  const review = (lines: readonly string[]) =>
    browser.send(PATH, { file: new File([lines.join('\n')], 'parcels.csv') });
  const hidden = (name: string) =>
    new RegExp(`name="${name}" value="([^"]*)"`).exec(browser.page.html)?.[1]?.replaceAll('&quot;', '"') ?? '';
  const apply = () => browser.send(`${PATH}/apply`, { pairs: hidden('pairs') });
  const numbersOf = ({ id }: { id: Id }) =>
    existingOrder(shop.ctx.db, id).shipments.map(({ trackingNumber }) => trackingNumber);
  return { shop, to, browser, review, hidden, apply, numbersOf };
}

test('rows are matched by order number, external id, or telephone and postal code, and applied after the review', async () => {
  const { to, review, apply, numbersOf, browser } = await opened();
  const orders = [
    await to('0811111111'),
    await to('0822222222', { external_order_id: 'SHOP-7' }),
    await to('0833333333'),
  ];
  const file = [
    'เลขพัสดุ,เลขที่ออเดอร์,เบอร์โทรผู้รับ,รหัสไปรษณีย์',
    'KEX0001,#1,,',
    'KEX0002,SHOP-7,,',
    `KEX0003,,833333333,${RECIPIENT.postal_code}`,
  ];
  assert.match((await review(file)).text, /Rows that match an order: 3/);
  assert.deepEqual(orders.map(numbersOf), [[], [], []], 'a review changes nothing');
  assert.match((await apply()).text, /Tracking numbers added: 3/);
  assert.deepEqual(orders.map(numbersOf), [['KEX0001'], ['KEX0002'], ['KEX0003']]);
  await review(file);
  assert.match(browser.page.text, /match an order: 0 Already applied, nothing changes: 3/);
  assert.doesNotMatch(browser.page.html, /name="pairs"/);
});

test('unknown, ambiguous, repeated and incomplete rows are reported and skipped', async () => {
  const { to, review } = await opened();
  await to('0811111111');
  await to('0811111111');
  await to('0822222222', { external_order_id: 'A' });
  const { text } = await review([
    'tracking,reference,phone,zip code',
    `N1,,081-111-1111,${RECIPIENT.postal_code}`,
    'N2,nothing,,',
    'N3,A,,',
    'N4,A,,',
    ',A,,',
    'N 5é,#1,,',
  ]);
  assert.match(text, /match an order: 1 .*Skipped rows: 5/);
  assert.match(text, /N1 Several orders match #1 #2/);
  assert.match(text, /nothing N2 No order waiting for a tracking number matches/);
  assert.match(text, /A N4 Duplicate of an earlier row #3/);
  assert.match(text, /A — No tracking number/);
  assert.match(text, /#1 N5é .*tracking number.*#1 7/i);
});

test('a number of another order and an order that may not ship are reported', async () => {
  const { to, review, apply } = await opened();
  await to('0811111111');
  await to('0822222222');
  await to('0833333333', { ship_before_pay: false });
  await review(['tracking,order', 'N1,1']);
  await apply();
  const { text } = await review(['tracking,order', 'N1,2', 'N2,1', 'N3,3']);
  assert.match(text, /2 N1 Another order has this number #1/);
  assert.match(text, /1 N2 .*#1 3/);
  assert.match(text, /3 N3 .*#3 4/);
});

test('the columns can be chosen', async () => {
  const { to, review, hidden, browser, apply, numbersOf } = await opened();
  const order = await to('0811111111');
  const long = 'x'.repeat(5_000);
  assert.match((await review(['a,b,empty,note', `N1,1,,${long}`])).text, /Choose the tracking number column/);
  const table = hidden('table');
  assert.deepEqual(JSON.parse(table).columns, ['a', 'b', 'note'], 'the page contains only columns with values');
  assert.ok(table.length < 300, 'and only the start of each cell');
  await browser.send(`${PATH}/columns`, { table, number: 'a', reference: 'b', telephone: '', postal_code: '' });
  await apply();
  assert.deepEqual(numbersOf(order), ['N1']);
});

test('a large file is not part of the page: it is chosen again with its columns, and all rows are applied', async () => {
  const { to, review, browser, apply, numbersOf } = await opened();
  const order = await to('0811111111');
  const file = ['a,b,c', ...Array.from({ length: 2_999 }, (_, i) => `N${i},x${i},${'ก'.repeat(60)}`), 'N7777,1,'];
  const { html } = await review(file);
  assert.match(html, /The file is large. Choose it again/);
  assert.ok(gzipSync(html).length < 20_000, 'only the columns are chosen');
  const columns = { number: 'a', reference: 'b', telephone: '', postal_code: 'gone' };
  const { text } = await browser.send(PATH, { file: new File([file.join('\n')], 'parcels.csv'), ...columns });
  assert.match(text, /match an order: 1 .*Skipped rows: 2,999 .*and 2,799 more rows/);
  assert.ok(gzipSync(browser.page.html).length < 70_000);
  await apply();
  assert.deepEqual(numbersOf(order), ['N7777']);
});

test('only reviewed rows of the own store are applied, and rows that no longer match are reported', async () => {
  const { shop, to, browser, review, hidden, numbersOf } = await opened();
  const [first, second] = [await to('0811111111'), await to('0822222222')];
  await review(['tracking,order', 'N1,1', 'N2,2']);
  const pairs = hidden('pairs');
  await browser.send(`/orders/numbers/${second.id}`, { tracking_number: 'EX200000006TH' });
  await browser.open(PATH);
  const { status, text } = await browser.send(`${PATH}/apply`, { pairs });
  assert.deepEqual([status, /added: 1 Not added: 1 .*N2/.test(text)], [422, true], text);
  assert.deepEqual([numbersOf(first), numbersOf(second)], [['N1'], ['EX200000006TH']]);
  const stranger = await signedIn(shop, { name: 'ploy', store: 'bar', language: 'en' });
  await stranger.open(PATH);
  await stranger.send(`${PATH}/apply`, { pairs: JSON.stringify([[2, first.id, 'N9']]) });
  assert.deepEqual(numbersOf(first), ['N1']);
  assert.equal((await stranger.send(`${PATH}/apply`, { pairs: 'x' })).status, 422);
});

test('headings of sender columns are not taken for the recipient', () => {
  const columns = ['Waybill No.', 'Sender Phone', 'Phone', 'Receiver phone', 'Receiver Zip Code', 'Customer Order No.'];
  assert.deepEqual(guessedColumns(columns), {
    number: 'Waybill No.',
    reference: 'Customer Order No.',
    telephone: 'Receiver phone',
    postal_code: 'Receiver Zip Code',
  });
});

test('titles above the header row are skipped', async () => {
  const { to, review } = await opened();
  await to('0811111111');
  const file = ['KEX export', '1-7 Nov 2026', '', 'เลขพัสดุ,เลขที่ออเดอร์', 'KEX0001,#1'];
  assert.match((await review(file)).text, /Rows that match an order: 1/);
});
