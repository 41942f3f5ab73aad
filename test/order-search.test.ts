import assert from 'node:assert/strict';
import { test } from 'node:test';
import { editOrder } from '../src/domain/orders/edit.ts';
import { byCommand } from '../src/domain/orders/history.ts';
import type { OrderQuery } from '../src/domain/orders/list/filters.ts';
import { indexOrders } from '../src/domain/orders/list/index-rows.ts';
import { matchingSkus } from '../src/domain/orders/list/lookups.ts';
import { listOrderPage, orderBatches } from '../src/domain/orders/list/order-page.ts';
import { ordersByText } from '../src/domain/orders/list/search.ts';
import { foldedNames, personQuery, searchTermOf } from '../src/domain/orders/list/search-words.ts';
import { LATTE, numbers, page, storeOf, unpaid } from './order-list-steps.ts';
import { placeOrder } from './order-steps.ts';
import { bookOrder } from './shipment-steps.ts';
import { cafe, idOf, openShop, type Shop } from './support.ts';

const RECIPIENTS = [
  { name: 'สมชาย ใจดี', telephone: '0812345678' },
  { name: 'Mary  Andersen', telephone: '+66 89-111-2222' },
  { name: 'แม่มะลิ', telephone: '021234567 ต่อ 12' },
];

async function openSearchShop(): Promise<Shop> {
  const shop = await openShop({ stores: [cafe(), cafe({ key: 'other', channels: [{ key: 'own', name: 'Own' }] })] });
  for (const [i, recipient_address] of RECIPIENTS.entries()) {
    const sku = i === 0 ? 'LAT-I' : 'LAT-H';
    const order = await placeOrder(shop, [{ sku, qty: 1 }], { recipient_address, external_order_id: `PAGE-${i + 1}` });
    await bookOrder(shop, order, { trackingNumber: `TH0${i + 1}99` });
  }
  const own = await shop.bearer('own', shop.stores.other);
  const there = { product_variant_id: shop.stores.other?.variants.iced, qty: 1 };
  await shop.order({ products: [there], recipient_address: RECIPIENTS[0] }, { token: own });
  return shop;
}

const SEARCHES: [text: string, ...found: number[]][] = [
  ['1', 1],
  ['#2', 2],
  ['#9'],
  ['PAGE-', 3, 2, 1],
  ['PAGE-2', 2],
  ['th0199', 1],
  ['TH02', 2],
  ['สมชาย', 1],
  ['มชา', 1],
  ['ย ใจ', 1],
  ['ใจ', 1],
  [' สมชาย  ใจดี ', 1],
  ['mary', 2],
  ['MARY AND', 2],
  ['ander', 2],
  ['แม่มะลิ', 3],
  ['0812345678', 1],
  ['081-234-5678', 1],
  ['5678', 1],
  ['081234', 1],
  ['345678', 1],
  ['+66891112222', 2],
  ['0891112222', 2],
  ['๒๒๒๒', 2],
  ['234567', 3],
  ['lat-i', 1],
  ['LAT', 3, 2, 1],
  ['ไม่มี'],
  ['99999'],
  ['"'],
  ['* OR n'],
];

test('one search field finds orders by number, ids, name, phone number and SKU, indexed or not', async () => {
  const shop = await openSearchShop();
  const find = () => SEARCHES.map(([text]) => [text, ...numbers(shop, { search: text })]);
  assert.deepEqual(find(), SEARCHES);
  await shop.ctx.write((tx) => indexOrders(tx, 100));
  assert.deepEqual(find(), SEARCHES);
});

test('the SKUs with a prefix are found although very many SKUs of another store contain it', async () => {
  const variants = Array.from({ length: 1_001 }, (_, i) => ({
    key: `v${i}`,
    sku: `X-LAT-${i}`,
    prices: { retail: '1' },
  }));
  const other = cafe({ key: 'other', products: [{ key: 'many', name: 'ชา', variants }] });
  const shop = await openShop({ stores: [other, cafe()] });
  const { db } = shop.ctx;
  const own = idOf(shop.stores.cafe?.id);
  assert.deepEqual(matchingSkus(db, own, 'lat-'), ['lat-', 'LAT-H', 'LAT-I']);
  assert.deepEqual(matchingSkus(db, own, 'at-'), ['at-']);
});

test('a search by name queries the index with the rarest parts of the name, at most four', () => {
  const names = foldedNames(['บุญมี รัตนสมบัติ', 'บุญมี ใจดี', 'สมชาย รัตนสมบัติ', 'สมชาย ใจดี']);
  const queryFor = (text: string) => personQuery(searchTermOf(text), names);
  assert.equal(queryFor('บุญมี ใจดี'), '("nบุญ" AND "nใจด")');
  assert.equal(queryFor('บุ'), '("bบุ")');
  const resembling = foldedNames(['abcdefgh abcdefgi', 'abcdefgh']);
  assert.equal(personQuery(searchTermOf('abcdefg abcdefg'), resembling).split(' AND ').length, 4);
});

test('an edited order is found by its current content', async () => {
  const shop = await openShop();
  const { id } = await placeOrder(shop, LATTE);
  await shop.ctx.write((tx) => indexOrders(tx, 100));
  const recipientAddress = { name: 'สุดา ทองคำ' };
  await shop.ctx.write((tx) => editOrder(tx, id, { recipientAddress }, byCommand(shop.now())));
  assert.deepEqual([numbers(shop, { search: 'สุดา' }), numbers(shop, { search: 'สมชาย' })], [[1], []]);
});

test('a search covers its tab only', async () => {
  const shop = await openShop();
  await unpaid(shop);
  await placeOrder(shop, LATTE);
  assert.deepEqual(numbers(shop, { search: 'สมชาย' }), [2, 1]);
  assert.deepEqual(numbers(shop, { search: 'สมชาย', tab: 'unpaid' }), [1]);
  assert.deepEqual(numbers(shop, { search: 'สมชาย', tab: 'to_confirm' }), []);
});

test('an exact order number comes first, once, before the newest similar ones', async () => {
  const shop = await openShop();
  for (let i = 1; i <= 6; i += 1) {
    const more = i % 2 === 0 ? { recipient_address: { name: `ห้อง ${i === 4 ? 'x' : ''}2` } } : {};
    await (i < 3 ? unpaid(shop, more) : placeOrder(shop, LATTE, more));
  }
  const two = { search: '2' };
  const searchOrders = (place: { before?: number; limit?: number }, query: Partial<OrderQuery> = two) => {
    const { orders, next } = page(shop, query, place);
    return [orders.map(({ orderNumber }) => orderNumber), next] as const;
  };
  assert.deepEqual(searchOrders({}), [[2, 6, 4], undefined]);
  assert.deepEqual(searchOrders({}, { search: ' #2 ' }), [[2], undefined]);
  assert.deepEqual(searchOrders({}, { search: '2', tab: 'to_pack' }), [[6, 4], undefined]);
  const [firstPage, next] = searchOrders({ limit: 2 });
  assert.deepEqual(firstPage, [2, 6]);
  assert.deepEqual(searchOrders({ limit: 2, before: next as number }), [[4], undefined]);
  const alone = searchOrders({ limit: 1 });
  assert.deepEqual([alone[0], searchOrders({ before: alone[1] as number })[0]], [[2], [6, 4]]);
  const batches = [...orderBatches(shop.ctx.db, storeOf(shop), { tab: 'all', ...two }, shop.now())].flat();
  assert.deepEqual(
    batches.map(({ orderNumber }) => orderNumber),
    [2, 6, 4],
  );
  const newer = listOrderPage(shop.ctx.db, storeOf(shop), { tab: 'all', ...two }, { after: 1, limit: 50 }, shop.now());
  assert.deepEqual(
    newer.orders.map(({ orderNumber }) => orderNumber),
    [6, 4, 2],
  );
});

test('a limited search keeps the order that the text identifies before newer orders with such a recipient', async () => {
  const shop = await openSearchShop();
  const recipient_address = { ...RECIPIENTS[0], name: 'PAGE-1' };
  for (let i = 0; i < 3; i += 1) await placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }], { recipient_address });
  const search = (inPersons: boolean) =>
    ordersByText(shop.ctx.db, storeOf(shop), 'PAGE-1', { inPersons, limit: 2 }).map(({ number }) => number);
  assert.deepEqual(search(false), [1]);
  assert.deepEqual(search(true), [1, 6]);
  await shop.ctx.write((tx) => indexOrders(tx, 100));
  assert.deepEqual(search(true), [1, 6]);
});
