import Sqlite, { type Options } from 'better-sqlite3';
import { Fault } from '../lib/errors.ts';
import { copyBeforeUpgrade } from './before-upgrade.ts';
import type { Connection } from './connection.ts';
import { holdServingLock } from './lock.ts';
import { runMigrations, SCHEMA_VERSION, schemaVersion } from './migrate.ts';
import { Reader } from './reader.ts';
import { strayFault, strays } from './references.ts';
import { query } from './statement.ts';

/** An upgrade that was made. */
export interface Upgraded {
  /** The database. */
  file: string;
  /** Schema versions. */
  from: number;
  to: number;
  /** The copy of the database as it was before. */
  copy: string;
  milliseconds: number;
}

/** Whether the database has the schema of an older raan. */
export function isOlder(connection: Connection): boolean {
  const version = schemaVersion(connection);
  return version > 0 && version < SCHEMA_VERSION;
}

/** The error of commands that do not upgrade. */
export const needsUpgrade = (connection: Connection): Fault =>
  new Fault(
    `${connection.file} has schema version ${schemaVersion(connection)}, this raan works with ${SCHEMA_VERSION}; stop the older raan if it serves it, then run "raan upgrade" or "raan serve" of this one, which keep a copy first`,
  );

/**
 * Copies the database, then upgrades it to this program's schema. One transaction covers both, so that the copy shows
 * exactly what is upgraded. If the process is killed at any point, the database is unchanged or fully upgraded.
 *
 * @returns undefined if another process has upgraded it meanwhile
 * @throws Fault if the older raan is serving it, if the copy cannot be made, or if the result is not sound; the database
 *   is then unchanged
 */
export function upgradeDatabase(connection: Connection, options: Options): Upgraded | undefined {
  const start = performance.now();
  begin(connection);
  try {
    const from = schemaVersion(connection);
    const release = isOlder(connection) ? lockServing(connection, options) : undefined;
    try {
      if (!release) return undefined;
      const copy = copyBeforeUpgrade(connection.file, options, SCHEMA_VERSION);
      migrate(connection, from);
      const milliseconds = Math.round(performance.now() - start);
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
    if (!String((error as { code?: string }).code).startsWith('SQLITE_BUSY')) throw error;
    throw new Fault(`another raan is at ${connection.file}, upgrading it perhaps; try again when it is done`);
  }
}

function lockServing(connection: Connection, options: Options): () => void {
  try {
    return holdServingLock(connection.file, options);
  } catch (error) {
    throw new Fault(
      `${connection.file} has to be brought from schema version ${schemaVersion(connection)} to ${SCHEMA_VERSION}, but ${(error as Error).message}`,
    );
  }
}

function migrate(connection: Connection, from: number): void {
  try {
    requireNoFaults(connection, from, strays(new Reader(connection)).map(strayFault)); // the older schema may declare more references
    runMigrations(connection);
    requireNoFaults(connection, from, [...damages(connection), ...strays(new Reader(connection)).map(strayFault)]);
    connection.exec('COMMIT');
  } catch (error) {
    if (!(error instanceof Sqlite.SqliteError)) throw error;
    throw new Fault(
      `${connection.file} cannot be brought from schema version ${from} to ${SCHEMA_VERSION}: ${error.message} (${error.code}); nothing was changed`,
    );
  }
}

/** Called before the commit, so that an unsound result is rolled back. */
function requireNoFaults(connection: Connection, from: number, faults: readonly string[]): void {
  if (faults.length > 0)
    throw new Fault(
      `${connection.file} cannot be brought from schema version ${from} to ${SCHEMA_VERSION}: ${faults.slice(0, 3).join('; ')}; nothing was changed: mend it with the older raan, beginning with its "raan check"`,
    );
}

const quickCheck = query<{ quick_check: string }>({ reads: [] }, 'PRAGMA quick_check');

const damages = (connection: Connection): string[] =>
  new Reader(connection)
    .all(quickCheck)
    .map((row) => row.quick_check)
    .filter((line) => line !== 'ok');
