import { constants, setPriority } from 'node:os';
import type { ResourceLimits, Worker, WorkerOptions } from 'node:worker_threads';
import { startWorker } from './runtime.ts';

/** For helper threads. Bounds the young generation, which otherwise grows to several times this size. */
export const SMALL_HEAP: ResourceLimits = { maxYoungGenerationSizeMb: 3 };

/** The size of the executable's main thread: three semi-spaces of the size set in build/executable.ts. */
export const LARGE_HEAP: ResourceLimits = { maxYoungGenerationSizeMb: 24 };

/** The parameters of a worker thread. */
export interface Thread {
  /** The bundled script inside the executable; undefined in a checkout. */
  packed: string | undefined;
  /** The script in a checkout. */
  source: URL;
  workerData: unknown;
  resourceLimits: ResourceLimits;
}

export function startThread({ packed, source, workerData, resourceLimits }: Thread): Worker {
  const options: WorkerOptions = { workerData, resourceLimits };
  return packed === undefined ? startWorker(source, options) : startWorker(packed, { ...options, eval: true });
}

/** @param source CommonJS that needs nothing but Node, so that it runs in a checkout and in the executable alike */
export const startScript = (source: string, workerData?: unknown): Worker =>
  startWorker(source, { eval: true, workerData, execArgv: ['--no-warnings'], resourceLimits: SMALL_HEAP });

/**
 * Lowers the priority of the calling thread below the threads that serve requests. Linux only: elsewhere priorities are
 * per process. A sandboxed service may not be allowed to change it; then nothing happens.
 */
export function yieldToRequests(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // not permitted
  }
}
