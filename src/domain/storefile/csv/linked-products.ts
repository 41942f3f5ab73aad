import type { Reader } from '../../../db/reader.ts';
import { query } from '../../../db/statement.ts';
import type { FileRow } from '../../../lib/csv.ts';
import type { Id } from '../../../lib/ids.ts';
import { variantByKey } from '../../catalogue/product-lookup.ts';
import type { Store } from '../../stores.ts';
import { cellOf, readPartsCell, textOf } from './cells.ts';

const productsWithParts = query<{ key: string }>(
  { reads: ['products', 'variant_parts', 'variants'] },
  `SELECT DISTINCT p.key FROM products p JOIN variants v ON v.product_id = p.id
   WHERE p.store_id = ? AND v.id IN (SELECT variant_id FROM variant_parts UNION SELECT part_id FROM variant_parts)`,
);

const productOfVariant = query<{ key: string }>(
  { reads: ['products', 'variants'] },
  'SELECT p.key FROM products p JOIN variants v ON v.product_id = p.id WHERE v.id = ?',
);

/** The keys of the products with a variant that has parts or is a part, in the database or in the rows. */
export function linkedProducts(
  db: Reader,
  store: Store,
  groups: ReadonlyMap<string, readonly FileRow[]>,
): ReadonlySet<string> {
  const linked = new Set(db.all(productsWithParts, store.id).map(({ key }) => key));
  const parts = new Set<string>();
  for (const [product, rows] of groups)
    for (const row of rows) {
      const cells = ['bundle', 'parts'].flatMap((column) => cellOf(row, column) ?? []);
      if (cells.length > 0) linked.add(product);
      for (const { variant } of cells.flatMap((cell) => readPartsCell(cell) ?? [])) parts.add(variant);
    }
  const idOf = (key: string): Id | undefined => variantByKey(db, store.id, key)?.id;
  for (const { key } of [...parts].flatMap((key) => db.get(productOfVariant, idOf(key) ?? 0) ?? [])) linked.add(key);
  for (const [product, rows] of groups)
    if (parts.size > 0 && rows.some((row) => parts.has(textOf(row, 'variant_key') ?? ''))) linked.add(product);
  return linked;
}
