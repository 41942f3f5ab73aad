import { existsSync } from 'node:fs';
import type { Config } from './config.ts';
import type { Database } from './db/database.ts';
import { holdServingLock } from './db/lock.ts';
import { openDatabase } from './db/open.ts';
import { groupCommit, type Write } from './db/writer.ts';
import { type Log, openLog } from './lib/log.ts';

/** What every edge and every job works with. */
export interface Context {
  readonly config: Config;
  /** For reading. It shows committed state; whoever writes goes through `write`. */
  readonly db: Database;
  readonly write: Write;
  /** Unix milliseconds. */
  readonly now: () => number;
  /** Milliseconds that never step back, for measuring spans. */
  readonly monotonic: () => number;
  readonly log: Log;
  /** Keeps any second server off this database until `close`. */
  readonly holdServingLock: () => void;
  readonly close: () => void;
}

/** Opens the configured database. `create` allows making it where there is none. */
export function openContext(config: Config, { create }: { create: boolean }): Context {
  const { db, options } = openDatabase(config.database, { create });
  const monotonic = () => performance.now();
  let releaseLock = () => {};
  return {
    config,
    db,
    write: groupCommit(db, monotonic),
    now: Date.now,
    monotonic,
    log: openLog(config.log.level),
    holdServingLock: () => {
      releaseLock = holdServingLock(config.database, options);
    },
    close: () => {
      releaseLock();
      db.close();
    },
  };
}

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
  return openContext({ ...config, database: file }, { create: true });
}
