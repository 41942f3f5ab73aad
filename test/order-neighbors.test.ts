import assert from 'node:assert/strict';
import { test } from 'node:test';
import { byCommand } from '../src/domain/orders/history.ts';
import type { OrderQuery } from '../src/domain/orders/list/filters.ts';
import { type Neighbors, neighborsOf } from '../src/domain/orders/list/neighbors.ts';
import type { OrderSort } from '../src/domain/orders/list/sorted.ts';
import { ORDER_TABS } from '../src/domain/orders/list/tabs.ts';
import { markPacked } from '../src/domain/orders/packing.ts';
import { LATTE, move, page, storeOf, unpaid } from './order-list-steps.ts';
import { type PlacedOrder, placeOrder } from './order-steps.ts';
import { notifyPaymentStep } from './payment-steps.ts';
import { bookOrder, pickUpShipment } from './shipment-steps.ts';
import { runStep } from './stock-steps.ts';
import { openShop, type Shop } from './support.ts';

interface List {
  query?: Partial<OrderQuery>;
  sort?: OrderSort;
}

async function neighbors(shop: Shop, order: { id: PlacedOrder['id']; number: number }, { query, sort }: List = {}) {
  const place = { order, query: { tab: 'all', ...query } as const, sort, before: undefined, now: shop.now() };
  return numbersOf(await neighborsOf(shop.ctx.db, storeOf(shop), place));
}

const numbersOf = ({ previous, next }: Neighbors) => [previous?.number, next?.number];

/** Two orders each that are unpaid, have a submitted payment, are to pack, shipped and returned. */
async function openMixedShop(): Promise<Shop> {
  const shop = await openShop();
  for (const _ of [1, 2]) {
    await unpaid(shop);
    await notifyPaymentStep(shop, await unpaid(shop), '65');
    await placeOrder(shop, LATTE, { channel: 'line' });
    const { result: parcel } = await bookOrder(shop, await placeOrder(shop, LATTE));
    await pickUpShipment(shop, parcel);
    const { result: other } = await bookOrder(shop, await placeOrder(shop, LATTE));
    await pickUpShipment(shop, other);
    await move(shop, other, 'returned');
  }
  return shop;
}

test('in each tab, and with a filter, the neighbors are the orders above and below in the list', async () => {
  const shop = await openMixedShop();
  const queries: Partial<OrderQuery>[] = [
    ...ORDER_TABS.map((tab) => ({ tab })),
    { salesChannel: 'line' },
    { search: 'LAT' },
    { isBooked: true },
  ];
  for (const query of queries) {
    const { orders } = page(shop, query);
    for (const [i, { id, orderNumber }] of orders.entries())
      assert.deepEqual(
        await neighbors(shop, { id, number: orderNumber }, { query }),
        [orders[i - 1]?.orderNumber, orders[i + 1]?.orderNumber],
        JSON.stringify(query),
      );
  }
});

test('in a sorted list the neighbors follow the sort', async () => {
  const shop = await openShop();
  const { id } = await placeOrder(shop, [{ sku: 'LAT-H', qty: 2 }]);
  for (const qty of [3, 1]) await placeOrder(shop, [{ sku: 'LAT-H', qty }]);
  const ordersBy = (key: OrderSort['key'], descending: boolean) =>
    neighbors(shop, { id, number: 1 }, { sort: { key, descending } });
  assert.deepEqual(await ordersBy('total', true), [2, 3]);
  assert.deepEqual(await ordersBy('total', false), [3, 2]);
  assert.deepEqual(await ordersBy('time', false), [undefined, 2]);
  assert.deepEqual(await ordersBy('time', true), [2, undefined]);
});

test('an order that has left its tab keeps its neighbors there', async () => {
  const shop = await openShop();
  const orders = [await placeOrder(shop, LATTE), await placeOrder(shop, LATTE), await placeOrder(shop, LATTE)];
  const { id } = orders[1] as PlacedOrder;
  await runStep(shop, (tx, now) => markPacked(tx, id, byCommand(now)));
  assert.deepEqual(await neighbors(shop, { id, number: 2 }, { query: { tab: 'to_pack' } }), [3, 1]);
});
