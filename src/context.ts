import path from 'node:path';
import type { Config } from './config.ts';
import { addonFile } from './db/addon.ts';
import type { Connection } from './db/connection.ts';
import { copyWhileServing } from './db/copy.ts';
import { isInodeLocked } from './db/inode-lock.ts';
import { acquireServingLock, isServed, type ServingLock } from './db/lock.ts';
import { requireUsable, SCHEMA_VERSION } from './db/migrate.ts';
import { type OpenedDatabase, type OpenOptions, openDatabase } from './db/open.ts';
import { Reader } from './db/reader.ts';
import { openSecondConnection, type ServedFile } from './db/second-connection.ts';
import type { RowCounts } from './db/snapshot.ts';
import type { Upgraded } from './db/upgrade.ts';
import { findWalLoss } from './db/wal-loss.ts';
import type { WriteTx } from './db/write-tx.ts';
import { groupCommit, type Write } from './db/writer.ts';
import type { Actor } from './lib/audit-stamp.ts';
import type { BackupState } from './lib/backup-state.ts';
import { messageOfError, OperatorError } from './lib/errors.ts';
import { type Log, openLog } from './lib/log.ts';
import type { Message } from './lib/messages/catalogue.ts';
import { message } from './lib/messages/message.ts';
import { monotonic, now } from './lib/runtime.ts';
import { SCRYPT_COST, type ScryptCost } from './lib/scrypt.ts';
import { steadyClock } from './lib/steady-clock.ts';
import type { Watch } from './lib/watch.ts';

export type { Reader, ServedFile, WriteTx };

/** Shared by every layer above the database. */
export interface Context {
  readonly config: Config;
  /** For reading committed state. Writes go through `write`. */
  readonly db: Reader;
  readonly write: Write;
  /** Copies the database into an empty file while it is in use. Returns the row count of every table in the copy. */
  readonly copyDatabase: (file: string, signal?: AbortSignal) => Promise<RowCounts>;
  /** Unix milliseconds. */
  readonly now: () => number;
  /** Unix milliseconds for expiry times; ignores jumps of the system clock at first, see lib/steady-clock.ts. */
  readonly steadyNow: () => number;
  /** Monotonic milliseconds, for durations. */
  readonly monotonic: () => number;
  /** Cost of new password hashes. */
  readonly passwordCost: ScryptCost;
  readonly log: Log;
  /** Results of this process's backups. */
  readonly backupState: BackupState;
  /** Result of the last database check. */
  readonly damage: { problems: readonly Message[] };
  /** Hooks for metrics. */
  readonly watch: Watch;
  /** Set if opening the database upgraded its schema. */
  readonly upgraded: Upgraded | undefined;
  /** The loss of a damaged write-ahead log, if opening the database found one. */
  readonly walLoss: Message | undefined;
  /** Schema version of the database and of this program. */
  readonly schemaVersion: number;
  /** Whether any server runs on this database. */
  readonly isServed: () => boolean;
}

/** For code that opens, serves and maintains the database. Handlers and the domain get a `Context`. */
export interface ServerContext extends Context {
  /** The connection of `db` and `write`. */
  readonly connection: Connection;
  /** Locks the database against a second server until `close`. */
  readonly acquireServingLock: () => void;
  /** Takes the lock again if its file was deleted. */
  readonly renewServingLock: () => void;
  /** Resolves if another server has taken the lock after its file was deleted. */
  readonly lockLost: Promise<OperatorError>;
  readonly close: () => void;
}

/** Whether a server of this or another version runs on the configured database. Checks only the lock. */
export const isDatabaseServed = ({ database }: Config): boolean =>
  isServed(database, { nativeBinding: addonFile(database) });

/** Opens the configured database. */
export function openContext(config: Config, wanted: OpenOptions): ServerContext {
  process.env.SQLITE_TMPDIR ??= path.dirname(config.database); // large sorts need a folder even without /tmp
  const walLoss = walLossOf(config.database); // before SQLite reads the log
  const { connection, options, upgraded } = openDatabase(config.database, wanted);
  const watch: Watch = {};
  const log = openLog(config.log.level);
  const lock = servingLock(connection, options, log);
  return {
    config,
    db: new Reader(connection),
    connection,
    write: groupCommit(connection, { now, monotonic, watch }),
    copyDatabase: (file, signal) => copyWhileServing(connection, file, signal),
    now,
    steadyNow: steadyClock(now, monotonic, warnAboutClockJump(log)),
    monotonic,
    passwordCost: SCRYPT_COST,
    log,
    backupState: { failed: undefined, bucketUpload: { name: undefined, failed: undefined }, isBehind: false },
    damage: { problems: [] },
    watch,
    upgraded,
    walLoss,
    schemaVersion: SCHEMA_VERSION,
    acquireServingLock: lock.acquire,
    renewServingLock: lock.renew,
    lockLost: lock.lost,
    isServed: () => isServed(config.database, options),
    close: () => {
      lock.release();
      connection.close();
    },
  };
}

function servingLock(connection: Connection, options: OpenedDatabase['options'], log: Log) {
  const { file } = connection;
  let lock: ServingLock | undefined;
  const lost = Promise.withResolvers<OperatorError>();
  return {
    acquire: (): void => {
      lock = acquireServingLock(file, options);
      requireUsable(connection); // a newer raan may have upgraded it since it was opened
    },
    renew: (): void => {
      try {
        if (lock?.renew()) log.warn('the lock file of the database was deleted; made a new one');
      } catch (error) {
        lost.resolve(new OperatorError('serving_lock_lost', { file, why: [messageOfError(error)] }));
      }
    },
    lost: lost.promise,
    release: (): void => lock?.release(),
  };
}

export const servedFile = ({ file }: Reader): ServedFile => ({ file, nativeBinding: addonFile(file) });

/** A context with its own connection, for a thread of a process that has the database open. */
export function openSecondContext(file: ServedFile): Pick<ServerContext, 'db' | 'write' | 'now' | 'close'> {
  const connection = openSecondConnection(file);
  return {
    db: new Reader(connection),
    write: groupCommit(connection, { now, monotonic }),
    now,
    close: () => connection.close(),
  };
}

/** The loss in a damaged write-ahead log. Skipped while a server runs: it uses the log, and checked it at its start. */
function walLossOf(file: string): Message | undefined {
  const loss = isInodeLocked(file) ? undefined : findWalLoss(file);
  return loss && message('wal_damaged', { file, ...loss });
}

const warnAboutClockJump = (log: Log) => (by: number) =>
  log.warn({ seconds: Math.round(by / 1_000) }, 'the system clock jumped; expiry times ignore it for 15 minutes');

/** A context whose writes have this actor in the audit log. */
export const actingContext = <Of extends Context>(ctx: Of, actor: Actor): Of => ({
  ...ctx,
  write: (step, auditStamp = { actor, time: ctx.now() }) => ctx.write(step, auditStamp),
});
