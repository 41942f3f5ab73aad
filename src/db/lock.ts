import { accessSync, constants, existsSync, lstatSync } from 'node:fs';
import type { Options } from 'better-sqlite3';
import Sqlite from 'better-sqlite3';
import { OperatorError } from '../lib/errors.ts';
import { makeNew } from '../lib/owned-file.ts';
import { isBusy } from './disk.ts';
import { isInodeLocked, lockInode } from './inode-lock.ts';

/** Prevents a second server from using the database. */
export interface ServingLock {
  /**
   * Recreates the lock file if it was deleted or replaced.
   *
   * @returns whether it did
   * @throws OperatorError if another server has locked the new file, or it cannot be created
   */
  readonly renew: () => boolean;
  readonly release: () => void;
}

/**
 * Locks `FILE-serving`, and the inode of the database in case that file is deleted, so that no second server uses the same
 * database. The lock file is an SQLite database in an exclusive transaction: the operating system releases it when the
 * process ends, even after a crash.
 *
 * @throws OperatorError if another server holds the lock, or the file cannot be written
 */
export function acquireServingLock(databaseFile: string, options: Options): ServingLock {
  const file = `${databaseFile}-serving`;
  let lock = lockFile(databaseFile, file, options);
  let inode = inodeOf(file);
  const releaseInode = lockInode(databaseFile);
  if (!releaseInode) {
    lock.close();
    throw new OperatorError('database_already_served', { file: databaseFile });
  }
  return {
    renew: () => {
      if (inodeOf(file) === inode) return false;
      const next = lockFile(databaseFile, file, options);
      lock.close();
      lock = next;
      inode = inodeOf(file);
      return true;
    },
    release: () => {
      lock.close();
      releaseInode();
    },
  };
}

function lockFile(databaseFile: string, file: string, options: Options): Sqlite.Database {
  let lock: Sqlite.Database | undefined;
  try {
    createLockFile(file);
    lock = new Sqlite(file, { ...options, timeout: 0, fileMustExist: true }); // otherwise SQLite would create the target of a symlink
    accessSync(file, constants.W_OK); // SQLite grants any lock on a read-only file
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    return lock;
  } catch (error) {
    lock?.close();
    if (error instanceof OperatorError) throw error;
    if (isBusy(error)) throw new OperatorError('database_already_served', { file: databaseFile });
    throw new OperatorError('database_cannot_be_locked', { file, why: (error as Error).message });
  }
}

const inodeOf = (file: string): number | undefined => lstatSync(file, { throwIfNoEntry: false })?.ino;

/** Creates the lock file if it is missing. @throws OperatorError if it is a symlink: root could lock an arbitrary file */
function createLockFile(file: string): void {
  try {
    makeNew(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    if (!lstatSync(file).isFile()) throw new OperatorError('lock_file_not_plain', { file });
  }
}

/** Whether a server is running on this database. */
export function isServed(databaseFile: string, options: Options): boolean {
  if (isInodeLocked(databaseFile)) return true;
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
