import type { WriteTx } from '../../db/write-tx.ts';
import { existingVariant, followersOf, type SoldVariant } from '../variants.ts';
import { announce } from '../webhooks/changes.ts';
import { bundleChanges } from './bundles.ts';
import { type Change, nextTime } from './ledger.ts';
import { type Cause, namesUser } from './reasons.ts';

/**
 * Announces the change to the apps of every store that shows this stock, under each variant's own id, and invalidates
 * cached products. Bundles follow their parts, once for all changes (docs/decisions.md#bundles).
 */
export function announceChanges(tx: WriteTx, cause: Cause, changes: readonly Change[], now: number): void {
  for (const change of changes) announceVariant(tx, cause, change, now);
  for (const change of bundleChanges(tx, changes)) {
    const time = change.old === change.new ? 0 : nextTime(tx, change, now);
    announceVariant(tx, cause, { ...change, time }, now);
  }
}

/** A change of one variant, and so of those pulled from it. */
export function announceVariant(tx: WriteTx, cause: Cause, change: Change, now: number): void {
  const variant = existingVariant(tx, change.variantId);
  announceTo(tx, cause, variant, change, now);
  for (const id of followersOf(tx, variant.id).pulled) {
    const pulled = existingVariant(tx, id);
    if (variant.live) announceTo(tx, cause, pulled, change, now);
  }
}

/** Announces the change to the variant's own store if the variant is live and its available quantity differs. */
export function announceTo(tx: WriteTx, cause: Cause, variant: SoldVariant, change: Change, now: number): void {
  tx.invalidate('product', variant.productId);
  if (change.old === change.new || !variant.live) return;
  const ownDoing = cause.storeId === variant.storeId;
  announce(
    tx,
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
