import Sqlite from 'better-sqlite3';
import { Connection } from './connection.ts';
import { BUSY_TIMEOUT } from './prepared-statements.ts';
import { Reader } from './reader.ts';

const CACHE_SIZE = 4_000; // kilobytes

/**
 * Opens a separate read-only connection, for threads. It sees one snapshot of the database until it is closed.
 *
 * @param nativeBinding the path of SQLite's addon, which the main thread has unpacked
 */
export function openReadSnapshot(file: string, nativeBinding: string | undefined): { db: Reader; close: () => void } {
  const options = { readonly: true, fileMustExist: true, timeout: BUSY_TIMEOUT, nativeBinding };
  const sqlite = new Sqlite(file, options);
  sqlite.pragma(`cache_size = -${CACHE_SIZE}`);
  const connection = new Connection(sqlite, options);
  sqlite.exec('BEGIN'); // deferred: the snapshot starts with the first read
  return { db: new Reader(connection), close: () => sqlite.close() };
}
