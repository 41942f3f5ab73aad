import type { Options } from 'better-sqlite3';
import Sqlite from 'better-sqlite3';
import { Fault } from '../lib/errors.ts';

/**
 * Holds `FILE-serving`, a small lock file, so that no second server works on the same data. It is an SQLite database
 * under an exclusive transaction: the operating system lets go of it when the process ends, however it ends.
 */
export function holdServingLock(databaseFile: string, options: Options): () => void {
  const lock = new Sqlite(`${databaseFile}-serving`, { ...options, timeout: 0 });
  try {
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch {
    lock.close();
    throw new Fault(
      `another raan serves ${databaseFile} already; stop it first, or name another "database" in the config`,
    );
  }
  return () => lock.close();
}
