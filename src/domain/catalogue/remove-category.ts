import type { Context } from '../../context.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import type { Id } from '../../lib/ids.ts';
import { audit } from '../audit/audit-log.ts';
import { deleteCategoryRow, existingCategory } from './categories.ts';
import { moveProducts } from './products.ts';

const MOVED_AT_ONCE = 500; // products: a few milliseconds

interface Removal {
  storeId: Id;
  id: Id;
  /** The category of the same store that gets the products; null: they have none. */
  into: Id | null;
}

/**
 * Deletes a category, or merges it into another one. Its products move in small transactions, so that other writes do not
 * wait for all of them. After a crash it still has the rest.
 *
 * @throws AppError not_found
 */
export async function removeCategory({ write }: Pick<Context, 'write'>, removal: Removal): Promise<void> {
  while (!(await write((tx) => removeSome(tx, removal))));
}

/** @returns whether the category is deleted */
function removeSome(tx: WriteTx, { storeId, id, into }: Removal): boolean {
  const { name } = existingCategory(tx, storeId, id);
  const target = into === null ? undefined : existingCategory(tx, storeId, into);
  if (target?.id === id) throw new Error(`category ${id} cannot be merged into itself`);
  if (moveProducts(tx, id, into, MOVED_AT_ONCE) === MOVED_AT_ONCE) return false;
  deleteCategoryRow(tx, id);
  if (target) audit(tx, 'category_merged', { storeId, subjectId: id, detail: { name, into: target.name } });
  else audit(tx, 'category_deleted', { storeId, subjectId: id, detail: { name } });
  return true;
}
