import { accessSync, constants, existsSync, lstatSync } from 'node:fs';
import type { Options } from 'better-sqlite3';
import Sqlite from 'better-sqlite3';
import { OperatorError } from '../lib/errors.ts';
import { makeNew } from '../lib/owned-file.ts';

/**
 * Holds `FILE-serving`, a small lock file, so that no second server works on the same data. It is an SQLite database
 * under an exclusive transaction: the operating system lets go of it when the process ends, however it ends.
 *
 * @throws OperatorError where another server holds it, or it cannot be written
 */
export function holdServingLock(databaseFile: string, options: Options): () => void {
  const file = `${databaseFile}-serving`;
  let lock: Sqlite.Database | undefined;
  try {
    makeLock(file);
    lock = new Sqlite(file, { ...options, timeout: 0, fileMustExist: true }); // it would make what a link leads to
    accessSync(file, constants.W_OK); // on a file it may only read, SQLite grants the lock to anyone
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (error) {
    lock?.close();
    throw lockError(error as NodeJS.ErrnoException, databaseFile, file);
  }
  const held = lock;
  return () => held.close();
}

/** Makes it unless it is there. @throws where it is a link: root would lock whatever the folder's owner has it lead to */
function makeLock(file: string): void {
  try {
    makeNew(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    if (!lstatSync(file).isFile()) throw new Error('it is no plain file');
  }
}

/** Whether a server works on this data right now. */
export function isServed(databaseFile: string, options: Options): boolean {
  const file = `${databaseFile}-serving`;
  if (!existsSync(file)) return false;
  const lock = new Sqlite(file, { ...options, readonly: true, timeout: 0 });
  try {
    lock.prepare('SELECT 1 FROM sqlite_schema').get();
    return false;
  } catch (error) {
    return String((error as NodeJS.ErrnoException).code).startsWith('SQLITE_BUSY');
  } finally {
    lock.close();
  }
}

const lockError = ({ code, message: why }: NodeJS.ErrnoException, databaseFile: string, file: string): OperatorError =>
  code?.startsWith('SQLITE_BUSY')
    ? new OperatorError('database_already_served', { file: databaseFile })
    : new OperatorError('database_cannot_be_locked', { file, why });
