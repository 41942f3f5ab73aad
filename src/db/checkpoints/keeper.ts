import { fdatasync, openSync } from 'node:fs';
import { promisify } from 'node:util';
import type { Connection } from '../connection.ts';
import { checkpointThread } from './thread.ts';

/** Lengths of a write-ahead log in pages. */
interface Lengths {
  /** That the file has not yet are so many: a thread copies them, and nobody waits. */
  copied: number;
  /** It is begun anew at such a length: a start after a crash reads all of it. */
  longest: number;
  /** So few are copied between two commits, which is what beginning anew takes. */
  rest: number;
}

const LENGTHS: Lengths = { copied: 4_000, longest: 24_000, rest: 500 };

const TRIES = 3;

/** From so many pages on a commit copies the log itself: what SQLite is to do where there is no thread, and where there is. */
const BY_COMMITS = 12_000;
const BY_THREAD = 0; // never: after a long reader that would be all of it at once

/**
 * Keeps the write-ahead log of a busy server short. A checkpoint takes tens of milliseconds for its copying and its fsync:
 * a thread, which begins with the first of them, makes it while commits go on, and leaves little for between two of them.
 *
 * @param failed is told why the log could not be copied, once for each reason in a row
 */
export function logKeeper(
  connection: Connection,
  failed: (why: Error) => void,
  { copied, longest, rest }: Lengths = LENGTHS,
) {
  let thread: ReturnType<typeof checkpointThread> | undefined;
  let isWithout = false;
  let reason: string | undefined;
  let before = 0; // rows changed when it was looked at
  let handle: number | undefined; // of the file; it is never closed, since that lets go of SQLite's locks
  commitsCopyFrom(connection, BY_THREAD);

  async function copy(): Promise<void> {
    thread ??= checkpointThread(connection.file);
    const error = await thread.checkpoint().catch((gone: Error) => {
      isWithout = true;
      commitsCopyFrom(connection, BY_COMMITS);
      return gone;
    });
    const fault = error ?? (await flush());
    if (fault) connection.reportDiskError(fault);
    if (fault && fault.message !== reason) failed(fault);
    reason = fault?.message;
  }

  /** Brings what was copied to the disk. SQLite does so between two commits, once all is copied: little is left for it. */
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
    async keepShort(): Promise<void> {
      if (isWithout || missing(logOf(connection)) < copied) return;
      for (let i = 0; i < TRIES && !isWithout; i += 1) {
        await copy();
        const log = logOf(connection);
        if (log.pages < longest) return;
        if (missing(log) <= rest) return checkpoint(connection);
      }
    },
    /** Empties it into the file if nothing was written since the last call; a busy one another time. */
    async emptyWhenIdle(): Promise<void> {
      const changes = connection.totalChanges();
      const isIdle = changes === before;
      if (isIdle && thread && !isWithout) await copy(); // then little is left for this one
      if (isIdle && connection.isOpen)
        connection.withoutWaiting(() => connection.readOnce('PRAGMA wal_checkpoint(TRUNCATE)'));
      before = changes;
    },
    /** To be called before the database is closed. */
    end: async (): Promise<void> => thread?.end(),
  };
}

const bringToDisk = promisify(fdatasync);

const commitsCopyFrom = (connection: Connection, pages: number): void =>
  connection.exec(`PRAGMA wal_autocheckpoint = ${pages}`);

/** Copies what is left; the next write begins the log anew then. */
const checkpoint = (connection: Connection): void => void connection.readOnce('PRAGMA wal_checkpoint(PASSIVE)');

interface Log {
  pages: number;
  /** So many of them the file has too. */
  copied: number;
}

const missing = ({ pages, copied }: Log): number => pages - copied;

/** As it is; SQLite looks and does nothing. */
function logOf(connection: Connection): Log {
  const { log, checkpointed } = connection.readOnce('PRAGMA wal_checkpoint(NOOP)') as {
    log: number;
    checkpointed: number;
  };
  return { pages: log, copied: checkpointed };
}
