import type { Database } from '../../db/database.ts';
import type { Id } from '../../lib/ids.ts';
import { existingVariant, followersOf, type SoldVariant } from '../variants.ts';
import { announce } from '../webhooks/outbox.ts';
import { bundleChanges } from './bundles.ts';
import { type Change, nextTime } from './ledger.ts';
import { stockOfVariant } from './levels.ts';
import type { Cause } from './reasons.ts';

/**
 * Tells the apps of every store that shows this stock, under each variant's own id, and drops what was computed from
 * the old figures. Bundles follow their parts, once for all changes (decisions §7).
 */
export function announceChanges(db: Database, cause: Cause, changes: readonly Change[], now: number): void {
  for (const change of changes) announceVariant(db, cause, change, now);
  announceBundles(db, cause, changes, now);
}

/** What these changes of parts make of the bundles with them. */
export function announceBundles(db: Database, cause: Cause, changes: readonly Change[], now: number): void {
  for (const change of bundleChanges(db, changes)) {
    const time = change.old === change.new ? 0 : nextTime(db, change, now);
    announceVariant(db, cause, { ...change, time }, now);
  }
}

/** A change of one variant, and so of those pulled from it. */
export function announceVariant(db: Database, cause: Cause, change: Change, now: number): void {
  const variant = existingVariant(db, change.variantId);
  tell(db, cause, variant, change, now);
  for (const id of followersOf(db, variant.id).pulled) {
    const pulled = existingVariant(db, id);
    if (variant.live) tell(db, cause, pulled, change, now);
  }
}

function tell(db: Database, cause: Cause, variant: SoldVariant, change: Change, now: number): void {
  db.forget('product', variant.productId);
  if (change.old === change.new || !variant.live) return;
  const ownDoing = cause.storeId === variant.storeId;
  announce(
    db,
    {
      variant,
      warehouseId: change.warehouseId,
      old: change.old,
      new: change.new,
      updateTime: change.time,
      reason: cause.reason,
      orderId: ownDoing ? cause.orderId : undefined,
      userId: ownDoing ? cause.userId : undefined,
    },
    now,
  );
}

/** Available by warehouse, by variant. */
export type Availability = ReadonlyMap<Id, ReadonlyMap<Id, number>>;

/** What these variants, and those pulled from them, have available right now. */
export const availabilityOf = (db: Database, variantIds: readonly Id[]): Availability =>
  new Map(
    variantIds
      .flatMap((id) => [id, ...followersOf(db, id).pulled])
      .map((id) => [
        id,
        new Map(stockOfVariant(db, id).warehouses.map((level) => [level.warehouseId, level.onHand - level.reserved])),
      ]),
  );

/** Announces what is available otherwise than `before`, though no stock moved. */
export function announceShift(db: Database, cause: Cause, before: Availability, now: number): void {
  const none: ReadonlyMap<Id, number> = new Map();
  for (const [id, olds] of before) {
    const variant = existingVariant(db, id);
    const news = availabilityOf(db, [id]).get(id) ?? none;
    for (const warehouseId of new Set([...olds.keys(), ...news.keys()])) {
      const change = { old: olds.get(warehouseId) ?? 0, new: news.get(warehouseId) ?? 0 };
      if (change.old === change.new) continue;
      const clock = { variantId: variant.pulledFrom ?? id, warehouseId };
      tell(db, cause, variant, { ...clock, ...change, time: nextTime(db, clock, now) }, now);
    }
  }
}
