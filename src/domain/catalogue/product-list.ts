import type { Reader } from '../../db/reader.ts';
import { query } from '../../db/statement.ts';
import type { Id } from '../../lib/ids.ts';
import { foldCase } from '../../lib/text.ts';
import { filterConditions, isFiltered, type ProductFilter, productSets } from './product-filter.ts';
import { currentNames, SORT_COLUMNS, type SortKey } from './product-names.ts';

export interface ProductSearch extends ProductFilter {
  limit: number;
  offset: number;
  /** A substring of the name, case-insensitive. */
  query?: string | undefined;
  sortBy: SortKey;
  descending: boolean;
}

export interface ProductRow {
  id: Id;
  name: string;
  imageUrl: string | null;
}

export interface ProductPage {
  products: readonly ProductRow[];
  hasMore: boolean;
}

/** One page of the store's live products. Pages without query and filter are cached, because partners poll them. */
export function listProducts(db: Reader, storeId: Id, search: ProductSearch): ProductPage {
  const { limit, offset, sortBy, descending } = search;
  const query = foldCase(search.query ?? '');
  const read = () => pageOf(pageRows(db, storeId, { ...search, query, limit: limit + 1 }), limit);
  return query === '' && !isFiltered(search)
    ? db.cached('product list', `${storeId} ${limit} ${offset} ${sortBy} ${descending}`, read)
    : read();
}

const pageOf = (rows: readonly ProductRow[], limit: number): ProductPage => ({
  products: rows.slice(0, limit),
  hasMore: rows.length > limit,
});

const COLUMNS = `p.id, p.name, (SELECT url FROM product_images WHERE product_id = p.id ORDER BY position LIMIT 1) AS imageUrl`;

type FoldedSearch = ProductSearch & { query: string };

/** With `limit` of one more than the page, so that `hasMore` is known. */
const pageRows = (db: Reader, storeId: Id, search: FoldedSearch): ProductRow[] =>
  db.all(selectRowsOf, JSON.stringify(idsInOrder(db, storeId, search)));

const selectRowsOf = query<ProductRow>(
  { reads: ['product_images', 'products'] },
  `SELECT ${COLUMNS} FROM json_each(?) found CROSS JOIN products p ON p.id = found.value ORDER BY found.key`,
);

/** More products than a store has. */
export const NO_LIMIT = Number.MAX_SAFE_INTEGER;

/** All products of the list in its order. */
export const listedProducts = (
  db: Reader,
  storeId: Id,
  { query = '', ...order }: Omit<ProductSearch, 'limit' | 'offset'>,
): Id[] => idsInOrder(db, storeId, { ...order, query: foldCase(query), limit: NO_LIMIT, offset: 0 });

function idsInOrder(db: Reader, storeId: Id, search: FoldedSearch): Id[] {
  const names = currentNames(db, storeId);
  if (!names) return idsFromSql(db, storeId, search);
  return names.page({ ...search, sets: isFiltered(search) ? productSets(db, storeId, search) : undefined });
}

const NAME_CONDITION = `store_id = +? AND delete_time IS NULL AND (? = '' OR instr(folded_name, ?) > 0)`;

function idsFromSql(
  db: Reader,
  storeId: Id,
  { query: searched, limit, offset, sortBy, descending, ...filter }: FoldedSearch,
): Id[] {
  const { sql, values, reads } = filterConditions(filter);
  const direction = descending ? 'DESC' : 'ASC';
  const order = SORT_COLUMNS[sortBy].map((column) => `${column} ${direction}`).join(', ');
  return db
    .all(
      query<{ id: Id }>(
        { reads: ['products', ...reads] },
        `SELECT id FROM products p WHERE ${NAME_CONDITION}${sql} ORDER BY ${order} LIMIT +? OFFSET ?`,
      ),
      ...[storeId, searched, searched, ...values, limit, offset],
    )
    .map(({ id }) => id);
}

export function countProducts(db: Reader, storeId: Id, searched = ''): number {
  const folded = foldCase(searched);
  const names = currentNames(db, storeId);
  if (names) return names.count(folded);
  const sql = `SELECT count(*) AS count FROM products INDEXED BY products_by_name WHERE ${NAME_CONDITION}`;
  return db.get(query<{ count: number }>({ reads: ['products'] }, sql), storeId, folded, folded)?.count ?? 0;
}
