import { randomBytes, randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import type { ListenOptions } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { Worker, type WorkerOptions } from 'node:worker_threads';

/**
 * What a process gets from outside: time, chance, threads and the network. Everything else that raan does follows from its
 * files and requests. The simulator replaces it (docs/architecture.md#simulation); other code uses the functions below.
 */
export interface Runtime {
  /** Unix milliseconds. */
  now: () => number;
  /** Milliseconds that never step back. */
  monotonic: () => number;
  /** Calls `run` once after `millis`. */
  startTimer: (run: () => void, millis: number) => Timer;
  /** Calls `run` every `millis`. */
  startInterval: (run: () => void, millis: number) => Timer;
  /** Resolves once the events that wait now are handled. */
  nextTurn: () => Promise<void>;
  randomBytes: (length: number) => Buffer;
  /** A UUID of version 4. */
  newUuid: () => string;
  fetch: typeof fetch;
  startWorker: (source: string | URL, options: WorkerOptions) => Worker;
  /** Resolves once the server listens. @throws NodeJS.ErrnoException */
  listen: (server: Server, options: ListenOptions) => Promise<void>;
}

export interface Timer {
  stop: () => void;
  /** The process may end although the timer runs. */
  unref: () => Timer;
}

const real: Runtime = {
  now: Date.now,
  monotonic: () => performance.now(),
  startTimer: (run, millis) => timerOf(setTimeout(run, millis)),
  startInterval: (run, millis) => timerOf(setInterval(run, millis)),
  nextTurn: () => new Promise((resolve) => setImmediate(resolve)),
  randomBytes,
  newUuid: randomUUID,
  fetch: (...request) => fetch(...request),
  startWorker: (source, options) => {
    setFlagsFromString('--max-semi-space-size=0'); // else the flag of the process overrides the limits of the thread
    return new Worker(source, options);
  },
  listen: (server, options) =>
    new Promise((resolve, reject) => {
      server.once('error', reject);
      server.listen(options, resolve);
    }),
};

function timerOf(started: NodeJS.Timeout): Timer {
  const timer: Timer = {
    stop: () => clearTimeout(started),
    unref: () => {
      started.unref();
      return timer;
    },
  };
  return timer;
}

let runtime = real;

/** For the simulator. */
export function replaceRuntime(simulated: Runtime): void {
  runtime = simulated;
}

export const now: Runtime['now'] = () => runtime.now();
export const monotonic: Runtime['monotonic'] = () => runtime.monotonic();
export const startTimer: Runtime['startTimer'] = (run, millis) => runtime.startTimer(run, millis);
export const startInterval: Runtime['startInterval'] = (run, millis) => runtime.startInterval(run, millis);
export const nextTurn: Runtime['nextTurn'] = () => runtime.nextTurn();
export const randomOf: Runtime['randomBytes'] = (length) => runtime.randomBytes(length);
export const newUuid: Runtime['newUuid'] = () => runtime.newUuid();
export const fetchFrom: Runtime['fetch'] = (...request) => runtime.fetch(...request);
export const startWorker: Runtime['startWorker'] = (source, options) => runtime.startWorker(source, options);
export const listenOn: Runtime['listen'] = (server, options) => runtime.listen(server, options);

/** @param isNeeded whether the process waits for it */
export const sleep = (millis: number, isNeeded = true): Promise<void> =>
  new Promise((resolve) => {
    const timer = startTimer(resolve, millis);
    if (!isNeeded) timer.unref();
  });

/** An integer from 0 up to and without `below`, all equally likely. `below` is at most 256. */
export function randomBelow(below: number): number {
  const unbiased = 256 - (256 % below);
  for (;;) {
    const [byte = 0] = randomOf(1);
    if (byte < unbiased) return byte % below;
  }
}
