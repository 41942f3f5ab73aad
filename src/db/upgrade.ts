import Sqlite, { type Options } from 'better-sqlite3';
import { OperatorError } from '../lib/errors.ts';
import type { Message } from '../lib/messages/catalogue.ts';
import { message } from '../lib/messages/message.ts';
import { monotonic } from '../lib/runtime.ts';
import { copyBeforeUpgrade } from './before-upgrade.ts';
import type { Connection } from './connection.ts';
import { isBusy } from './disk.ts';
import { acquireServingLock } from './lock.ts';
import { runMigrations, SCHEMA_VERSION, schemaVersion } from './migrate.ts';
import { Reader } from './reader.ts';
import { brokenReferenceProblem, brokenReferences } from './references.ts';
import { query } from './statement.ts';

export interface Upgraded {
  file: string;
  /** Schema versions. */
  from: number;
  to: number;
  /** The copy of the database as it was before. */
  copy: string;
  milliseconds: number;
}

const versionOf = (connection: Connection): number => schemaVersion(new Reader(connection));

/** Whether the database has the schema of an older raan. */
export function isOlder(connection: Connection): boolean {
  const version = versionOf(connection);
  return version > 0 && version < SCHEMA_VERSION;
}

/** The error of commands that do not upgrade. */
export const needsUpgrade = (connection: Connection): OperatorError =>
  new OperatorError('database_needs_upgrade', {
    file: connection.file,
    version: versionOf(connection),
    known: SCHEMA_VERSION,
  });

/**
 * Copies the database, then upgrades it to this program's schema. One transaction covers both, so that the copy shows
 * exactly what is upgraded. If the process is killed at any point, the database is unchanged or fully upgraded.
 *
 * @returns undefined if another process has upgraded it in the meantime
 * @throws OperatorError if the older raan is serving it, if the copy cannot be created, or if the result fails its checks;
 *   the database is then unchanged
 */
export function upgradeDatabase(connection: Connection, options: Options): Upgraded | undefined {
  const start = monotonic();
  begin(connection);
  try {
    const from = versionOf(connection);
    const release = isOlder(connection) ? lockServing(connection, options) : undefined;
    try {
      if (!release) return undefined;
      const copy = copyBeforeUpgrade(connection.file, options, SCHEMA_VERSION);
      migrate(connection, from);
      const milliseconds = Math.round(monotonic() - start);
      return { file: connection.file, from, to: SCHEMA_VERSION, copy, milliseconds };
    } finally {
      release?.();
    }
  } finally {
    if (connection.inTransaction) connection.exec('ROLLBACK');
  }
}

function begin(connection: Connection): void {
  try {
    connection.exec('BEGIN IMMEDIATE');
  } catch (error) {
    if (!isBusy(error)) throw error;
    throw new OperatorError('upgrade_already_running', { file: connection.file });
  }
}

function lockServing(connection: Connection, options: Options): () => void {
  try {
    return acquireServingLock(connection.file, options).release;
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    const versions = { from: versionOf(connection), to: SCHEMA_VERSION };
    throw new OperatorError('upgrade_blocked', { file: connection.file, ...versions, why: error.problems });
  }
}

function migrate(connection: Connection, from: number): void {
  try {
    const db = new Reader(connection);
    const referenceProblems = () => brokenReferences(db).map(brokenReferenceProblem);
    requireNoProblems(connection, from, referenceProblems()); // the older schema may declare more references
    runMigrations(connection);
    requireNoProblems(connection, from, [...damages(db), ...referenceProblems()]);
    connection.exec('COMMIT');
  } catch (error) {
    if (!(error instanceof Sqlite.SqliteError)) throw error;
    const why = `${error.message} (${error.code})`;
    throw new OperatorError('upgrade_failed', { file: connection.file, from, to: SCHEMA_VERSION, why });
  }
}

/** Called before the commit, so that a damaged result is rolled back. */
function requireNoProblems(connection: Connection, from: number, found: readonly Message[]): void {
  const why = found.slice(0, 3);
  if (why.length > 0)
    throw new OperatorError('upgrade_of_damaged_database', { file: connection.file, from, to: SCHEMA_VERSION, why });
}

const quickCheck = query<{ quick_check: string }>({ reads: [] }, 'PRAGMA quick_check');

const damages = (db: Reader): Message[] =>
  db
    .all(quickCheck)
    .map((row) => row.quick_check)
    .filter((line) => line !== 'ok')
    .map((text) => message('foreign_text', { text }));
