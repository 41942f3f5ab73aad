import { Worker } from 'node:worker_threads';
import { LITTLE } from '../lib/threads.ts';
import { addressAsItLies } from './read-copy.ts';
import type { RowCounts } from './snapshot.ts';

// It is a text because a thread of the executable can be started from nothing else. It uses the SQLite that Node brings:
// the copy is read back by another build of it than the one that wrote it.
const THREAD = `
  const { parentPort, workerData } = require('node:worker_threads');
  const { DatabaseSync } = require('node:sqlite');
  const { address, isKept, counts, empty } = workerData;
  const copy = new DatabaseSync(address, { readOnly: isKept });
  if (!isKept) copy.exec('PRAGMA journal_mode = DELETE'); // one file, which needs none beside it
  const lines = copy.prepare('PRAGMA integrity_check').all().map((row) => row.integrity_check);
  const faults = lines.filter((line) => line !== 'ok');
  for (const [table, rows] of Object.entries(counts)) {
    const { n } = copy.prepare('SELECT count(*) AS n FROM "' + table + '"').get();
    if (n !== rows) faults.push(table + ' has ' + n + ' rows in place of ' + rows);
  }
  for (const { sql, fault } of empty)
    if (copy.prepare(sql).get() !== undefined) faults.push(fault);
  copy.close();
  parentPort.postMessage(faults);
`;

/** What a copy has to be besides whole. */
export interface Expected {
  counts?: RowCounts;
  /** Queries that find nothing in a sound copy, and the fault if they do. Every schema version answers them. */
  empty?: readonly { sql: string; fault: string }[];
  /** Nothing of it is to be changed; else it becomes one file that needs none beside it. */
  isKept?: boolean;
  /** Gives the check up. */
  signal?: AbortSignal | undefined;
}

/** What is wrong with a copy of a database, a line each. Other work goes on meanwhile. */
export function faultsOfCopy(
  file: string,
  { counts = {}, empty = [], isKept = false, signal }: Expected = {},
): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const workerData = { address: isKept ? addressAsItLies(file) : file, isKept, counts, empty };
    const thread = new Worker(THREAD, { eval: true, workerData, execArgv: ['--no-warnings'], resourceLimits: LITTLE });
    const giveUp = () => {
      reject(signal?.reason);
      thread.terminate();
    };
    signal?.addEventListener('abort', giveUp, { once: true });
    thread.once('message', resolve);
    thread.once('error', (error) => resolve([error.message]));
    thread.once('exit', (code) => {
      signal?.removeEventListener('abort', giveUp);
      reject(new Error(`the check of ${file} ended with ${code}`));
    });
  });
}
