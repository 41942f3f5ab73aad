import Sqlite, { type Options } from 'better-sqlite3';
import { Fault } from '../lib/errors.ts';
import { copyBeforeUpgrade } from './before-upgrade.ts';
import type { Database } from './database.ts';
import { holdServingLock } from './lock.ts';
import { runMigrations, SCHEMA_VERSION, schemaVersion } from './migrate.ts';
import { strayFault, strays } from './references.ts';

/** What was done to a database of an older raan. */
export interface Upgraded {
  /** The database. */
  file: string;
  /** The schema that it had. */
  from: number;
  to: number;
  /** Where it is kept as it was. */
  copy: string;
  milliseconds: number;
}

/** Whether an older raan made the database. */
export function isOlder(db: Database): boolean {
  const version = schemaVersion(db);
  return version > 0 && version < SCHEMA_VERSION;
}

/** What is said to whoever only wanted to use an older database. */
export const refuseOlder = (db: Database): Fault =>
  new Fault(
    `${db.file} has schema version ${schemaVersion(db)}, this raan works with ${SCHEMA_VERSION}; stop the older raan if it serves it, then run "raan upgrade" or "raan serve" of this one, which keep a copy first`,
  );

/**
 * Copies an older database beside it, and brings it to this program's schema in one transaction, which holds everybody
 * else off from before the copy is made: what is copied is what is upgraded. Killed at any point, the database is as it
 * was, or it is done.
 *
 * @returns undefined where another process has done it meanwhile
 * @throws Fault where a server of the older raan runs, the copy cannot be made, or what came of it is not sound;
 *   nothing is changed then
 */
export function upgradeDatabase(db: Database, options: Options): Upgraded | undefined {
  const start = performance.now();
  begin(db);
  try {
    const from = schemaVersion(db);
    const release = isOlder(db) ? holdOff(db, options) : undefined;
    try {
      if (!release) return undefined;
      const copy = copyBeforeUpgrade(db.file, options, SCHEMA_VERSION);
      bringToDate(db, from);
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

function holdOff(db: Database, options: Options): () => void {
  try {
    return holdServingLock(db.file, options);
  } catch (error) {
    throw new Fault(
      `${db.file} has to be brought from schema version ${schemaVersion(db)} to ${SCHEMA_VERSION}, but ${(error as Error).message}`,
    );
  }
}

function bringToDate(db: Database, from: number): void {
  try {
    requireNoFaults(db, from, strays(db).map(strayFault)); // the older schema may refer to more than this one
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

/** Looked at before the commit: what would be unsound is undone. */
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
