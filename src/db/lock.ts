import { accessSync, constants, existsSync, lstatSync } from 'node:fs';
import type { Options } from 'better-sqlite3';
import Sqlite from 'better-sqlite3';
import { OperatorError } from '../lib/errors.ts';
import { makeNew } from '../lib/owned-file.ts';
import { isBusy } from './disk.ts';

/**
 * Locks `FILE-serving`, so that no second server uses the same database. The lock file is an SQLite database in an
 * exclusive transaction: the operating system releases it when the process ends, even after a crash.
 *
 * @returns a function that releases the lock
 * @throws OperatorError if another server holds the lock, or the file cannot be written
 */
export function acquireServingLock(databaseFile: string, options: Options): () => void {
  const file = `${databaseFile}-serving`;
  let lock: Sqlite.Database | undefined;
  try {
    makeLock(file);
    lock = new Sqlite(file, { ...options, timeout: 0, fileMustExist: true }); // otherwise SQLite would create the target of a symlink
    accessSync(file, constants.W_OK); // SQLite grants any lock on a read-only file
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (error) {
    lock?.close();
    if (error instanceof OperatorError) throw error;
    if (isBusy(error)) throw new OperatorError('database_already_served', { file: databaseFile });
    throw new OperatorError('database_cannot_be_locked', { file, why: (error as Error).message });
  }
  const acquired = lock;
  return () => acquired.close();
}

/** Creates the lock file if it is missing. @throws OperatorError if it is a symlink: root could lock an arbitrary file */
function makeLock(file: string): void {
  try {
    makeNew(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    if (!lstatSync(file).isFile()) throw new OperatorError('lock_file_not_plain', { file });
  }
}

/** Whether a server is running on this database. */
export function isServed(databaseFile: string, options: Options): boolean {
  const file = `${databaseFile}-serving`;
  if (!existsSync(file)) return false;
  const lock = new Sqlite(file, { ...options, readonly: true, timeout: 0 });
  try {
    lock.prepare('SELECT 1 FROM sqlite_schema').get();
    return false;
  } catch (error) {
    return isBusy(error);
  } finally {
    lock.close();
  }
}
