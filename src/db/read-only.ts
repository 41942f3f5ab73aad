import Sqlite from 'better-sqlite3';
import { addonFile } from './addon.ts';
import { Database } from './database.ts';

/** Runs `read` on a database of whatever schema or program, and changes nothing in it. */
export function readOnly<T>(file: string, read: (db: Database) => T): T {
  const sqlite = new Sqlite(file, { readonly: true, fileMustExist: true, nativeBinding: addonFile(file) });
  try {
    return read(new Database(sqlite));
  } finally {
    sqlite.close();
  }
}
