import { Chance } from '../chance.ts';
import { FINAL_ORACLES, LIVENESS } from './final-oracles.ts';
import { discardMachine } from './machine.ts';
import { ORACLES, type Oracle } from './oracles.ts';
import { FAULTS, type Fault, type Planned, type Work } from './plan.ts';
import { DAY, HOUR } from './scheduler.ts';
import type { World } from './world.ts';

const TICK = 600_000; // milliseconds; the longest time without an event, so that the timers of raan run

export interface Result {
  seed: number;
  days: number;
  /** Real duration in milliseconds. */
  millis: number;
  /** The first failed check, if any. */
  finding: { what: string; stack: string; at: number } | undefined;
  log: string;
  events: number;
  orders: number;
  deliveries: number;
  faults: Record<string, number>;
  /** Number of acknowledged actions by kind. */
  work: Record<string, number>;
  /** Number of checks by preceding fault and oracle; keys are `FAULT / ORACLE`. */
  checks: Record<string, number>;
}

/** Simulates a store for `days`, or until the simulated time `until`. */
export async function simulate(
  world: World,
  { seed, days, plan, until }: Pick<Result, 'seed' | 'days'> & { plan: readonly Planned[]; until: number },
): Promise<Omit<Result, 'millis'>> {
  const { scheduler } = world;
  try {
    await world.open();
    const opening = scheduler.time;
    // invariants must hold across restarts
    world.onStarted = () => world.later('check after a start', 1_000, async () => checkAll(world, ORACLES));
    for (const planned of plan) schedulePlanned(world, planned);
    for (let at = TICK; at < days * DAY; at += TICK) scheduler.schedule('tick', at, () => {}, null);
    await runAll(world, Math.min(opening + days * DAY, until));
    if (scheduler.time < until && !world.problem) await drain(world, seed);
  } catch (error) {
    world.fail(error as Error);
  }
  const { problem, work, checks } = world;
  discardMachine(world.machine);
  return {
    ...{ seed, days, log: scheduler.digest, events: scheduler.count },
    finding: problem && { what: problem.message, stack: problem.stack ?? '', at: scheduler.time },
    ...{ orders: world.partner.orders.size, deliveries: world.receivers.delivered },
    ...{ faults: world.counts, work, checks },
  };
}

/** Stops faults and orders, then waits until all queues are empty. */
async function drain(world: World, seed: number): Promise<void> {
  const { scheduler, partner, owner, faults } = world;
  const chance = new Chance(seed);
  faults.endAll();
  for (let at = 0; at < 40 * HOUR; at += TICK) scheduler.schedule('tick', at, () => {}, null);
  world.later('check liveness', 1.25 * HOUR, async () => checkAll(world, [LIVENESS], true));
  world.later('pay out COD', 37 * HOUR, () => owner.payOutCod());
  world.later('follow stock', 38 * HOUR, () => partner.followStock(chance));
  await runAll(world, scheduler.time + 39 * HOUR);
  if (!world.problem) checkAll(world, [...ORACLES, ...FINAL_ORACLES], true);
}

async function runAll(world: World, end: number): Promise<void> {
  const { scheduler } = world;
  while (scheduler.time < end && !world.problem) {
    await scheduler.runUntil(end, () => world.problem !== undefined || world.paused !== undefined);
    await world.paused?.();
  }
}

function schedulePlanned(world: World, { at, kind, seed }: Planned): void {
  const chance = new Chance(seed);
  if (isFault(kind)) world.scheduler.schedule(kind, at, () => world.faults.start[kind](chance), null);
  else world.later(kind, at, async () => WORK[kind](world, chance, seed));
}

const isFault = (kind: string): kind is Fault => kind in FAULTS;

/** `seed` is the seed of the planned event. */
const WORK: Record<Work, (world: World, chance: Chance, seed: number) => unknown> = {
  order: ({ partner }, chance, seed) => partner.order(`${seed}0`, chance),
  rush: ({ partner }, chance, seed) => partner.rush(String(seed), chance),
  'follow stock': ({ partner }, chance) => partner.followStock(chance),
  receive: ({ owner }, chance) => owner.workOnStock('receive', chance),
  transfer: ({ owner }, chance) => owner.workOnStock('transfer', chance),
  'write off': ({ owner }, chance) => owner.workOnStock('write off', chance),
  'report damage': ({ owner }) => owner.reportDamage(),
  count: ({ owner }, chance) => owner.count(chance),
  'delete and restore': ({ owner }, chance) => owner.deleteAndRestore(chance),
  'handle returns': ({ owner }, chance) => owner.handleReturns(chance),
  'pay out COD': ({ owner }) => owner.payOutCod(),
  'undo payout': ({ owner }, chance) => owner.undoPayout(chance),
  'hand over by mistake': ({ owner }, chance) => owner.handOverByMistake(chance),
  'cancel unpaid': ({ owner }) => owner.cancelSome(),
  'erase customer': ({ owner }) => owner.eraseCustomer(),
  'look at the office': ({ office }, chance) => office.visit(chance),
  check: (world) => checkAll(world, ORACLES),
};

/** Runs every oracle, unless a fault excuses failures. */
function checkAll(world: World, oracles: readonly Oracle[], isFinal = false): void {
  world.checkErrors();
  const { isExcused } = world;
  const wasChecked = world.read((db) => {
    if (isExcused) return;
    db.checkExternalWrites();
    for (const { name, check } of oracles) if (check(world, db, isFinal) !== false) world.recordCheck(name);
    return true;
  });
  if (isFinal && !wasChecked) throw new Error('the server is not running at the end');
}
