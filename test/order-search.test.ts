import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkDatabase } from '../src/domain/check-database.ts';
import { cancelOrder } from '../src/domain/orders/close.ts';
import { editOrder } from '../src/domain/orders/edit.ts';
import { byCommand } from '../src/domain/orders/history.ts';
import { indexOrders } from '../src/domain/orders/list/index-rows.ts';
import { matchingSkus } from '../src/domain/orders/list/lookups.ts';
import {
  countFound,
  countTabs,
  listOrderPage,
  newestOrder,
  orderBatches,
} from '../src/domain/orders/list/order-page.ts';
import type { OrderQuery } from '../src/domain/orders/list/query.ts';
import { foldedNames, personQuery, searchTermOf } from '../src/domain/orders/list/search-words.ts';
import { ORDER_TABS, type OrderTab } from '../src/domain/orders/list/tabs.ts';
import { existingOrder } from '../src/domain/orders/order.ts';
import { moveShipment, type StatusAfterPickUp } from '../src/domain/orders/shipments/move.ts';
import { returnGoods } from '../src/domain/orders/shipments/return.ts';
import { changeStore } from '../src/domain/stores.ts';
import type { Id } from '../src/lib/ids.ts';
import { message } from '../src/lib/messages/message.ts';
import { largeStore } from './large-store.ts';
import { type PlacedOrder, placeOrder } from './order-steps.ts';
import { confirm, notifyPaymentStep, takePaymentStep } from './payment-steps.ts';
import { stoppedClock } from './raw-http.ts';
import { bookOrder, lineOf, pickUpShipment } from './shipment-steps.ts';
import { change, sql } from './sql.ts';
import { runStep } from './stock-steps.ts';
import { cafe, idOf, openShop, type Shop } from './support.ts';

const LATTE = [{ sku: 'LAT-H', qty: 1 }];
const storeOf = (shop: Shop): Id => idOf(shop.ids.id);

const page = (shop: Shop, query: Partial<OrderQuery> = {}, place: { before?: number; limit?: number } = {}) =>
  listOrderPage(shop.ctx.db, storeOf(shop), { tab: 'all', ...query }, { limit: 50, ...place }, shop.now());

const numbers = (shop: Shop, query: Partial<OrderQuery> = {}): number[] =>
  page(shop, query).orders.map(({ orderNumber }) => orderNumber);

/** The tabs besides `all` of the shop's only order, from the list and from the counts. */
function tabsOf(shop: Shop): OrderTab[] {
  const tabs = ORDER_TABS.filter((tab) => tab !== 'all' && page(shop, { tab }).orders.length > 0);
  const counts = countTabs(shop.ctx.db, storeOf(shop), 1_000);
  assert.deepEqual(
    tabs,
    ORDER_TABS.filter((tab) => tab !== 'all' && counts[tab] > 0),
  );
  assert.deepEqual(checkDatabase(shop.ctx.db).problems, []);
  return tabs;
}

const move = (shop: Shop, { id }: { id: Id }, to: StatusAfterPickUp) =>
  runStep(shop, (tx, now) => moveShipment(tx, id, to, byCommand(now)));

const unpaid = (shop: Shop, more: object = {}) => placeOrder(shop, LATTE, { ship_before_pay: false, ...more });

test('an order moves from tab to tab as it is paid, shipped and delivered', async () => {
  const shop = await openShop();
  const order = await placeOrder(shop, [{ sku: 'LAT-H', qty: 2 }], { ship_before_pay: false });
  assert.deepEqual(tabsOf(shop), ['unpaid']);
  const { paymentId } = await notifyPaymentStep(shop, order, '130');
  assert.deepEqual(tabsOf(shop), ['to_confirm']);
  await confirm(shop, paymentId);
  assert.deepEqual(tabsOf(shop), ['to_pack']);
  const first = (await bookOrder(shop, order, { lines: [lineOf(order, 1)] })).result;
  assert.deepEqual(tabsOf(shop), ['to_pack']);
  await pickUpShipment(shop, first);
  assert.deepEqual(tabsOf(shop), ['to_pack', 'on_the_way']);
  const second = (await bookOrder(shop, order)).result;
  await pickUpShipment(shop, second);
  assert.deepEqual(tabsOf(shop), ['on_the_way']);
  await move(shop, first, 'delivered');
  assert.deepEqual(tabsOf(shop), ['on_the_way']);
  await move(shop, second, 'returning');
  assert.deepEqual(tabsOf(shop), ['returning']);
  await move(shop, second, 'returned');
  assert.deepEqual(tabsOf(shop), ['delivered', 'returning']);
});

test('an order with a returned parcel waits until every piece is restocked', async () => {
  const parts = [
    { variant: 'hot', qty: 2 },
    { variant: 'iced', qty: 1 },
  ];
  const gift = {
    key: 'gift',
    name: 'ชุดของขวัญ',
    variants: [{ key: 'set', sku: 'SET', prices: { retail: '150' }, parts }],
  };
  const shop = await openShop({
    stores: [cafe({ settings: { sell_below_zero: true }, products: [...(cafe().products as object[]), gift] })],
  });
  const waiting = () =>
    countFound(shop.ctx.db, storeOf(shop), { tab: 'returning', awaitsRestock: true }, 10, shop.now());
  const returnGoodsStep = (order: PlacedOrder, qty: number) =>
    runStep(shop, (tx, now) => returnGoods(tx, order.id, { lines: [lineOf(order, qty)] }, byCommand(now)));
  const order = await placeOrder(shop, [{ sku: 'SET', qty: 2 }]);
  const parcel = (await bookOrder(shop, order)).result;
  await pickUpShipment(shop, parcel);
  assert.equal(waiting().count, 0);
  await move(shop, parcel, 'returning');
  assert.equal(waiting().count, 0);
  await move(shop, parcel, 'returned');
  assert.deepEqual(waiting(), { count: 1, hasMore: false });
  assert.deepEqual(numbers(shop, { awaitsRestock: true }), [1]);
  await returnGoodsStep(order, 1);
  assert.equal(waiting().count, 1);
  await returnGoodsStep(order, 1);
  assert.equal(waiting().count, 0);
  assert.deepEqual(numbers(shop, { tab: 'returning', awaitsRestock: true }), []);
  assert.deepEqual(tabsOf(shop), ['returning']);
});

test('a delivered order whose payment is outstanding is on the delivered tab', async () => {
  const shop = await openShop();
  const order = await placeOrder(shop, LATTE);
  assert.deepEqual(tabsOf(shop), ['to_pack']);
  const { result: parcel } = await bookOrder(shop, order);
  await pickUpShipment(shop, parcel);
  await move(shop, parcel, 'delivered');
  assert.deepEqual([tabsOf(shop), page(shop).orders[0]?.status], [['delivered'], 'open']);
  await takePaymentStep(shop, order);
  assert.deepEqual([tabsOf(shop), page(shop).orders[0]?.status], [['delivered'], 'completed']);
});

test('a canceled order is closed, and its reported payment still waits for review', async () => {
  const shop = await openShop();
  const order = await unpaid(shop);
  await notifyPaymentStep(shop, order, '65');
  await runStep(shop, (tx, now) => cancelOrder(tx, order.id, 'store', byCommand(now)));
  assert.deepEqual(tabsOf(shop), ['to_confirm', 'closed']);
});

test('a COD order is to pack if COD counts as ready in the store, and unpaid otherwise', async () => {
  const shop = await openShop();
  await unpaid(shop, { is_cod: true, cod_amount: '65', cod_fee: '0' });
  assert.deepEqual(tabsOf(shop), ['unpaid']);
  await shop.ctx.write((tx) => changeStore(tx, storeOf(shop), { codCountsAsReady: true }));
  assert.deepEqual(tabsOf(shop), ['to_pack']);
});

test('a check of the database reports orders with a wrong stage or missing in the search index', async () => {
  const shop = await openShop();
  await placeOrder(shop, LATTE);
  await placeOrder(shop, LATTE);
  await shop.ctx.write((tx) => {
    indexOrders(tx, 100);
    tx.run(change(`UPDATE orders SET stage = 'shipped' WHERE id = 1`));
    tx.run(change('UPDATE orders SET to_take_in = 1 WHERE id = 2'));
    tx.run(change('DELETE FROM order_search WHERE rowid = 1'));
  });
  assert.deepEqual(checkDatabase(shop.ctx.db).problems, [
    message('order_listed_in_wrong_stage', { order: 1 as Id, listed: 'shipped', actual: 'to_pack' }),
    message('order_goods_back_wrong', { order: 2 as Id, listed: true }),
    message('orders_not_searchable', { orders: 1, first: 1 as Id }),
  ]);
});

test('the stored stage is correct for orders in every state of payment, shipping and return', async () => {
  const shop = await openShop({ stores: [cafe({ settings: { sell_below_zero: true } })] });
  const two = () => placeOrder(shop, [{ sku: 'LAT-H', qty: 2 }]);
  await unpaid(shop);
  await unpaid(shop, { is_cod: true, cod_amount: '65', cod_fee: '0' });
  await takePaymentStep(shop, await unpaid(shop));
  await notifyPaymentStep(shop, await unpaid(shop), '65');
  await runStep(shop, (tx, now) => cancelOrder(tx, 1 as Id, 'store', byCommand(now)));
  for (const ends of [[], ['in_transit'], ['delivered'], ['returned']] as const)
    for (const whole of [true, false]) {
      const order = await two();
      const { result: parcel } = await bookOrder(shop, order, whole ? {} : { lines: [lineOf(order, 1)] });
      await pickUpShipment(shop, parcel);
      for (const end of ends) await move(shop, parcel, end);
    }
  const paid = await placeOrder(shop, LATTE);
  await takePaymentStep(shop, paid);
  const { result: parcel } = await bookOrder(shop, paid);
  await pickUpShipment(shop, parcel);
  await move(shop, parcel, 'delivered');
  await bookOrder(shop, await two());
  assert.deepEqual(checkDatabase(shop.ctx.db).problems, []);
  const stages = shop.ctx.db.all(sql<{ stage: string }>('SELECT DISTINCT stage FROM orders ORDER BY stage'));
  assert.deepEqual(
    stages.map(({ stage }) => stage),
    ['canceled', 'cod', 'completed', 'delivered', 'shipped', 'to_pack', 'unpaid'],
  );
});

const RECIPIENTS = [
  { name: 'สมชาย ใจดี', telephone: '0812345678' },
  { name: 'Mary  Andersen', telephone: '+66 89-111-2222' },
  { name: 'แม่มะลิ', telephone: '021234567 ต่อ 12' },
];

async function searchable(): Promise<Shop> {
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

test('list and order have the same shipping status from creation to cancellation', async () => {
  const shop = await openShop();
  const { db } = shop.ctx;
  const order = await placeOrder(shop, [{ sku: 'LAT-H', qty: 2 }]);
  const statuses: string[] = [];
  const recordStatus = () => {
    const status = page(shop).orders[0]?.shippingStatus;
    assert.equal(status, existingOrder(db, order.id).shippingStatus);
    statuses.push(String(status));
  };
  recordStatus();
  const { result: parcel } = await bookOrder(shop, order, { lines: [lineOf(order, 1)] });
  recordStatus();
  await pickUpShipment(shop, parcel);
  recordStatus();
  await move(shop, parcel, 'returned');
  recordStatus();
  await runStep(shop, (tx, now) => cancelOrder(tx, order.id, 'store', byCommand(now)));
  recordStatus();
  assert.deepEqual(statuses, ['unshipped', 'booked', 'partially_shipped', 'partially_shipped', 'partially_shipped']);
});

test('one search field finds orders by number, ids, name, phone number and SKU, indexed or not', async () => {
  const shop = await searchable();
  const find = () => SEARCHES.map(([text]) => [text, ...numbers(shop, { search: text })]);
  assert.deepEqual(find(), SEARCHES);
  await shop.ctx.write((tx) => indexOrders(tx, 100));
  assert.deepEqual(find(), SEARCHES);
});

test('an order is found by a SKU prefix that very many orders of another store contain', async () => {
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
  const found = (place: { before?: number; limit?: number }, query: Partial<OrderQuery> = two) => {
    const { orders, next } = page(shop, query, place);
    return [orders.map(({ orderNumber }) => orderNumber), next] as const;
  };
  assert.deepEqual(found({}), [[2, 6, 4], undefined]);
  assert.deepEqual(found({}, { search: ' #2 ' }), [[2], undefined]);
  assert.deepEqual(found({}, { search: '2', tab: 'to_pack' }), [[6, 4], undefined]);
  const [first, second] = [found({ limit: 2 }), found({ limit: 2, before: found({ limit: 2 })[1] as number })];
  assert.deepEqual(
    [first[0], second],
    [
      [2, 6],
      [[4], undefined],
    ],
  );
  const alone = found({ limit: 1 });
  assert.deepEqual([alone[0], found({ before: alone[1] as number })[0]], [[2], [6, 4]]);
  const parts = [...orderBatches(shop.ctx.db, storeOf(shop), { tab: 'all', ...two }, shop.now())].flat();
  assert.deepEqual(
    parts.map(({ orderNumber }) => orderNumber),
    [2, 6, 4],
  );
  const news = listOrderPage(shop.ctx.db, storeOf(shop), { tab: 'all', ...two }, { after: 1, limit: 50 }, shop.now());
  assert.deepEqual(
    news.orders.map(({ orderNumber }) => orderNumber),
    [6, 4, 2],
  );
});

test('filters narrow the list', async () => {
  const clock = stoppedClock();
  const shop = await openShop({ now: clock.now });
  const start = shop.now();
  await placeOrder(shop, LATTE, { channel: 'line', shipping_type: 'flash' });
  clock.forward(1_000);
  await unpaid(shop, { ship_deadline_time: start + 5_000 });
  clock.forward(1_000);
  const paid = await unpaid(shop, { channel: 'facebook' });
  await takePaymentStep(shop, paid);
  await bookOrder(shop, paid);
  const filtered: [Partial<OrderQuery>, ...number[]][] = [
    [{ salesChannel: 'line' }, 1],
    [{ shippingType: 'flash' }, 1],
    [{ isCod: true }],
    [{ isCod: false }, 3, 2, 1],
    [{ isPaid: true }, 3],
    [{ isPaid: false }, 2, 1],
    [{ isBooked: true }, 3],
    [{ isBooked: false, tab: 'to_pack' }, 1],
    [{ origin: idOf(shop.ids.channels.page?.id) }, 3, 2, 1],
    [{ origin: 'store' }],
    [{ since: start + 1_000 }, 3, 2],
    [{ until: start + 1_000 }, 1],
    [{ since: start + 1_000, until: start + 2_000 }, 2],
    [{ since: start + 1_000, salesChannel: 'line' }],
    [{ isLate: true }],
  ];
  for (const [query, ...found] of filtered) assert.deepEqual(numbers(shop, query), found, JSON.stringify(query));
  clock.forward(10_000);
  assert.deepEqual(numbers(shop, { isLate: true }), [2]);
  assert.equal(page(shop).orders[1]?.isLate, true);
});

test('pages have no gaps, even if orders arrive in between', async () => {
  const shop = await openShop();
  for (let i = 0; i < 5; i += 1) await placeOrder(shop, LATTE);
  const first = page(shop, {}, { limit: 2 });
  await placeOrder(shop, LATTE);
  const second = page(shop, {}, { limit: 2, before: first.next as number });
  const third = page(shop, {}, { limit: 2, before: second.next as number });
  const pagesOfNumbers = [first, second, third].map(({ orders }) => orders.map(({ orderNumber }) => orderNumber));
  assert.deepEqual([pagesOfNumbers, third.next], [[[5, 4], [3, 2], [1]], undefined]);
  assert.equal(newestOrder(shop.ctx.db, storeOf(shop)), 6);
});

test('an order in the list shows its goods, its status and its problems', async () => {
  const shop = await openShop();
  const products = [
    { sku: 'LAT-H', qty: 2 },
    { sku: 'LAT-I', qty: 1 },
  ];
  const order = await placeOrder(shop, products, { private_note: 'ลูกค้าประจำ', external_order_id: 'A1' });
  await shop.order({ external_order_id: 'A1' });
  const { result: parcel } = await bookOrder(shop, order);
  const [entry] = page(shop).orders;
  assert.deepEqual(
    {
      ...{ firstLine: entry?.firstLine, lines: entry?.lines, pieces: entry?.pieces, note: entry?.privateNote },
      ...{ payment: entry?.paymentStatus, shipping: entry?.shippingStatus, replay: entry?.hasDifferingReplay },
      parcels: entry?.parcels,
    },
    {
      ...{ firstLine: 'ลาเต้ ร้อน', lines: 2, pieces: 3, note: 'ลูกค้าประจำ' },
      ...{ payment: 'unpaid', shipping: 'booked', replay: true },
      parcels: [
        { id: parcel.id, orderId: order.id, shippingType: 'ems', trackingNumber: 'EX123456785TH', status: 'booked' },
      ],
    },
  );
});

test('if very many orders are skipped, pages end early and continue until all are examined', async () => {
  const { db, storeId } = await largeStore(5_000);
  const count = (query: OrderQuery) => {
    const parts = [...orderBatches(db, storeId, query, Date.now())].map((part) => part.map(({ id }) => id));
    const all = parts.flat();
    assert.equal(new Set(all).size, all.length);
    assert.deepEqual(
      all,
      [...all].sort((a, b) => b - a),
    );
    return all.length;
  };
  const known = (where: string) => db.get(sql<{ n: number }>(`SELECT count(*) AS n FROM orders o WHERE ${where}`))?.n;
  const named = (name: string) => `recipient_address IN (SELECT version FROM addresses WHERE name LIKE '%${name}%')`;
  const none = listOrderPage(db, storeId, { tab: 'all', salesChannel: 'phone' }, { limit: 50 }, Date.now());
  assert.deepEqual([none.orders, none.hasStopped, typeof none.next], [[], true, 'number']);
  assert.equal(count({ tab: 'all', salesChannel: 'phone' }), 0);
  assert.equal(
    count({ tab: 'delivered', salesChannel: 'line' }),
    known(`stage = 'completed' AND sales_channel = 'line'`),
  );
  assert.equal(count({ tab: 'closed' }), known(`stage IN ('canceled', 'expired')`));
  assert.equal(
    count({ tab: 'closed', shippingType: 'ems' }),
    known(`stage IN ('canceled', 'expired') AND shipping_type = 'ems'`),
  );
  assert.equal(count({ tab: 'returning' }), known(`id IN (SELECT order_id FROM shipments WHERE status = 'returned')`));
  assert.equal(count({ tab: 'all', search: 'กุล' }), known(named('กุล')));
  assert.equal(count({ tab: 'unpaid', search: 'somchai' }), known(`${named('Somchai')} AND stage = 'unpaid'`));
  for (const name of ['บุญมี บุญวัฒน์', 'สมชาย รัตนสมบัติ', 'วัฒน์ชัย', 'นภัสสร ประ', 'บุญมี ใจ'])
    assert.equal(count({ tab: 'all', search: name }), known(named(name)), name);
  const telephoned = (like: string) =>
    `recipient_address IN (SELECT version FROM addresses WHERE telephone LIKE '${like}')`;
  const telephone =
    db.get(sql<{ telephone: string }>('SELECT telephone FROM addresses WHERE version = 700'))?.telephone ?? '';
  for (const digits of [telephone, telephone.slice(0, 6), telephone.slice(-6)])
    assert.equal(
      count({ tab: 'all', search: digits }),
      known(`${telephoned(`${digits}%`)} OR ${telephoned(`%${digits}`)}`),
    );
  const ofSku = "id IN (SELECT order_id FROM order_lines WHERE sku = 'LAT-I')";
  assert.equal(count({ tab: 'all', search: 'at-i' }), known(ofSku));
  const numbered = (prefix: string) => `id IN (SELECT order_id FROM shipments WHERE tracking_number LIKE '${prefix}%')`;
  const common = db.get(sql<{ prefix: string }>(COMMON))?.prefix ?? '';
  const all = known(numbered(common)) ?? 0;
  assert.ok(all > 1_000, `${all} parcels begin with ${common}`);
  assert.equal(count({ tab: 'all', search: common }), all);
  const shops = `external_order_id LIKE 'SHOP-%'`;
  assert.equal(count({ tab: 'all', search: 'SHOP-' }), known(shops));
  const returned = `id IN (SELECT order_id FROM shipments WHERE status = 'returned')`;
  assert.equal(count({ tab: 'returning', search: 'SHOP-' }), known(`${shops} AND ${returned}`));
  const newest = listOrderPage(db, storeId, { tab: 'all', search: common }, { limit: 10 }, Date.now());
  assert.deepEqual(
    newest.orders.map(({ id }) => id),
    db
      .all(sql<{ id: Id }>(`SELECT id FROM orders WHERE ${numbered(common)} ORDER BY id DESC LIMIT 10`))
      .map(({ id }) => id),
  );
  db.close();
});

const COMMON = `SELECT substr(tracking_number, 1, 5) AS prefix FROM shipments WHERE tracking_number IS NOT NULL
  GROUP BY 1 ORDER BY count(*) DESC LIMIT 1`;
