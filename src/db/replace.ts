import {
  closeSync,
  constants,
  createReadStream,
  createWriteStream,
  existsSync,
  fstatSync,
  openSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import Sqlite from 'better-sqlite3';
import { OperatorError } from '../lib/errors.ts';
import { flush } from '../lib/flush.ts';
import { makeNew, type Owner, openNew } from '../lib/owned-file.ts';
import { addonFile } from './addon.ts';
import { acquireServingLock } from './lock.ts';

const LOCK_TIMEOUT = 2_000; // milliseconds for a command that is about to end
const HEADER = 100; // bytes

/** Takes the serving lock before a database is replaced. @throws OperatorError if a server is running */
export const holdForReplacing = (file: string): (() => void) =>
  acquireServingLock(file, { timeout: 0, nativeBinding: addonFile(file) }).release;

/**
 * Replaces the database `file` with `next`, which is complete and flushed. The old database is saved under the free name
 * `kept`, including its write-ahead log, with the same owner. If the process is killed at any point, `file` is the old
 * one or the new one.
 *
 * @returns whether there was an old database
 * @throws OperatorError if another process has it open
 */
export async function replaceDatabase(file: string, next: string, kept: string): Promise<boolean> {
  if (!existsSync(file)) {
    deleteLogs(file);
    await settle(next, file);
    return false;
  }
  const handle = openSync(file, 'r+'); // stays open: closing any handle of the file releases SQLite's POSIX locks
  const old = lockWhole(file);
  try {
    if (old) await keep(old, { partial: `${file}.keeping`, kept, owner: fstatSync(handle) });
    else await keepBytes(handle, file, kept);
    deleteLogs(file); // left only if SQLite could not read the old database
    await settle(next, file);
    spoil(handle);
  } finally {
    old?.close();
    closeSync(handle);
  }
  return true;
}

/**
 * Opens the old database with its write-ahead log merged and an exclusive lock until it is closed. Undefined if SQLite
 * cannot read it.
 */
function lockWhole(file: string): Sqlite.Database | undefined {
  const old = new Sqlite(file, { timeout: LOCK_TIMEOUT, nativeBinding: addonFile(file) });
  try {
    old.pragma('journal_mode = DELETE');
    old.pragma('locking_mode = EXCLUSIVE');
    old.exec('BEGIN EXCLUSIVE; COMMIT');
    return old;
  } catch (error) {
    old.close();
    const { code, message } = error as Error & { code: string };
    if (/^SQLITE_(BUSY|LOCKED)/.test(code)) throw new OperatorError('database_in_use', { file });
    if (/^SQLITE_(NOTADB|CORRUPT)/.test(code)) return undefined;
    throw new OperatorError('database_not_replaceable', { file, why: `${message} (${code})` });
  }
}

interface Keeping {
  partial: string;
  kept: string;
  owner: Owner;
}

async function keep(old: Sqlite.Database, { partial, kept, owner }: Keeping): Promise<void> {
  removePartialCopy(partial); // of an interrupted restore; no other can run while this one holds the lock
  try {
    makeNew(partial, owner);
    await old.backup(partial, { progress: () => 5_000 });
    await flush(partial);
    await settle(partial, kept);
  } catch (error) {
    removePartialCopy(partial);
    throw error;
  }
}

function removePartialCopy(partial: string): void {
  rmSync(partial, { force: true });
  deleteLogs(partial);
}

/** Copies an unreadable database and its log byte by byte, so that it can still be repaired. */
async function keepBytes(handle: number, file: string, kept: string): Promise<void> {
  if (existsSync(`${file}-wal`)) {
    const log = openSync(`${file}-wal`, constants.O_RDONLY | constants.O_NOFOLLOW);
    await copyBytes(log, `${kept}-wal`);
    closeSync(log);
  }
  await copyBytes(handle, kept);
}

/** Keeps the owner of the file, so that the folder's owner does not gain access to it. */
async function copyBytes(from: number, to: string): Promise<void> {
  const copy = openNew(to, fstatSync(from));
  await pipeline(
    createReadStream('', { fd: from, start: 0, autoClose: false }),
    createWriteStream('', { fd: copy, flush: true }),
  );
}

function deleteLogs(file: string): void {
  for (const end of ['-wal', '-shm', '-journal']) rmSync(file + end, { force: true });
}

async function settle(from: string, to: string): Promise<void> {
  renameSync(from, to);
  await flush(path.dirname(to));
}

/**
 * Erases the header of the old file. A process that waits for the lock on it would otherwise write a log next to the new
 * database.
 */
function spoil(handle: number): void {
  if (fstatSync(handle).nlink === 0) writeSync(handle, Buffer.alloc(HEADER), 0, HEADER, 0);
}
