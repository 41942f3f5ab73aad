import type { Message } from '../lib/messages/catalogue.ts';
import { message } from '../lib/messages/message.ts';
import type { Reader } from './reader.ts';
import { query } from './statement.ts';
import { TABLES } from './tables.ts';

/** A row whose foreign key refers to a missing row. */
export interface Stray {
  table: string;
  /** Null for a WITHOUT ROWID table. */
  rowid: number | null;
  /** The table that lacks the row. */
  parent: string;
}

/** Finds violations of the declared foreign keys. */
const selectStrays = query<Stray>({ reads: TABLES }, 'PRAGMA foreign_key_check');

export const strays = (db: Reader): Stray[] => db.all(selectStrays);

export const strayProblem = ({ table, rowid, parent }: Stray): Message =>
  message('row_refers_to_missing_row', { table, row: rowid, parent });
