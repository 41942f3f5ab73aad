import type { Database } from '../../db/database.ts';
import { existingVariant, followersOf, type SoldVariant } from '../variants.ts';
import { announce } from '../webhooks/changes.ts';
import { bundleChanges } from './bundles.ts';
import { type Change, nextTime } from './ledger.ts';
import { type Cause, namesUser } from './reasons.ts';

/**
 * Tells the apps of every store that shows this stock, under each variant's own id, and drops what was computed from
 * the old figures. Bundles follow their parts, once for all changes (docs/decisions.md#bundles).
 */
export function announceChanges(db: Database, cause: Cause, changes: readonly Change[], now: number): void {
  for (const change of changes) announceVariant(db, cause, change, now);
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

/** Tells the apps of the variant's own store, where it is live and the change is one. */
export function tell(db: Database, cause: Cause, variant: SoldVariant, change: Change, now: number): void {
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
      userId: ownDoing && namesUser(cause.reason) ? cause.userId : undefined,
    },
    now,
  );
}
