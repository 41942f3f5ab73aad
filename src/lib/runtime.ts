import { randomUUID, randomBytes as realRandomBytes } from 'node:crypto';
import type { ClientRequest } from 'node:http';
import type { RequestOptions } from 'node:https';
import type { ListenOptions, Server } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { Worker, type WorkerOptions } from 'node:worker_threads';

/**
 * What a process gets from outside: time, randomness, threads and the network. Everything else that raan does follows from
 * its files and requests. The simulator replaces it (docs/architecture.md#runtime); other code uses the functions below.
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
  /** Calls `run` once the events that wait now are handled. */
  onNextTurn: (run: () => void) => void;
  /** Aborts with a TimeoutError after `millis`. The process does not wait for it. */
  timeoutSignal: (millis: number) => AbortSignal;
  randomBytes: (length: number) => Buffer;
  /** A UUID of version 4. */
  newUuid: () => string;
  fetch: typeof fetch;
  /** Opens a request of the protocol of the options, which is `http:` or `https:`. */
  request: (options: RequestOptions) => ClientRequest;
  startWorker: (source: string | URL, options: WorkerOptions) => Worker;
  /** Calls `work` at once and settles as it does. For work in threads of Node or a library, such as zlib and sharp. */
  inThreadPool: <T>(work: () => Promise<T>) => Promise<T>;
  /** Resolves once the server listens. @throws NodeJS.ErrnoException */
  listen: (server: Server, options: ListenOptions) => Promise<void>;
}

export interface Timer {
  stop: () => void;
  /** The process may end although the timer runs. */
  unref: () => Timer;
}

class RealTimer implements Timer {
  readonly #timeout: NodeJS.Timeout;

  constructor(timeout: NodeJS.Timeout) {
    this.#timeout = timeout;
  }

  stop(): void {
    clearTimeout(this.#timeout);
  }

  unref(): this {
    this.#timeout.unref();
    return this;
  }
}

export const realRuntime: Runtime = {
  now: Date.now,
  monotonic: () => performance.now(),
  startTimer: (run, millis) => new RealTimer(setTimeout(run, millis)),
  startInterval: (run, millis) => new RealTimer(setInterval(run, millis)),
  onNextTurn: setImmediate,
  timeoutSignal: (millis) => AbortSignal.timeout(millis),
  randomBytes: realRandomBytes,
  newUuid: randomUUID,
  fetch: (...request) => fetch(...request),
  // Loading these modules takes 10 ms, and most processes send nothing.
  request: (options) =>
    options.protocol === 'https:'
      ? process.getBuiltinModule('node:https').request(options)
      : process.getBuiltinModule('node:http').request(options),
  startWorker: (source, options) => {
    setFlagsFromString('--max-semi-space-size=0'); // the flag of the process would override the limits of new threads
    return new Worker(source, options);
  },
  inThreadPool: (work) => work(),
  listen: (server, options) =>
    new Promise((resolve, reject) => {
      server.once('error', reject);
      server.listen(options, resolve);
    }),
};

let runtime = realRuntime;

/** For the simulator and tests. */
export function replaceRuntime(replacement: Runtime): void {
  runtime = replacement;
}

export const now: Runtime['now'] = () => runtime.now();
export const monotonic: Runtime['monotonic'] = () => runtime.monotonic();
export const startTimer: Runtime['startTimer'] = (run, millis) => runtime.startTimer(run, millis);
export const startInterval: Runtime['startInterval'] = (run, millis) => runtime.startInterval(run, millis);
export const onNextTurn: Runtime['onNextTurn'] = (run) => runtime.onNextTurn(run);
export const timeoutSignal: Runtime['timeoutSignal'] = (millis) => runtime.timeoutSignal(millis);
export const randomBytes: Runtime['randomBytes'] = (length) => runtime.randomBytes(length);
export const newUuid: Runtime['newUuid'] = () => runtime.newUuid();
export const outboundFetch: Runtime['fetch'] = (...request) => runtime.fetch(...request);
export const outboundRequest: Runtime['request'] = (options) => runtime.request(options);
export const startWorker: Runtime['startWorker'] = (source, options) => runtime.startWorker(source, options);
export const inThreadPool: Runtime['inThreadPool'] = (work) => runtime.inThreadPool(work);
export const listen: Runtime['listen'] = (server, options) => runtime.listen(server, options);

/** Resolves once the events that wait now are handled. */
export const nextTurn = (): Promise<void> => new Promise(onNextTurn);

/** @param ref whether the process waits for it */
export const sleep = (millis: number, { ref = true }: { ref?: boolean } = {}): Promise<void> =>
  new Promise((resolve) => {
    const timer = startTimer(resolve, millis);
    if (!ref) timer.unref();
  });

/** An integer from 0 up to and without `max`, all equally likely. `max` is at most 256. */
export function randomInt(max: number): number {
  const unbiased = 256 - (256 % max);
  for (;;) {
    const [byte = 0] = randomBytes(1);
    if (byte < unbiased) return byte % max;
  }
}
