import { type FileHandle, open } from 'node:fs/promises';
import { OperatorError } from '../lib/errors.ts';
import type { Connection } from './connection.ts';
import { openSnapshot, type RowCounts } from './snapshot.ts';

const FLUSH_EVERY = 8_388_608; // bytes; the end of a copy that the disk has already stops the event loop for less
const TRIES = 5;

/**
 * Copies the database into an empty file, in small steps and from the connection that writes: what it writes meanwhile
 * goes into the copy at once, so the copy ends however much that is.
 *
 * @returns the rows of every table at the moment that the copy shows
 */
export async function copyWhileServing(connection: Connection, file: string, signal?: AbortSignal): Promise<RowCounts> {
  for (let tries = 1; ; tries += 1) {
    const counts = await copyOnce(connection, file, signal);
    if (counts) return counts;
    if (tries === TRIES) throw new OperatorError('database_write_busy');
  }
}

/** Undefined where another process has written in the copy's last moment, so that nobody knows its rows. */
async function copyOnce(connection: Connection, file: string, signal?: AbortSignal): Promise<RowCounts | undefined> {
  const snapshot = openSnapshot(connection.file);
  const copy = await open(file, 'r+');
  const flush = flusher(copy);
  try {
    const isAlone = await connection.copyInSteps(file, (bytes) => {
      signal?.throwIfAborted();
      flush.written(bytes);
    });
    snapshot.pin(); // in the same turn, in which nobody of this process can have written
    return isAlone() ? await snapshot.countRows(signal) : undefined;
  } finally {
    await flush.ended();
    await copy.close();
    snapshot.close();
  }
}

/** Has the disk take a file while it is written. */
function flusher(file: FileHandle): { written: (bytes: number) => void; ended: () => Promise<void> } {
  let waiting = 0;
  let flushing: Promise<void> | undefined;
  const flush = async () => {
    waiting = 0;
    await file.datasync().catch(() => {}); // whoever makes the copy flushes it whole, and hears of it
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

/** The same beside the process that serves the database: a copy of the moment at which it is asked for. */
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
