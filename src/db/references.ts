import type { Message } from '../lib/messages/catalogue.ts';
import { message } from '../lib/messages/messages.ts';
import type { Reader } from './reader.ts';
import { query } from './statement.ts';
import { TABLES } from './tables.ts';

/** A row that names another which is not there. */
export interface Stray {
  table: string;
  /** Null where the table has none. */
  rowid: number | null;
  /** The table that lacks it. */
  parent: string;
}

/** All by references that the schema declares. */
const selectStrays = query<Stray>({ reads: TABLES }, 'PRAGMA foreign_key_check');

export const strays = (db: Reader): Stray[] => db.all(selectStrays);

export const strayProblem = ({ table, rowid, parent }: Stray): Message =>
  message('row_refers_to_missing_row', { table, row: rowid, parent });
