import type { WriteTx } from '../../../db/write-tx.ts';
import { invalidRequest } from '../../../lib/errors.ts';
import type { Id } from '../../../lib/ids.ts';
import { existingCustomer } from './customer.ts';
import { setMerged, setSeparate } from './customer-rows.ts';

/**
 * Shows the orders, notes and tags of both on the page of `into`, and counts them together.
 *
 * @throws AppError not_found; invalid_request at `telephone` if they are the same customer
 */
export function mergeCustomers(tx: WriteTx, storeId: Id, { from, into }: { from: Id; into: Id }): void {
  const [merged, target] = [existingCustomer(tx, storeId, from), existingCustomer(tx, storeId, into)];
  if (merged.id === target.id) throw invalidRequest('customers_are_the_same', { path: 'telephone' });
  setMerged(tx, merged.id, target.id);
}

/** Gives a merged telephone its own page again; a telephone that is not merged stays as it is. @throws AppError not_found */
export function separateCustomer(tx: WriteTx, storeId: Id, member: Id): void {
  const { id } = existingCustomer(tx, storeId, member);
  if (id !== member) setSeparate(tx, member, id);
}
