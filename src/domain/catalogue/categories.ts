import type { Reader } from '../../db/reader.ts';
import { command, query } from '../../db/statement.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import { invalidRequest, notFound } from '../../lib/errors.ts';
import type { Id } from '../../lib/ids.ts';
import { nameColumns } from '../../lib/name-order.ts';
import { foldCase, hasVisibleCharacter } from '../../lib/text.ts';

// The only writer of categories. Names of a store differ in more than case.

export interface Category {
  id: Id;
  name: string;
}

export const MAX_CATEGORY_LENGTH = 100;

/** The name as it is stored: composed, without leading, trailing and repeated spaces; empty if nothing is visible. */
export const normalCategory = (text: string): string =>
  hasVisibleCharacter(text) ? text.normalize('NFC').replace(/\s+/g, ' ').trim() : '';

const categoryRow = query<Category>(
  { reads: ['categories'] },
  'SELECT id, name FROM categories WHERE id = ? AND store_id = ?',
);

export const categoryById = (db: Reader, storeId: Id, id: Id): Category | undefined => db.get(categoryRow, id, storeId);

/** @throws AppError not_found */
export function existingCategory(db: Reader, storeId: Id, id: Id): Category {
  const found = categoryById(db, storeId, id);
  if (!found) throw notFound('category_not_found');
  return found;
}

const categoryOfName = query<Category>(
  { reads: ['categories'] },
  'SELECT id, name FROM categories WHERE store_id = ? AND folded_name = ?',
);

/** However it is spelled. */
export const categoryNamed = (db: Reader, storeId: Id, name: string): Category | undefined =>
  db.get(categoryOfName, storeId, foldCase(normalCategory(name)));

const MAX_SUGGESTED = 200;

const firstCategories = query<Category>(
  { reads: ['categories'] },
  `SELECT id, name FROM categories WHERE store_id = ? ORDER BY collation_key, folded_name LIMIT ${MAX_SUGGESTED}`,
);

/** The first of the store by name, for suggestions and filters. */
export const suggestedCategories = (db: Reader, storeId: Id): Category[] => db.all(firstCategories, storeId);

export interface CountedCategory extends Category {
  /** Number of its live products. */
  products: number;
}

const COUNTED = `SELECT c.id, c.name,
     (SELECT count(*) FROM products WHERE category_id = c.id AND delete_time IS NULL) AS products
   FROM categories c`;

const countedCategories = query<CountedCategory>(
  { reads: ['categories', 'products'] },
  `${COUNTED} WHERE c.store_id = ? ORDER BY c.collation_key, c.folded_name LIMIT ? OFFSET ?`,
);

/** One page by name. */
export const countedCategoriesOf = (
  db: Reader,
  storeId: Id,
  { limit, offset }: { limit: number; offset: number },
): CountedCategory[] => db.all(countedCategories, storeId, limit, offset);

const oneCounted = query<CountedCategory>(
  { reads: ['categories', 'products'] },
  `${COUNTED} WHERE c.id = ? AND c.store_id = ?`,
);

/** @throws AppError not_found */
export function countedCategory(db: Reader, storeId: Id, id: Id): CountedCategory {
  const found = db.get(oneCounted, id, storeId);
  if (!found) throw notFound('category_not_found');
  return found;
}

const insertCategory = command(
  { writes: ['categories'] },
  `INSERT INTO categories (store_id, name, folded_name, collation_key)
   VALUES (@storeId, @name, @foldedName, @collationKey)`,
);

/** The store's category of this name; a new one if there is none. */
export function categoryFor(tx: WriteTx, storeId: Id, text: string): Id {
  const known = categoryNamed(tx, storeId, text);
  if (known) return known.id;
  return tx.insert(insertCategory, { storeId, ...nameColumns(normalCategory(text)) });
}

/** @throws AppError invalid_request at `name` */
export function addCategory(tx: WriteTx, storeId: Id, text: string): Id {
  requireName(text);
  const known = categoryNamed(tx, storeId, text);
  if (known) throw invalidRequest('category_exists', { path: 'name', name: known.name });
  return categoryFor(tx, storeId, text);
}

const setName = command(
  { writes: ['categories'] },
  'UPDATE categories SET name = @name, folded_name = @foldedName, collation_key = @collationKey WHERE id = @id',
);

/**
 * Renames a category; its products follow.
 *
 * @throws AppError not_found; invalid_request at `name` if another category has the name
 */
export function renameCategory(tx: WriteTx, storeId: Id, id: Id, text: string): void {
  existingCategory(tx, storeId, id);
  requireName(text);
  const known = categoryNamed(tx, storeId, text);
  if (known && known.id !== id) throw invalidRequest('category_exists', { path: 'name', name: known.name });
  tx.run(setName, { id, ...nameColumns(normalCategory(text)) });
}

function requireName(text: string): void {
  if (normalCategory(text) === '') throw invalidRequest('no_visible_character', { path: 'name' });
}

const deleteRow = command({ writes: ['categories'] }, 'DELETE FROM categories WHERE id = ?');

/** No product may be in it. */
export const deleteCategoryRow = (tx: WriteTx, id: Id): number => tx.run(deleteRow, id);
