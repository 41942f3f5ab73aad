import { byCommand } from '../src/domain/orders/history.ts';
import { type Return, returnGoods } from '../src/domain/orders/shipments/return.ts';
import { observeStep, type PlacedOrder, placeOrder } from './order-steps.ts';
import { bookOrder, pickUpShipment } from './shipment-steps.ts';
import type { Shop } from './support.ts';

/** An order of hot lattes that were shipped, 10 of them from Bangkok. */
export async function shippedOrder(shop: Shop, qty: number): Promise<PlacedOrder> {
  const order = await placeOrder(shop, [{ sku: 'LAT-H', qty }]);
  await pickUpShipment(shop, (await bookOrder(shop, order)).result);
  return order;
}

export const returnLines = (shop: Shop, { id }: PlacedOrder, returned: Return, by = byCommand) =>
  observeStep(shop, (tx, now) => returnGoods(tx, id, returned, by(now)));
