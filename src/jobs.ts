import { setImmediate } from 'node:timers/promises';
import type { Context } from './context.ts';
import { logKeeper } from './db/checkpoints/keeper.ts';
import type { Database } from './db/database.ts';
import { dropOldSessions } from './domain/accounts/sessions.ts';
import { dropOldSignIns } from './domain/accounts/throttle.ts';
import { backupKeeper } from './domain/backups/schedule.ts';
import { hasLearntNames, learnMoreNames, learnNames } from './domain/catalogue/known-names.ts';
import type { PartnerMemory } from './domain/channels/calls.ts';
import { dropOldFailures } from './domain/channels/throttle.ts';
import { dropExpiredTokens } from './domain/channels/tokens.ts';
import type { FindAdapter } from './domain/couriers/adapters/adapters.ts';
import { poolWatch } from './domain/couriers/pool-watch.ts';
import { SUMMED_AT_ONCE, sumUpSales } from './domain/figures/sum-up.ts';
import { booker } from './domain/orders/bookings/book-due.ts';
import { canceler } from './domain/orders/bookings/cancel-due.ts';
import { EXPIRED_AT_ONCE, expireOrders } from './domain/orders/close.ts';
import { indexOrders, isIndexBehind } from './domain/orders/list/index-rows.ts';
import { trackDue } from './domain/orders/tracking/track-due.ts';
import { applyCounts, isApplying } from './domain/stock/counted.ts';
import { markSlowMoving, SLOWED_AT_ONCE } from './domain/stock/ledger.ts';
import { listStores } from './domain/stores.ts';
import { deliverer } from './domain/webhooks/deliver.ts';
import { giveUpInterrupted } from './domain/webhooks/deliveries.ts';
import type { Id } from './lib/ids.ts';

interface Job {
  name: string;
  /** Milliseconds from one run's end to the next one's start. */
  every: number;
  /** The first one follows at once; else one such time passes before it. */
  isAtOnce?: boolean;
  run: () => Promise<unknown>;
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/**
 * Starts the timer loops; `stop` resolves when they have come to rest and nothing is in flight, or after `patience`
 * milliseconds: what is in flight to others is then left as a crash would leave it.
 */
export async function startJobs(
  ctx: Context,
  { limits, calls }: PartnerMemory,
  adapterOf: FindAdapter,
): Promise<{ stop: (patience: number) => Promise<void> }> {
  await ctx.write((db) => giveUpInterrupted(db));
  const webhooks = deliverer(ctx);
  const bookings = booker(ctx, adapterOf);
  const cancellations = canceler(ctx, adapterOf);
  const wakeUnattended = async () => {
    await bookings.wakeUnattended();
    await cancellations.wakeUnattended();
  };
  await wakeUnattended();
  const watchPools = poolWatch(ctx);
  const backups = backupKeeper(ctx);
  const writeAheadLog = logKeeper(ctx.db, (why) =>
    ctx.log.error({ err: why }, 'the write-ahead log could not be copied'),
  );
  const jobs: Job[] = [
    { name: 'deliver webhooks', every: 25, run: webhooks.deliverDue },
    { name: 'book shipments', every: 25, run: async () => bookings.bookDue() },
    { name: 'cancel bookings', every: 100, run: async () => cancellations.cancelDue() },
    { name: 'look after bookings', every: MINUTE, run: wakeUnattended },
    { name: 'track shipments', every: MINUTE, run: () => trackDue(ctx, adapterOf) },
    { name: 'watch number pools', every: MINUTE, run: async () => watchPools() },
    { name: 'apply counts', every: 25, run: () => applySomeCounts(ctx) },
    { name: 'learn product names', every: SECOND, isAtOnce: true, run: () => learnChangedNames(ctx) },
    { name: 'index orders', every: SECOND, run: () => indexSomeOrders(ctx) },
    { name: 'expire orders', every: SECOND, run: () => expireAll(ctx) },
    { name: 'mark slow-moving stock', every: 10 * SECOND, run: () => markAllSlowMoving(ctx) },
    { name: 'sum up sales', every: MINUTE, run: () => sumUpAll(ctx) },
    {
      name: 'drop expired tokens',
      every: 10 * MINUTE,
      run: () => ctx.write((db) => dropExpiredTokens(db, ctx.steadyNow())),
    },
    {
      name: 'drop old failures',
      every: 10 * MINUTE,
      run: () => ctx.write((db) => dropOldFailures(db, ctx.steadyNow())),
    },
    {
      name: 'drop old sessions',
      every: 10 * MINUTE,
      run: () => ctx.write((db) => dropOldSessions(db, ctx.steadyNow())),
    },
    {
      name: 'drop old sign-ins',
      every: 10 * MINUTE,
      run: () => ctx.write((db) => dropOldSignIns(db, ctx.steadyNow())),
    },
    { name: 'keep partner calls', every: SECOND, run: () => calls.flush(ctx) },
    { name: 'sweep request limits', every: MINUTE, run: async () => limits.sweep() },
    { name: 'make backups', every: 10 * SECOND, run: backups.makeDue },
    { name: 'keep the write-ahead log short', every: 100, run: writeAheadLog.keepShort },
    { name: 'shrink the write-ahead log', every: 30 * SECOND, run: writeAheadLog.emptyWhenIdle },
  ];
  const loops = jobs.map((job) => startLoop(ctx, job));
  return {
    stop: async (patience) => {
      backups.stop();
      const atRest = Promise.all(loops.map((stop) => stop())).then(() =>
        Promise.all([webhooks.finish(), bookings.finish(), cancellations.finish()]),
      );
      if (!(await isWithin(atRest, patience))) ctx.log.warn('what is in flight to others is left as it is');
      webhooks.stop();
      await calls.flush(ctx).catch((error) => ctx.log.error({ err: error }, 'the last partner calls are not kept'));
      await isWithin(writeAheadLog.end(), patience);
    },
  };
}

/** Whether it is done by then. */
async function isWithin(done: Promise<unknown>, millis: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, millis, false);
  });
  return Promise.race([done.then(() => true), late]).finally(() => clearTimeout(timer));
}

async function expireAll(ctx: Context): Promise<void> {
  while ((await ctx.write((db) => expireOrders(db, ctx.steadyNow()))) === EXPIRED_AT_ONCE);
}

async function sumUpAll(ctx: Context): Promise<void> {
  while ((await ctx.write((db) => sumUpSales(db))) === SUMMED_AT_ONCE);
}

async function markAllSlowMoving(ctx: Context): Promise<void> {
  while ((await ctx.write((db) => markSlowMoving(db))) === SLOWED_AT_ONCE);
}

const STEPS_AT_ONCE = 10; // so that a stop does not wait for a whole sheet

/** Others have their turn between two steps. */
async function applySomeCounts(ctx: Context): Promise<void> {
  for (let i = 0; i < STEPS_AT_ONCE && isApplying(ctx.db); i += 1) await ctx.write((db) => applyCounts(db, ctx.now()));
}

/** A thousand at a time: a busy second is done within the next, and orders that come meanwhile hardly wait. */
async function indexSomeOrders(ctx: Context): Promise<void> {
  for (let i = 0; i < STEPS_AT_ONCE && isIndexBehind(ctx.db); i += 1) await ctx.write((db) => indexOrders(db, 100));
}

/** Others have their turn after each step. */
async function learnChangedNames({ db }: Context): Promise<void> {
  for (const { id } of listStores(db)) {
    if (!hasLearntNames(db, id)) await learnAllNames(db, id);
    do await setImmediate();
    while (db.isOpen && !learnMoreNames(db, id));
  }
}

const TRIES = 3;

/** Products that change all the time are learnt a hundred at a time in the end, as they changed: that takes longer. */
async function learnAllNames(db: Database, storeId: Id): Promise<void> {
  for (let tried = 0; db.isOpen && tried < TRIES; tried += 1) {
    const learning = learnNames(db, storeId);
    let step = learning.next();
    while (!step.done) {
      await setImmediate();
      if (!db.isOpen) return;
      step = learning.next();
    }
    if (step.value) return;
  }
}

/** Runs a job again and again, never beside itself; a run that fails is logged and stops nothing. */
function startLoop(ctx: Context, { name, every, isAtOnce = false, run }: Job): () => Promise<void> {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();

  const runOnce = async () => {
    try {
      await run();
    } catch (error) {
      ctx.log.error({ err: error, job: name }, 'a job failed');
    }
    if (!stopped) schedule(every);
  };
  const schedule = (wait: number) => {
    timer = setTimeout(() => {
      running = runOnce();
    }, wait);
  };

  schedule(isAtOnce ? 0 : every);
  return () => {
    stopped = true;
    clearTimeout(timer);
    return running;
  };
}
