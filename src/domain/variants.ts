import type { Database } from '../db/database.ts';
import type { Id } from '../lib/ids.ts';
import type { Money } from '../lib/money.ts';

/** What an order line and a stock change need to know of a variant. */
export interface SoldVariant {
  id: Id;
  storeId: Id;
  productId: Id;
  productName: string;
  name: string;
  sku: string | null;
  /** By price tier. */
  prices: ReadonlyMap<Id, Money>;
}

/** The variant, live or deleted; undefined where there never was one. */
export function variantById(db: Database, id: Id): (SoldVariant & { live: boolean }) | undefined {
  const found = db.cached('variant', id, () => {
    const row = db.get<Omit<SoldVariant, 'prices'> & { live: number }>(
      `SELECT v.id, v.store_id AS storeId, v.product_id AS productId, p.name AS productName, v.name, v.sku,
         v.delete_time IS NULL AND p.delete_time IS NULL AS live
       FROM variants v JOIN products p ON p.id = v.product_id WHERE v.id = ?`,
      id,
    );
    return row ? { ...row, live: row.live === 1, prices: pricesOf(db, id) } : null;
  });
  return found ?? undefined;
}

/** The store's variant with this id that can be sold. */
export function liveVariant(db: Database, storeId: Id, id: Id): SoldVariant | undefined {
  const variant = variantById(db, id);
  return variant?.live && variant.storeId === storeId ? variant : undefined;
}

/** The ids of the store's live variants with exactly this SKU. */
export const variantsWithSku = (db: Database, storeId: Id, sku: string): Id[] =>
  db
    .all<{ id: Id }>(
      `SELECT v.id FROM variants v JOIN products p ON p.id = v.product_id
       WHERE v.store_id = ? AND v.sku = ? AND v.delete_time IS NULL AND p.delete_time IS NULL ORDER BY v.id`,
      storeId,
      sku,
    )
    .map(({ id }) => id);

const pricesOf = (db: Database, variantId: Id): ReadonlyMap<Id, Money> =>
  new Map(
    db
      .all<{ tier: Id; price: Money }>(
        'SELECT price_tier_id AS tier, price FROM prices WHERE variant_id = ?',
        variantId,
      )
      .map(({ tier, price }) => [tier, price]),
  );
