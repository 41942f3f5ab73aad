import type { Reader } from '../../../db/reader.ts';
import { command, query } from '../../../db/statement.ts';
import type { WriteTx } from '../../../db/write-tx.ts';
import type { Id } from '../../../lib/ids.ts';
import { foldCase } from '../../../lib/text.ts';
import { sortedTags } from '../../tags.ts';

// The only writer of customer_notes and customer_tags.

export interface CustomerNote {
  id: Id;
  text: string;
  createTime: number;
  /** Current name of the account that last wrote it. */
  author: string | null;
}

const notesOf = query<CustomerNote>(
  { reads: ['accounts', 'customer_notes'] },
  `SELECT n.id, n.text, n.create_time AS createTime, u.name AS author FROM json_each(?) wanted
   CROSS JOIN customer_notes n ON n.customer_id = wanted.value LEFT JOIN accounts u ON u.id = n.user_id ORDER BY n.id DESC`,
);

/** Notes of these customers, newest first. */
export const notesOfCustomers = (db: Reader, customers: readonly Id[]): CustomerNote[] =>
  db.all(notesOf, JSON.stringify(customers));

const insertNote = command(
  { writes: ['customer_notes'] },
  'INSERT INTO customer_notes (customer_id, text, user_id, create_time) VALUES (@customer, @text, @userId, @now)',
);

export const addNote = (tx: WriteTx, note: { customer: Id; text: string; userId: Id | null; now: number }): number =>
  tx.run(insertNote, note);

const removeNote = command(
  { writes: ['customer_notes'] },
  'DELETE FROM customer_notes WHERE id = ? AND customer_id IN (SELECT value FROM json_each(?))',
);

/** Deletes the note if it belongs to these customers. */
export function deleteNote(tx: WriteTx, id: Id, customers: readonly Id[]): void {
  tx.overwriteDeleted();
  tx.run(removeNote, id, JSON.stringify(customers));
}

const setNote = command(
  { writes: ['customer_notes'] },
  `UPDATE customer_notes SET text = @text, user_id = @userId
   WHERE id = @id AND customer_id IN (SELECT value FROM json_each(@customers))`,
);

/** Replaces the text of a note if it belongs to these customers, and the account that wrote it. */
export function replaceNote(
  tx: WriteTx,
  { customers, ...note }: { id: Id; customers: readonly Id[]; text: string; userId: Id | null },
): void {
  tx.overwriteDeleted();
  tx.run(setNote, { ...note, customers: JSON.stringify(customers) });
}

/** The creation time shows whether a note is the one that was erased: see the list of erased ids. */
interface NoteTime {
  id: Id;
  createTime: number;
}

const timesOfNotes = query<NoteTime>(
  { reads: ['customer_notes'] },
  `SELECT n.id, n.create_time AS createTime FROM json_each(?) wanted CROSS JOIN customer_notes n ON n.id = wanted.value`,
);

export const noteTimes = (db: Reader, notes: readonly Id[]): NoteTime[] => db.all(timesOfNotes, JSON.stringify(notes));

const sameNotes = query<{ id: Id }>(
  { reads: ['customer_notes'] },
  `SELECT n.id FROM json_each(?) listed CROSS JOIN customer_notes n ON n.id = listed.value ->> 'id'
   WHERE n.create_time = listed.value ->> 'createTime'`,
);

/** Ids of the given notes that still exist. */
export const notesToErase = (db: Reader, notes: readonly NoteTime[]): Id[] =>
  db.all(sameNotes, JSON.stringify(notes)).map(({ id }) => id);

const eraseNotesById = command(
  { writes: ['customer_notes'] },
  'DELETE FROM customer_notes WHERE id IN (SELECT value FROM json_each(?))',
);

export function eraseNotes(tx: WriteTx, notes: readonly Id[]): void {
  tx.overwriteDeleted();
  tx.run(eraseNotesById, JSON.stringify(notes));
}

const tagsOf = query<{ tag: string }>(
  { reads: ['customer_tags'] },
  `SELECT DISTINCT t.tag FROM json_each(?) wanted CROSS JOIN customer_tags t ON t.customer_id = wanted.value`,
);

export const tagsOfCustomers = (db: Reader, customers: readonly Id[]): string[] =>
  sortedTags(db.all(tagsOf, JSON.stringify(customers)));

const tagsByCustomer = query<{ id: Id; tag: string }>(
  { reads: ['customer_tags', 'customers'] },
  `SELECT w.value AS id, t.tag FROM json_each(@customers) w CROSS JOIN customer_tags t ON t.customer_id = w.value
   UNION SELECT w.value, t.tag FROM json_each(@customers) w CROSS JOIN customers m ON m.merged_into = w.value
   CROSS JOIN customer_tags t ON t.customer_id = m.id`,
);

/** The tags of each of these customers, with those of merged telephones. */
export function tagsOfEach(db: Reader, customers: readonly Id[]): (customer: Id) => string[] {
  const rows = Map.groupBy(db.all(tagsByCustomer, { customers: JSON.stringify(customers) }), ({ id }) => id);
  return (customer) => sortedTags(rows.get(customer) ?? []);
}

const insertTag = command(
  { writes: ['customer_tags'] },
  `INSERT OR IGNORE INTO customer_tags (customer_id, store_id, tag, folded_tag)
   VALUES (@customer, @storeId, @tag, @foldedTag)`,
);

export const putCustomerTag = (tx: WriteTx, tag: { customer: Id; storeId: Id; tag: string }): number =>
  tx.run(insertTag, { ...tag, foldedTag: foldCase(tag.tag) });

const removeTag = command(
  { writes: ['customer_tags'] },
  'DELETE FROM customer_tags WHERE customer_id IN (SELECT value FROM json_each(?)) AND tag = ?',
);

export const removeCustomerTag = (tx: WriteTx, customers: readonly Id[], tag: string): number =>
  tx.run(removeTag, JSON.stringify(customers), tag);

const moveNotes = command(
  { writes: ['customer_notes'] },
  'UPDATE customer_notes SET customer_id = @to WHERE customer_id = @from',
);
const copyTags = command(
  { writes: ['customer_tags'] },
  `INSERT OR IGNORE INTO customer_tags (customer_id, store_id, tag, folded_tag)
   SELECT @to, store_id, tag, folded_tag FROM customer_tags WHERE customer_id = @from`,
);
const deleteNotes = command({ writes: ['customer_notes'] }, 'DELETE FROM customer_notes WHERE customer_id = ?');
const deleteTags = command({ writes: ['customer_tags'] }, 'DELETE FROM customer_tags WHERE customer_id = ?');

export function moveNotesAndTags(tx: WriteTx, from: Id, to: Id): void {
  tx.run(moveNotes, { from, to });
  tx.run(copyTags, { from, to });
  tx.run(deleteTags, from);
}

export function eraseNotesAndTags(tx: WriteTx, customer: Id): void {
  eraseCustomerTags(tx, customer);
  tx.run(deleteNotes, customer);
}

export function eraseCustomerTags(tx: WriteTx, customer: Id): void {
  tx.overwriteDeleted();
  tx.run(deleteTags, customer);
}
