import type { Reader } from '../../db/reader.ts';
import { query, type Value } from '../../db/statement.ts';
import type { Table } from '../../db/tables.ts';
import type { Id } from '../../lib/ids.ts';

/** What a list of products shows; without fields, all. */
export interface ProductFilter {
  /** Null: only products without a category. */
  category?: Id | null | undefined;
  tag?: string | undefined;
}

export const isFiltered = ({ category, tag }: ProductFilter): boolean => category !== undefined || tag !== undefined;

interface Conditions {
  sql: string;
  values: Value[];
  /** Tables beside `products`. */
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

const productsInCategory = query<{ ids: string }>(
  { reads: ['products'] },
  'SELECT json_group_array(id) AS ids FROM products WHERE category_id = ? AND delete_time IS NULL',
);

const productsInAnyCategory = query<{ ids: string }>(
  { reads: ['categories', 'products'] },
  `SELECT json_group_array(p.id) AS ids
   FROM categories c CROSS JOIN products p ON p.category_id = c.id AND p.delete_time IS NULL WHERE c.store_id = ?`,
);

const productsWithTag = query<{ ids: string }>(
  { reads: ['product_tags'] },
  'SELECT json_group_array(product_id) AS ids FROM product_tags WHERE store_id = ? AND tag = ?',
);

/** Sets of product ids: a product is shown if it is in each set of `among` and not in `without`. */
export interface ProductSets {
  among: readonly (readonly Id[])[];
  without: readonly Id[];
}

/** Reads only indexes: the 50,000 products of a category or a tag take a few milliseconds. */
export function productSets(db: Reader, storeId: Id, { category, tag }: ProductFilter): ProductSets {
  const idsOf = (row: { ids: string } | undefined): Id[] => JSON.parse(row?.ids ?? '[]');
  return {
    among: [
      ...(category == null ? [] : [idsOf(db.get(productsInCategory, category))]),
      ...(tag === undefined ? [] : [idsOf(db.get(productsWithTag, storeId, tag))]),
    ],
    without: category === null ? idsOf(db.get(productsInAnyCategory, storeId)) : [],
  };
}
