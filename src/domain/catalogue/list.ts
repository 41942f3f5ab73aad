import type { Database, Value } from '../../db/database.ts';
import type { Id } from '../../lib/ids.ts';
import { foldCase } from '../../lib/text.ts';

export const SORT_KEYS = ['update_time', 'create_time', 'name', 'id'] as const;
export type SortKey = (typeof SORT_KEYS)[number];

export interface ProductSearch {
  limit: number;
  offset: number;
  /** Only products whose name contains it, whatever its case. */
  query?: string | undefined;
  sortBy: SortKey;
  descending: boolean;
}

export interface ProductRow {
  id: Id;
  name: string;
  imageUrl: string | null;
}

const SORT_COLUMNS: Record<SortKey, string> = {
  update_time: 'update_time',
  create_time: 'create_time',
  name: 'folded_name',
  id: 'id',
};

export interface ProductPage {
  products: readonly ProductRow[];
  hasMore: boolean;
}

/** One page of the store's live products. Pages that search for nothing are kept, since partners read them again and again. */
export function listProducts(db: Database, storeId: Id, search: ProductSearch): ProductPage {
  if (search.query) return readPage(db, storeId, search);
  const { limit, offset, sortBy, descending } = search;
  const key = `${storeId} ${limit} ${offset} ${sortBy} ${descending}`;
  return db.cached('product list', key, () => readPage(db, storeId, search));
}

function readPage(db: Database, storeId: Id, search: ProductSearch): ProductPage {
  const { where, values } = matching(storeId, search.query);
  const direction = search.descending ? 'DESC' : 'ASC';
  const column = SORT_COLUMNS[search.sortBy];
  const order = column === 'id' ? `id ${direction}` : `${column} ${direction}, id ${direction}`;
  const rows = db.all<ProductRow>(
    `SELECT id, name, (SELECT url FROM product_images WHERE product_id = products.id ORDER BY position LIMIT 1) AS imageUrl
     FROM products WHERE ${where} ORDER BY ${order} LIMIT ? OFFSET ?`,
    ...values,
    search.limit + 1,
    search.offset,
  );
  return { products: rows.slice(0, search.limit), hasMore: rows.length > search.limit };
}

/** How many products match, over all pages. */
export function countProducts(db: Database, storeId: Id, query?: string): number {
  const { where, values } = matching(storeId, query);
  return db.get<{ count: number }>(`SELECT count(*) AS count FROM products WHERE ${where}`, ...values)?.count ?? 0;
}

const TRIGRAM = 3; // what the index of names is made of; a shorter query scans them
const LOOKED_UP = 50; // code points of a query; each costs the index, and so many narrow the names down enough

function matching(storeId: Id, query: string | undefined): { where: string; values: Value[] } {
  const live = 'store_id = ? AND delete_time IS NULL';
  const folded = foldCase(query ?? '');
  if (folded === '') return { where: live, values: [storeId] };
  const start = [...folded.slice(0, 2 * LOOKED_UP)].slice(0, LOOKED_UP);
  if (start.length < TRIGRAM) return { where: `${live} AND instr(folded_name, ?) > 0`, values: [storeId, folded] };
  const phrase = `"${start.join('').replaceAll('"', '""')}"`;
  return {
    where: `${live} AND instr(folded_name, ?) > 0 AND id IN (SELECT rowid FROM product_names WHERE product_names MATCH ?)`,
    values: [storeId, folded, phrase],
  };
}
