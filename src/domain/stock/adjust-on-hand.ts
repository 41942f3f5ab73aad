import type { Reader } from '../../db/reader.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import { AppError } from '../../lib/errors.ts';
import type { Id } from '../../lib/ids.ts';
import type { Message } from '../../lib/messages/catalogue.ts';
import type { StockRemoval } from '../../lib/messages/code-names.ts';
import { message } from '../../lib/messages/message.ts';
import { storeById } from '../stores.ts';
import { existingVariant, variantParams } from '../variants.ts';
import { announceChanges } from './announce-changes.ts';
import { addStockRow, levelOf, type StockLocation } from './ledger.ts';
import { InvalidLines, requireWarehouse, variantWithStock } from './line-checks.ts';
import { moveStock } from './move-stock.ts';
import type { Cause, Reason } from './reasons.ts';

class Shortage extends AppError {}

/** Whether the only problem is a shortage of stock. */
export const isShortage = (error: unknown): boolean =>
  error instanceof Shortage || (error instanceof InvalidLines && error.problems.every(({ isShortage }) => isShortage));

/** A manual change of stock on hand. */
export interface Adjustment extends StockLocation {
  qty: number;
  reason: Reason;
  userId?: Id | undefined;
}

/** Sets stock on hand to `qty` (docs/decisions.md#quantities). Does nothing if the quantity does not change. */
export function setOnHand(tx: WriteTx, adjustment: Adjustment, now: number): void {
  const cause = causeOf(tx, adjustment);
  const { onHand } = levelOf(tx, adjustment.variantId, adjustment.warehouseId);
  if (adjustment.qty === onHand) listInWarehouse(tx, cause, adjustment, now);
  else move(tx, cause, adjustment, adjustment.qty - onHand, now);
}

export const addOnHand = (tx: WriteTx, adjustment: Adjustment, now: number): void =>
  move(tx, causeOf(tx, adjustment), adjustment, adjustment.qty, now);

/** @throws AppError invalid_request if `requireAvailable` does */
export function deductOnHand(tx: WriteTx, adjustment: Adjustment, now: number): void {
  const cause = causeOf(tx, adjustment);
  requireAvailable(tx, adjustment, adjustment.qty);
  move(tx, cause, adjustment, -adjustment.qty, now);
}

/** @throws AppError invalid_request with the message of `unavailability`, if there is one */
export function requireAvailable(
  db: Reader,
  location: StockLocation,
  qty: number,
  removal: StockRemoval = 'deducted',
): void {
  const problem = unavailability(db, location, qty, removal);
  if (problem) throw new Shortage('invalid_request', problem);
}

/**
 * Why `qty` cannot be removed: it exceeds the stock on hand or, unless the store sells below zero, the available stock.
 */
export function unavailability(
  db: Reader,
  { variantId, warehouseId }: StockLocation,
  qty: number,
  removal: StockRemoval,
): Message | undefined {
  const { onHand, reserved } = levelOf(db, variantId, warehouseId);
  if (qty <= onHand - reserved) return undefined;
  const variant = existingVariant(db, variantId);
  const params = { ...variantParams(variant), onHand, qty, removal };
  if (qty > onHand) return message('not_enough_on_hand', params);
  return storeById(db, variant.storeId).sellBelowZero
    ? undefined
    : message('not_enough_unreserved', { ...params, reserved });
}

/** @throws AppError invalid_request if the variant has no own stock or its store has no such warehouse */
function causeOf(db: Reader, { variantId, warehouseId, reason, userId }: Adjustment): Cause {
  const { storeId } = variantWithStock(db, variantId);
  requireWarehouse(db, storeId, warehouseId);
  return { reason, userId, storeId };
}

/** Adds an empty stock row. Nothing moves, but cached products are outdated. */
function listInWarehouse(tx: WriteTx, cause: Cause, { variantId, warehouseId }: StockLocation, now: number): void {
  if (addStockRow(tx, { variantId, warehouseId }))
    announceChanges(tx, cause, [{ variantId, warehouseId, old: 0, new: 0, time: now }], now);
}

const move = (
  tx: WriteTx,
  cause: Cause,
  { variantId, warehouseId }: StockLocation,
  onHand: number,
  now: number,
): void => moveStock(tx, cause, [{ variantId, warehouseId, onHand }], now);
