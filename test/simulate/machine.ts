import { scryptSync } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { mkdirSync } from 'node:fs';
import type { Server } from 'node:http';
import path from 'node:path';
import type { Worker, WorkerOptions } from 'node:worker_threads';
import Sqlite from 'better-sqlite3';
import { pino } from 'pino';
import { openRecovered } from '../../src/cli/open-context.ts';
import { type Config, readConfig } from '../../src/config.ts';
import type { ServerContext } from '../../src/context.ts';
import type { Batch } from '../../src/domain/webhooks/sending-thread.ts';
import type { Log } from '../../src/lib/log.ts';
import type { Runtime, Timer } from '../../src/lib/runtime.ts';
import type { deriveKey } from '../../src/lib/scrypt-thread.ts';
import { type RunningServer, serve } from '../../src/serve.ts';
import { Chance } from '../chance.ts';
import type { Disk } from '../faults/crash-disk.ts';
import { MINUTE, type Process, type Scheduler } from './scheduler.ts';
import type { World } from './world.ts';

/** One server process of raan. */
export class Machine implements Process {
  isAlive = true;
  ctx: ServerContext | undefined;
  server: Server | undefined;
  serving: RunningServer | undefined;
  wasServing = false;
  /** Logged errors that no fault explains. */
  readonly errors: string[] = [];
  isExcused: () => boolean = () => false;
}

const START = Date.parse('2026-01-24T00:00:00+07:00'); // a month ends in a run
const STEADY_FOR = 15 * MINUTE; // docs/decisions.md#clock

/** The system clock, which can be wrong and can step. */
export class Clock {
  readonly #scheduler: Scheduler;
  #start = START;
  #latest = 0;

  constructor(scheduler: Scheduler) {
    this.#scheduler = scheduler;
  }

  now = (): number => this.#start + Math.floor(this.#scheduler.time);

  /** The latest time that a process may see. For a while after a step, processes ignore it. */
  get latest(): number {
    return Math.max(this.#latest, this.now());
  }

  step(millis: number): void {
    this.#latest = Math.max(this.#latest, this.now() + STEADY_FOR);
    this.#start += millis;
  }
}

/** Simulates time, randomness, threads and network. */
export function simulatedRuntime(world: World): Runtime {
  const { scheduler, clock, courier } = world;
  const chance = new Chance(world.chance.seed());
  const timer = (run: () => void, millis: number, isInterval: boolean): Timer => {
    const next = () =>
      scheduler.startTimer(millis, () => {
        run();
        if (isInterval && !event.isCanceled) event = next();
      });
    let event = next();
    const handle: Timer = {
      stop: () => {
        event.isCanceled = true;
      },
      unref: () => handle,
    };
    return handle;
  };
  return {
    now: clock.now,
    monotonic: () => scheduler.time,
    startTimer: (run, millis) => timer(run, millis, false),
    startInterval: (run, millis) => timer(run, millis, true),
    onNextTurn: (run) => void scheduler.schedule('turn', 0, run),
    timeoutSignal: (millis) => {
      const controller = new AbortController();
      scheduler.startTimer(millis, () => controller.abort(new DOMException('timed out', 'TimeoutError')));
      return controller.signal;
    },
    request: () => {
      throw new Error('the sending thread is simulated');
    },
    randomBytes: (length) => chance.bytes(length),
    newUuid: () => hexOf(chance.bytes(16)).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'),
    inThreadPool: (work) => scheduler.completeLater(work, chance.between(1, 20)),
    fetch: courier.fetch,
    startWorker: (source, options) => simulatedWorker(source, options, world),
    listen: async (server, { port = 80 }) => {
      const machine = scheduler.process as Machine;
      machine.server = server as Server;
      server.address = () => ({ address: '127.0.0.1', family: 'IPv4', port });
    },
  };
}

const hexOf = (bytes: Buffer): string => bytes.toString('hex');

/** Simulates the worker threads: webhooks, checkpoints, password hashes, slips and damage checks. */
function simulatedWorker(source: string | URL, options: WorkerOptions, { scheduler, receivers }: World): Worker {
  const worker = new EventEmitter();
  const name = /(sending-worker|checkpoint-worker|scryptSync|qr-worker|damage-worker)/.exec(String(source))?.[1];
  const later = (event: string, value: unknown) =>
    void scheduler.schedule('thread', 3, () => worker.emit(event, value));
  const answer = (value: unknown) => scheduler.answerLater(3, () => worker.emit('message', value));
  if (name === 'damage-worker') answer([]);
  return Object.assign(worker, {
    ref: () => {},
    unref: () => {},
    terminate: async () => 0,
    postMessage: (message: unknown) => {
      if (name === 'sending-worker') receivers.send(message as Batch, (results) => worker.emit('message', results));
      else if (message === 'end') later('exit', 0);
      else if (name === 'scryptSync') answer({ key: keyOf(message as never) });
      else if (name === 'qr-worker') answer({ result: [] });
      else if (name === 'checkpoint-worker') later('message', checkpoint(options.workerData.file));
    },
  }) as unknown as Worker;
}

const keyOf = ({ text, salt, bytes, options }: Parameters<typeof deriveKey>[0]): Buffer =>
  scryptSync(text, salt, bytes, options);

function checkpoint(file: string): { failed?: { message: string; code: string } } {
  try {
    const connection = new Sqlite(file);
    connection.pragma('wal_checkpoint(PASSIVE)');
    connection.close();
    return {};
  } catch (error) {
    const { message, code } = error as Error & { code: string };
    return { failed: { message, code } };
  }
}

export const databaseIn = (folder: string): string => path.join(folder, 'raan.db');

/** Starts a process that serves the database of the disk. It is ready once `serving` is set. */
export async function boot(machine: Machine, disk: Disk, clock: Clock): Promise<void> {
  mkdirSync(disk.folder, { recursive: true });
  const defaults = readConfig();
  const allow_networks = ['0.0.0.0/0'];
  const config: Config = {
    ...{ ...defaults, database: databaseIn(disk.folder), listen: { ...defaults.listen, port: 80 } },
    ...{ webhooks: { ...defaults.webhooks, allow_networks }, couriers: { ...defaults.couriers, allow_networks } },
    log: { ...defaults.log, level: 'silent', requests: false },
  };
  const ctx = await openRecovered(config, { create: true, upgrade: true });
  machine.ctx = { ...ctx, passwordCost: { N: 2, r: 8, p: 1 }, now: clock.now, log: errorLog(machine) };
  machine.serving = await serve(machine.ctx);
  machine.wasServing = true;
}

/** Collects errors that no fault explains. */
const errorLog = (machine: Machine): Log =>
  pino({ level: 'error' }, { write: (line) => void (machine.isExcused() || machine.errors.push(line)) });

/** Closes the database of a killed process. Its folder is no longer used, so late writes of SQLite do not matter. */
export function discardMachine(machine: Machine): void {
  machine.isAlive = false;
  try {
    machine.ctx?.connection.close();
  } catch {
    // the disk may be gone
  }
}
