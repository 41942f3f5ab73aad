import { on } from 'node:events';
import { PRODUCT_FILE_CHECKER, packedScript } from '../../../lib/assets.ts';
import type { Message } from '../../../lib/messages/catalogue.ts';
import { startTimer } from '../../../lib/runtime.ts';
import { LARGE_HEAP, startThread } from '../../../lib/threads.ts';
import type { AddedCodes } from '../../orders/order-codes.ts';
import type { Store } from '../../stores.ts';
import type { ImportPreview } from './preview.ts';

/** A product file to check. */
export interface CheckJob {
  /** The file of the database. */
  database: string;
  /** The path of SQLite's addon. */
  nativeBinding: string | undefined;
  store: Store;
  codes: AddedCodes;
  /** The name of the file, for its problems. */
  name: string;
  bytes: Uint8Array;
}

/** Steps as JSON, after which the thread waits for a message; at the end the preview or the problems. */
export type CheckReport =
  | { steps: string[] }
  | { preview: ImportPreview; changes: number }
  | { problems: readonly Message[] };

export type CheckResult = Exclude<CheckReport, { steps: string[] }>;

const MAX_HEAP = 512; // megabytes; a file of 100,000 bundles takes less
const MAX_MILLIS = 10 * 60_000;

/**
 * Checks a product file in a thread of low priority.
 *
 * @param onSteps false ends the check
 * @returns undefined if `onSteps` ended it
 * @throws if the thread fails, needs too much memory or too much time
 */
export async function checkInThread(
  job: CheckJob,
  onSteps: (steps: readonly string[]) => Promise<boolean>,
): Promise<CheckResult | undefined> {
  const worker = startThread({
    packed: packedScript(PRODUCT_FILE_CHECKER),
    source: new URL('./check-worker.ts', import.meta.url),
    workerData: job,
    resourceLimits: { ...LARGE_HEAP, maxOldGenerationSizeMb: MAX_HEAP },
  });
  worker.unref();
  const timer = startTimer(() => worker.terminate(), MAX_MILLIS).unref();
  try {
    for await (const [report] of on(worker, 'message', { close: ['exit'] }) as AsyncIterable<[CheckReport]>) {
      if (!('steps' in report)) return report;
      if (!(await onSteps(report.steps))) return undefined;
      worker.postMessage('next');
    }
    throw new Error('The thread that checks a product file has ended without a result');
  } finally {
    timer.stop();
    void worker.terminate();
  }
}
