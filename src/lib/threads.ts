import { setFlagsFromString } from 'node:v8';
import { type ResourceLimits, Worker, type WorkerOptions } from 'node:worker_threads';

/** Of a thread that has little to remember: what lives shortly would else grow to several times as many megabytes. */
export const LITTLE: ResourceLimits = { maxYoungGenerationSizeMb: 6 };

/** As much as the executable gives the main thread. */
export const MUCH: ResourceLimits = { maxYoungGenerationSizeMb: 24 };

/** What a thread of ours is made of. */
export interface Thread {
  /** The packed text of its script, which it runs in the executable; undefined in a checkout. */
  packed: string | undefined;
  /** What it runs in a checkout. */
  source: URL;
  workerData: unknown;
  resourceLimits: ResourceLimits;
}

export function startThread({ packed, source, workerData, resourceLimits }: Thread): Worker {
  setFlagsFromString('--max-semi-space-size=0'); // else what the executable says there holds whatever a thread's limits are
  const options: WorkerOptions = { workerData, resourceLimits };
  return packed === undefined ? new Worker(source, options) : new Worker(packed, { ...options, eval: true });
}
