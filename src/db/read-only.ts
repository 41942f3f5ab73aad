import Sqlite from 'better-sqlite3';
import { Connection } from './connection.ts';
import { BUSY_TIMEOUT } from './prepared-statements.ts';
import { Reader } from './reader.ts';

const CACHE_SIZE = 4_000; // kilobytes

/**
 * Opens a connection of its own that sees one state of the database until it is closed. For threads.
 *
 * @param nativeBinding the path of SQLite's addon, which the main thread has unpacked
 */
export function openFixedState(file: string, nativeBinding: string | undefined): { db: Reader; close: () => void } {
  const options = { readonly: true, fileMustExist: true, timeout: BUSY_TIMEOUT, nativeBinding };
  const sqlite = new Sqlite(file, options);
  sqlite.pragma(`cache_size = -${CACHE_SIZE}`);
  const connection = new Connection(sqlite, options);
  sqlite.exec('BEGIN'); // deferred: the first read fixes the state
  return { db: new Reader(connection), close: () => sqlite.close() };
}
