import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { concurrencyLimit } from './concurrency-limit.ts';
import { startTimer, type Timer } from './runtime.ts';
import { startScript } from './threads.ts';

// One thread derives all keys, one at a time, so that a burst of sign-ins takes the memory of one key.

const SCRIPT = `
  const { scryptSync } = require('node:crypto');
  const { parentPort } = require('node:worker_threads');
  parentPort.on('message', ({ text, salt, bytes, options }) => {
    try {
      parentPort.postMessage({ key: scryptSync(text, salt, bytes, options) });
    } catch (error) {
      parentPort.postMessage({ error });
    }
  });
`;

const IDLE_TIME = 60_000;

interface Job {
  text: string;
  salt: Buffer;
  bytes: number;
  options: { N: number; r: number; p: number; maxmem: number };
}

const limited = concurrencyLimit({ concurrency: 1, maxQueued: 20, errorKey: 'too_many_sign_ins' });
let thread: Worker | undefined;
let idleTimer: Timer | undefined;

/** @throws AppError slow_down if too many are waiting */
export const deriveKey = (job: Job): Promise<Buffer> =>
  limited(async () => {
    idleTimer?.stop();
    thread ??= startThread();
    thread.ref(); // the process waits for the key, and not for an idle thread
    try {
      thread.postMessage(job);
      const [{ key, error }] = await once(thread, 'message');
      if (error !== undefined) throw error;
      return Buffer.from(key);
    } finally {
      thread.unref();
      idleTimer = startTimer(stopThread, IDLE_TIME).unref();
    }
  });

function startThread(): Worker {
  const started = startScript(SCRIPT);
  started.once('exit', () => {
    if (thread === started) thread = undefined;
  });
  return started;
}

function stopThread(): void {
  thread?.terminate();
  thread = undefined;
}
