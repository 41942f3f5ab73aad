import type { WriteTx } from '../../db/write-tx.ts';
import { AppError } from '../../lib/errors.ts';
import type { Id } from '../../lib/ids.ts';
import type { Money } from '../../lib/money.ts';
import { setOnHand } from '../stock/adjust.ts';
import { levelOf } from '../stock/ledger.ts';
import { keepsStock, liveVariant } from '../variants.ts';
import { changeVariant } from './edit.ts';
import { changedPrices } from './prices.ts';

/** What is to change of a variant, with what it was when somebody looked. */
export interface GridRow {
  variantId: Id;
  /** Null takes the price of that tier away. */
  price?: { was: Money | null; to: Money | null } | undefined;
  /** What is on hand. */
  qty?: { was: number; to: number } | undefined;
}

/** Where prices and quantities of a grid are. */
export interface GridPlace {
  storeId: Id;
  tierId: Id;
  warehouseId: Id;
  userId: Id;
}

/**
 * Changes prices of one tier and quantities of one warehouse, all of them or none.
 *
 * @throws AppError invalid_request naming `rows[3].price` or `rows[3].qty` where it is another meanwhile, or the variant
 *   keeps no stock; not_found
 */
export function editGrid(tx: WriteTx, place: GridPlace, rows: readonly GridRow[], now: number): void {
  for (const [i, row] of rows.entries()) {
    const variant = liveVariant(tx, place.storeId, row.variantId);
    if (!variant) throw new AppError('not_found', 'variant_not_found', { variant: row.variantId });
    if (row.price) {
      const { was, to } = row.price;
      const current = variant.prices.get(place.tierId) ?? null;
      if (current !== was) throw changedMeanwhile(`rows[${i}].price`);
      changeVariant(tx, variant.id, { prices: changedPrices(variant.prices, new Map([[place.tierId, to]])) }, now);
    }
    if (row.qty) {
      if (!keepsStock(variant))
        throw new AppError('invalid_request', 'no_stock_of_its_own', { path: `rows[${i}].qty` });
      setQty(tx, place, { ...row.qty, at: i, variantId: variant.id }, now);
    }
  }
}

function setQty(
  tx: WriteTx,
  { warehouseId, userId }: GridPlace,
  { was, to, at, variantId }: { was: number; to: number; at: number; variantId: Id },
  now: number,
): void {
  if (levelOf(tx, variantId, warehouseId).onHand !== was) throw changedMeanwhile(`rows[${at}].qty`);
  setOnHand(tx, { variantId, warehouseId, qty: to, reason: 'user_set', userId }, now);
}

const changedMeanwhile = (path: string) => new AppError('invalid_request', 'changed_meanwhile', { path });
