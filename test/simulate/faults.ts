import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Sqlite from 'better-sqlite3';
import { runProgram } from '../../src/cli/program.ts';
import { restoreBackup } from '../../src/domain/backups/restore.ts';
import { Chance } from './chance.ts';
import { boot, databaseIn, filesIn, Machine } from './machine.ts';
import { makeOlder } from './older-release.ts';
import type { KnownOrder } from './partner.ts';
import type { Fault } from './plan.ts';
import { STOCKED } from './store-file.ts';
import { violation } from './violation.ts';
import type { World } from './world.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** What was known when a backup was made. */
interface Backup {
  file: string;
  orders: Map<string, KnownOrder>;
  documents: Set<string>;
  confirmed: Set<string>;
  rejected: Set<string>;
  parcels: Set<string>;
}

/** What goes wrong in the world. */
export class Faults {
  readonly #world: World;
  #backup: Backup | undefined;
  /** What to do when the disk is gone. */
  #onGone: (() => void) | undefined;

  constructor(world: World) {
    this.#world = world;
    world.scheduler.onEvent = () => {
      if (this.#onGone && world.disk.isGone) this.#die();
    };
  }

  /** Ends every fault that lasts. */
  endAll(): void {
    const world = this.#world;
    world.networkTrouble = 0;
    world.courier.trouble = 0;
    world.receivers.trouble = 0;
    world.partner.awayUntil = 0;
    for (const fault of ['full', 'brokenSync'] as const) world.disk.setFault(fault, false);
    this.#disarm();
  }

  start(fault: Fault, chance: Chance): void {
    this.#world.count(fault);
    this.#starts[fault](chance);
  }

  get #starts(): Record<Fault, (chance: Chance) => unknown> {
    const world = this.#world;
    return {
      'bad network': (chance) =>
        this.#during(chance, (amount) => {
          world.networkTrouble = amount;
        }),
      'bad courier': (chance) =>
        this.#during(chance, (amount) => {
          world.courier.trouble = amount;
        }),
      'bad receivers': (chance) =>
        this.#during(chance, (amount) => {
          world.receivers.trouble = amount;
        }),
      kill: (chance) => this.#end(this.#keepWritten, chance),
      'kill at a write': (chance) => world.isServing && this.#arm(this.#keepWritten, chance),
      'power cut': (chance) => this.#end(this.#keepSynced(chance), chance),
      'power cut at a write': (chance) => world.isServing && this.#arm(this.#keepSynced(chance), chance),
      'disk full': (chance) => this.#breakDisk('full', chance),
      'broken fsync': (chance) => this.#breakDisk('brokenSync', chance),
      'clock steps': (chance) => {
        world.clock.step(chance.between(-3 * HOUR, 3 * HOUR));
        world.disturbedAt = world.scheduler.time;
      },
      restart: () => this.#restart(() => this.#startAgain(1_000)),
      upgrade: (chance) => this.#restart(() => this.#upgrade(chance)),
      'second server': () => this.#startSecond(),
      command: (chance) => this.#runCommand(chance),
      backup: () => this.#makeBackup(),
      restore: (chance) => {
        const delay = chance.is(0.5) ? 0 : chance.between(MINUTE, HOUR);
        if (delay > 0) this.#makeBackup();
        world.scheduler.schedule('restore', delay, () => this.#restore(), null);
      },
      'partner is away': (chance) => {
        world.partner.awayUntil = world.scheduler.time + chance.between(HOUR, 24 * HOUR);
      },
    };
  }

  #during(chance: Chance, set: (amount: number) => void): void {
    set(0.05 + chance.next() * 0.6);
    this.#world.scheduler.schedule('trouble ends', chance.between(5 * MINUTE, 2 * HOUR), () => set(0), null);
  }

  readonly #keepWritten = (): void => this.#world.disk.keepWritten();

  #keepSynced(chance: Chance): () => void {
    const sectors = new Chance(chance.seed());
    return () => this.#world.disk.keepSynced(sectors);
  }

  #end(keep: () => void, chance: Chance): void {
    if (!this.#world.machine.isAlive) return;
    this.#disarm();
    this.#world.stop(keep);
    this.#startAgain(chance.between(500, 5 * MINUTE));
  }

  #startAgain(delay: number): void {
    this.#world.scheduler.schedule('start again', delay, () => this.#world.start(), null);
  }

  #arm(keep: () => void, chance: Chance, mostWrites = 120): void {
    const delay = chance.between(500, 5 * MINUTE);
    this.#world.disk.stopAfter(chance.between(1, mostWrites));
    this.#onGone = () => {
      this.#world.stop(keep);
      this.#startAgain(delay);
    };
  }

  /** Of the event in which the disk went, nothing left the machine. */
  #die(): void {
    const { scheduler, machine } = this.#world;
    scheduler.dropResultsOf(machine);
    machine.errors.length = 0;
    const act = this.#onGone;
    this.#disarm();
    act?.();
  }

  #disarm(): void {
    this.#onGone = undefined;
    if (!this.#world.disk.isGone) this.#world.disk.stopAfter(0);
  }

  #breakDisk(fault: 'full' | 'brokenSync', chance: Chance): void {
    const world = this.#world;
    if (!world.isServing) return;
    const length = chance.between(1_000, 10 * MINUTE);
    world.excusedUntil = Math.max(world.excusedUntil, world.scheduler.time + length + MINUTE);
    world.disk.setFault(fault, true);
    world.scheduler.schedule('disk works again', length, () => world.disk.setFault(fault, false), null);
    if (fault === 'brokenSync')
      world.scheduler.schedule('kill', length, () => this.#end(() => world.disk.keepWritten(), chance), null);
  }

  /** As systemd stops and starts it. */
  #restart(stopped: () => void): void {
    const world = this.#world;
    const { serving, ctx, machine } = { ...world.machine, machine: world.machine };
    if (!world.isServing || !serving || !ctx) return;
    this.#disarm();
    machine.serving = undefined;
    world.inMachine(() =>
      serving.stop().then(
        () => {
          world.stop(() => world.disk.keepWritten());
          stopped();
        },
        (error) => world.fail(error),
      ),
    );
  }

  /** The program is replaced by the next release. The machine may stop while that upgrades the database. */
  #upgrade(chance: Chance): void {
    const { folder } = this.#world.disk;
    for (const name of filesIn(folder)) if (name.includes('-before-schema-')) rmSync(path.join(folder, name));
    makeOlder(databaseIn(folder));
    this.#startAgain(1_000);
    const keep = chance.is(0.5) ? this.#keepWritten : this.#keepSynced(chance);
    if (chance.is(0.7)) this.#arm(keep, chance, 3_000);
  }

  /** A second server on the same database is refused. */
  #startSecond(): void {
    const world = this.#world;
    if (!world.isServing || this.#onGone) return;
    const second = new Machine();
    world.scheduler.schedule(
      'second server',
      0,
      () =>
        void boot(second, world.disk, world.clock).then(
          () => world.fail(new Error('a second server started')),
          () => second.ctx?.close(),
        ),
      second,
    );
  }

  /** A command beside the server. */
  #runCommand(chance: Chance): void {
    const world = this.#world;
    if (!world.isServing || this.#onGone) return;
    const config = path.join(world.disk.outside, 'raan.toml');
    writeFileSync(config, `database = ${JSON.stringify(databaseIn(world.disk.folder))}\n`);
    const args = chance.pick([
      ['check'],
      ['stock', 'verify'],
      ['stock', 'list'],
      ['order', 'list'],
      ['store', 'set', `name=Cafe ${chance.between(1, 9)}`],
      ['channel', 'list'],
      ['stock', 'purchase', `${world.variants.get(chance.pick(STOCKED))}=${chance.between(1, 9)}@1`],
      ['stock', 'purchase', `${world.variants.get(chance.pick(STOCKED))}=${chance.between(1, 9)}@1`],
    ]);
    const owner = new Machine();
    const output: string[] = [];
    const terminal = { out: (text: string) => void output.push(text), err: (text: string) => void output.push(text) };
    const dependencies = { loadServer: async () => violation('no server'), openApi: async () => ({}) } as never;
    const { folder } = world.disk;
    const run = () =>
      void runProgram(['--config', config, ...args], dependencies, terminal).then((status) => {
        const isInterrupted = world.disk.folder !== folder || world.isExcused;
        const isDeleted = world.owner.deleted.size > 0 && output.join().includes('There is no variant');
        if (status !== 0 && !isInterrupted && !isDeleted)
          world.fail(new Error(`raan ${args.join(' ')}: ${status} ${output.join('\n')}`));
      });
    world.scheduler.schedule(`raan ${args.join(' ')}`, 0, run, owner);
  }

  #makeBackup(): void {
    const world = this.#world;
    if (!world.isServing || this.#onGone || world.isExcused) return;
    const file = path.join(world.disk.outside, `${world.scheduler.count}.db`);
    const connection = new Sqlite(databaseIn(world.disk.folder), { readonly: true });
    connection.exec(`VACUUM INTO '${file}'`);
    connection.close();
    const { partner, owner, courier } = world;
    this.#backup = {
      file,
      orders: structuredClone(partner.orders),
      documents: new Set(owner.documents),
      confirmed: new Set(owner.confirmed),
      rejected: new Set(owner.rejected),
      parcels: new Set(courier.parcels.keys()),
    };
  }

  /** The machine stops, and an older copy takes the place of its database. */
  #restore(): void {
    const world = this.#world;
    const backup = this.#backup;
    if (!backup || !world.isServing) return;
    this.#disarm();
    this.#backup = undefined;
    world.stop(() => world.disk.keepWritten());
    world.pause(async () => {
      await restoreBackup({ database: databaseIn(world.disk.folder) }, backup.file, world.clock.now());
      world.forgetSince(backup);
      this.#startAgain(MINUTE);
    });
  }
}
