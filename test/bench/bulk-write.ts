import { openTestDatabase, type TestDatabase } from '../sql.ts';

const QUICK = `PRAGMA foreign_keys = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -1000000`;

/**
 * Writes into a database without durability; a failed run leaves an unusable file. No other process may have it open.
 */
export function bulkWrite(file: string, write: (db: TestDatabase) => void): void {
  const db = openTestDatabase(file);
  db.exec(QUICK);
  db.raw.pragma('journal_mode = MEMORY'); // each page is written once
  db.exec('BEGIN');
  write(db);
  db.exec('COMMIT');
  db.raw.pragma('journal_mode = WAL');
  db.close();
}
