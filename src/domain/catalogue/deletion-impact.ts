import type { Reader } from '../../db/reader.ts';
import { query } from '../../db/statement.ts';
import type { Id } from '../../lib/ids.ts';
import { nextTurn } from '../../lib/runtime.ts';
import type { Level } from '../stock/ledger.ts';
import { totalStock } from '../stock/total-stock.ts';
import { variantsOfProduct } from './product-lookup.ts';

/** The effects of deleting a product or a variant. */
export interface DeletionImpact {
  /** Stock of its own. It stays in the ledger, but cannot be sold. */
  stock: Level;
  /** Number of variants that other stores pulled. They would have nothing available. */
  pulled: number;
  /** The first variants that contain it. They have to be deleted first. */
  composites: readonly Composite[];
  /** Number of the other variants that contain it. */
  moreComposites: number;
}

interface Composite {
  id: Id;
  productId: Id;
  productName: string;
  name: string;
}

const VARIANTS_PER_TURN = 1_000; // 3 ms with 17 warehouses

/** Reads in several turns of the event loop, so the figures may be of different moments. */
export async function productDeletionImpact(db: Reader, id: Id): Promise<DeletionImpact> {
  await nextTurn();
  const variantIds = variantsOfProduct(db, id);
  const impact = impactOf(db, variantIds, id);
  const stock = { onHand: 0, reserved: 0 };
  for (let at = 0; at < variantIds.length; at += VARIANTS_PER_TURN) {
    const { onHand, reserved } = totalStock(db, variantIds.slice(at, at + VARIANTS_PER_TURN));
    stock.onHand += onHand;
    stock.reserved += reserved;
    await nextTurn();
  }
  return { ...impact, stock };
}

export const variantDeletionImpact = (db: Reader, id: Id): DeletionImpact =>
  db.snapshot(() => ({ ...impactOf(db, [id], null), stock: totalStock(db, [id]) }));

/** @param deletedProduct its variants are deleted too, so they may contain each other */
function impactOf(db: Reader, variantIds: readonly Id[], deletedProduct: Id | null): Omit<DeletionImpact, 'stock'> {
  const ids = JSON.stringify(variantIds);
  const composites = db.all(compositesOfVariants, { ids, deletedProduct });
  const all = composites[0]?.count ?? 0;
  return {
    pulled: db.get(countPulled, ids)?.count ?? 0,
    composites: composites.map(({ count: _, ...composite }) => composite),
    moreComposites: all - composites.length,
  };
}

const countPulled = query<{ count: number }>(
  { reads: ['products', 'variants'] },
  `SELECT count(*) AS count
   FROM json_each(?) c CROSS JOIN variants v ON v.pulled_from_variant_id = c.value JOIN products p ON p.id = v.product_id
   WHERE v.delete_time IS NULL AND p.delete_time IS NULL`,
);

const MAX_COMPOSITES = 20;

/** `count` is the number of all. */
const compositesOfVariants = query<Composite & { count: number }>(
  { reads: ['products', 'variant_parts', 'variants'] },
  `SELECT v.id, v.product_id AS productId, p.name AS productName, v.name, count(*) OVER () AS count
   FROM variants v JOIN products p ON p.id = v.product_id
   WHERE v.id IN (SELECT variant_id FROM json_each(@ids) c CROSS JOIN variant_parts ON part_id = c.value)
     AND v.delete_time IS NULL AND p.delete_time IS NULL AND v.product_id IS NOT @deletedProduct
   ORDER BY v.id LIMIT ${MAX_COMPOSITES}`,
);
