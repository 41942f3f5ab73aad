import type { WriteTx } from '../../../db/write-tx.ts';
import { invalidRequest } from '../../../lib/errors.ts';
import type { Id } from '../../../lib/ids.ts';
import { existingCustomer } from './customer.ts';
import { setMerged, setSeparate } from './customer-rows.ts';

/**
 * Merges customer `from` into `into`: one page and one set of figures for the orders, notes and tags of both.
 *
 * @throws AppError not_found; invalid_request at `telephone` if they are the same customer
 */
export function mergeCustomers(tx: WriteTx, storeId: Id, { from, into }: { from: Id; into: Id }): void {
  const [merged, target] = [existingCustomer(tx, storeId, from), existingCustomer(tx, storeId, into)];
  if (merged.id === target.id) throw invalidRequest('customers_are_the_same', { path: 'telephone' });
  setMerged(tx, merged.id, target.id);
}

/** Undoes the merge of a telephone. Does nothing if it is not merged. @throws AppError not_found */
export function separateCustomer(tx: WriteTx, storeId: Id, member: Id): void {
  const { id } = existingCustomer(tx, storeId, member);
  if (id !== member) setSeparate(tx, member, id);
}
