import type { Disk } from '../faults/crash-disk.ts';
import { Chance } from './chance.ts';
import { Faults } from './faults.ts';
import { FINAL_ORACLES, LIVENESS, ORACLES, type Oracle } from './oracles.ts';
import { FAULTS, type Fault, type Planned, type Work } from './plan.ts';
import { World } from './world.ts';

const DAY = 24 * 3_600_000;
const HOUR = 3_600_000;

/** Milliseconds between two events of the world at least, so that the timers of raan run. */
const TICK = 600_000;

export type Checks = Record<string, number>;

export interface Result {
  seed: number;
  days: number;
  /** Milliseconds, with the time in which queues drain at the end. */
  simulated: number;
  /** Milliseconds that it took. */
  millis: number;
  /** Undefined: nothing was wrong. */
  finding: { what: string; stack: string; at: number } | undefined;
  log: string;
  events: number;
  orders: number;
  deliveries: number;
  faults: Record<string, number>;
  /** What raan has acknowledged. */
  work: Record<string, number>;
  /** How often each oracle was asked, after which faults: `FAULT / ORACLE`. */
  checks: Checks;
}

/** Simulates a store for some days, or until some milliseconds of them have passed. */
export async function simulate(
  seed: number,
  days: number,
  disk: Disk,
  plan: readonly Planned[],
  until: number,
): Promise<Omit<Result, 'millis'>> {
  const world = new World(seed, disk);
  const faults = new Faults(world);
  const checks: Checks = {};
  const { scheduler } = world;
  try {
    await world.open();
    const opening = scheduler.time;
    world.onStarted = () => askAgain(world, checks);
    for (const planned of plan) schedulePlanned(world, faults, checks, planned);
    for (let at = TICK; at < days * DAY; at += TICK) scheduler.schedule('tick', at, () => {}, null);
    await runAll(world, Math.min(opening + days * DAY, until));
    if (scheduler.time < until && !world.problem) await drain(world, faults, checks, seed);
  } catch (error) {
    world.fail(error as Error);
  }
  const { problem } = world;
  world.machine.isAlive = false;
  try {
    world.machine.ctx?.connection.close();
  } catch {
    // the disk may be broken
  }
  return {
    ...{ seed, days, simulated: Math.round(scheduler.time), log: scheduler.digest, events: scheduler.count },
    finding: problem && { what: problem.message, stack: problem.stack ?? '', at: scheduler.time },
    orders: world.partner.orders.size,
    deliveries: world.receivers.delivered,
    faults: world.counts,
    work: world.work,
    checks,
  };
}

/** Faults and orders end, and everything comes to its end. */
async function drain(world: World, faults: Faults, checks: Checks, seed: number): Promise<void> {
  const { scheduler, partner, owner } = world;
  const chance = new Chance(seed);
  faults.endAll();
  for (let at = 0; at < 40 * HOUR; at += TICK) scheduler.schedule('tick', at, () => {}, null);
  world.later('check liveness', 1.25 * HOUR, async () => checkAll(world, [LIVENESS], checks));
  world.later('pay out COD', 37 * HOUR, () => owner.payOutCod());
  world.later('follow stock', 38 * HOUR, () => partner.followStock(chance));
  await runAll(world, scheduler.time + 39 * HOUR);
  if (!world.problem) checkAll(world, [...ORACLES, ...FINAL_ORACLES], checks, true);
}

async function runAll(world: World, end: number): Promise<void> {
  const { scheduler } = world;
  while (scheduler.time < end && !world.problem) {
    await scheduler.runUntil(end, () => world.problem !== undefined || world.paused !== undefined);
    await world.paused?.();
  }
}

function schedulePlanned(world: World, faults: Faults, checks: Checks, { at, kind, seed }: Planned): void {
  const chance = new Chance(seed);
  if (isFault(kind)) {
    world.scheduler.schedule(kind, at, () => faults.start(kind, chance), null);
    return;
  }
  world.later(kind, at, async () => WORK[kind]({ world, chance, seed, checks }));
}

/** What held before a process ended holds after its successor has started. */
function askAgain(world: World, checks: Checks): void {
  world.later('check after a start', 1_000, async () => checkAll(world, ORACLES, checks));
}

const isFault = (kind: string): kind is Fault => kind in FAULTS;

interface Task {
  world: World;
  chance: Chance;
  /** Of the planned event. */
  seed: number;
  checks: Checks;
}

const WORK: Record<Work, (task: Task) => unknown> = {
  order: ({ world, chance, seed }) => world.partner.order(seed, chance),
  rush: ({ world, chance, seed }) => world.partner.rush(seed, chance),
  'follow stock': ({ world, chance }) => world.partner.followStock(chance),
  receive: ({ world, chance }) => world.owner.workOnStock('receive', chance),
  transfer: ({ world, chance }) => world.owner.workOnStock('transfer', chance),
  'write off': ({ world, chance }) => world.owner.workOnStock('write off', chance),
  count: ({ world, chance }) => world.owner.count(chance),
  'delete and restore': ({ world, chance }) => world.owner.deleteAndRestore(chance),
  'handle returns': ({ world, chance }) => world.owner.handleReturns(chance),
  'pay out COD': ({ world }) => world.owner.payOutCod(),
  'cancel unpaid': ({ world }) => world.owner.cancelSome(),
  'erase customer': ({ world }) => world.owner.eraseCustomer(),
  'look at the office': ({ world, chance }) => world.office.visit(chance),
  check: ({ world, checks }) => checkAll(world, ORACLES, checks),
};

/** Asks every oracle, while the server runs and the disk works. */
function checkAll(world: World, oracles: readonly Oracle[], checks: Checks, isFinal = false): void {
  world.checkErrors();
  const { isExcused } = world;
  const asked = world.read((db) => {
    if (isExcused) return;
    db.checkExternalWrites();
    for (const { name, check } of oracles) {
      if (check(world, db, isFinal) === false) continue;
      for (const fault of ['', ...world.recent]) {
        const pair = `${fault} / ${name}`;
        checks[pair] = (checks[pair] ?? 0) + 1;
      }
    }
    world.recent.clear();
    return true;
  });
  if (isFinal && !asked) throw new Error('the server does not run at the end');
}
