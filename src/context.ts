import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Config } from './config.ts';
import type { Database } from './db/database.ts';
import { holdServingLock, isServed } from './db/lock.ts';
import { requireUsable, SCHEMA_VERSION } from './db/migrate.ts';
import { type OpenOptions, openDatabase } from './db/open.ts';
import type { Upgraded } from './db/upgrade.ts';
import { groupCommit, type Write } from './db/writer.ts';
import type { Copying } from './lib/copying.ts';
import { type Log, openLog } from './lib/log.ts';
import { steadyClock } from './lib/steady-clock.ts';
import type { Watch } from './lib/watch.ts';

/** What every layer above the database works with. */
export interface Context {
  readonly config: Config;
  /** For reading committed state. Writes go through `write`. */
  readonly db: Database;
  readonly write: Write;
  /** Unix milliseconds. */
  readonly now: () => number;
  /** Unix milliseconds for expiry times; ignores jumps of the system clock at first, see lib/steady-clock.ts. */
  readonly steadyNow: () => number;
  /** Monotonic milliseconds, for durations. */
  readonly monotonic: () => number;
  readonly log: Log;
  /** Results of this process's backups. */
  readonly copying: Copying;
  /** Hooks for metrics. */
  readonly watch: Watch;
  /** Set if opening the database upgraded its schema. */
  readonly upgraded: Upgraded | undefined;
  /** Schema version of the database and of this program. */
  readonly schemaVersion: number;
  /** Locks the database against a second server until `close`. */
  readonly holdServingLock: () => void;
  /** Whether any server runs on this database. */
  readonly isServed: () => boolean;
  readonly close: () => void;
}

/** Opens the configured database. */
export function openContext(config: Config, wanted: OpenOptions): Context {
  process.env.SQLITE_TMPDIR ??= path.dirname(config.database); // large sorts need a folder even without /tmp
  const { db, options, upgraded } = openDatabase(config.database, wanted);
  const monotonic = () => performance.now();
  const watch: Watch = {};
  const log = openLog(config.log.level);
  let releaseLock = () => {};
  return {
    config,
    db,
    write: groupCommit(db, monotonic, watch),
    now: Date.now,
    steadyNow: steadyClock(Date.now, monotonic, warnAboutClockJump(log)),
    monotonic,
    log,
    copying: { failed: undefined, storedAway: { name: undefined, failed: undefined }, isBehind: false },
    watch,
    upgraded,
    schemaVersion: SCHEMA_VERSION,
    holdServingLock: () => {
      releaseLock = holdServingLock(config.database, options);
      requireUsable(db); // a newer raan may have upgraded it since it was opened
    },
    isServed: () => isServed(config.database, options),
    close: () => {
      releaseLock();
      db.close();
    },
  };
}

const warnAboutClockJump = (log: Log) => (by: number) =>
  log.warn({ seconds: Math.round(by / 1_000) }, 'the system clock jumped; expiry times ignore it for 15 minutes');

/** Copies the configured database to `file` and opens the copy; a missing one is created empty if `create` is set. */
export function openCopy(config: Config, file: string, { create }: { create: boolean }): Context {
  if (!create || existsSync(config.database)) {
    const { db, close } = openContext(config, { create: false });
    try {
      db.copyTo(file);
    } finally {
      close();
    }
  }
  return openContext({ ...config, database: file }, { create: true, copyOf: config.database });
}
