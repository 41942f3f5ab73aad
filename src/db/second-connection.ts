import Sqlite from 'better-sqlite3';
import { Connection } from './connection.ts';
import { PRAGMAS } from './open.ts';
import { BUSY_TIMEOUT } from './prepared-statements.ts';

/** Parameters with which a thread opens the database of its process. */
export interface ServedFile {
  file: string;
  nativeBinding: string | undefined;
}

const CACHE_SIZE = 4_000; // kilobytes of pages

/**
 * Opens another connection in a serving process, for a thread. A thread must not call `openDatabase`: closing any file
 * handle of the database would release the locks of the whole process.
 */
export function openSecondConnection({ file, nativeBinding }: ServedFile): Connection {
  const options = { timeout: BUSY_TIMEOUT, nativeBinding, fileMustExist: true };
  const sqlite = new Sqlite(file, options);
  sqlite.exec(PRAGMAS);
  sqlite.pragma(`cache_size = -${CACHE_SIZE}`);
  return new Connection(sqlite, options);
}
