import { Worker, type WorkerOptions } from 'node:worker_threads';

/** Megabytes for what lives shortly: a thread of ours has little to remember, and would let it grow to several times as much. */
const resourceLimits = { maxYoungGenerationSizeMb: 6 };

/** A thread of ours: in the executable it runs the packed text of its script, in a checkout the source. */
export function startThread(packed: string | undefined, source: URL, workerData: unknown): Worker {
  const options: WorkerOptions = { workerData, resourceLimits };
  return packed === undefined ? new Worker(source, options) : new Worker(packed, { ...options, eval: true });
}
