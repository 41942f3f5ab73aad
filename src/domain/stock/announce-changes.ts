import type { Reader } from '../../db/reader.ts';
import { query } from '../../db/statement.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import type { Id } from '../../lib/ids.ts';
import { existingVariant, followersOf, type SoldVariant } from '../variants.ts';
import { announce } from '../webhooks/changes.ts';
import { type Change, nextTime, type StockLocation } from './ledger.ts';
import { type Cause, namesUser } from './reasons.ts';

/**
 * Announces the change to the apps of every store that shows this stock, with each variant's own id, and invalidates
 * cached products. Bundles are announced once for all changes of their parts (docs/decisions.md#bundles).
 */
export function announceChanges(tx: WriteTx, cause: Cause, changes: readonly Change[], now: number): void {
  for (const change of changes) announceVariant(tx, cause, change, now);
  for (const change of bundleChanges(tx, changes)) {
    const time = change.old === change.new ? 0 : nextTime(tx, change, now);
    announceVariant(tx, cause, { ...change, time }, now);
  }
}

/** Announces the change for the variant and those pulled from it. */
function announceVariant(tx: WriteTx, cause: Cause, change: Change, now: number): void {
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
  const isOwnStore = cause.storeId === variant.storeId;
  announce(
    tx,
    {
      variant,
      warehouseId: change.warehouseId,
      old: change.old,
      new: change.new,
      updateTime: change.time,
      reason: cause.reason,
      orderId: isOwnStore ? cause.orderId : undefined,
      userId: isOwnStore && namesUser(cause.reason) ? cause.userId : undefined,
    },
    now,
  );
}

type BundleChange = StockLocation & Pick<Change, 'old' | 'new'>;

/** The changes of the live bundles with these parts, once per bundle and warehouse. */
function bundleChanges(db: Reader, changes: readonly Change[]): BundleChange[] {
  const bundlesByWarehouse = new Map<Id, Set<Id>>();
  for (const { variantId, warehouseId } of changes)
    for (const id of followersOf(db, variantId).bundles)
      bundlesByWarehouse.set(warehouseId, (bundlesByWarehouse.get(warehouseId) ?? new Set()).add(id));
  if (bundlesByWarehouse.size === 0) return [];
  const oldAvailable = new Map<string, number>();
  for (const change of changes)
    if (!oldAvailable.has(locationKey(change))) oldAvailable.set(locationKey(change), change.old); // the first change
  return [...bundlesByWarehouse].flatMap(([warehouseId, bundles]) =>
    [...partsInWarehouse(db, warehouseId, bundles)].map(([variantId, parts]) => ({
      variantId,
      warehouseId,
      old: bundleQty(
        parts.map((part) => ({ ...part, available: oldAvailable.get(locationKey(part)) ?? part.available })),
      ),
      new: bundleQty(parts),
    })),
  );
}

const locationKey = ({ variantId, warehouseId }: StockLocation): string => `${variantId} ${warehouseId}`;

interface WarehousePart extends StockLocation {
  bundleId: Id;
  qty: number;
  available: number;
}

const partsOfBundles = query<WarehousePart>(
  { reads: ['stock', 'variant_parts'] },
  `SELECT p.variant_id AS bundleId, p.part_id AS variantId, @warehouseId AS warehouseId, p.qty,
     coalesce(s.on_hand - s.reserved, 0) AS available
   FROM json_each(@bundles) wanted JOIN variant_parts p ON p.variant_id = wanted.value
   LEFT JOIN stock s ON s.variant_id = p.part_id AND s.warehouse_id = @warehouseId`,
);

const partsInWarehouse = (db: Reader, warehouseId: Id, bundles: ReadonlySet<Id>): Map<Id, WarehousePart[]> =>
  Map.groupBy(
    db.all(partsOfBundles, { warehouseId, bundles: JSON.stringify([...bundles]) }),
    ({ bundleId }) => bundleId,
  );

const bundleQty = (parts: readonly WarehousePart[]): number =>
  Math.min(...parts.map(({ qty, available }) => Math.floor(available / qty)));
