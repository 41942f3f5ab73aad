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

/** What every edge and every job works with. */
export interface Context {
  readonly config: Config;
  /** For reading. It shows committed state; whoever writes goes through `write`. */
  readonly db: Database;
  readonly write: Write;
  /** Unix milliseconds. */
  readonly now: () => number;
  /** The same for what ends after a while: where the clock jumps it goes on steadily at first; see lib/steady-clock.ts. */
  readonly steadyNow: () => number;
  /** Milliseconds that never step back, for measuring spans. */
  readonly monotonic: () => number;
  readonly log: Log;
  /** What this process has seen of the attempts at copies of the database. */
  readonly copying: Copying;
  /** Told of what goes on inside. */
  readonly watch: Watch;
  /** Where the database was an older raan's and has been brought to this one's schema while it was opened. */
  readonly upgraded: Upgraded | undefined;
  /** Of the database, and of this program. */
  readonly schemaVersion: number;
  /** Keeps any second server off this database until `close`. */
  readonly holdServingLock: () => void;
  /** Whether a server, this one or another, works on this database. */
  readonly isServed: () => boolean;
  readonly close: () => void;
}

/** Opens the configured database. */
export function openContext(config: Config, wanted: OpenOptions): Context {
  process.env.SQLITE_TMPDIR ??= path.dirname(config.database); // what a check of a backup sorts, where there is no /tmp
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
    steadyNow: steadyClock(Date.now, monotonic, warnOfJump(log)),
    monotonic,
    log,
    copying: { failed: undefined, storedAway: { name: undefined, failed: undefined }, isBehind: false },
    watch,
    upgraded,
    schemaVersion: SCHEMA_VERSION,
    holdServingLock: () => {
      releaseLock = holdServingLock(config.database, options);
      requireUsable(db); // a newer raan may have upgraded it between our opening it and this
    },
    isServed: () => isServed(config.database, options),
    close: () => {
      releaseLock();
      db.close();
    },
  };
}

const warnOfJump = (log: Log) => (by: number) =>
  log.warn(
    `the clock has jumped by ${Math.round(by / 1_000)} s; nothing ends by it for a quarter of an hour: see that it is right`,
  );

/** Opens a copy of the configured database, made in `file`; of none, where `create` allows that, an empty one. */
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
