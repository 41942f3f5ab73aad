import type { Log } from './log.ts';
import { startTimer, type Timer } from './runtime.ts';

export interface Job {
  name: string;
  /** Milliseconds between the end of a run and the start of the next. */
  every: number;
  /** Runs at the start instead of after the first interval. */
  isImmediate?: boolean;
  run: () => Promise<unknown>;
}

/**
 * Runs a job repeatedly, one run at a time. A failed run is logged; the job continues.
 * @returns stops the loop and resolves when the current run has ended
 */
export function startLoop({ name, every, isImmediate = false, run }: Job, log: Log): () => Promise<void> {
  let stopped = false;
  let timer: Timer | undefined;
  let running = Promise.resolve();

  const runOnce = async () => {
    try {
      await run();
    } catch (error) {
      log.error({ err: error, job: name }, 'job failed');
    }
    if (!stopped) schedule(every);
  };
  const schedule = (wait: number) => {
    timer = startTimer(() => {
      running = runOnce();
    }, wait);
  };

  schedule(isImmediate ? 0 : every);
  return () => {
    stopped = true;
    timer?.stop();
    return running;
  };
}
