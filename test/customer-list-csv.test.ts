import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { auditEntries } from '../src/domain/audit/audit-log.ts';
import { exportedCustomers } from '../src/domain/orders/customers/customer-export.ts';
import { tagCustomer } from '../src/domain/orders/customers/edit-notes-and-tags.ts';
import { indexOrders } from '../src/domain/orders/list/index-rows.ts';
import type { Id } from '../src/lib/ids.ts';
import { openSeller, sendCodOrder } from './cod-steps.ts';
import { customerOf, derive, HOME, MOBILE, merge, orderOf, storeOf } from './customer-steps.ts';
import { type Browser, signedIn } from './office.ts';
import { change } from './sql.ts';
import { cafe, openShop, type Shop } from './support.ts';

const rowsOf = ({ html }: { html: string }): string[][] => parse(html, { bom: true }) as string[][];

const telephonesIn = async (browser: Browser, query = ''): Promise<unknown[]> =>
  rowsOf(await browser.open(`/customers.csv${query}`))
    .slice(1)
    .map(([, telephone]) => telephone);

async function tag(shop: Shop, telephone: string, name: string): Promise<void> {
  const customer = (await customerOf(shop, telephone))?.id as Id;
  await shop.ctx.write((tx) => tagCustomer(tx, { storeId: storeOf(shop), customer }, name));
}

test('the customer list is exported with orders, spending, refused parcels and tags, in the language of the page', async () => {
  const shop = await openSeller();
  await sendCodOrder(shop, '100', 'EX1', { at: 'delivered' });
  await sendCodOrder(shop, '200', 'EX2', { at: 'returning' });
  await orderOf(shop, HOME, '=บ้าน');
  await merge(shop, HOME, '0812345678');
  await tag(shop, HOME, 'VIP');
  for (const [language, headings] of [
    ['th', 'ชื่อ,เบอร์โทร,เบอร์โทรอื่น,คำสั่งซื้อ,ยอดซื้อ,พัสดุที่ส่งแล้ว,COD ตีกลับ,พัสดุอื่นตีกลับ,ระดับราคา,แท็ก,สั่งล่าสุด'],
    [
      'en',
      'Name,Phone number,Other phone numbers,Orders,Amount spent,Parcels sent,COD returned,Other parcels returned,Price tier,Tags,Last order',
    ],
  ] as const) {
    const browser = await signedIn(shop, { name: language, language });
    const file = await browser.open('/customers.csv');
    assert.match(file.headers.get('content-disposition') ?? '', /filename="customers\.csv"/);
    const [head, ...customers] = rowsOf(file);
    assert.equal(head?.join(), headings);
    assert.equal(customers.length, 1);
    const [name = '', telephone, others, orders, spending, parcels, refused, returned, , tags, last] =
      customers[0] ?? [];
    assert.notEqual(name, '');
    assert.deepEqual([telephone, others, orders], ['0812345678', '053123456', '3']);
    assert.deepEqual([parcels, refused, returned, tags], ['2', '1', '0', 'VIP']);
    assert.match(spending ?? '', /^\d+\.00$/);
    assert.match(last ?? '', /^\d{4}-\d\d-\d\d \d\d:\d\d$/);
  }
});

test('the file has the customers of the filter, in the order of the list', async () => {
  const shop = await openShop();
  for (const telephone of [MOBILE, HOME, '0900000001']) await orderOf(shop, telephone, `ลูกค้า ${telephone}`);
  await tag(shop, MOBILE, 'VIP');
  await tag(shop, HOME, 'VIP');
  await shop.ctx.write((tx) => tx.run(change('UPDATE customers SET spending = 9 WHERE telephone = ?'), '0819991234'));
  const browser = await signedIn(shop, { language: 'en' });
  assert.deepEqual(await telephonesIn(browser), ['0900000001', '053123456', '0819991234']);
  assert.deepEqual(await telephonesIn(browser, '?sort=-spending&after=1'), ['0819991234', '0900000001', '053123456']);
  assert.deepEqual(await telephonesIn(browser, '?sort=last_order'), ['0819991234', '053123456', '0900000001']);
  assert.deepEqual(await telephonesIn(browser, '?sort=last_order&tag=VIP'), ['0819991234', '053123456']);
  assert.deepEqual(await telephonesIn(browser, '?tag=VIP'), ['053123456', '0819991234']);
  assert.deepEqual(await telephonesIn(browser, '?q=0900'), ['0900000001']);
  assert.deepEqual(await telephonesIn(browser, '?q=0900&tag=VIP'), []);
  const { html } = await browser.open('/customers?tag=VIP&sort=-spending');
  const [, link = ''] = /<a href="\/office(\/customers\.csv[^"]*)"[^>]*>/.exec(html) ?? [];
  assert.deepEqual(await telephonesIn(browser, link.slice(link.indexOf('?')).replaceAll('&amp;', '&')), [
    '0819991234',
    '053123456',
  ]);
});

test('more customers than can be sorted are exported by telephone, each once', async () => {
  const shop = await openShop();
  await orderOf(shop, MOBILE);
  await derive(shop);
  const store = storeOf(shop);
  await shop.ctx.write((tx) => {
    const from = 'WITH RECURSIVE k(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM k WHERE i <= 10000)';
    const last = 'SELECT @store, 100000000 + i * 7 % 10001, (SELECT max(id) FROM orders) FROM k';
    tx.run(change(`INSERT INTO customers (store_id, telephone, last_order) ${from} ${last}`), { store });
    tx.run(
      change(`INSERT INTO customer_tags (customer_id, store_id, tag, folded_tag)
        SELECT id, store_id, 'new', 'new' FROM customers WHERE telephone LIKE '10000000%'`),
    );
  });
  const all = [...exportedCustomers(shop.ctx.db, store, { sort: 'last_order' })].flat();
  const telephones = all.map(({ telephone }) => telephone);
  assert.equal(telephones.length, 10_002);
  assert.deepEqual(telephones, [...new Set(telephones)].sort());
  const tagged = [...exportedCustomers(shop.ctx.db, store, { sort: 'last_order', tag: 'new' })].flat();
  assert.deepEqual(
    tagged.map(({ telephone }) => telephone).sort(),
    telephones.filter((telephone) => telephone.startsWith('10000000')),
  );
});

test('only accounts that may export customers see the link and get the file, which the audit log names', async () => {
  const shop = await openShop();
  await orderOf(shop, MOBILE);
  await derive(shop);
  const staff = await signedIn(shop, { name: 'staff', role: 'staff', store: 'cafe' });
  assert.doesNotMatch((await staff.open('/customers')).html, /customers\.csv/);
  assert.equal((await staff.open('/customers.csv')).status, 403);
  const clerk = await signedIn(shop, {
    name: 'clerk',
    permissions: ['customer_data', 'settings'],
    store: 'cafe',
    language: 'en',
  });
  assert.match((await clerk.open('/customers')).html, /customers\.csv/);
  const [head] = rowsOf(await clerk.open('/customers.csv'));
  assert.equal(head?.includes('Amount spent'), false, 'without the permission for payments');
  const [entry] = auditEntries(shop.ctx.db, { event: 'data_exported', limit: 9, offset: 0 });
  assert.deepEqual(
    [entry?.actorName, entry?.storeId, entry?.detail],
    ['clerk', storeOf(shop), { file: '/customers.csv' }],
  );
});

test('a searched file has all matches: by telephone, tag and name, each customer once', async () => {
  const shop = await openShop({ stores: [cafe({ settings: { sell_below_zero: true } })] });
  const numbers = Array.from({ length: 210 }, (_, i) => `081000${1000 + i}`);
  for (const telephone of numbers) await orderOf(shop, telephone, 'สมศรี ค้าส่ง');
  await derive(shop);
  await shop.ctx.write((tx) => {
    tx.run(
      change(`INSERT INTO customer_tags (customer_id, store_id, tag, folded_tag)
        SELECT id, store_id, 'ค้าปลีก', 'ค้าปลีก' FROM customers WHERE telephone <> '0810001209'`),
    );
  });
  const browser = await signedIn(shop, { language: 'en' });
  const telephonesOf = async (search: string, more = '') =>
    telephonesIn(browser, `?${new URLSearchParams({ q: search })}${more}`);
  const newestFirst = numbers.toReversed();
  const check = async () => {
    assert.deepEqual(await telephonesOf('081000'), newestFirst);
    assert.deepEqual(await telephonesOf('สมศรี'), newestFirst);
    assert.deepEqual(await telephonesOf('ค้า'), newestFirst);
    assert.deepEqual(await telephonesOf('081000', '&tag=ค้าปลีก'), newestFirst.slice(1));
  };
  await check();
  await shop.ctx.write((tx) => indexOrders(tx, 999));
  await check();
});
