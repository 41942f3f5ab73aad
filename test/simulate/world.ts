import type { Reader } from '../../src/context.ts';
import { addAccount } from '../../src/domain/accounts/account-changes.ts';
import { stockOfVariant } from '../../src/domain/stock/stock-levels.ts';
import { loadStoreFile } from '../../src/domain/storefile/load.ts';
import { type Id, parseId } from '../../src/lib/ids.ts';
import { type Runtime, realRuntime, replaceRuntime } from '../../src/lib/runtime.ts';
import { Chance } from '../chance.ts';
import type { Disk } from '../faults/crash-disk.ts';
import type { Request } from '../stream-requests.ts';
import { violation } from './actor.ts';
import { Courier } from './couriers.ts';
import { Facts } from './facts.ts';
import { type Backup, Faults } from './faults.ts';
import { boot, Clock, discardMachine, Machine, simulatedRuntime } from './machine.ts';
import { NETWORK_FAILURES, type Response, send, type Trouble } from './network.ts';
import { Office } from './office.ts';
import { Owner } from './owner.ts';
import { Partner } from './partner.ts';
import { Receivers } from './receivers.ts';
import { MINUTE, Scheduler } from './scheduler.ts';
import { OWNER, SOLD, storeFile } from './store-file.ts';

/** Responses that no partner expects when the network works; undefined: none. */
const UNEXPECTED = new Set([undefined, 408, 429]);

/** A store, its partners and shoppers, couriers and receivers, the disk and the process of raan. */
export class World {
  readonly scheduler = new Scheduler();
  readonly clock = new Clock(this.scheduler);
  readonly chance: Chance;
  readonly disk: Disk;
  readonly courier: Courier;
  readonly receivers: Receivers;
  readonly partner = new Partner(this);
  readonly owner = new Owner(this);
  readonly office = new Office(this);
  readonly faults = new Faults(this);
  readonly #runtime: Runtime;
  machine = new Machine();
  /** Fraction of requests that have trouble, from 0 to 1. */
  readonly network = { trouble: 0 };
  /** The fault that excuses failures, and its end. */
  excuse = { fault: '', until: 0 };
  /** The first violated invariant. */
  problem: Error | undefined;
  credentials = { client_id: '', client_secret: '' };
  storeId = 0 as Id;
  variants = new Map<string, Id>();
  places: Record<'bkk' | 'cnx', Id> = { bkk: 0 as Id, cnx: 0 as Id };
  readonly prices = new Map<string, number>();
  readonly facts = new Facts();
  /** Facts that a restored backup does not undo. */
  readonly lastingFacts = new Facts();
  /** Amounts that shoppers transferred to the bank account of the store, by payment id. */
  readonly transfers = new Map<string, string>();
  /** Number of restored backups, and of power cuts. */
  restores = 0;
  powerCuts = 0;
  /** Number of faults by kind, and of acknowledged actions by kind. */
  readonly counts: Record<string, number> = {};
  readonly work: Record<string, number> = {};
  /** Number of checks by preceding fault and oracle; keys are `FAULT / ORACLE`. */
  readonly checks: Record<string, number> = {};
  /** Time of the last fault of each kind, and of the last check by each oracle. */
  readonly #lastFault = new Map<string, number>();
  readonly lastCheck = new Map<string, number>();
  /** Time of the last clock step or process start. */
  disturbedAt = 0;
  /** Called when a process serves. */
  onStarted: () => void = () => {};

  constructor(seed: number, disk: Disk) {
    this.chance = new Chance(seed);
    this.disk = disk;
    this.courier = new Courier(this);
    this.receivers = new Receivers(this);
    this.#runtime = simulatedRuntime(this);
    replaceRuntime(this.#runtime);
  }

  get isServing(): boolean {
    return this.machine.isAlive && this.machine.serving !== undefined;
  }

  count(what: string): void {
    this.counts[what] = (this.counts[what] ?? 0) + 1;
    this.#lastFault.set(what, this.scheduler.time);
  }

  /** Counts a check by an oracle, for each fault since its previous check. */
  recordCheck(oracle: string): void {
    const since = this.lastCheck.get(oracle) ?? 0;
    this.lastCheck.set(oracle, this.scheduler.time);
    const faults = [...this.#lastFault].filter(([, time]) => time >= since).map(([fault]) => fault);
    for (const pair of ['', ...faults].map((fault) => `${fault} / ${oracle}`))
      this.checks[pair] = (this.checks[pair] ?? 0) + 1;
  }

  /** Counts an action that raan acknowledged. */
  acknowledged(what: string): void {
    this.work[what] = (this.work[what] ?? 0) + 1;
  }

  /** Starts a process on the disk. */
  start(): void {
    this.machine = new Machine();
    const { machine, scheduler } = this;
    machine.isExcused = () => {
      if (!machine.isAlive) this.fail(new Error('a killed process is still running'));
      return this.isFailureExcused();
    };
    const started = () => {
      this.disturbedAt = scheduler.time;
      this.onStarted();
    };
    const crashed = (error: Error) => machine.isAlive && this.crashedAtStart(error);
    this.mustEnd('the start', () => machine.isAlive && !machine.wasServing);
    scheduler.schedule('boot', 0, () => void boot(machine, this.disk, this.clock).then(started, crashed), machine);
  }

  /** Without a fault, what a process does takes less than a minute. */
  mustEnd(what: string, isRunning: () => boolean): void {
    this.later('must have ended', MINUTE, async () => {
      if (isRunning() && !this.isFailureExcused()) violation(`${what} takes too long`);
    });
  }

  /** A process that cannot start is started again, as systemd does; without a fault it must start. */
  crashedAtStart(error: Error): void {
    if (!this.isFailureExcused()) this.fail(error);
    if (this.disk.isGone) return; // the fault starts it again
    this.count('starts that failed');
    this.stop(() => this.disk.keepWritten());
    this.later('start again', 5_000, async () => this.start());
  }

  /** Kills the process. `keep` decides which of its writes survive. */
  stop(keep: () => void): void {
    this.checkErrors();
    keep();
    this.faults.keepDiskFull();
    discardMachine(this.machine);
  }

  /** Opens the store. */
  async open(): Promise<void> {
    this.disk.reset();
    this.start();
    await this.scheduler.runUntil(60_000, () => this.isServing);
    const { ctx } = this.machine;
    if (!ctx) throw this.problem ?? new Error('the server did not start');
    this.enterMachine();
    const file = storeFile();
    const loading = ctx.write((tx) => {
      addAccount(tx, OWNER, this.clock.now());
      return loadStoreFile(tx, file, ctx.config.values, this.clock.now());
    });
    await this.scheduler.runUntil(this.scheduler.time + 60_000);
    const loaded = (await loading).stores.cafe ?? violation('the store was not loaded');
    this.storeId = parseId(loaded.id) as Id;
    const { client_id, client_secret = '' } = loaded.channels.page ?? violation('no channel');
    this.credentials = { client_id, client_secret };
    for (const key of SOLD) this.variants.set(key, parseId(loaded.variants[key] ?? '') as Id);
    for (const key of ['bkk', 'cnx'] as const) this.places[key] = parseId(loaded.warehouses[key] ?? '') as Id;
    for (const { variants } of file.stores[0]?.products ?? [])
      for (const { sku, prices } of variants) this.prices.set(sku, Number(prices.retail));
  }

  /** Schedules an action outside of the server. */
  later(label: string, delay: number, act: () => Promise<unknown>): void {
    this.scheduler.schedule(label, delay, () => void act().catch((error) => this.fail(error)), null);
  }

  sleep(millis: number): Promise<void> {
    return new Promise((resolve) => this.scheduler.schedule('sleep', millis, resolve, null));
  }

  /** Sends a request. Without a fault a response is never a 500. */
  async request(request: Request, trouble: Trouble): Promise<Response | undefined> {
    const { machine } = this;
    const wasServing = this.isServing;
    const response = await send(
      this.scheduler,
      () => (this.isServing ? this.machine : undefined),
      request,
      trouble,
      (kind) => this.count(`network: ${kind}`),
    );
    this.scheduler.log(`${request.path} ${response?.status ?? 'no response'} ${response?.body}`);
    if (response?.status === 500 && !this.isFailureExcused())
      violation('a server_error without a fault', request.path, response.body, this.machine.errors);
    const isUndisturbed = trouble.kind === undefined && wasServing && this.isServing && this.machine === machine;
    if (isUndisturbed && UNEXPECTED.has(response?.status) && !this.isFailureExcused())
      violation('a request without trouble gets no answer', request.path, response);
    return response;
  }

  /** Network delays and failures of the next request. */
  trouble(chance: Chance, body: string): Trouble {
    const trouble: Trouble = { there: chance.between(1, 80), back: chance.between(1, 80) };
    if (!chance.is(this.network.trouble)) return trouble;
    const kind = chance.pick(NETWORK_FAILURES);
    trouble.kind = kind;
    if (kind === 'cut') trouble.cutTo = 200 + chance.between(0, body.length);
    if (kind === 'answer cut') trouble.answerCutTo = chance.between(0, 400);
    if (kind === 'late') trouble.there = chance.between(5_000, 40_000);
    if (kind === 'answer late') trouble.back = chance.between(5_000, 40_000);
    if (kind === 'twice') trouble.again = chance.between(1, 20_000);
    return trouble;
  }

  /** A failure of an action in the server. */
  noteFailure(error: Error): void {
    if (this.machine.isAlive && !this.isFailureExcused()) this.fail(error);
  }

  /** Whether a fault explains failures now. */
  get isExcused(): boolean {
    return this.scheduler.time <= this.excuse.until || this.disk.isGone;
  }

  /** Whether a fault explains a failure. The fault has happened then. */
  isFailureExcused(): boolean {
    if (this.isExcused && this.excuse.fault !== '') {
      this.count(this.excuse.fault);
      this.excuse.fault = '';
    }
    return this.isExcused;
  }

  /** Time of the last clock step, process start or end of a fault. */
  get calmSince(): number {
    return Math.max(this.disturbedAt, this.excuse.until);
  }

  /** Available pieces of a stocked variant. */
  available(db: Reader, key: string): number {
    const { total } = stockOfVariant(db, this.variants.get(key) as Id);
    return total.onHand - total.reserved;
  }

  checkErrors(): void {
    const [error] = this.machine.errors.splice(0);
    if (error !== undefined) this.fail(new Error(`the server logged an error without a fault: ${error}`));
  }

  fail(error: Error): void {
    this.problem ??= error;
  }

  /** Runs before the next event, while time stands still. */
  paused: (() => Promise<void>) | undefined;

  /** Runs an action that needs real timers and files. */
  pause(act: () => Promise<void>): void {
    this.paused = async () => {
      this.paused = undefined;
      const { now, randomBytes, newUuid } = this.#runtime;
      replaceRuntime({ ...realRuntime, now, randomBytes, newUuid });
      await act();
      replaceRuntime(this.#runtime);
    };
  }

  /** Resets partners, couriers and receivers to the time of the restored backup. */
  forgetSince(backup: Backup): void {
    this.restores += 1;
    this.facts.restore(backup.mark);
    this.partner.restore(backup.mark);
    this.courier.restore(backup);
    this.receivers.forget(this.clock.latest);
    this.later('restore products', 0, () => this.owner.restoreProducts());
  }

  /** The rest of the running event belongs to the machine and ends with it. */
  enterMachine(): void {
    this.scheduler.process = this.machine;
  }

  /** Reads what the running server has committed. */
  read<T>(look: (db: Reader) => T): T | undefined {
    const { ctx } = this.machine;
    return this.isServing && ctx ? look(ctx.db) : undefined;
  }
}
