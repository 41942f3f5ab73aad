import type { Database } from './database.ts';

/** A row that names another which is not there. */
export interface Stray {
  table: string;
  /** Null where the table has none. */
  rowid: number | null;
  /** The table that lacks it. */
  parent: string;
}

/** All by references that the schema declares. */
export const strays = (db: Database): Stray[] => db.all<Stray>('PRAGMA foreign_key_check');

export const strayFault = ({ table, rowid, parent }: Stray): string =>
  `row ${rowid} of ${table} refers to a row that ${parent} lacks`;
