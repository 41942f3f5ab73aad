import { openTestDatabase, sql } from '../sql.ts';
import { type Call, type Caller, RECIPIENT, send } from './calls.ts';
import type { Shop } from './shop.ts';

/** The call that creates an order that is ready to ship. */
export const readyOrder = (call: Caller, { ids }: Shop): Call =>
  call('order to be booked', '/v1/order/create', {
    shipping_type: 'ems',
    products: [{ product_variant_id: ids.variants.p0v0, qty: 1 }],
    recipient_address: RECIPIENT,
    ship_before_pay: true,
  });

const CONCURRENCY = 8;

export async function createReadyOrders(address: string, order: Call, count: number): Promise<void> {
  let left = count;
  const create = async () => {
    while (left > 0) {
      left -= 1;
      await send(address, order);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, create));
}

/**
 * Waits until this number of orders have tracking numbers.
 * @throws if an order does not have exactly one shipment
 */
export async function waitForTrackingNumbers({ database }: Shop, orders: number): Promise<void> {
  const db = openTestDatabase(database);
  const count = (rows: string) => db.get(sql<{ count: number }>(`SELECT count(*) AS count FROM ${rows}`))?.count ?? 0;
  try {
    while (count(`bookings WHERE state = 'booked'`) < orders) await new Promise((resolve) => setTimeout(resolve, 20));
    if (count('shipments') !== orders) throw new Error(`${count('shipments')} shipments of ${orders} orders`);
  } finally {
    db.close();
  }
}
