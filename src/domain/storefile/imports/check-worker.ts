import { once } from 'node:events';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { openReadSnapshot } from '../../../db/read-only.ts';
import { OperatorError } from '../../../lib/errors.ts';
import { readTable } from '../../../lib/spreadsheet/read-table.ts';
import { yieldToRequests } from '../../../lib/threads.ts';
import { checkProductBatches } from '../csv/check.ts';
import type { CheckJob, CheckReport } from './check-thread.ts';
import { planner } from './import-plan.ts';
import type { Step } from './planned-change.ts';

// Entry point of the thread that checks a product file. It sends the changes in small parts and waits after each one, and
// at the end the preview or the problems.

const PART = 200; // steps
const MAX_ROWS = 100_000;

const port = parentPort as MessagePort;
const report = (message: CheckReport): void => port.postMessage(message);

async function send(steps: readonly Step[]): Promise<number> {
  for (let at = 0; at < steps.length; at += PART) {
    report({ steps: steps.slice(at, at + PART).map((step) => JSON.stringify(step)) });
    await once(port, 'message');
  }
  return steps.reduce((sum, step) => sum + step.length, 0);
}

async function check({ database, nativeBinding, store, codes, name, bytes }: CheckJob): Promise<void> {
  const table = await readTable(bytes, name, { maxRows: MAX_ROWS });
  const { db, close } = openReadSnapshot(database, nativeBinding);
  try {
    const plan = planner(db, store);
    let changes = 0;
    for (const checked of checkProductBatches(db, store, table, codes)) changes += await send(plan.add(checked));
    const { steps, preview } = plan.finish();
    changes += await send(steps);
    report({ preview: { ...preview, sheet: table.sheet }, changes });
  } finally {
    close();
  }
}

yieldToRequests();
check(workerData)
  .catch((error) => {
    if (!(error instanceof OperatorError)) throw error; // ends the thread
    report({ problems: error.problems });
  })
  .finally(() => port.close());
