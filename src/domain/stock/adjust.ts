import type { Database } from '../../db/database.ts';
import { Refusal } from '../../lib/errors.ts';
import type { Id } from '../../lib/ids.ts';
import { storeById } from '../stores.ts';
import { variantById } from '../variants.ts';
import { type Level, moveStock, openStock } from './ledger.ts';
import type { Reason } from './reasons.ts';

/** A change of on hand by hand. */
export interface Adjustment {
  variantId: Id;
  warehouseId: Id;
  qty: number;
  reason: Reason;
  userId?: Id;
}

/** What the warehouse holds of the variant; zeros where it never held any. */
export const levelOf = (db: Database, variantId: Id, warehouseId: Id): Level =>
  db.get<Level>(
    'SELECT on_hand AS onHand, reserved FROM stock WHERE variant_id = ? AND warehouse_id = ?',
    variantId,
    warehouseId,
  ) ?? { onHand: 0, reserved: 0 };

/** Makes `qty` what is on hand (decisions §7). Without a difference there is no movement. */
export function setOnHand(db: Database, { qty, ...where }: Adjustment, now: number): Level {
  const before = levelOf(db, where.variantId, where.warehouseId);
  if (qty !== before.onHand) return moveStock(db, { ...where, onHand: qty - before.onHand }, now);
  openStock(db, where.variantId, where.warehouseId);
  return before;
}

export const addOnHand = (db: Database, { qty, ...where }: Adjustment, now: number): Level =>
  moveStock(db, { ...where, onHand: qty }, now);

/**
 * Takes `qty` away.
 *
 * @throws Refusal invalid_request where more than is on hand would go, or, unless the store sells below zero, more
 *   than is available
 */
export function deductOnHand(db: Database, { qty, ...where }: Adjustment, now: number): Level {
  const { onHand, reserved } = levelOf(db, where.variantId, where.warehouseId);
  if (qty > onHand) throw new Refusal('invalid_request', `only ${onHand} are on hand, ${qty} cannot be deducted`);
  const storeId = variantById(db, where.variantId)?.storeId as Id;
  if (qty > onHand - reserved && !storeById(db, storeId).sellBelowZero)
    throw new Refusal(
      'invalid_request',
      `${reserved} of the ${onHand} on hand are reserved, ${qty} cannot be deducted`,
    );
  return moveStock(db, { ...where, onHand: -qty }, now);
}
