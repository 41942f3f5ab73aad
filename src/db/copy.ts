import { type FileHandle, open } from 'node:fs/promises';
import { OperatorError } from '../lib/errors.ts';
import type { Connection } from './connection.ts';
import { openSnapshot, type RowCounts } from './snapshot.ts';

const STEP = { pages: 64, bytes: 64 * 4_096 }; // about half a millisecond
const FLUSH_EVERY = 8_388_608; // bytes; regular flushes keep the final one, which blocks the event loop, short
const TRIES = 5;

/**
 * Copies the database into an empty file, in small steps. It uses the connection that writes, because SQLite then applies
 * new writes to the copy too instead of restarting it.
 *
 * @returns the row count of every table in the copy
 */
export async function copyWhileServing(connection: Connection, file: string, signal?: AbortSignal): Promise<RowCounts> {
  for (let tries = 1; ; tries += 1) {
    const counts = await copyOnce(connection, file, signal);
    if (counts) return counts;
    if (tries === TRIES) throw new OperatorError('database_write_busy');
  }
}

/** Undefined if another process wrote during the last step, so that the row counts are unknown. */
async function copyOnce(connection: Connection, file: string, signal?: AbortSignal): Promise<RowCounts | undefined> {
  const snapshot = openSnapshot(connection.file);
  const copy = await open(file, 'r+');
  const flush = flusher(copy);
  try {
    const isAlone = await copyInSteps(connection, file, (bytes) => {
      signal?.throwIfAborted();
      flush.written(bytes);
    });
    snapshot.pin(); // in the same turn of the event loop, so this process has not written since
    return isAlone() ? await snapshot.countRows(signal) : undefined;
  } finally {
    await flush.ended();
    await copy.close();
    snapshot.close();
  }
}

/**
 * Copies in small steps, so that other work can run between them. Writes during the copy are included. Resolves in the
 * turn of the event loop whose state the copy contains.
 *
 * @param onStep called after each step with the number of bytes copied; throwing aborts the copy
 * @returns a function: whether no other connection has written since the last step
 */
async function copyInSteps(
  connection: Connection,
  file: string,
  onStep: (bytes: number) => void,
): Promise<() => boolean> {
  let version = 0;
  await connection.backup(file, () => {
    onStep(STEP.bytes);
    version = connection.dataVersion();
    return STEP.pages;
  });
  return () => connection.dataVersion() === version;
}

/** Flushes a file while it is being written. */
function flusher(file: FileHandle): { written: (bytes: number) => void; ended: () => Promise<void> } {
  let waiting = 0;
  let flushing: Promise<void> | undefined;
  const flush = async () => {
    waiting = 0;
    await file.datasync().catch(() => {}); // the caller flushes the whole copy and gets the error there
    flushing = undefined;
  };
  return {
    written: (bytes) => {
      waiting += bytes;
      if (waiting >= FLUSH_EVERY) flushing ??= flush();
    },
    ended: async () => flushing,
  };
}

/** Copies the current state of a database that another process may be serving. */
export async function copyMoment(databaseFile: string, file: string): Promise<RowCounts> {
  const snapshot = openSnapshot(databaseFile);
  try {
    snapshot.pin();
    await snapshot.copyTo(file);
    return await snapshot.countRows();
  } finally {
    snapshot.close();
  }
}
