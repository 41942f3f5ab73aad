import { once } from 'node:events';
import { existsSync, realpathSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { LITTLE } from '../lib/threads.ts';

// A text, and the SQLite that Node brings: for the reasons in sound-copy.ts, and because it can leave a folder as it is.
const THREAD = `
  const { parentPort, workerData } = require('node:worker_threads');
  const { DatabaseSync } = require('node:sqlite');
  const copy = new DatabaseSync(workerData.address, { readOnly: true });
  parentPort.postMessage(workerData.queries.map((sql) => copy.prepare(sql).all()));
  copy.close();
`;

/**
 * The rows that each query finds in a database that nobody writes to; neither it nor its folder is changed.
 *
 * @throws SQLite's own error where it cannot be read
 */
export async function readCopy<Rows extends unknown[]>(file: string, ...queries: string[]): Promise<Rows> {
  const workerData = { address: addressAsItLies(file), queries };
  const thread = new Worker(THREAD, { eval: true, workerData, execArgv: ['--no-warnings'], resourceLimits: LITTLE });
  const [rows] = await once(thread, 'message');
  return rows;
}

/** What SQLite opens without making anything beside it; a log that is there belongs to it, and is read with it. */
export function addressAsItLies(file: string): string {
  const hasLog = ['-wal', '-journal'].some((end) => existsSync(realpathSync(file) + end));
  return `${pathToFileURL(file)}?${hasLog ? 'mode=ro' : 'immutable=1'}`;
}
