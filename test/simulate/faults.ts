import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Sqlite from 'better-sqlite3';
import { runProgram } from '../../src/cli/program.ts';
import type { ServerContext } from '../../src/context.ts';
import { restoreBackup } from '../../src/domain/backups/restore.ts';
import { serve } from '../../src/serve.ts';
import { Chance } from '../chance.ts';
import { sql } from '../sql.ts';
import { Actor, violation } from './actor.ts';
import { databaseIn, Machine } from './machine.ts';
import { makeOlder } from './older-release.ts';
import { documentsNoted } from './owner-queries.ts';
import type { Fault } from './plan.ts';
import { HOUR, MINUTE } from './scheduler.ts';
import { STOCKED } from './store-file.ts';
import type { World } from './world.ts';

/** Events with which work in a process starts. */
const STARTS_WORK = /^(request|courier|webhook result)/;

const storeNames = sql<{ name: string }>('SELECT name FROM stores');

const AT_A_WRITE = ['kill at a write', 'power cut at a write'] as const;

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

interface Command {
  args: string[];
  /** The error that it must end with. */
  refusal?: RegExp;
  acknowledge?: () => void;
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
    kill: (chance) => this.#end('kill', chance),
    'kill at a write': (chance) => this.#armWrites('kill at a write', chance),
    'kill between two steps': (chance) => this.#armEvents('kill between two steps', chance),
    'power cut': (chance) => this.#end('power cut', chance),
    'power cut at a write': (chance) => this.#armWrites('power cut at a write', chance),
    'power cut between two steps': (chance) => this.#armEvents('power cut between two steps', chance),
    'disk full': (chance) => this.#breakDisk('disk full', chance),
    'broken fsync': (chance) => this.#breakDisk('broken fsync', chance),
    'clock steps': (chance) => {
      this.world.count('clock steps');
      this.world.clock.step(chance.between(-3 * HOUR, 3 * HOUR));
      this.world.disturbedAt = this.world.scheduler.time;
    },
    restart: () => this.#restart('restart', () => this.#startAgain(1_000)),
    upgrade: (chance) => this.#restart('upgrade', () => this.#upgrade(chance)),
    'second server': () => this.#run('second server', { args: ['serve'], refusal: /already/ }),
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

  /** What a fault leaves on the disk. */
  #keptBy(fault: Fault, chance: Chance): () => void {
    if (!fault.startsWith('power cut')) return this.#keepWritten;
    const sectors = new Chance(chance.seed());
    return () => {
      this.world.powerCuts += 1;
      this.world.disk.keepSynced(sectors);
    };
  }

  #end(fault: Fault, chance: Chance): void {
    if (!this.world.machine.isAlive) return;
    this.#disarm();
    this.world.count(fault);
    this.world.stop(this.#keptBy(fault, chance));
    this.#startAgain(chance.between(500, 5 * MINUTE));
    if (chance.is(0.2)) this.#armWrite(chance.pick(AT_A_WRITE), chance, 40); // while the next process starts
  }

  #startAgain(delay: number): void {
    this.world.scheduler.schedule('start again', delay, () => this.world.start(), null);
  }

  #armWrites(fault: Fault, chance: Chance): void {
    if (this.world.isServing) this.#armWrite(fault, chance, 120);
  }

  /** At one of the next writes. */
  #armWrite(fault: Fault, chance: Chance, maxWrites: number): void {
    this.#arm(fault, chance, undefined);
    this.world.disk.stopAfter(chance.between(1, maxWrites));
  }

  /** Between an event and what follows from it, such as the commit of its request. */
  #armEvents(fault: Fault, chance: Chance): void {
    if (this.world.isServing && !this.#armed) this.#arm(fault, chance, chance.between(1, 8));
  }

  #arm(fault: Fault, chance: Chance, events: number | undefined): void {
    const keep = this.#keptBy(fault, chance);
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
    if (kind === 'brokenSync') world.scheduler.schedule('kill', length, () => this.#end('kill', chance), null);
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
    world.mustEnd('the stop', () => machine.isAlive);
  }

  /** The program is replaced by the next release. The machine may stop while that upgrades the database. */
  #upgrade(chance: Chance): void {
    const { folder } = this.world.disk;
    for (const name of readdirSync(folder)) if (name.includes('-before-schema-')) rmSync(path.join(folder, name));
    this.world.disk.setFault('full', false); // for the simulation itself
    makeOlder(databaseIn(folder));
    this.keepDiskFull();
    this.#startAgain(1_000);
    if (chance.is(0.7)) this.#armWrite(chance.pick(AT_A_WRITE), chance, 3_000);
  }

  #runCommand(chance: Chance): void {
    const { scheduler, variants, places, facts } = this.world;
    const [note, name] = [`command ${scheduler.count}`, `Cafe ${chance.between(1, 9)}`];
    const lines = `${variants.get(chance.pick(STOCKED))}=${chance.between(1, 9)}`;
    const named = () => facts.acknowledge('name of the store', [{ name }], storeNames);
    const bought = () => facts.acknowledge(note, [{ places: `${places.bkk}`, lines }], documentsNoted, note);
    const command = chance.pick<Command>([
      ...['check', 'stock verify', 'stock list', 'order list', 'channel list'].map((text) => ({
        args: text.split(' '),
      })),
      { args: ['store', 'set', `name=${name}`], acknowledge: named },
      { args: ['stock', 'purchase', '--note', note, `${lines}@1`], acknowledge: bought },
    ]);
    if (command.acknowledge === named) facts.retract('name of the store');
    this.#run('command', command);
  }

  /** Runs a command beside the server. */
  #run(fault: Fault, { args, refusal, acknowledge }: Command): void {
    const world = this.world;
    if (!world.isServing || this.#armed) return;
    const { folder } = world.disk;
    const config = path.join(world.disk.outside, 'raan.toml');
    writeFileSync(config, `database = ${JSON.stringify(databaseIn(folder))}\nlog.level = "error"\n`);
    const output: string[] = [];
    const loadServer = async () => (ctx: ServerContext) => serve(ctx).then(() => violation('a second server started'));
    const run = async () => {
      const terminal = { out: output.push.bind(output), err: output.push.bind(output) };
      const status = await runProgram(['--config', config, ...args], { loadServer } as never, terminal as never);
      const isAsExpected = refusal ? refusal.test(output.join()) : status === 0;
      const isInterrupted = world.disk.folder !== folder || world.isExcused;
      const isDeleted = world.owner.deleted.size > 0 && /Variant \S+ not found|No variant has/.test(output.join());
      if (!isAsExpected && !isInterrupted && !isDeleted) violation(`raan ${args.join(' ')}`, status, output);
      if (!isAsExpected || world.disk.folder !== folder) return;
      world.count(fault);
      acknowledge?.();
    };
    const start = () => void run().catch((error) => world.fail(error));
    world.scheduler.schedule(`raan ${args.join(' ')}`, 0, start, new Machine());
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
