import type { Reader } from '../../db/reader.ts';
import { query } from '../../db/statement.ts';
import type { Id } from '../../lib/ids.ts';
import { followersOf } from '../variants.ts';
import type { Change, StockLocation } from './ledger.ts';

/** What a bundle has available in a warehouse, before and after changes of its parts. */
export type BundleChange = StockLocation & Pick<Change, 'old' | 'new'>;

/** What the changes of parts mean for the live bundles with these parts, each bundle and warehouse once. */
export function bundleChanges(db: Reader, changes: readonly Change[]): BundleChange[] {
  const touched = new Map<Id, Set<Id>>(); // bundles by warehouse
  for (const { variantId, warehouseId } of changes)
    for (const id of followersOf(db, variantId).bundles)
      touched.set(warehouseId, (touched.get(warehouseId) ?? new Set()).add(id));
  if (touched.size === 0) return [];
  const olds = new Map<string, number>();
  for (const change of changes) if (!olds.has(placeOf(change))) olds.set(placeOf(change), change.old); // the first of several
  return [...touched].flatMap(([warehouseId, bundles]) =>
    [...partsIn(db, warehouseId, bundles)].map(([variantId, parts]) => ({
      variantId,
      warehouseId,
      old: whole(parts.map((part) => ({ ...part, available: olds.get(placeOf(part)) ?? part.available }))),
      new: whole(parts),
    })),
  );
}

const placeOf = ({ variantId, warehouseId }: StockLocation): string => `${variantId} ${warehouseId}`;

/** What a part of a bundle has available in a warehouse. */
interface PartIn extends StockLocation {
  bundleId: Id;
  qty: number;
  available: number;
}

const selectPartsIn = query<PartIn>(
  { reads: ['stock', 'variant_parts'] },
  `SELECT p.variant_id AS bundleId, p.part_id AS variantId, @warehouseId AS warehouseId, p.qty,
     coalesce(s.on_hand - s.reserved, 0) AS available
   FROM json_each(@bundles) wanted JOIN variant_parts p ON p.variant_id = wanted.value
   LEFT JOIN stock s ON s.variant_id = p.part_id AND s.warehouse_id = @warehouseId`,
);

/** The parts of each bundle. */
const partsIn = (db: Reader, warehouseId: Id, bundles: ReadonlySet<Id>): Map<Id, PartIn[]> =>
  Map.groupBy(
    db.all(selectPartsIn, { warehouseId, bundles: JSON.stringify([...bundles]) }),
    ({ bundleId }) => bundleId,
  );

const whole = (parts: readonly PartIn[]): number =>
  Math.min(...parts.map(({ qty, available }) => Math.floor(available / qty)));
