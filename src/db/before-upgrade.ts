import {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs';
import path from 'node:path';
import type { Options } from 'better-sqlite3';
import Sqlite from 'better-sqlite3';
import { OperatorError } from '../lib/errors.ts';
import { flushSync } from '../lib/flush.ts';
import { Connection } from './connection.ts';
import { Reader } from './reader.ts';
import { query } from './statement.ts';

/**
 * Copies what is committed beside the database, as `NAME-before-schema-N.db`, for its owner alone. The copy has its name
 * only when it is whole, sound and on the disk. One of the same bytes is kept, of others the new one stands beside it.
 *
 * @param to N, the schema that the database is about to be brought to
 * @returns where the copy is
 * @throws OperatorError where it cannot be made, with what it needs
 */
export function copyBeforeUpgrade(file: string, options: Options, to: number): string {
  const { dir, name } = path.parse(file);
  const start = path.join(dir, `${name}-before-schema-${to}`);
  const half = `${start}.db.part`;
  try {
    dropHalfMade(half); // of an upgrade that was killed; nobody else is at one, since this one holds the database
    closeSync(openSync(half, 'wx', 0o600));
    copySound(file, options, half);
    flushSync(half);
    const whole = settle(half, start);
    flushSync(dir);
    return whole;
  } catch (error) {
    dropHalfMade(half);
    throw copyError(file, dir, error as Error);
  }
}

/** With what SQLite keeps beside it while it writes. */
function dropHalfMade(half: string): void {
  const folder = path.dirname(half);
  for (const name of readdirSync(folder))
    if (name.startsWith(path.basename(half))) rmSync(path.join(folder, name), { force: true });
}

/** A connection of its own: the other one is in its transaction, in which nothing can be copied. */
function copySound(file: string, options: Options, half: string): void {
  const source = new Connection(new Sqlite(file, options));
  try {
    source.copyTo(half);
    const copy = new Connection(new Sqlite(half, { ...options, readonly: true }));
    try {
      const faults = new Reader(copy).all(integrityCheck).map((row) => row.integrity_check);
      if (faults.join() !== 'ok') throw new Error(`the copy is not sound: ${faults.join('; ')}`);
      if (rowCounts(copy) !== rowCounts(source)) throw new Error('the copy has not every row');
    } finally {
      copy.close();
    }
  } finally {
    source.close();
  }
}

const integrityCheck = query<{ integrity_check: string }>({ reads: [] }, 'PRAGMA integrity_check');

const tableNames = query<{ name: string }>(
  { reads: [] },
  `SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name`,
);

/** The schema and how many rows each table has, as one text. */
function rowCounts(connection: Connection): string {
  const version = connection.readOnce('PRAGMA user_version');
  const tables = new Reader(connection).all(tableNames);
  const rows = tables.map(({ name }) => [
    name,
    connection.readOnce<{ rows: number }>(`SELECT count(*) AS rows FROM "${name}"`)?.rows,
  ]);
  return JSON.stringify([version, rows]);
}

/** Gives the copy the first name that is free, unless one before it has the same bytes: that one was made of this moment. */
function settle(half: string, start: string): string {
  for (let n = 1; ; n++) {
    const whole = n === 1 ? `${start}.db` : `${start}-${n}.db`;
    if (!existsSync(whole)) renameSync(half, whole);
    else if (haveSameBytes(half, whole)) rmSync(half);
    else continue;
    return whole;
  }
}

const CHUNK = 1 << 20;

function haveSameBytes(...files: [string, string]): boolean {
  if (statSync(files[0]).size !== statSync(files[1]).size) return false;
  const [one, other] = files.map((file) => openSync(file, 'r')) as [number, number];
  const [chunk, otherChunk] = [Buffer.alloc(CHUNK), Buffer.alloc(CHUNK)];
  try {
    for (;;) {
      const read = readSync(one, chunk);
      const same = read === readSync(other, otherChunk) && chunk.equals(otherChunk);
      if (!same || read === 0) return same;
    }
  } finally {
    closeSync(one);
    closeSync(other);
  }
}

/** The copy has the database's size at most, and the upgrade's own log may come to as much. */
function copyError(file: string, folder: string, { message: why }: Error): OperatorError {
  const { bavail, bsize } = statfsSync(folder);
  const megabytes = (bytes: number) => Math.ceil(bytes / 1e6);
  const [needed, free] = [megabytes(2 * statSync(file).size), megabytes(bavail * bsize)];
  return new OperatorError('upgrade_copy_failed', { file, folder, why, needed, free });
}
