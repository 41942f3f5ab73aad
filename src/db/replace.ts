import {
  closeSync,
  constants,
  createReadStream,
  createWriteStream,
  existsSync,
  fstatSync,
  lstatSync,
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
import { holdServingLock } from './lock.ts';

const PATIENCE = 2_000; // milliseconds for a command that is about to end
const HEADER = 100; // bytes

/** Keeps servers off a database that is to be replaced. @throws OperatorError where one runs */
export const holdForReplacing = (file: string): (() => void) =>
  holdServingLock(file, { timeout: 0, nativeBinding: addonFile(file) });

/**
 * Puts the database `next`, which is whole and on the disk, in the place of `file`, and keeps what was there as `kept`,
 * with what its write-ahead log held and for whom the old one was. Killed at any point, `file` is the old one or the new.
 *
 * @returns whether anything was there
 * @throws OperatorError where another program has it open, or anything is at `kept`
 */
export async function replaceDatabase(file: string, next: string, kept: string): Promise<boolean> {
  if (!existsSync(file)) {
    dropLogs(file);
    await settle(next, file);
    return false;
  }
  if (lstatSync(kept, { throwIfNoEntry: false })) throw new OperatorError('replaced_database_exists', { file: kept });
  const handle = openSync(file, 'r+'); // closing one lets go of SQLite's locks, so it stays open as long as they are needed
  const old = lockWhole(file);
  try {
    if (old) await keep(old, { half: `${file}.keeping`, kept, owner: fstatSync(handle) });
    else await keepBytes(handle, file, kept);
    dropLogs(file); // of the old one there are none any more, unless it was beyond reading
    await settle(next, file);
    spoil(handle);
  } finally {
    old?.close();
    closeSync(handle);
  }
  return true;
}

/**
 * The database with its write-ahead log folded in, and under a lock until it is closed; undefined where it is none that
 * SQLite can read.
 */
function lockWhole(file: string): Sqlite.Database | undefined {
  const old = new Sqlite(file, { timeout: PATIENCE, nativeBinding: addonFile(file) });
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
  half: string;
  kept: string;
  owner: Owner;
}

async function keep(old: Sqlite.Database, { half, kept, owner }: Keeping): Promise<void> {
  dropHalf(half); // of a restore that was killed; nobody else is at one, since this one holds the lock
  try {
    makeNew(half, owner);
    await old.backup(half, { progress: () => 5_000 });
    await flush(half);
    await settle(half, kept);
  } catch (error) {
    dropHalf(half);
    throw error;
  }
}

function dropHalf(half: string): void {
  rmSync(half, { force: true });
  dropLogs(half);
}

/** As it is, with its log beside it: somebody may mend it yet. */
async function keepBytes(handle: number, file: string, kept: string): Promise<void> {
  if (existsSync(`${file}-wal`)) {
    const log = openSync(`${file}-wal`, constants.O_RDONLY | constants.O_NOFOLLOW);
    await copyBytes(log, `${kept}-wal`);
    closeSync(log);
  }
  await copyBytes(handle, kept);
}

/** For whom they were before: a folder's owner must not come by what was another's. */
async function copyBytes(from: number, to: string): Promise<void> {
  const copy = openNew(to, fstatSync(from));
  await pipeline(
    createReadStream('', { fd: from, start: 0, autoClose: false }),
    createWriteStream('', { fd: copy, flush: true }),
  );
}

function dropLogs(file: string): void {
  for (const end of ['-wal', '-shm', '-journal']) rmSync(file + end, { force: true });
}

async function settle(from: string, to: string): Promise<void> {
  renameSync(from, to);
  await flush(path.dirname(to));
}

/**
 * Who was about to open the old one is waiting for our lock, and would write its log beside the new one. What it finds
 * is no database any more.
 */
function spoil(handle: number): void {
  if (fstatSync(handle).nlink === 0) writeSync(handle, Buffer.alloc(HEADER), 0, HEADER, 0);
}
