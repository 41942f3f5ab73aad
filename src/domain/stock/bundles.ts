import type { Database } from '../../db/database.ts';
import type { Id } from '../../lib/ids.ts';
import { followersOf } from '../variants.ts';
import type { Change, Place } from './ledger.ts';

/** What a bundle has available in a warehouse, before and after changes of its parts. */
export type BundleChange = Place & Pick<Change, 'old' | 'new'>;

/** What the changes of parts mean for the live bundles with these parts, each bundle and warehouse once. */
export function bundleChanges(db: Database, changes: readonly Change[]): BundleChange[] {
  const olds = new Map<string, number>();
  const touched = new Map<string, BundlePart[]>();
  for (const { variantId, warehouseId, old } of changes) {
    const part = `${variantId} ${warehouseId}`;
    if (olds.has(part)) continue; // of several changes in a row the first one's counts
    olds.set(part, old);
    for (const [bundle, parts] of bundlesWith(db, variantId, warehouseId)) touched.set(bundle, parts);
  }
  return [...touched.values()].map((parts) => {
    const { bundleId, warehouseId } = parts[0] as BundlePart;
    const before = parts.map((part) => ({
      ...part,
      available: olds.get(`${part.id} ${warehouseId}`) ?? part.available,
    }));
    return { variantId: bundleId, warehouseId, old: whole(before), new: whole(parts) };
  });
}

/** What a part of a bundle has available in a warehouse. */
interface BundlePart {
  bundleId: Id;
  warehouseId: Id;
  id: Id;
  qty: number;
  available: number;
}

const NONE: ReadonlyMap<string, BundlePart[]> = new Map();

/** All parts of the live bundles with this part, by bundle and warehouse. */
function bundlesWith(db: Database, partId: Id, warehouseId: Id): ReadonlyMap<string, BundlePart[]> {
  const { bundles } = followersOf(db, partId);
  if (bundles.length === 0) return NONE;
  const parts = db.all<BundlePart>(
    `SELECT p.variant_id AS bundleId, @warehouseId AS warehouseId, p.part_id AS id, p.qty,
       coalesce(s.on_hand - s.reserved, 0) AS available
     FROM variant_parts own JOIN variant_parts p ON p.variant_id = own.variant_id
     LEFT JOIN stock s ON s.variant_id = p.part_id AND s.warehouse_id = @warehouseId
     WHERE own.part_id = @partId`,
    { partId, warehouseId },
  );
  const live = new Set(bundles);
  return Map.groupBy(
    parts.filter(({ bundleId }) => live.has(bundleId)),
    ({ bundleId }) => `${bundleId} ${warehouseId}`,
  );
}

const whole = (parts: readonly BundlePart[]): number =>
  Math.min(...parts.map(({ qty, available }) => Math.floor(available / qty)));
