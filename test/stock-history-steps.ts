import type { Adjustment, setOnHand } from '../src/domain/stock/adjust-on-hand.ts';
import { stockAt } from '../src/domain/stock/stock-history.ts';
import { runStep, variantId, warehouseId } from './stock-steps.ts';
import { idOf, type Shop } from './support.ts';

export const adjust = (shop: Shop, verb: typeof setOnHand, variant: string, change: Partial<Adjustment>) =>
  runStep(shop, (tx, now) => {
    const place = { variantId: variantId(shop, variant), warehouseId: warehouseId(shop) };
    verb(tx, { ...place, qty: 1, reason: 'user_added', ...change }, now);
  });

/** An order of one variant; returns its id. */
export const order = async (shop: Shop, sku: string, qty: number) => {
  const { body } = await shop.order({ products: [{ sku, qty, price: '1' }] });
  return idOf(body.order?.id);
};

/** Each as variant, warehouse, on hand and reserved. */
export const stockAtTime = (shop: Shop, time: number, store = shop.ids) =>
  stockAt(shop.ctx.db, idOf(store.id), time).map(({ sku, warehouseKey, onHand, reserved }) => [
    sku,
    warehouseKey,
    onHand,
    reserved,
  ]);
