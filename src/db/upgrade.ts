import Sqlite, { type Options } from 'better-sqlite3';
import { Fault } from '../lib/errors.ts';
import { copyBeforeUpgrade } from './before-upgrade.ts';
import type { Database } from './database.ts';
import { holdServingLock } from './lock.ts';
import { runMigrations, SCHEMA_VERSION, schemaVersion } from './migrate.ts';
import { strayFault, strays } from './references.ts';

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
export function isOlder(db: Database): boolean {
  const version = schemaVersion(db);
  return version > 0 && version < SCHEMA_VERSION;
}

/** The error of commands that do not upgrade. */
export const needsUpgrade = (db: Database): Fault =>
  new Fault(
    `${db.file} has schema version ${schemaVersion(db)}, this raan works with ${SCHEMA_VERSION}; stop the older raan if it serves it, then run "raan upgrade" or "raan serve" of this one, which keep a copy first`,
  );

/**
 * Copies the database, then upgrades it to this program's schema. One transaction covers both, so that the copy shows
 * exactly what is upgraded. If the process is killed at any point, the database is unchanged or fully upgraded.
 *
 * @returns undefined if another process has upgraded it meanwhile
 * @throws Fault if the older raan is serving it, if the copy cannot be made, or if the result is not sound; the database
 *   is then unchanged
 */
export function upgradeDatabase(db: Database, options: Options): Upgraded | undefined {
  const start = performance.now();
  begin(db);
  try {
    const from = schemaVersion(db);
    const release = isOlder(db) ? lockServing(db, options) : undefined;
    try {
      if (!release) return undefined;
      const copy = copyBeforeUpgrade(db.file, options, SCHEMA_VERSION);
      migrate(db, from);
      const milliseconds = Math.round(performance.now() - start);
      return { file: db.file, from, to: SCHEMA_VERSION, copy, milliseconds };
    } finally {
      release?.();
    }
  } finally {
    if (db.inTransaction) db.run('ROLLBACK');
  }
}

function begin(db: Database): void {
  try {
    db.run('BEGIN IMMEDIATE');
  } catch (error) {
    if (!String((error as { code?: string }).code).startsWith('SQLITE_BUSY')) throw error;
    throw new Fault(`another raan is at ${db.file}, upgrading it perhaps; try again when it is done`);
  }
}

function lockServing(db: Database, options: Options): () => void {
  try {
    return holdServingLock(db.file, options);
  } catch (error) {
    throw new Fault(
      `${db.file} has to be brought from schema version ${schemaVersion(db)} to ${SCHEMA_VERSION}, but ${(error as Error).message}`,
    );
  }
}

function migrate(db: Database, from: number): void {
  try {
    requireNoFaults(db, from, strays(db).map(strayFault)); // the older schema may declare more references
    runMigrations(db);
    requireNoFaults(db, from, [...damages(db), ...strays(db).map(strayFault)]);
    db.run('COMMIT');
  } catch (error) {
    if (!(error instanceof Sqlite.SqliteError)) throw error;
    throw new Fault(
      `${db.file} cannot be brought from schema version ${from} to ${SCHEMA_VERSION}: ${error.message} (${error.code}); nothing was changed`,
    );
  }
}

/** Called before the commit, so that an unsound result is rolled back. */
function requireNoFaults(db: Database, from: number, faults: readonly string[]): void {
  if (faults.length > 0)
    throw new Fault(
      `${db.file} cannot be brought from schema version ${from} to ${SCHEMA_VERSION}: ${faults.slice(0, 3).join('; ')}; nothing was changed: mend it with the older raan, beginning with its "raan check"`,
    );
}

const damages = (db: Database): string[] =>
  db
    .all<{ quick_check: string }>('PRAGMA quick_check')
    .map((row) => row.quick_check)
    .filter((line) => line !== 'ok');
