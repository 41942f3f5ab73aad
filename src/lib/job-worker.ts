import { type MessagePort, parentPort } from 'node:worker_threads';
import { AppError, messageOfError } from './errors.ts';
import type { Outcome } from './job-thread.ts';

interface Options<Result> {
  /** The buffers of a result. They move to the main thread without a copy. */
  transferListOf?: (result: Result) => ArrayBuffer[];
  /** Releases what the thread has opened. */
  close?: () => void;
}

/** Runs the jobs of a `jobThread`; called once in the thread. */
export function answerJobs<Job, Result>(
  answer: (job: Job) => Promise<Result>,
  { transferListOf = () => [], close }: Options<Result> = {},
): void {
  const port = parentPort as MessagePort;
  port.on('message', async (job: Job | 'end') => {
    if (job === 'end') {
      close?.();
      return port.close();
    }
    try {
      const result = await answer(job);
      port.postMessage({ result } satisfies Outcome<Result>, transferListOf(result));
    } catch (error) {
      port.postMessage(failure(error));
    }
  });
}

const failure = (error: unknown): Outcome<never> =>
  error instanceof AppError
    ? { refused: { code: error.code, message: messageOfError(error), retryAfter: error.retryAfter } }
    : { failed: error };
