import { fdatasync, openSync } from 'node:fs';
import { promisify } from 'node:util';
import type { Connection } from '../connection.ts';
import { checkpointThread } from './checkpoint-thread.ts';

/** Thresholds for the write-ahead log, in pages. */
interface Lengths {
  /** With this many pages not yet in the database file, the thread runs a checkpoint. */
  copied: number;
  /** At this length the log is restarted, because recovery after a crash reads all of it. */
  longest: number;
  /** Restarting the log blocks commits; it happens only with at most this many pages left to copy. */
  rest: number;
}

const LENGTHS: Lengths = { copied: 4_000, longest: 24_000, rest: 500 };

const TRIES = 3;

/** SQLite's wal_autocheckpoint, without and with the checkpoint thread. */
const BY_COMMITS = 12_000;
const BY_THREAD = 0; // off: after a long read one commit would copy the whole log

/**
 * Keeps the write-ahead log of a busy server short. A checkpoint copies and fsyncs for tens of milliseconds, so a worker
 * thread runs it while commits continue. The thread starts with the first checkpoint.
 *
 * @param failed called with the reason when a checkpoint fails, once per run of equal reasons
 */
export function checkpointer(
  connection: Connection,
  failed: (why: Error) => void,
  { copied, longest, rest }: Lengths = LENGTHS,
) {
  const copier = pageCopier(connection, failed);
  let before = 0; // total changes at the last idle check
  return {
    async keepShort(): Promise<void> {
      if (copier.hasFailed || missing(logOf(connection)) < copied) return;
      for (let i = 0; i < TRIES && !copier.hasFailed; i += 1) {
        await copier.copy();
        const log = logOf(connection);
        if (log.pages < longest) return;
        if (missing(log) <= rest) return checkpoint(connection);
      }
    },
    /** Truncates the log if nothing was written since the last call. Does not wait for readers. */
    async emptyWhenIdle(): Promise<void> {
      const changes = connection.totalChanges();
      const isIdle = changes === before;
      if (isIdle && copier.hasStarted && !copier.hasFailed) await copier.copy(); // leaves little for the checkpoint below
      if (isIdle && connection.isOpen) connection.withoutWaiting(() => connection.pragma('wal_checkpoint(TRUNCATE)'));
      before = changes;
    },
    /** Stops the thread. Call it before the database is closed. */
    end: copier.end,
  };
}

/** Copies pages of the log into the database file in a thread. If the thread fails, commits copy them. */
function pageCopier(connection: Connection, failed: (why: Error) => void) {
  let thread: ReturnType<typeof checkpointThread> | undefined;
  let hasFailed = false;
  let reason: string | undefined;
  let handle: number | undefined; // never closed: closing it would release SQLite's POSIX locks on the file
  commitsCopyFrom(connection, BY_THREAD);

  async function copy(): Promise<void> {
    thread ??= checkpointThread(connection.file);
    const error = await thread.checkpoint().catch((gone: Error) => {
      hasFailed = true;
      commitsCopyFrom(connection, BY_COMMITS);
      return gone;
    });
    const fault = error ?? (await flush());
    if (fault) connection.reportDiskError(fault);
    if (fault && fault.message !== reason) failed(fault);
    reason = fault?.message;
  }

  /** Flushes the copied pages here, so that SQLite's own flush between two commits is short. */
  async function flush(): Promise<Error | undefined> {
    try {
      handle ??= openSync(connection.file, 'r');
      await bringToDisk(handle);
    } catch (error) {
      return error as Error;
    }
    return undefined;
  }

  return {
    copy,
    end: async (): Promise<void> => thread?.end(),
    get hasStarted(): boolean {
      return thread !== undefined;
    },
    get hasFailed(): boolean {
      return hasFailed;
    },
  };
}

const bringToDisk = promisify(fdatasync);

const commitsCopyFrom = (connection: Connection, pages: number): void =>
  connection.exec(`PRAGMA wal_autocheckpoint = ${pages}`);

/** Copies the remaining pages, so that the next write restarts the log. */
const checkpoint = (connection: Connection): void => void connection.pragma('wal_checkpoint(PASSIVE)');

interface Log {
  pages: number;
  /** How many of them are already in the database file. */
  copied: number;
}

const missing = ({ pages, copied }: Log): number => pages - copied;

/** The current state of the log. NOOP checkpoints nothing. */
function logOf(connection: Connection): Log {
  const { log, checkpointed } = connection.pragma('wal_checkpoint(NOOP)') as { log: number; checkpointed: number };
  return { pages: log, copied: checkpointed };
}
