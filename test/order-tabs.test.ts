import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkDatabase } from '../src/domain/check-database.ts';
import { cancelOrder } from '../src/domain/orders/close.ts';
import { editOrder } from '../src/domain/orders/edit.ts';
import { byCommand } from '../src/domain/orders/history.ts';
import { indexOrders } from '../src/domain/orders/list/index-rows.ts';
import { countMatches, countTabs } from '../src/domain/orders/list/order-page.ts';
import { ORDER_TABS, type OrderTab } from '../src/domain/orders/list/tabs.ts';
import { markPacked, ordersToPack } from '../src/domain/orders/packing.ts';
import { returnGoods } from '../src/domain/orders/shipments/return.ts';
import { changeStore } from '../src/domain/stores.ts';
import type { Id } from '../src/lib/ids.ts';
import { message } from '../src/lib/messages/message.ts';
import { assertDatabaseValid } from './database-steps.ts';
import { LATTE, move, numbers, page, storeOf, unpaid } from './order-list-steps.ts';
import { type PlacedOrder, placeOrder } from './order-steps.ts';
import { confirm, notifyPaymentStep, takePaymentStep } from './payment-steps.ts';
import { bookOrder, lineOf, pickUpShipment } from './shipment-steps.ts';
import { change, sql } from './sql.ts';
import { runStep } from './stock-steps.ts';
import { cafe, openShop, type Shop } from './support.ts';

/** The tabs besides `all` of the shop's only order, from the list and from the counts. */
function tabsOf(shop: Shop): OrderTab[] {
  const tabs = ORDER_TABS.filter((tab) => tab !== 'all' && page(shop, { tab }).orders.length > 0);
  const counts = countTabs(shop.ctx.db, storeOf(shop), 1_000);
  assert.deepEqual(
    tabs,
    ORDER_TABS.filter((tab) => tab !== 'all' && counts[tab] > 0),
  );
  assertDatabaseValid(shop.ctx.db);
  return tabs;
}

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
    countMatches(shop.ctx.db, storeOf(shop), { tab: 'returning', returnState: 'to_restock' }, 10, shop.now());
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
  assert.deepEqual(numbers(shop, { returnState: 'to_restock' }), [1]);
  await returnGoodsStep(order, 1);
  assert.equal(waiting().count, 1);
  await returnGoodsStep(order, 1);
  assert.equal(waiting().count, 0);
  assert.deepEqual(numbers(shop, { tab: 'returning', returnState: 'to_restock' }), []);
  assert.deepEqual(tabsOf(shop), ['returning']);
});

test('a packed order waits for the courier until goods leave, an edit changes it or it is no longer ready', async () => {
  const shop = await openShop();
  const order = await placeOrder(shop, [{ sku: 'LAT-H', qty: 2 }]);
  const pack = () => runStep(shop, (tx, now) => markPacked(tx, order.id, byCommand(now)));
  const toPack = () => ordersToPack(shop.ctx.db, storeOf(shop), 10);
  assert.deepEqual([tabsOf(shop), toPack()], [['to_pack'], [order.id]]);
  await pack();
  assert.deepEqual([tabsOf(shop), toPack()], [['packed'], []]);
  await runStep(shop, (tx, now) => editOrder(tx, order.id, { set: [lineOf(order, 3)] }, byCommand(now)));
  assert.deepEqual([tabsOf(shop), toPack()], [['to_pack'], [order.id]]);
  await pack();
  await pickUpShipment(shop, (await bookOrder(shop, order, { lines: [lineOf(order, 2)] })).result);
  assert.deepEqual([tabsOf(shop), toPack()], [['to_pack', 'on_the_way'], [order.id]]);
  const cod = await openShop();
  const { id } = await unpaid(cod, { is_cod: true, cod_amount: '65', cod_fee: '0' });
  await runStep(cod, (tx, now) => markPacked(tx, id, byCommand(now)));
  assert.deepEqual(tabsOf(cod), ['unpaid']);
  await cod.ctx.write((tx) => changeStore(tx, storeOf(cod), { codCountsAsReady: true }));
  assert.deepEqual(tabsOf(cod), ['packed']);
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
    tx.run(change('UPDATE orders SET awaits_restock = 1 WHERE id = 2'));
    tx.run(change('DELETE FROM order_search WHERE rowid = 1'));
  });
  assert.deepEqual(checkDatabase(shop.ctx.db).problems, [
    message('order_listed_in_wrong_stage', { order: 1 as Id, listed: 'shipped', actual: 'to_pack' }),
    message('restock_flag_wrong', { order: 2 as Id, marked: true }),
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
  assertDatabaseValid(shop.ctx.db);
  const stages = shop.ctx.db.all(sql<{ stage: string }>('SELECT DISTINCT stage FROM orders ORDER BY stage'));
  assert.deepEqual(
    stages.map(({ stage }) => stage),
    ['canceled', 'cod', 'completed', 'delivered', 'shipped', 'to_pack', 'unpaid'],
  );
});
