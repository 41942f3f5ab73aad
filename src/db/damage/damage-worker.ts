import { parentPort, workerData } from 'node:worker_threads';
import { sleep } from '../../lib/runtime.ts';
import { yieldToRequests } from '../../lib/threads.ts';
import { checkTables } from './find.ts';
import type { Damage } from './sqlite-damage.ts';

// Entry point of the thread that looks for damage. It ends after the check. A stop message ends it after the current table.

const PAUSE = 20; // milliseconds between two tables, for other readers of the disk

const { file, nativeBinding } = workerData;
let isEnded = false;

parentPort?.once('message', () => {
  isEnded = true;
});

async function check(): Promise<Damage[] | undefined> {
  const found: Damage[] = [];
  for (const damages of checkTables(file, nativeBinding)) {
    found.push(...damages);
    await sleep(PAUSE);
    if (isEnded) return undefined;
  }
  return found;
}

yieldToRequests();
check().then((found) => {
  parentPort?.postMessage(found);
  parentPort?.close();
});
