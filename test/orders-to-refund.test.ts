import assert from 'node:assert/strict';
import { test } from 'node:test';
import { preparations } from '../src/db/prepared-statements.ts';
import { cancelOrder } from '../src/domain/orders/close.ts';
import { byCommand, historyOf } from '../src/domain/orders/history.ts';
import { countToRefund, findOrders } from '../src/domain/orders/list/order-page.ts';
import { verifyList } from '../src/domain/orders/list/verify-list.ts';
import { existingOrder, type Order } from '../src/domain/orders/order.ts';
import { closeMissing } from '../src/domain/orders/shipments/missing.ts';
import { undoHandOver } from '../src/domain/orders/shipments/undo-hand-over.ts';
import { message } from '../src/lib/messages/message.ts';
import { baht } from './amounts.ts';
import { type Browser, signedIn } from './office.ts';
import { type PlacedOrder, placeOrder } from './order-steps.ts';
import { confirm, notifyPaymentStep, refund, takePaymentStep } from './payment-steps.ts';
import { bookOrder, pickUpShipment } from './shipment-steps.ts';
import { change, openTestDatabase, planSteps } from './sql.ts';
import { runStep } from './stock-steps.ts';
import { idOf, openShop, type Shop } from './support.ts';

const latte = (shop: Shop, qty = 2, more: object = {}) => placeOrder(shop, [{ sku: 'LAT-H', qty, price: '65' }], more);

const orderOf = (shop: Shop, { id }: PlacedOrder): Order => existingOrder(shop.ctx.db, id);

/** Numbers of the orders that the filter finds. */
const found = (shop: Shop, filter: 'isOverpaid' | 'isShort') =>
  findOrders(shop.ctx.db, idOf(shop.ids.id), { tab: 'all', [filter]: true }, { limit: 50 }, shop.now()).found.map(
    ({ number }) => number,
  );

async function overpay(shop: Shop): Promise<PlacedOrder> {
  const order = await latte(shop);
  const { paymentId } = await notifyPaymentStep(shop, order, '150');
  await confirm(shop, paymentId);
  return order;
}

/** Ships one piece of two. */
async function shipShort(shop: Shop, order: PlacedOrder) {
  const { result } = await bookOrder(shop, order);
  const [line] = orderOf(shop, order).lines;
  await pickUpShipment(shop, result, { short: [{ lineId: line?.id as never, qty: 1 }] });
  return result;
}

const tiles = async (browser: Browser) =>
  [
    ...(await browser.open('/')).html.matchAll(
      /<a href="\/office(\/orders\?paid=\w+)" class="duty[^>]*><strong[^>]*>(\d+)/g,
    ),
  ].map(([, path, count]) => [path, count]);

test('an overpaid order is found until the overpayment is refunded', async () => {
  const shop = await openShop();
  await takePaymentStep(shop, await latte(shop));
  const order = await overpay(shop);
  assert.deepEqual(found(shop, 'isOverpaid'), [2]);
  await refund(shop, order, { amount: baht('20') });
  assert.deepEqual(found(shop, 'isOverpaid'), []);
  assert.deepEqual(verifyList(shop.ctx.db), []);
  await shop.ctx.write((tx) => tx.run(change(`INSERT INTO orders_to_refund VALUES ('overpaid', ${order.id})`)));
  assert.deepEqual(verifyList(shop.ctx.db), [message('overpaid_mark_wrong', { order: order.id, marked: true })]);
});

test('a paid order that shipped short is found until something is refunded from its total', async () => {
  const shop = await openShop();
  const [paid, unpaid] = [await latte(shop), await latte(shop)];
  await takePaymentStep(shop, paid);
  for (const order of [paid, unpaid]) await shipShort(shop, order);
  assert.deepEqual(found(shop, 'isShort'), [1]);
  await takePaymentStep(shop, unpaid);
  assert.deepEqual(found(shop, 'isShort'), [2, 1]);
  await refund(shop, paid, { amount: baht('60') });
  assert.deepEqual(found(shop, 'isShort'), [2]);
});

test('missing items that are closed count as short, gifts and canceled orders do not, and an undone handover ends it', async () => {
  const shop = await openShop();
  const [closed, gift, canceled, undone] = [
    await latte(shop),
    await placeOrder(shop, [
      { sku: 'LAT-H', qty: 1, price: '65' },
      { sku: 'LAT-I', qty: 1, price: '0' },
    ]),
    await latte(shop),
    await latte(shop),
  ];
  for (const order of [closed, gift, canceled, undone]) await takePaymentStep(shop, order);
  const close = (order: PlacedOrder) =>
    runStep(shop, (tx, now) =>
      closeMissing(tx, order.id, [{ lineId: orderOf(shop, order).lines.at(-1)?.id as never, qty: 1 }], byCommand(now)),
    );
  for (const order of [closed, gift, canceled]) await close(order);
  await runStep(shop, (tx, now) => cancelOrder(tx, canceled.id, 'store', byCommand(now)));
  const parcel = await shipShort(shop, undone);
  assert.deepEqual(found(shop, 'isShort'), [4, 1]);
  await runStep(shop, (tx, now) => undoHandOver(tx, parcel.id, byCommand(now)));
  assert.deepEqual(found(shop, 'isShort'), [1]);
});

test('Today has a tile for each only while there is something to refund, and leads to the list', async () => {
  const shop = await openShop();
  const browser = await signedIn(shop, { language: 'en' });
  await latte(shop);
  assert.deepEqual(await tiles(browser), []);
  await overpay(shop);
  const order = await latte(shop);
  await takePaymentStep(shop, order);
  await shipShort(shop, order);
  assert.deepEqual(await tiles(browser), [
    ['/orders?paid=overpaid', '1'],
    ['/orders?paid=short', '1'],
  ]);
  assert.match((await browser.open('/orders?paid=short')).text, /Payment status: Shipped short, not refunded .*#3/);
  const packer = await signedIn(shop, { name: 'packer', role: 'packer', store: 'cafe', language: 'en' });
  assert.deepEqual(await tiles(packer), []);
});

test('the order page offers a refund of what was not shipped, or to keep the money', async () => {
  const shop = await openShop();
  const order = await latte(shop);
  await takePaymentStep(shop, order);
  await shipShort(shop, order);
  const browser = await signedIn(shop, { language: 'en' });
  const { text } = await browser.open(`/orders/${order.id}`);
  assert.match(
    text,
    /Shipped short: ลาเต้ ร้อน × 1\. ฿65 was paid for it and has not been refunded\. Refund Do not refund/,
  );
  await browser.send(`/orders/${order.id}/refund/none`);
  assert.match(browser.page.text, /Marked as not refunded/);
  assert.doesNotMatch((await browser.open(`/orders/${order.id}`)).text, /Shipped short:/);
  assert.deepEqual(found(shop, 'isShort'), []);
  assert.equal(historyOf(shop.ctx.db, order.id).at(-1)?.event, 'short_settled');
  assert.equal((await browser.send(`/orders/${order.id}/refund/none`)).status, 422);
  const packer = await signedIn(shop, { name: 'packer', role: 'packer', store: 'cafe', language: 'en' });
  assert.equal((await packer.send(`/orders/${order.id}/refund/none`)).status, 403);
});

test('the form for refunds suggests what was overpaid and what was paid for missing goods, else everything', async () => {
  const shop = await openShop();
  const browser = await signedIn(shop, { language: 'en' });
  const suggested = async (order: PlacedOrder) => {
    const { html } = await browser.open(`/orders/${order.id}`);
    const [, amount] = /<input[^>]*id="field-refund-amount"[^>]*value="([^"]*)"/.exec(html) ?? [];
    assert.match(html, new RegExp(`data-amount-of="field-refund-amount">฿${amount}<`));
    return amount;
  };
  const [paid, overpaid] = [await latte(shop), await overpay(shop)];
  await takePaymentStep(shop, paid);
  assert.deepEqual([await suggested(paid), await suggested(overpaid)], ['130', '20']);
  for (const order of [paid, overpaid]) await shipShort(shop, order);
  assert.deepEqual([await suggested(paid), await suggested(overpaid)], ['65', '85']);
  await browser.send(`/orders/${overpaid.id}/refund`, { amount: '85', method: 'cash' });
  assert.deepEqual([found(shop, 'isShort'), found(shop, 'isOverpaid')], [[1], []]);
});

test('Today finds the orders to refund by their marks, without a scan of orders', async () => {
  const shop = await openShop();
  const texts = new Set<string>();
  const note = (statement: unknown) => {
    const { sql } = statement as { sql: string };
    if (/FROM orders_to_refund m/.test(sql)) texts.add(sql);
  };
  const connection = openTestDatabase(shop.config.database);
  preparations.subscribe(note);
  for (const filter of ['isOverpaid', 'isShort', 'isReturned'] as const)
    countToRefund(connection, idOf(shop.ids.id), filter, 100, shop.now());
  preparations.unsubscribe(note);
  connection.close();
  assert.equal(texts.size, 6); // each finds the orders, and the order at which a scan ends
  assert.deepEqual(
    planSteps(shop.config.database, texts).filter((step) => /^SCAN [mo]\b|TEMP B-TREE/.test(step)),
    [],
  );
});
