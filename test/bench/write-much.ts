import { openTestDatabase, type TestDatabase } from '../sql.ts';

const QUICK = `PRAGMA foreign_keys = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -1000000`;

/** Writes into a database that nobody has open, as fast as it goes: one that fails leaves a file of no use. */
export function writeMuch(file: string, write: (db: TestDatabase) => void): void {
  const db = openTestDatabase(file);
  db.exec(QUICK);
  db.readOnce('PRAGMA journal_mode = MEMORY'); // each page is written once
  db.exec('BEGIN');
  write(db);
  db.exec('COMMIT');
  db.readOnce('PRAGMA journal_mode = WAL');
  db.close();
}
