import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codHistory } from '../src/domain/orders/customers/cod-history.ts';
import { exportedCustomers } from '../src/domain/orders/customers/customer-export.ts';
import { listCustomers } from '../src/domain/orders/customers/customer-list.ts';
import type { CustomerCursor } from '../src/domain/orders/customers/customer-sort.ts';
import { tagCustomer, writeNote } from '../src/domain/orders/customers/edit-notes-and-tags.ts';
import type { OrderQuery } from '../src/domain/orders/list/filters.ts';
import { listOrderPage, type OrderPage } from '../src/domain/orders/list/order-page.ts';
import { addOrderTag } from '../src/domain/orders/order-tags.ts';
import type { Id } from '../src/lib/ids.ts';
import type { Money } from '../src/lib/money.ts';
import { baht } from './amounts.ts';
import { codOrder, moveParcel, openSeller, sendCodOrder, sendParcel } from './cod-steps.ts';
import { cancel, customerOf, derive, HOME, MOBILE, merge, orderOf, storeOf } from './customer-steps.ts';
import { officePattern } from './errors.ts';
import { signedIn } from './office.ts';
import { type PlacedOrder, placeOrder } from './order-steps.ts';
import { change } from './sql.ts';
import { openShop } from './support.ts';

test('the COD history of an order counts other parcels of the customer, including those of merged telephones', async () => {
  const shop = await openSeller();
  const first = await codOrder(shop, '100');
  const history = ({ id }: PlacedOrder, telephone = '0812345678') =>
    codHistory(shop.ctx.db, storeOf(shop), telephone, id);
  assert.equal(history(first).orders, 0);
  await moveParcel(shop, await sendParcel(shop, first, 'EX1'), 'delivered');
  await sendCodOrder(shop, '200', 'EX2', { at: 'returning' });
  await cancel(shop, await codOrder(shop, '50'));
  const next = await orderOf(shop, HOME);
  assert.equal(history(next, HOME).orders, 0);
  await merge(shop, HOME, '0812345678');
  const { orders, codParcels, codDelivered, codRefused, canceled } = history(next, HOME);
  assert.deepEqual([orders, codParcels, codDelivered, codRefused, canceled], [3, 2, 1, 1, 1]);
});

test('the order list filters by tag in every tab, with search and paging', async () => {
  const shop = await openShop();
  const orders: PlacedOrder[] = [];
  for (let i = 0; i < 5; i += 1) orders.push(await orderOf(shop, MOBILE));
  const ids = orders.map(({ id }) => id);
  for (const id of [ids[0], ids[2], ids[4]]) await shop.ctx.write((tx) => addOrderTag(tx, id as Id, 'ด่วน'));
  await shop.ctx.write((tx) => addOrderTag(tx, ids[1] as Id, 'ของขวัญ'));
  const { db } = shop.ctx;
  const list = (query: Partial<OrderQuery>, bounds: { before?: number | undefined; limit: number } = { limit: 9 }) =>
    listOrderPage(db, storeOf(shop), { tab: 'all', tag: 'ด่วน', ...query }, bounds, shop.now());
  const numbers = (page: OrderPage) => page.orders.map(({ orderNumber }) => orderNumber);
  const first = list({}, { limit: 2 });
  assert.deepEqual([numbers(first), numbers(list({}, { limit: 2, before: first.next }))], [[5, 3], [1]]);
  assert.deepEqual([numbers(list({ tab: 'to_pack' })), numbers(list({ tab: 'closed' }))], [[5, 3, 1], []]);
  await cancel(shop, orders[2] as PlacedOrder);
  assert.deepEqual([numbers(list({ tab: 'to_pack' })), numbers(list({ tab: 'closed' }))], [[5, 1], [3]]);
  assert.deepEqual([numbers(list({ search: 'สมหญิง' })), numbers(list({ tab: 'returning' }))], [[5, 3, 1], []]);
  assert.deepEqual(first.orders[0]?.tags, ['ด่วน']);
});

test('a canceled order of a customer shows no parcel status', async () => {
  const shop = await openShop();
  const order = await orderOf(shop, MOBILE);
  const at = `/customers/${(await customerOf(shop, MOBILE))?.id}`;
  const browser = await signedIn(shop, { role: 'staff', store: 'cafe', language: 'en' });
  assert.match((await browser.open(at)).text, /Open Unpaid Unshipped/);
  await cancel(shop, order);
  assert.match((await browser.open(at)).text, /Canceled /);
  assert.doesNotMatch(browser.page.text, /Unshipped/);
});

test('the customer’s phone can be called, and an order shows the number of orders and what was spent', async () => {
  const shop = await openShop();
  const orders = [await orderOf(shop, MOBILE), await orderOf(shop, MOBILE)];
  await derive(shop);
  const id = (await customerOf(shop, MOBILE))?.id;
  const browser = await signedIn(shop, { language: 'en' });
  assert.match((await browser.open(`/customers/${id}`)).html, /<a href="tel:\d+">/);
  const { html } = await browser.open(`/orders/${orders[0]?.id}`);
  assert.match(html, new RegExp(`<p><a href="/office/customers/${id}">2 orders</a>, ฿0</p>`));
});

test('the customer page adds notes and tags, and merges and separates telephones', async () => {
  const shop = await openShop();
  await orderOf(shop, MOBILE);
  await orderOf(shop, HOME, 'บ้านสมหญิง');
  await derive(shop);
  const browser = await signedIn(shop, { role: 'staff', store: 'cafe', language: 'en' });
  const id = (await customerOf(shop, MOBILE))?.id as Id;
  await browser.open(`/customers/${id}`);
  await browser.send(`/customers/${id}/notes`, { text: 'calls back in the evening' });
  await browser.send(`/customers/${id}/tags`, { tag: 'VIP' });
  await browser.send(`/customers/${id}/merge`, { telephone: '02-000-0000', main: 'this' });
  assert.match(browser.page.text, officePattern('no_customer_with_telephone'));
  await browser.send(`/customers/${id}/merge`, { telephone: HOME, main: 'this' });
  assert.match(browser.page.text, /calls back in the evening/);
  assert.match(browser.page.text, /0819991234 , 053123456/);
  const other = (await customerOf(shop, HOME))?.members[1]?.id;
  await browser.send(`/customers/${id}/separate/${other}`);
  assert.doesNotMatch(browser.page.text, /053123456/);
});

test('a note of a customer is edited in place, by the account that the page then names', async () => {
  const shop = await openShop();
  await orderOf(shop, MOBILE);
  const customer = (await customerOf(shop, MOBILE))?.id as Id;
  await shop.ctx.write((tx) =>
    writeNote(
      tx,
      { storeId: storeOf(shop), customer },
      { text: 'calls in the evening', userId: null, now: shop.now() },
    ),
  );
  const browser = await signedIn(shop, { name: 'ploy', store: 'cafe', language: 'en' });
  const { html } = await browser.open(`/customers/${customer}`);
  const [, at = ''] = /action="\/office(\/customers\/\d+\/notes\/\d+)"/.exec(html) ?? [];
  const empty = await browser.send(at, { text: ' ' });
  assert.match(empty.html, /<details open=""><summary>Edit<.*aria-invalid="true"/s);
  const { text } = await browser.send(at, { text: 'calls in the morning' });
  assert.match(text, /calls in the morning ploy ·/);
  assert.doesNotMatch(text, /evening/);
  assert.equal((await browser.send(`/customers/${customer}/notes/999`, { text: 'x' })).status, 404);

  const other = await signedIn(shop, { name: 'mai', store: 'cafe', language: 'en' });
  const was = wasIn((await other.open(`/customers/${customer}`)).html);
  await browser.open(`/customers/${customer}`);
  await browser.send(at, { was, text: 'calls at noon' });
  const late = await other.send(at, { was, text: 'calls at night' });
  assert.equal(late.status, 422);
  assert.match(late.text, /calls at noon ploy · .*Someone else just changed this note/);
  assert.match(late.html, />\s*calls at night<\/textarea>/);
  const warned = await other.send(at, { was: wasIn(late.html), text: 'calls at night' });
  assert.match(warned.text, /calls at night mai ·/);
  assert.equal((await other.send(at, { was, text: 'calls at night' })).status, 200, 'the same form sent twice');
});

const wasIn = (html: string) => /name="was" value="([^"]*)"/.exec(html)?.[1] ?? '';

test('the list of customers shows tags and the province, and filters by both, however a province is spelled', async () => {
  const shop = await openShop();
  const from = (name: string, telephone: string, province: string) =>
    placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }], { recipient_address: { name, telephone, province } });
  await from('Anong', MOBILE, 'จ.เชียงใหม่');
  await from('Boonmee', HOME, 'chiang mai');
  await from('Chai', '0899990000', 'กรุงเทพฯ');
  const boonmee = (await customerOf(shop, HOME))?.id as Id;
  await shop.ctx.write((tx) => tagCustomer(tx, { storeId: storeOf(shop), customer: boonmee }, 'VIP'));
  const browser = await signedIn(shop, { store: 'cafe', language: 'en' });
  const { text } = await browser.open('/customers');
  assert.match(text, /Chai .*กรุงเทพฯ .*Boonmee VIP .*chiang mai .*Anong .*จ\.เชียงใหม่/);
  const chiangMai = `province=${encodeURIComponent('เชียงใหม่')}`;
  const namesOn = async (query: string) =>
    (await browser.open(`/customers?${query}`)).html.match(/(?<=">)(Anong|Boonmee|Chai)(?=<\/a>)/g);
  assert.deepEqual(await namesOn(chiangMai), ['Boonmee', 'Anong']);
  assert.match(browser.page.text, /Province: Chiang Mai ×/);
  assert.deepEqual(await namesOn(`${chiangMai}&tag=VIP`), ['Boonmee']);
  assert.deepEqual(await namesOn(`${chiangMai}&q=Anong`), ['Anong']);
  assert.deepEqual(await namesOn(`${chiangMai}&q=Chai`), null);
  assert.deepEqual(await namesOn('sort=last_order'), ['Anong', 'Boonmee', 'Chai']);
  assert.match(browser.page.html, /<th[^>]* aria-sort="ascending"><a class="sort" href="[^"]*sort=-last_order"/);
  const { db } = shop.ctx;
  const wanted = { province: 'เชียงใหม่', sort: 'spending', limit: 1 } as const;
  const first = listCustomers(db, storeOf(shop), wanted);
  const second = listCustomers(db, storeOf(shop), { ...wanted, after: first.next });
  assert.deepEqual(
    [first, second].map(({ customers, next }) => [customers.map(({ name }) => name), next?.id]),
    [
      [['Boonmee'], boonmee],
      [['Anong'], undefined],
    ],
  );
  const ofSecond = `after=${first.next?.value}_${first.next?.id}`;
  assert.deepEqual(await namesOn(`${chiangMai}&sort=-spending&${ofSecond}`), ['Anong']);
  assert.deepEqual(await namesOn(`${chiangMai}&sort=-spending&after=nonsense`), ['Boonmee', 'Anong']);
  const oldest = (after?: CustomerCursor) =>
    listCustomers(db, storeOf(shop), { sort: 'last_order', isAscending: true, limit: 2, after });
  assert.deepEqual(
    [oldest(), oldest(oldest().next)].map(({ customers }) => customers.map(({ name }) => name)),
    [['Anong', 'Boonmee'], ['Chai']],
  );
  const file = [...exportedCustomers(db, storeOf(shop), { province: 'เชียงใหม่', sort: 'last_order' })].flat();
  assert.deepEqual(
    file.map(({ name }) => name),
    ['Boonmee', 'Anong'],
  );
});

test('the list of customers filters by the amount spent and by the time of the last order, together with other filters', async () => {
  const shop = await openShop();
  const ago = async (days: number, name: string, telephone: string) => {
    const { id } = await orderOf(shop, telephone, name);
    const time = shop.now() - days * 86_400_000;
    await shop.ctx.write((tx) => tx.run(change('UPDATE orders SET create_time = ? WHERE id = ?'), time, id));
  };
  await ago(100, 'Anong', MOBILE);
  await ago(100, 'Boonmee', HOME);
  await ago(20, 'Chai', '0899990000');
  await ago(1, 'Dao', '0899990001');
  await derive(shop);
  const spent = change('UPDATE customers SET spending = ? WHERE telephone = ?');
  await shop.ctx.write((tx) => tx.run(spent, baht('900'), '0819991234'));
  await shop.ctx.write((tx) => tx.run(spent, baht('1500.50'), '0899990000'));
  const browser = await signedIn(shop, { store: 'cafe', language: 'en' });
  const namesOn = async (query: string) =>
    (await browser.open(`/customers?${query}`)).html.match(/(?<=">)(Anong|Boonmee|Chai|Dao)(?=<\/a>)/g) ?? [];
  assert.deepEqual(await namesOn('last_order=30'), ['Dao', 'Chai']);
  assert.match(browser.page.text, /Last order: In the last 30 days ×/);
  assert.deepEqual(await namesOn('last_order=-90'), ['Boonmee', 'Anong']);
  assert.deepEqual(await namesOn('last_order=-365'), []);
  assert.deepEqual(await namesOn('min_spending=900'), ['Chai', 'Anong']);
  assert.match(browser.page.text, /Amount spent, at least: ฿900.* ×/);
  assert.deepEqual(await namesOn('min_spending=%E0%B8%BF1,500&last_order=30'), ['Chai']);
  assert.deepEqual(await namesOn('min_spending=900&last_order=-90&q=Boonmee'), []);
  assert.deepEqual(await namesOn('last_order=-90&sort=-spending'), ['Anong', 'Boonmee']);
  assert.deepEqual(await namesOn('min_spending=1&sort=spending'), ['Anong', 'Chai']);
  const file = await browser.open('/customers.csv?min_spending=900&last_order=-90');
  assert.deepEqual(file.html.match(/Anong|Boonmee|Chai|Dao/g), ['Anong']);
  const warehouse = await signedIn(shop, { name: 'nok', permissions: ['customer_data'], store: 'cafe' });
  assert.equal((await warehouse.open('/customers?min_spending=900')).html.match(/Dao|min_spending"/g)?.join(), 'Dao');
});

test('a filtered page of many customers is sorted, whether few or many have spent enough', async () => {
  const shop = await openShop();
  await orderOf(shop, MOBILE);
  await derive(shop);
  const storeId = storeOf(shop);
  await shop.ctx.write((tx) =>
    tx.run(
      change(`WITH RECURSIVE k(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM k WHERE i < 6000)
        INSERT INTO customers (store_id, telephone, last_order, spending)
        SELECT ?, 100000000 + i, (SELECT max(id) FROM orders), i FROM k`),
      storeId,
    ),
  );
  const pages = (minSpending: number, sort: 'last_order' | 'spending', isAscending = false) => {
    const found: number[] = [];
    let after: CustomerCursor | undefined;
    do {
      const wanted = { minSpending: minSpending as Money, sort, isAscending, limit: 900, after };
      const { customers, next } = listCustomers(shop.ctx.db, storeId, wanted);
      found.push(...customers.map(({ spending }) => spending));
      after = next;
    } while (after);
    return found;
  };
  const from = (least: number) => Array.from({ length: 6001 - least }, (_, i) => least + i);
  for (const least of [100, 5000])
    for (const sort of ['last_order', 'spending'] as const) {
      assert.deepEqual(pages(least, sort, true), from(least));
      assert.deepEqual(pages(least, sort), from(least).reverse());
    }
});
