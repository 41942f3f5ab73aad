import { byCommand } from '../src/domain/orders/history.ts';
import type { OrderQuery } from '../src/domain/orders/list/filters.ts';
import { listOrderPage } from '../src/domain/orders/list/order-page.ts';
import { moveShipment, type StatusAfterPickUp } from '../src/domain/orders/shipments/move.ts';
import type { Id } from '../src/lib/ids.ts';
import { placeOrder } from './order-steps.ts';
import { runStep } from './stock-steps.ts';
import { idOf, type Shop } from './support.ts';

export const LATTE = [{ sku: 'LAT-H', qty: 1 }];
export const storeOf = (shop: Shop): Id => idOf(shop.ids.id);

export const page = (shop: Shop, query: Partial<OrderQuery> = {}, place: { before?: number; limit?: number } = {}) =>
  listOrderPage(shop.ctx.db, storeOf(shop), { tab: 'all', ...query }, { limit: 50, ...place }, shop.now());

export const numbers = (shop: Shop, query: Partial<OrderQuery> = {}): number[] =>
  page(shop, query).orders.map(({ orderNumber }) => orderNumber);

export const move = (shop: Shop, { id }: { id: Id }, to: StatusAfterPickUp) =>
  runStep(shop, (tx, now) => moveShipment(tx, id, to, byCommand(now)));

export const unpaid = (shop: Shop, more: object = {}) => placeOrder(shop, LATTE, { ship_before_pay: false, ...more });
