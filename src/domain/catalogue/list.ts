import type { Database } from '../../db/database.ts';
import type { Id } from '../../lib/ids.ts';
import { foldCase } from '../../lib/text.ts';
import { productNames, type SortKey } from './names.ts';

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
  const { limit, offset, sortBy, descending } = search;
  const query = foldCase(search.query ?? '');
  const wanted = limit + 1; // one more says whether there are more
  if (query !== '') {
    const ids = productNames(db, storeId).page({ query, sortBy, descending, offset, limit: wanted });
    return pageOf(rowsOf(db, ids), limit);
  }
  const key = `${storeId} ${limit} ${offset} ${sortBy} ${descending}`;
  return db.cached('product list', key, () => pageOf(rowsInOrder(db, storeId, { ...search, limit: wanted }), limit));
}

const pageOf = (rows: readonly ProductRow[], limit: number): ProductPage => ({
  products: rows.slice(0, limit),
  hasMore: rows.length > limit,
});

const COLUMNS = `p.id, p.name, (SELECT url FROM product_images WHERE product_id = p.id ORDER BY position LIMIT 1) AS imageUrl`;

const rowsOf = (db: Database, ids: readonly Id[]): ProductRow[] =>
  db.all(
    `SELECT ${COLUMNS} FROM json_each(?) found CROSS JOIN products p ON p.id = found.value ORDER BY found.key`,
    JSON.stringify(ids),
  );

function rowsInOrder(db: Database, storeId: Id, { limit, offset, sortBy, descending }: ProductSearch): ProductRow[] {
  const direction = descending ? 'DESC' : 'ASC';
  const column = SORT_COLUMNS[sortBy];
  const order = column === 'id' ? `id ${direction}` : `${column} ${direction}, id ${direction}`;
  return db.all<ProductRow>(
    `SELECT ${COLUMNS} FROM products p WHERE store_id = ? AND delete_time IS NULL ORDER BY ${order} LIMIT ? OFFSET ?`,
    storeId,
    limit,
    offset,
  );
}

/** How many products match, over all pages. */
export function countProducts(db: Database, storeId: Id, query = ''): number {
  const folded = foldCase(query);
  if (folded !== '') return productNames(db, storeId).count(folded);
  return db.cached('product list', `count ${storeId}`, () => {
    const row = db.get<{ count: number }>(
      'SELECT count(*) AS count FROM products INDEXED BY products_by_id WHERE store_id = ? AND delete_time IS NULL',
      storeId,
    );
    return row?.count ?? 0;
  });
}
