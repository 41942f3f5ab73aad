import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Sqlite from 'better-sqlite3';
import { runProgram } from '../../src/cli/program.ts';
import { restoreBackup } from '../../src/domain/backups/restore.ts';
import { OperatorError } from '../../src/lib/errors.ts';
import { Chance } from '../chance.ts';
import { sql } from '../sql.ts';
import { Actor, violation } from './actor.ts';
import { boot, databaseIn, Machine } from './machine.ts';
import { makeOlder } from './older-release.ts';
import { documentsNoted } from './owner-queries.ts';
import type { Fault } from './plan.ts';
import { HOUR, MINUTE } from './scheduler.ts';
import { STOCKED } from './store-file.ts';
import type { World } from './world.ts';

/** Events with which work in a process starts. */
const STARTS_WORK = /^(request|courier|webhook result)/;

const storeNames = sql<{ name: string }>('SELECT name FROM stores');

/** State of the world at the time of a backup: the mark of the facts, the courier's parcels, and the simulated time. */
export interface Backup {
  file: string;
  mark: number;
  parcels: number;
  time: number;
}

/** Something that ends a process soon. */
interface Armed {
  fault: Fault;
  /** Events after which it happens; undefined: when the disk is gone. */
  events: number | undefined;
  /** They count from the next that starts work. */
  isCounting: boolean;
  end: () => void;
}

/** Injects faults. */
export class Faults extends Actor {
  #backup: Backup | undefined;
  #armed: Armed | undefined;
  /** In simulated time. */
  #diskFullUntil = 0;

  /** Each counts when it takes effect. Those of the network, couriers and receivers count what they break. */
  readonly start: Record<Fault, (chance: Chance) => unknown> = {
    'bad network': (chance) => this.#trouble(this.world.network, chance),
    'bad courier': (chance) => this.#trouble(this.world.courier, chance),
    'bad receivers': (chance) => this.#trouble(this.world.receivers, chance),
    kill: (chance) => this.#end('kill', this.#keepWritten, chance),
    'kill at a write': (chance) => this.#armWrites('kill at a write', this.#keepWritten, chance),
    'kill between two steps': (chance) => this.#armEvents('kill between two steps', this.#keepWritten, chance),
    'power cut': (chance) => this.#end('power cut', this.#keepSynced(chance), chance),
    'power cut at a write': (chance) => this.#armWrites('power cut at a write', this.#keepSynced(chance), chance),
    'power cut between two steps': (chance) =>
      this.#armEvents('power cut between two steps', this.#keepSynced(chance), chance),
    'disk full': (chance) => this.#breakDisk('disk full', chance),
    'broken fsync': (chance) => this.#breakDisk('broken fsync', chance),
    'clock steps': (chance) => {
      this.world.count('clock steps');
      this.world.clock.step(chance.between(-3 * HOUR, 3 * HOUR));
      this.world.disturbedAt = this.world.scheduler.time;
    },
    restart: () => this.#restart('restart', () => this.#startAgain(1_000)),
    upgrade: (chance) => this.#restart('upgrade', () => this.#upgrade(chance)),
    'second server': () => this.#startSecond(),
    command: (chance) => this.#runCommand(chance),
    backup: () => this.#makeBackup(),
    restore: (chance) => {
      const delay = chance.is(0.5) ? 0 : chance.between(MINUTE, HOUR);
      if (delay > 0) this.#makeBackup();
      this.world.scheduler.schedule('restore', delay, () => this.#restore(), null);
    },
    'partner is away': (chance) => {
      this.world.partner.awayUntil = this.world.scheduler.time + chance.between(HOUR, 24 * HOUR);
    },
  };

  constructor(world: World) {
    super(world);
    world.scheduler.onEvent = ({ label }) => {
      const armed = this.#armed;
      if (armed?.events === undefined) return void (armed && world.disk.isGone && this.#die());
      armed.isCounting ||= STARTS_WORK.test(label);
      if (armed.isCounting) armed.events -= 1;
      if (armed.events === 0) this.#die();
    };
  }

  /** Ends every fault that lasts. */
  endAll(): void {
    const world = this.world;
    for (const outside of [world.network, world.courier, world.receivers]) outside.trouble = 0;
    world.partner.awayUntil = 0;
    for (const fault of ['full', 'brokenSync'] as const) world.disk.setFault(fault, false);
    this.#diskFullUntil = 0;
    this.#disarm();
  }

  /** A disk that is full still is when a process has ended. */
  keepDiskFull(): void {
    this.world.disk.setFault('full', this.world.scheduler.time < this.#diskFullUntil);
  }

  #trouble(outside: { trouble: number }, chance: Chance): void {
    const end = () => {
      outside.trouble = 0;
    };
    outside.trouble = 0.05 + chance.next() * 0.6;
    this.world.scheduler.schedule('trouble ends', chance.between(5 * MINUTE, 2 * HOUR), end, null);
  }

  readonly #keepWritten = (): void => this.world.disk.keepWritten();

  #keepSynced(chance: Chance): () => void {
    const sectors = new Chance(chance.seed());
    return () => this.world.disk.keepSynced(sectors);
  }

  #end(fault: Fault, keep: () => void, chance: Chance): void {
    if (!this.world.machine.isAlive) return;
    this.#disarm();
    this.world.count(fault);
    this.world.stop(keep);
    this.#startAgain(chance.between(500, 5 * MINUTE));
  }

  #startAgain(delay: number): void {
    this.world.scheduler.schedule('start again', delay, () => this.world.start(), null);
  }

  #armWrites(fault: Fault, keep: () => void, chance: Chance): void {
    if (!this.world.isServing) return;
    this.#arm(fault, keep, chance, undefined);
    this.world.disk.stopAfter(chance.between(1, 120));
  }

  /** Between an event and what follows from it, such as the commit of its request. */
  #armEvents(fault: Fault, keep: () => void, chance: Chance): void {
    if (this.world.isServing && !this.#armed) this.#arm(fault, keep, chance, chance.between(1, 8));
  }

  #arm(fault: Fault, keep: () => void, chance: Chance, events: number | undefined): void {
    const delay = chance.between(500, 5 * MINUTE);
    const end = () => {
      this.world.stop(keep);
      this.#startAgain(delay);
    };
    this.#armed = { fault, events, isCounting: false, end };
  }

  /** Ends the machine. Results of the event in which the disk failed are dropped. */
  #die(): void {
    const { scheduler, machine, disk } = this.world;
    const armed = this.#armed;
    if (disk.isGone) scheduler.dropResultsOf(machine);
    this.#disarm();
    if (!armed) return;
    this.world.count(armed.fault);
    armed.end();
  }

  #disarm(): void {
    this.#armed = undefined;
    if (!this.world.disk.isGone) this.world.disk.stopAfter(0);
  }

  #breakDisk(fault: 'disk full' | 'broken fsync', chance: Chance): void {
    const world = this.world;
    if (!world.isServing) return;
    const length = chance.between(1_000, 10 * MINUTE);
    const kind = fault === 'disk full' ? 'full' : 'brokenSync';
    if (kind === 'full') this.#diskFullUntil = world.scheduler.time + length;
    world.excuse = { fault, until: Math.max(world.excuse.until, world.scheduler.time + length + MINUTE) };
    world.disk.setFault(kind, true);
    world.scheduler.schedule('disk works again', length, () => world.disk.setFault(kind, false), null);
    if (kind === 'brokenSync')
      world.scheduler.schedule('kill', length, () => this.#end('kill', this.#keepWritten, chance), null);
  }

  /** As systemd stops and starts it. */
  #restart(fault: Fault, stopped: () => void): void {
    const world = this.world;
    const { machine } = world;
    const { serving } = machine;
    if (!world.isServing || !serving) return;
    this.#disarm();
    machine.serving = undefined;
    const end = () => {
      world.count(fault);
      world.stop(this.#keepWritten);
      stopped();
    };
    world.enterMachine();
    serving.stop().then(end, (error) => world.fail(error));
  }

  /** The program is replaced by the next release. The machine may stop while that upgrades the database. */
  #upgrade(chance: Chance): void {
    const { folder } = this.world.disk;
    for (const name of readdirSync(folder)) if (name.includes('-before-schema-')) rmSync(path.join(folder, name));
    this.world.disk.setFault('full', false); // for the simulation itself
    makeOlder(databaseIn(folder));
    this.keepDiskFull();
    this.#startAgain(1_000);
    if (chance.is(0.3)) return;
    this.#arm('power cut at a write', chance.is(0.5) ? this.#keepWritten : this.#keepSynced(chance), chance, undefined);
    this.world.disk.stopAfter(chance.between(1, 3_000));
  }

  /** A second server on the same database is refused. */
  #startSecond(): void {
    const world = this.world;
    if (!world.isServing || this.#armed) return;
    const second = new Machine();
    const started = () => world.fail(new Error('a second server started'));
    const refused = (error: Error) => {
      if (error instanceof OperatorError && error.problems[0]?.key === 'database_already_served')
        world.count('second server');
      else world.noteFailure(error);
      second.ctx?.close();
    };
    const start = () => void boot(second, world.disk, world.clock).then(started, refused);
    world.scheduler.schedule('second server', 0, start, second);
  }

  /** A command beside the server. */
  #runCommand(chance: Chance): void {
    const world = this.world;
    if (!world.isServing || this.#armed) return;
    const config = path.join(world.disk.outside, 'raan.toml');
    writeFileSync(config, `database = ${JSON.stringify(databaseIn(world.disk.folder))}\n`);
    const note = `command ${world.scheduler.count}`;
    const args = chance.pick([
      ['check'],
      ['stock', 'verify'],
      ['stock', 'list'],
      ['order', 'list'],
      ['store', 'set', `name=Cafe ${chance.between(1, 9)}`],
      ['channel', 'list'],
      ['stock', 'purchase', '--note', note, `${world.variants.get(chance.pick(STOCKED))}=${chance.between(1, 9)}@1`],
    ]);
    if (args[0] === 'store') world.facts.retract('name of the store');
    const owner = new Machine();
    const output: string[] = [];
    const terminal = { out: (text: string) => void output.push(text), err: (text: string) => void output.push(text) };
    const dependencies = { loadServer: async () => violation('no server'), openApi: async () => ({}) } as never;
    const { folder } = world.disk;
    const run = () =>
      void runProgram(['--config', config, ...args], dependencies, terminal).then((status) => {
        const isInterrupted = world.disk.folder !== folder || world.isExcused;
        const isDeleted = world.owner.deleted.size > 0 && /Variant \S+ not found|No variant has/.test(output.join());
        if (status !== 0 && !isInterrupted && !isDeleted)
          world.fail(new Error(`raan ${args.join(' ')}: ${status} ${output.join('\n')}`));
        if (status === 0 && world.disk.folder === folder) this.#acknowledgeCommand(args, note);
      });
    world.scheduler.schedule(`raan ${args.join(' ')}`, 0, run, owner);
  }

  #acknowledgeCommand([, action, ...args]: readonly string[], note: string): void {
    const { facts } = this.world;
    const last = args.at(-1) ?? '';
    this.world.count('command');
    if (action === 'set') facts.acknowledge('name of the store', [{ name: last.replace('name=', '') }], storeNames);
    if (action === 'purchase') facts.acknowledge(note, [{ lines: last.replace('@1', '') }], documentsNoted, note);
  }

  #makeBackup(): void {
    const world = this.world;
    if (!world.isServing || this.#armed || world.isExcused) return;
    const file = path.join(world.disk.outside, `${world.scheduler.count}.db`);
    const connection = new Sqlite(databaseIn(world.disk.folder), { readonly: true });
    connection.exec(`VACUUM INTO '${file}'`);
    connection.close();
    world.count('backup');
    this.#backup = { file, mark: world.facts.mark, parcels: world.courier.parcels.size, time: world.scheduler.time };
  }

  /** The machine stops, and an older copy takes the place of its database. */
  #restore(): void {
    const world = this.world;
    const backup = this.#backup;
    if (!backup || !world.isServing) return;
    this.#disarm();
    this.#backup = undefined;
    world.count('restore');
    world.stop(this.#keepWritten);
    world.pause(async () => {
      const { kept } = await restoreBackup({ database: databaseIn(world.disk.folder) }, backup.file, world.clock.now());
      rmSync(kept ?? '', { force: true });
      world.forgetSince(backup);
      this.#startAgain(MINUTE);
    });
  }
}
