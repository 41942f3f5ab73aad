import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listRemittances, unappliedRows } from '../../src/domain/orders/payments/remittance-rows.ts';
import { codOrder, openSeller, sendParcel } from '../cod-steps.ts';
import { assertNotBlocking } from '../event-loop.ts';
import { type Browser, signedIn } from '../office.ts';
import { sql, tamper } from '../sql.ts';
import { idOf, type Shop } from '../support.ts';

const MATCHED = 6_000;
const DIFFERENT = 2_000;
const UNKNOWN = 2_000;
const MOST_BYTES = 150 * 1_024;

/** Tracking numbers and amounts that hardly repeat, as those of couriers. */
const numberOf = (i: number) => `TH${String((i * 2_654_435_761) % 10 ** 10).padStart(10, '0')}${i % 10}C`;
const amountOf = (i: number) => 90 + ((i * 7_919) % 1_900);

/** A shop with delivered COD parcels, which are copies of one. */
async function openLargeSeller(): Promise<{ shop: Shop; browser: Browser }> {
  const shop = await openSeller();
  await sendParcel(shop, await codOrder(shop, '65'), 'FIRST-1', { at: 'delivered' });
  const copy = (table: string, changed: Record<string, string>) => {
    const info = shop.ctx.db.all(sql<{ name: string }>(`PRAGMA table_info(${table})`));
    const columns = info.map(({ name }) => name);
    tamper(
      shop.ctx,
      `WITH RECURSIVE k(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM k WHERE i <= ${MATCHED + DIFFERENT})
       INSERT INTO ${table} (${columns}) SELECT ${columns.map((name) => changed[name] ?? `t.${name}`)}
       FROM k, ${table} t WHERE t.id = 1`,
    );
  };
  copy('orders', { id: 'i', order_number: 'i' });
  copy('order_lines', { id: 'i', order_id: 'i' });
  copy('shipments', {
    id: 'i',
    order_id: 'i',
    tracking_number: `printf('TH%010d%dC', i * 2654435761 % 10000000000, i % 10)`,
    cod_amount: '(90 + i * 7919 % 1900) * 10000',
  });
  return { shop, browser: await signedIn(shop, { role: 'staff', store: 'cafe', language: 'en' }) };
}

/** A file of parcels that match, parcels with another amount, and unknown parcels, mixed. */
function payoutFile(): string {
  const rows = [
    ...Array.from({ length: MATCHED }, (_, i) => `${numberOf(i + 2)},${amountOf(i + 2)}`),
    ...Array.from({ length: DIFFERENT }, (_, i) => `${numberOf(i + MATCHED + 2)},1`),
    ...Array.from({ length: UNKNOWN }, (_, i) => `NO${numberOf(i)},1`),
  ];
  return ['tracking,cod', ...rows.map((_, i) => rows[(i * 3_331) % rows.length])].join('\n');
}

const field = ({ page }: Browser, name: string) =>
  [...page.html.matchAll(new RegExp(`name="${name}" value="([^"]*)"`, 'g'))].map(([, value = '']) => value);

/** The rows of the file, and what is accepted on other pages. */
const kept = (browser: Browser) => ({ rows: field(browser, 'rows')[0] ?? '', note: '' });

const numbersOn = ({ page }: Browser) => [...page.html.matchAll(/(?:NO)?TH\d{11}C(?=\s*<)/g)].map(([number]) => number);

test('the review of 10,000 rows has pages of 100 within 150 KB, and saving it loses no row', async () => {
  const { shop, browser } = await openLargeSeller();
  await browser.open('/orders/cod/remit');
  const file = new File([payoutFile()], 'paid.csv', { type: 'text/csv' });
  const send = (fields: Parameters<Browser['send']>[1]) => browser.send('/orders/cod/remit/apply', fields);
  const assertLight = (rows: number) => {
    const bytes = Buffer.byteLength(browser.page.html);
    assert.ok(bytes <= MOST_BYTES, `${bytes} bytes before compression`);
    assert.equal(numbersOn(browser).length, rows);
  };
  await assertNotBlocking('review', () =>
    browser.send('/orders/cod/remit', { file, number_column: '', amount_column: '' }),
  );
  assertLight(100);
  assert.match(browser.page.text, /6,000 rows match, ฿\S+ in total · all 10,000 rows: ฿\S+ · 4,000 rows do not match/);
  assert.match(browser.page.text, /1 to 100 of 10,000/);

  const seen = new Set(numbersOn(browser));
  const ticked = field(browser, 'accept').slice(0, 2);
  assert.equal(ticked.length, 2);
  await assertNotBlocking('page', () => send({ ...kept(browser), accept: ticked, page: '2' }));
  assertLight(100);
  for (const number of numbersOn(browser)) assert.ok(!seen.has(number), number);
  assert.match(browser.page.text, /‹ Previous 101 to 200 of 10,000 Next ›/);
  const more = field(browser, 'accept').slice(0, 3);
  assert.deepEqual(more.slice(0, 2), ticked, 'those of the first page stay accepted');
  await send({ ...kept(browser), accept: more, page: '100' });
  assertLight(100);
  assert.match(browser.page.text, /‹ Previous 9,901 to 10,000 of 10,000/);
  assert.doesNotMatch(browser.page.text, /Next ›/);
  await send({ ...kept(browser), accept: field(browser, 'accept'), page: '1' });
  assert.equal(browser.page.html.match(/name="accept"[^>]*checked/g)?.length, 2);

  await send({ ...kept(browser), accept: more });
  assert.match(browser.page.text, /6,003 parcels marked as paid out/);
  const [remittance] = listRemittances(shop.ctx.db, idOf(shop.ids.id), { limit: 1, offset: 0 });
  assert.equal(remittance?.parcelCount, MATCHED + 3);
  assert.equal(unappliedRows(shop.ctx.db, remittance?.id ?? assert.fail()).length, DIFFERENT + UNKNOWN - 3);
});
