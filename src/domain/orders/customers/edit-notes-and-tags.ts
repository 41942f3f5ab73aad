import type { WriteTx } from '../../../db/write-tx.ts';
import { invalidRequest, notFound } from '../../../lib/errors.ts';
import type { Id } from '../../../lib/ids.ts';
import { tagToAdd } from '../../tags.ts';
import { existingCustomer, memberIds } from './customer.ts';
import {
  addNote,
  deleteNote,
  notesOfCustomers,
  putCustomerTag,
  removeCustomerTag,
  replaceNote,
  tagsOfCustomers,
} from './notes-and-tags.ts';

/** A customer of a store. */
interface CustomerKey {
  storeId: Id;
  customer: Id;
}

/** @throws AppError not_found */
export function writeNote(
  tx: WriteTx,
  { storeId, customer }: CustomerKey,
  note: { text: string; userId: Id | null; now: number },
): void {
  addNote(tx, { ...note, customer: existingCustomer(tx, storeId, customer).id });
}

/**
 * @param was the text that the author has seen
 * @throws AppError not_found if the customer or the note does not exist; invalid_request if another text was written meanwhile
 */
export function rewriteNote(
  tx: WriteTx,
  { storeId, customer }: CustomerKey,
  { was, ...note }: { id: Id; was: string | undefined; text: string; userId: Id | null },
): void {
  const customers = memberIds(existingCustomer(tx, storeId, customer));
  const known = notesOfCustomers(tx, customers).find(({ id }) => id === note.id);
  if (!known) throw notFound('nothing_at_path');
  if (was !== undefined && ![was, note.text].includes(known.text)) throw invalidRequest('note_changed_meanwhile');
  replaceNote(tx, { ...note, customers });
}

/** @throws AppError not_found */
export const removeNote = (tx: WriteTx, { storeId, customer }: CustomerKey, note: Id): void =>
  deleteNote(tx, note, memberIds(existingCustomer(tx, storeId, customer)));

/**
 * Adds a tag. A tag that the store already uses keeps its spelling.
 *
 * @throws AppError not_found; invalid_request at `tag` if the customer has too many
 */
export function tagCustomer(tx: WriteTx, { storeId, customer }: CustomerKey, text: string): void {
  const known = existingCustomer(tx, storeId, customer);
  const tags = tagsOfCustomers(tx, memberIds(known));
  const tag = tagToAdd(tx, { table: 'customer_tags', storeId, tags }, text);
  putCustomerTag(tx, { customer: known.id, storeId, tag });
}

/** @throws AppError not_found */
export const untagCustomer = (tx: WriteTx, { storeId, customer }: CustomerKey, tag: string): number =>
  removeCustomerTag(tx, memberIds(existingCustomer(tx, storeId, customer)), tag);
