import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cancelOrder } from '../src/domain/orders/close.ts';
import { byCommand } from '../src/domain/orders/history.ts';
import type { OrderQuery } from '../src/domain/orders/list/filters.ts';
import { listOrderPage, newestOrder, orderBatches } from '../src/domain/orders/list/order-page.ts';
import { existingOrder } from '../src/domain/orders/order.ts';
import type { Id } from '../src/lib/ids.ts';
import { baht } from './amounts.ts';
import { largeStore } from './large-store.ts';
import { LATTE, move, numbers, page, storeOf, unpaid } from './order-list-steps.ts';
import { placeOrder } from './order-steps.ts';
import { confirm, notifyPaymentStep, refund, takePaymentStep } from './payment-steps.ts';
import { bookOrder, lineOf, pickUpShipment } from './shipment-steps.ts';
import { sql } from './sql.ts';
import { runStep } from './stock-steps.ts';
import { stoppedClock } from './stopped-clock.ts';
import { idOf, openShop } from './support.ts';

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

test('the list finds overpaid orders, until the refund', async () => {
  const shop = await openShop();
  const [, order] = [await placeOrder(shop, LATTE), await placeOrder(shop, LATTE), await unpaid(shop)];
  const { paymentId } = await notifyPaymentStep(shop, order, '130');
  await takePaymentStep(shop, order);
  assert.deepEqual(numbers(shop, { isOverpaid: true }), []);
  await confirm(shop, paymentId);
  assert.deepEqual([numbers(shop, { isOverpaid: true }), page(shop).orders[1]?.overpaidAmount], [[2], baht('130')]);
  await refund(shop, order, { amount: baht('130') });
  assert.deepEqual([numbers(shop, { isOverpaid: true }), page(shop).orders[1]?.overpaidAmount], [[], 0]);
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
  const countOrders = (where: string) =>
    db.get(sql<{ n: number }>(`SELECT count(*) AS n FROM orders o WHERE ${where}`))?.n;
  const withName = (name: string) => `recipient_address IN (SELECT version FROM addresses WHERE name LIKE '%${name}%')`;
  const none = listOrderPage(db, storeId, { tab: 'all', salesChannel: 'phone' }, { limit: 50 }, Date.now());
  assert.deepEqual([none.orders, none.hasStopped, typeof none.next], [[], true, 'number']);
  assert.equal(count({ tab: 'all', salesChannel: 'phone' }), 0);
  assert.equal(
    count({ tab: 'delivered', salesChannel: 'line' }),
    countOrders(`stage = 'completed' AND sales_channel = 'line'`),
  );
  assert.equal(count({ tab: 'closed' }), countOrders(`stage IN ('canceled', 'expired')`));
  assert.equal(
    count({ tab: 'closed', shippingType: 'ems' }),
    countOrders(`stage IN ('canceled', 'expired') AND shipping_type = 'ems'`),
  );
  const returned = `id IN (SELECT order_id FROM shipments WHERE status = 'returned')`;
  assert.equal(count({ tab: 'returning' }), countOrders(returned));
  assert.equal(count({ tab: 'all', search: 'กุล' }), countOrders(withName('กุล')));
  assert.equal(count({ tab: 'unpaid', search: 'somchai' }), countOrders(`${withName('Somchai')} AND stage = 'unpaid'`));
  for (const name of ['บุญมี บุญวัฒน์', 'สมชาย รัตนสมบัติ', 'วัฒน์ชัย', 'นภัสสร ประ', 'บุญมี ใจ'])
    assert.equal(count({ tab: 'all', search: name }), countOrders(withName(name)), name);
  const withTelephone = (like: string) =>
    `recipient_address IN (SELECT version FROM addresses WHERE telephone LIKE '${like}')`;
  const telephone =
    db.get(sql<{ telephone: string }>('SELECT telephone FROM addresses WHERE version = 700'))?.telephone ?? '';
  for (const digits of [telephone, telephone.slice(0, 6), telephone.slice(-6)])
    assert.equal(
      count({ tab: 'all', search: digits }),
      countOrders(`${withTelephone(`${digits}%`)} OR ${withTelephone(`%${digits}`)}`),
    );
  const withSku = "id IN (SELECT order_id FROM order_lines WHERE sku = 'LAT-I')";
  assert.equal(count({ tab: 'all', search: 'at-i' }), countOrders(withSku));
  const prefix = db.get(sql<{ prefix: string }>(COMMON_PREFIX))?.prefix ?? '';
  const withPrefix = `id IN (SELECT order_id FROM shipments WHERE tracking_number LIKE '${prefix}%')`;
  const all = countOrders(withPrefix) ?? 0;
  assert.ok(all > 1_000, `${all} parcels begin with ${prefix}`);
  assert.equal(count({ tab: 'all', search: prefix }), all);
  const withExternalId = `external_order_id LIKE 'SHOP-%'`;
  assert.equal(count({ tab: 'all', search: 'SHOP-' }), countOrders(withExternalId));
  assert.equal(count({ tab: 'returning', search: 'SHOP-' }), countOrders(`${withExternalId} AND ${returned}`));
  const newest = listOrderPage(db, storeId, { tab: 'all', search: prefix }, { limit: 10 }, Date.now());
  assert.deepEqual(
    newest.orders.map(({ id }) => id),
    db.all(sql<{ id: Id }>(`SELECT id FROM orders WHERE ${withPrefix} ORDER BY id DESC LIMIT 10`)).map(({ id }) => id),
  );
  db.close();
});

/** The most common first five characters of tracking numbers. */
const COMMON_PREFIX = `SELECT substr(tracking_number, 1, 5) AS prefix FROM shipments WHERE tracking_number IS NOT NULL
  GROUP BY 1 ORDER BY count(*) DESC LIMIT 1`;
