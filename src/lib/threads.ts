import { Worker } from 'node:worker_threads';

/** A thread of ours: in the executable it runs the packed text of its script, in a checkout the source. */
export const startThread = (packed: string | undefined, source: URL, workerData: unknown): Worker =>
  packed === undefined ? new Worker(source, { workerData }) : new Worker(packed, { workerData, eval: true });
