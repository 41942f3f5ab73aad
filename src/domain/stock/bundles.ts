import type { Database } from '../../db/database.ts';
import type { Id } from '../../lib/ids.ts';
import { followersOf } from '../variants.ts';
import type { Change, Place } from './ledger.ts';

/** What a bundle has available in a warehouse, before and after changes of its parts. */
export type BundleChange = Place & Pick<Change, 'old' | 'new'>;

/** What the changes of parts mean for the live bundles with these parts, each bundle and warehouse once. */
export function bundleChanges(db: Database, changes: readonly Change[]): BundleChange[] {
  const touched = new Map<string, Place>();
  const olds = new Map<string, number>();
  for (const { variantId, warehouseId, old } of changes) {
    for (const id of followersOf(db, variantId).bundles)
      touched.set(`${id} ${warehouseId}`, { variantId: id, warehouseId });
    const part = `${variantId} ${warehouseId}`;
    if (!olds.has(part)) olds.set(part, old); // of several changes in a row the first one's
  }
  return [...touched.values()].map(({ variantId, warehouseId }) => {
    const parts = partsIn(db, variantId, warehouseId);
    const before = parts.map((part) => ({
      ...part,
      available: olds.get(`${part.id} ${warehouseId}`) ?? part.available,
    }));
    return { variantId, warehouseId, old: whole(before), new: whole(parts) };
  });
}

interface PartIn {
  id: Id;
  qty: number;
  available: number;
}

const partsIn = (db: Database, bundleId: Id, warehouseId: Id): PartIn[] =>
  db.all<PartIn>(
    `SELECT part_id AS id, qty, coalesce(on_hand - reserved, 0) AS available
     FROM variant_parts p LEFT JOIN stock s ON s.variant_id = p.part_id AND s.warehouse_id = ? WHERE p.variant_id = ?`,
    warehouseId,
    bundleId,
  );

const whole = (parts: readonly PartIn[]): number =>
  Math.min(...parts.map(({ qty, available }) => Math.floor(available / qty)));
