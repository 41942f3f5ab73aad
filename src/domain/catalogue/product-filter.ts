import type { Reader } from '../../db/reader.ts';
import { query, type Value } from '../../db/statement.ts';
import type { Table } from '../../db/tables.ts';
import type { Id } from '../../lib/ids.ts';

/** Filters of a list of products; without fields it shows all. */
export interface ProductFilter {
  /** Null: only products without a category. */
  category?: Id | null | undefined;
  tag?: string | undefined;
}

export const isFiltered = ({ category, tag }: ProductFilter): boolean => category !== undefined || tag !== undefined;

interface Conditions {
  sql: string;
  values: Value[];
  /** Tables in addition to `products`. */
  reads: readonly Table[];
}

/** Conditions on rows of products `p`. */
export function filterConditions({ category, tag }: ProductFilter): Conditions {
  const inCategory = ' AND p.category_id IS ?';
  const withTag = ' AND EXISTS (SELECT 1 FROM product_tags t WHERE t.product_id = p.id AND t.tag = ?)';
  return {
    sql: (category === undefined ? '' : inCategory) + (tag === undefined ? '' : withTag),
    values: [category, tag].filter((value) => value !== undefined),
    reads: tag === undefined ? [] : ['product_tags'],
  };
}

// Deleted products may be in a set: lists have live ones only.

const productsInCategory = query<{ ids: string }>(
  { reads: ['products'] },
  'SELECT json_group_array(id) AS ids FROM products WHERE category_id = ?',
);

const productsInAnyCategory = query<{ ids: string }>(
  { reads: ['categories', 'products'] },
  `SELECT json_group_array(p.id) AS ids
   FROM categories c CROSS JOIN products p ON p.category_id = c.id WHERE c.store_id = ?`,
);

const productsWithTag = query<{ ids: string }>(
  { reads: ['product_tags'] },
  'SELECT json_group_array(product_id) AS ids FROM product_tags WHERE store_id = ? AND tag = ?',
);

/** Some products: 1 at the id of each. */
export type ProductSet = Uint8Array;

/** A product is shown if it is in each set of `among` and not in `without`. */
export interface ProductSets {
  among: readonly ProductSet[];
  without: ProductSet | undefined;
}

/** A set of 50,000 products takes 50 KB, and some milliseconds to read from an index. */
export function productSets(db: Reader, storeId: Id, { category, tag }: ProductFilter): ProductSets {
  const setOf = (key: string, read: () => { ids: string } | undefined) =>
    db.cached('product sets', key, () => bytesAt(JSON.parse(read()?.ids ?? '[]')), { limit: MAX_CACHED_SETS });
  const inAny = () => setOf(`any ${storeId}`, () => db.get(productsInAnyCategory, storeId));
  return {
    among: [
      ...(category == null ? [] : [setOf(`category ${category}`, () => db.get(productsInCategory, category))]),
      ...(tag === undefined ? [] : [setOf(`tag ${storeId} ${tag}`, () => db.get(productsWithTag, storeId, tag))]),
    ],
    without: category === null ? inAny() : undefined,
  };
}

const MAX_CACHED_SETS = 50;

function bytesAt(ids: readonly Id[]): ProductSet {
  const last = ids.reduce((highest, id) => (id > highest ? id : highest), 0);
  const set = new Uint8Array(last + 1);
  for (const id of ids) set[id] = 1;
  return set;
}
