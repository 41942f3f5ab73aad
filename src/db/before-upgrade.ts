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
import type { Message } from '../lib/messages/catalogue.ts';
import { message } from '../lib/messages/message.ts';
import { Connection } from './connection.ts';
import { schemaVersion } from './migrate.ts';
import { Reader } from './reader.ts';
import { query } from './statement.ts';
import type { Table } from './tables.ts';

/**
 * Copies the committed state to `NAME-before-schema-N.db` next to the database, readable by its owner only. The copy gets
 * its name once it is complete, verified and flushed. An identical earlier copy is reused; a different one is kept.
 *
 * @param to N, the schema version after the upgrade
 * @returns the path of the copy
 * @throws OperatorError if the copy is damaged, or cannot be made, with the space it needs
 */
export function copyBeforeUpgrade(file: string, options: Options, to: number): string {
  const { dir, name } = path.parse(file);
  const start = path.join(dir, `${name}-before-schema-${to}`);
  const partial = `${start}.db.part`;
  try {
    removePartialCopy(partial); // of an interrupted upgrade; no other can run while this one holds the lock
    closeSync(openSync(partial, 'wx', 0o600));
    copyVerified(file, options, partial);
    flushSync(partial);
    const complete = settle(partial, start);
    flushSync(dir);
    return complete;
  } catch (error) {
    removePartialCopy(partial);
    throw error instanceof OperatorError ? error : copyError(file, dir, error as Error);
  }
}

/** Removes the partial copy and the journal files that SQLite wrote next to it. */
function removePartialCopy(partial: string): void {
  const folder = path.dirname(partial);
  for (const name of readdirSync(folder))
    if (name.startsWith(path.basename(partial))) rmSync(path.join(folder, name), { force: true });
}

/** Uses a second connection: the first has an open transaction, in which VACUUM cannot run. */
function copyVerified(file: string, options: Options, partial: string): void {
  const source = new Connection(new Sqlite(file, options), options);
  try {
    source.copyTo(partial);
    const copy = new Connection(new Sqlite(partial, { ...options, readonly: true }), options);
    try {
      const problems = problemsOfCopy(copy, source);
      if (problems.length > 0) throw new OperatorError('upgrade_copy_damaged', { file, problems });
    } finally {
      copy.close();
    }
  } finally {
    source.close();
  }
}

function problemsOfCopy(copy: Connection, source: Connection): Message[] {
  const lines = new Reader(copy).all(integrityCheck).map((row) => row.integrity_check);
  const faults = lines.filter((line) => line !== 'ok').map((text) => message('foreign_text', { text }));
  return rowCounts(copy) === rowCounts(source) ? faults : [...faults, message('copy_lacks_rows')];
}

const integrityCheck = query<{ integrity_check: string }>({ reads: [] }, 'PRAGMA integrity_check');

const tableNames = query<{ name: string }>(
  { reads: [] },
  `SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name`,
);

/** The schema version and the row count of each table, as comparable text. */
function rowCounts(connection: Connection): string {
  const db = new Reader(connection);
  const rows = db
    .all(tableNames)
    .map(({ name }) => [
      name,
      db.get(query<{ rows: number }>({ reads: [name as Table] }, `SELECT count(*) AS rows FROM "${name}"`))?.rows,
    ]);
  return JSON.stringify([schemaVersion(db), rows]);
}

/** Renames the copy to the first free name. If an earlier copy has the same bytes, that one is used instead. */
function settle(partial: string, start: string): string {
  for (let n = 1; ; n++) {
    const complete = n === 1 ? `${start}.db` : `${start}-${n}.db`;
    if (!existsSync(complete)) renameSync(partial, complete);
    else if (haveSameBytes(partial, complete)) rmSync(partial);
    else continue;
    return complete;
  }
}

const CHUNK = 1 << 20;

function haveSameBytes(...files: [string, string]): boolean {
  if (statSync(files[0]).size !== statSync(files[1]).size) return false;
  const [first, second] = files.map((file) => openSync(file, 'r')) as [number, number];
  const [firstChunk, secondChunk] = [Buffer.alloc(CHUNK), Buffer.alloc(CHUNK)];
  try {
    for (;;) {
      const read = readSync(first, firstChunk);
      const same = read === readSync(second, secondChunk) && firstChunk.equals(secondChunk);
      if (!same || read === 0) return same;
    }
  } finally {
    closeSync(first);
    closeSync(second);
  }
}

/** The copy and the upgrade's write-ahead log each need at most the size of the database. */
function copyError(file: string, folder: string, { message: why }: Error): OperatorError {
  const { bavail, bsize } = statfsSync(folder);
  const megabytes = (bytes: number) => Math.ceil(bytes / 1e6);
  const [needed, free] = [megabytes(2 * statSync(file).size), megabytes(bavail * bsize)];
  return new OperatorError('upgrade_copy_failed', { file, folder, why, needed, free });
}
