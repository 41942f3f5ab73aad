import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { concurrencyLimit } from './concurrency-limit.ts';
import { AppError, type ErrorCode } from './errors.ts';
import type { Message } from './messages/catalogue.ts';
import type { PlainKey } from './messages/messages.ts';
import { startTimer, type Timer } from './runtime.ts';
import { startThread, type Thread } from './threads.ts';

/** Message of a thread after a job (job-worker.ts). */
export type Outcome<Result> =
  | { result: Result }
  | { refused: { code: ErrorCode; message: Message; retryAfter: number | undefined } }
  | { failed: unknown };

export interface JobThread<Job, Result> {
  /** @throws AppError as the job does; slow_down if too many jobs are queued */
  run: (job: Job) => Promise<Result>;
  /** Ends the thread after its current job. */
  stop: () => Promise<void>;
}

interface Options {
  maxQueued: number;
  /** The message of the error if more jobs are queued. */
  errorKey?: PlainKey;
  /** Milliseconds until an idle thread ends. */
  idleTime?: number;
}

const IDLE_TIME = 10_000;

/** Runs jobs, one at a time, in a thread that starts with the first job and ends when it is idle. */
export function jobThread<Job, Result>(
  thread: () => Thread,
  { idleTime = IDLE_TIME, ...bounds }: Options,
): JobThread<Job, Result> {
  const limited = concurrencyLimit({ concurrency: 1, ...bounds });
  let worker: Worker | undefined;
  let idleTimer: Timer | undefined;
  let ended: Promise<unknown> = Promise.resolve();

  const end = async (): Promise<void> => {
    idleTimer?.stop();
    worker?.postMessage('end');
    worker = undefined;
    await ended;
  };

  const start = (): Worker => {
    const started = startThread(thread());
    ended = once(started, 'exit').catch(() => {}); // a thread that crashes fails its job, below
    started.once('exit', () => {
      if (worker === started) worker = undefined;
    });
    return started;
  };

  const run = async (job: Job): Promise<Result> => {
    idleTimer?.stop();
    worker ??= start();
    worker.ref(); // the process waits for the result, and not for an idle thread
    try {
      const answered = once(worker, 'message') as Promise<[Outcome<Result>]>;
      worker.postMessage(job);
      return resultOf(await Promise.race([answered, ended.then(() => [{ failed: 'the thread has ended' }] as const)]));
    } finally {
      worker?.unref();
      idleTimer = startTimer(end, idleTime).unref();
    }
  };

  return { run: (job) => limited(() => run(job)), stop: end };
}

function resultOf<Result>([outcome]: readonly [Outcome<Result>]): Result {
  if ('result' in outcome) return outcome.result;
  if ('failed' in outcome) throw new Error('a job in a thread failed', { cause: outcome.failed });
  const { code, message, retryAfter } = outcome.refused;
  throw new AppError(code, message, { ...message, retryAfter });
}
