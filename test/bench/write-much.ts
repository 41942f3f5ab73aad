import type { Database } from '../../src/db/database.ts';
import { openDatabase } from '../../src/db/open.ts';

const QUICK = `PRAGMA foreign_keys = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -1000000`;

/** Writes into a database that nobody has open, as fast as it goes: one that fails leaves a file of no use. */
export function writeMuch(file: string, write: (db: Database) => void): void {
  const { db } = openDatabase(file, { create: false });
  db.exec(QUICK);
  db.get('PRAGMA journal_mode = MEMORY'); // each page is written once
  db.run('BEGIN');
  write(db);
  db.run('COMMIT');
  db.get('PRAGMA journal_mode = WAL');
  db.close();
}
