import type { Reader } from '../../../db/reader.ts';
import { query } from '../../../db/statement.ts';
import type { Id } from '../../../lib/ids.ts';

export interface SharedSku {
  sku: string;
  /** Product and variant names. */
  variants: string[];
}

const MAX_TITLES = 20; // of a SKU

const holdersOfSku = query<{ key: string; title: string }>(
  { reads: ['products', 'variants'] },
  `SELECT v.key, trim(p.name || ' ' || v.name) AS title FROM variants v JOIN products p ON p.id = v.product_id
   WHERE v.store_id = +? AND v.sku = +? AND v.delete_time IS NULL AND p.delete_time IS NULL ORDER BY v.id`,
);

/** Finds the SKUs that several live variants will have: those of the import and those in the database. */
export function sharedSkus(
  db: Reader,
  storeId: Id,
): { add: (key: string, sku: string | null, title: string) => void; find: () => SharedSku[] } {
  const keys = new Set<string>();
  const titles = new Map<string, string[]>();
  return {
    /** A variant that gets the SKU, or comes back with it. */
    add: (key, sku, title) => {
      keys.add(key);
      const known = sku === null ? undefined : titles.get(sku);
      if (known) known.push(title);
      else if (sku !== null) titles.set(sku, [title]);
    },
    find: () =>
      [...titles].flatMap(([sku, inFile]) => {
        const others = db.all(holdersOfSku, storeId, sku).filter(({ key }) => !keys.has(key));
        const variants = [...others.map(({ title }) => title), ...inFile];
        return variants.length > 1 ? [{ sku, variants: variants.slice(0, MAX_TITLES) }] : [];
      }),
  };
}
