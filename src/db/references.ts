import type { Message } from '../lib/messages/catalogue.ts';
import { message } from '../lib/messages/message.ts';
import type { Reader } from './reader.ts';
import { query } from './statement.ts';
import { TABLES } from './tables.ts';

/** A row whose foreign key refers to a missing row. */
export interface BrokenReference {
  table: string;
  /** Null for a WITHOUT ROWID table. */
  rowid: number | null;
  /** The table that lacks the row. */
  parent: string;
}

const foreignKeyCheck = query<BrokenReference>({ reads: TABLES }, 'PRAGMA foreign_key_check');

export const brokenReferences = (db: Reader): BrokenReference[] => db.all(foreignKeyCheck);

export const brokenReferenceProblem = ({ table, rowid, parent }: BrokenReference): Message =>
  message('row_refers_to_missing_row', { table, row: rowid ?? 'without rowid', parent });
