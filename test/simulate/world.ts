import type { Reader } from '../../src/context.ts';
import { addAccount } from '../../src/domain/accounts/account-changes.ts';
import { stockOfVariant } from '../../src/domain/stock/stock-levels.ts';
import { loadStoreFile } from '../../src/domain/storefile/load.ts';
import { type Id, parseId } from '../../src/lib/ids.ts';
import { type Runtime, realRuntime, replaceRuntime } from '../../src/lib/runtime.ts';
import type { Disk } from '../faults/crash-disk.ts';
import { violation } from './actor.ts';
import { Chance } from './chance.ts';
import { Courier } from './couriers.ts';
import { Facts } from './facts.ts';
import { type Backup, Faults } from './faults.ts';
import { boot, bury, Clock, Machine, simulatedRuntime } from './machine.ts';
import { NETWORK_FAILURES, type Request, type Response, send, type Trouble } from './network.ts';
import { Office } from './office.ts';
import { Owner } from './owner.ts';
import { Partner } from './partner.ts';
import { Receivers } from './receivers.ts';
import { Scheduler } from './scheduler.ts';
import { OWNER, SOLD, storeFile } from './store-file.ts';

/** A store, its partners and shoppers, couriers and receivers, and the machine that raan runs on. */
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
  /** How many requests have trouble, from 0 to 1. */
  readonly network = { trouble: 0 };
  /** A fault that excuses failures, until it has ended. */
  excuse = { fault: '', until: 0 };
  /** What the world promises never to happen, and did. */
  problem: Error | undefined;
  credentials = { client_id: '', client_secret: '' };
  storeId = 0 as Id;
  variants = new Map<string, Id>();
  places: Record<'bkk' | 'cnx', Id> = { bkk: 0 as Id, cnx: 0 as Id };
  readonly prices = new Map<string, number>();
  readonly facts = new Facts();
  /** Those that an older backup does not undo. */
  readonly lastingFacts = new Facts();
  /** What shoppers have transferred to the store's bank account: the amounts by the id of the payment. */
  readonly transfers = new Map<string, string>();
  /** How often an older backup was restored. */
  restores = 0;
  /** How often each fault happened, and how often each kind of work was acknowledged. */
  readonly counts: Record<string, number> = {};
  readonly work: Record<string, number> = {};
  /** How often each oracle was asked, after which faults: `FAULT / ORACLE`. */
  readonly checks: Record<string, number> = {};
  /** When each fault happened last, and when each oracle was asked last. */
  readonly #happened = new Map<string, number>();
  readonly asked = new Map<string, number>();
  /** When the clock stepped last, or a process started. */
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
    this.#happened.set(what, this.scheduler.time);
  }

  /** Counts that an oracle is asked now, after what went wrong since it was asked last. */
  ask(oracle: string): void {
    const since = this.asked.get(oracle) ?? 0;
    this.asked.set(oracle, this.scheduler.time);
    const faults = [...this.#happened].filter(([, time]) => time >= since).map(([fault]) => fault);
    for (const pair of ['', ...faults].map((fault) => `${fault} / ${oracle}`))
      this.checks[pair] = (this.checks[pair] ?? 0) + 1;
  }

  /** Counts work that raan has acknowledged. */
  did(what: string): void {
    this.work[what] = (this.work[what] ?? 0) + 1;
  }

  /** Starts a process on the disk. */
  start(): void {
    this.machine = new Machine();
    const { machine, scheduler } = this;
    machine.isExcused = () => {
      if (!machine.isAlive) this.fail(new Error('a process is still running after its end'));
      return this.isFailureExcused();
    };
    const started = () => {
      this.disturbedAt = scheduler.time;
      this.onStarted();
    };
    const crashed = (error: Error) => machine.isAlive && this.crashedAtStart(error);
    scheduler.schedule('boot', 0, () => void boot(machine, this.disk, this.clock).then(started, crashed), machine);
  }

  /** A process that cannot start is started again, as systemd does; without a fault it must start. */
  crashedAtStart(error: Error): void {
    if (!this.isFailureExcused()) this.fail(error);
    if (this.disk.isGone) return; // the fault starts it again
    this.count('starts that failed');
    this.stop(() => this.disk.keepWritten());
    this.later('start again', 5_000, async () => this.start());
  }

  /** Ends the process without a word, and moves on to what is left of its files. */
  stop(keep: () => void): void {
    this.checkErrors();
    keep();
    this.faults.keepDiskFull();
    bury(this.machine);
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

  /** Runs an action of somebody in the world. */
  later(label: string, delay: number, act: () => Promise<unknown>): void {
    this.scheduler.schedule(label, delay, () => void act().catch((error) => this.fail(error)), null);
  }

  sleep(millis: number): Promise<void> {
    return new Promise((resolve) => this.scheduler.schedule('sleep', millis, resolve, null));
  }

  /** Every response is one of the API; without a fault none is a 500. */
  async request(request: Request, trouble: Trouble): Promise<Response | undefined> {
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
    return response;
  }

  /** What happens to the next request. */
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

  /** Since when neither the clock stepped nor a process started nor a fault excused failures. */
  get calmSince(): number {
    return Math.max(this.disturbedAt, this.excuse.until);
  }

  /** Available pieces of what the store keeps in stock. */
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

  /** What runs before the next event, while time stands still. */
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

  /** After a restore, everyone knows what was known at the time of the backup. */
  forgetSince(backup: Backup): void {
    this.restores += 1;
    this.facts.restore(backup.mark);
    this.partner.restore(backup.mark);
    this.courier.restore(backup);
    this.receivers.forget(this.clock.latest);
    this.later('restore products', 0, () => this.owner.restoreProducts());
  }

  /** What the running event does from now on is done by the machine, and ends with it. */
  enterMachine(): void {
    this.scheduler.owner = this.machine;
  }

  /** Reads what the running server has committed. */
  read<T>(look: (db: Reader) => T): T | undefined {
    const { ctx } = this.machine;
    return this.isServing && ctx ? look(ctx.db) : undefined;
  }
}
