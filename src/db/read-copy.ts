import { once } from 'node:events';
import { existsSync, realpathSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { SMALL_HEAP } from '../lib/threads.ts';

// Source text with Node's own SQLite, for the reasons in sound-copy.ts. It opens a file without writing to its folder.
const THREAD = `
  const { parentPort, workerData } = require('node:worker_threads');
  const { DatabaseSync } = require('node:sqlite');
  const copy = new DatabaseSync(workerData.address, { readOnly: true });
  parentPort.postMessage(workerData.queries.map((sql) => copy.prepare(sql).all()));
  copy.close();
`;

/**
 * The rows that each query finds in a database without writers. Neither the file nor its folder is changed.
 *
 * @throws SQLite's error if the file cannot be read
 */
export async function readCopy<Rows extends unknown[]>(file: string, ...queries: string[]): Promise<Rows> {
  const workerData = { address: addressAsItLies(file), queries };
  const thread = new Worker(THREAD, {
    eval: true,
    workerData,
    execArgv: ['--no-warnings'],
    resourceLimits: SMALL_HEAP,
  });
  const [rows] = await once(thread, 'message');
  return rows;
}

/** A URI with which SQLite creates no files beside the database. An existing journal or WAL is read with it. */
export function addressAsItLies(file: string): string {
  const hasLog = ['-wal', '-journal'].some((end) => existsSync(realpathSync(file) + end));
  return `${pathToFileURL(file)}?${hasLog ? 'mode=ro' : 'immutable=1'}`;
}
