import assert from 'node:assert/strict';
import type { OrderRequests } from './clients.ts';
import { type FaultyStore, OPENING } from './store.ts';

interface OrderRow {
  id: number;
  number: number;
  external: string;
}

/**
 * Asserts the state of the stopped store: every acknowledged order exists once, as it was answered; unanswered orders
 * exist once or not at all; numbers have no gaps; stock adds up. Returns the number of orders.
 */
export async function checkOrders({ folder }: FaultyStore, requests: OrderRequests): Promise<number> {
  const checked = await folder.spawnCommand('check');
  assert.equal(checked.status, 0, checked.stdout + checked.stderr);
  const orders = folder.rows<OrderRow>(
    'SELECT id, order_number AS number, external_order_id AS external FROM orders ORDER BY id',
  );
  const byExternalId = new Map(orders.map((order) => [order.external, order]));
  assert.equal(byExternalId.size, orders.length, 'orders with the same external id');
  assert.deepEqual(requests.duplicated, []);
  const lost = [...requests.acknowledged].filter(([external, { id, orderNumber }]) => {
    const order = byExternalId.get(external);
    return String(order?.id) !== id || String(order?.number) !== orderNumber;
  });
  assert.deepEqual(lost, []);
  const unexpected = orders.filter(
    ({ external }) => !requests.acknowledged.has(external) && !requests.unanswered.has(external),
  );
  assert.deepEqual(unexpected, []);
  assert.deepEqual(
    orders.map(({ number }) => number),
    orders.map((_, i) => i + 1),
  );
  return orders.length;
}

/** `checkOrders`, and the stock of a store in which only these orders moved stock. */
export async function checkOrdersAndStock(store: FaultyStore, requests: OrderRequests): Promise<void> {
  const orders = await checkOrders(store, requests);
  assert.deepEqual(store.folder.rows<object>('SELECT on_hand, reserved FROM stock ORDER BY variant_id'), [
    { on_hand: OPENING, reserved: 2 * orders },
    { on_hand: OPENING, reserved: orders },
  ]);
}
