import { setFlagsFromString } from 'node:v8';
import { type ResourceLimits, Worker, type WorkerOptions } from 'node:worker_threads';

/** Of a thread that has little to remember: what lives shortly would else grow to several times as many megabytes. */
export const LITTLE: ResourceLimits = { maxYoungGenerationSizeMb: 6 };

/** As the executable's main thread: V8 counts three of the semi-spaces whose size build/executable.ts gives. */
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
  letLimitsHold();
  const options: WorkerOptions = { workerData, resourceLimits };
  return packed === undefined ? new Worker(source, options) : new Worker(packed, { ...options, eval: true });
}

/** What a flag says V8 gives to each thread that begins, whatever its limits. The main thread keeps what it began with. */
const letLimitsHold = (): void => setFlagsFromString('--max-semi-space-size=0');
