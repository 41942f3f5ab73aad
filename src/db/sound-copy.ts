import { Worker } from 'node:worker_threads';

// It is a text because a thread of the executable can be started from nothing else. It uses the SQLite that Node brings:
// the copy is read back by another build of it than the one that wrote it.
const THREAD = `
  const { parentPort, workerData } = require('node:worker_threads');
  const { DatabaseSync } = require('node:sqlite');
  const copy = new DatabaseSync(workerData);
  copy.exec('PRAGMA journal_mode = DELETE'); // one file, which needs none beside it
  const lines = copy.prepare('PRAGMA integrity_check').all().map((row) => row.integrity_check);
  copy.close();
  parentPort.postMessage(lines.filter((line) => line !== 'ok'));
`;

/** What SQLite finds wrong with a copy of a database, a line each. Other work goes on meanwhile. */
export function faultsOfCopy(file: string): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(THREAD, { eval: true, workerData: file, execArgv: ['--no-warnings'] });
    thread.once('message', resolve);
    thread.once('error', (error) => resolve([error.message]));
    thread.once('exit', (code) => reject(new Error(`the check of ${file} ended with ${code}`)));
  });
}
