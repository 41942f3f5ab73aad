import type { Context, ServerContext, WriteTx } from './context.ts';
import { checkpointer } from './db/checkpoints/keeper.ts';
import { deleteOldBrowsers } from './domain/accounts/known-browsers.ts';
import { deleteOldChallenges } from './domain/accounts/passkey-challenges.ts';
import { deleteOldPendingSignIns } from './domain/accounts/pending-sign-ins.ts';
import { deleteOldSessions } from './domain/accounts/sessions.ts';
import { deleteOldSignIns } from './domain/accounts/throttle.ts';
import { deleteOldUncopiedSecrets } from './domain/accounts/uncopied-secrets.ts';
import { alertWorker } from './domain/alerts/alert-worker.ts';
import { deleteOldCodes } from './domain/alerts/confirmation-codes.ts';
import { deleteOldMessages } from './domain/alerts/outbox.ts';
import { backupScheduler } from './domain/backups/schedule.ts';
import { productEvents } from './domain/catalogue/product-events.ts';
import { loadMoreNames } from './domain/catalogue/product-names.ts';
import type { PartnerMemory } from './domain/channels/calls.ts';
import { deleteEndedClientSecrets } from './domain/channels/client-secrets.ts';
import { deleteOldFailures } from './domain/channels/throttle.ts';
import { deleteExpiredTokens } from './domain/channels/tokens.ts';
import type { FindAdapter } from './domain/couriers/adapters/adapters.ts';
import { poolWatch } from './domain/couriers/courier-levels.ts';
import { deleteEndedCourierSecrets } from './domain/couriers/old-secrets.ts';
import { aggregateSales, MAX_AGGREGATED_AT_ONCE } from './domain/figures/sales.ts';
import { damageWatch } from './domain/monitoring/damage-watch.ts';
import { bookingWorker } from './domain/orders/bookings/booking-worker.ts';
import { cancellationWorker } from './domain/orders/bookings/cancellation.ts';
import { applyBulkActions } from './domain/orders/bulk/bulk-actions.ts';
import { deleteOldBulkActions } from './domain/orders/bulk/bulk-rows.ts';
import { expireOrders } from './domain/orders/close.ts';
import { deriveCustomers, isDerivationBehind } from './domain/orders/customers/customer-rows.ts';
import { indexOrders, isIndexBehind } from './domain/orders/list/index-rows.ts';
import { orderEvents } from './domain/orders/order-events.ts';
import { readStoredSlips } from './domain/orders/payments/read-slips.ts';
import { verificationWorker } from './domain/orders/payments/verification/verification-worker.ts';
import { trackDue } from './domain/orders/tracking.ts';
import { repeatErasures } from './domain/privacy/erase.ts';
import { applyRetention } from './domain/privacy/retention.ts';
import { resetSandboxes } from './domain/sandbox/reset.ts';
import { simulateOwners } from './domain/sandbox/simulate-owner.ts';
import { applyCounts, isApplying } from './domain/stock/count-lines.ts';
import { markSlowMoving, SLOW_MOVING_BATCH } from './domain/stock/ledger.ts';
import { importJob } from './domain/storefile/imports/apply.ts';
import { deleteUnneededSteps } from './domain/storefile/imports/import-steps.ts';
import { deleteOldImports, interruptChecks } from './domain/storefile/imports/product-imports.ts';
import { storesAndSandboxes } from './domain/stores.ts';
import { deleteEndedWebhookSecrets } from './domain/webhooks/apps.ts';
import { deleteOldChanges } from './domain/webhooks/changes.ts';
import { markInterruptedUnknown } from './domain/webhooks/deliveries.ts';
import { deliveryWorker } from './domain/webhooks/delivery-worker.ts';
import { stockEvents } from './domain/webhooks/stock-events.ts';
import { optionalDuration } from './lib/durations.ts';
import { isDoneWithin } from './lib/is-done-within.ts';
import { type Job, startLoop } from './lib/job-loop.ts';
import { nextTurn } from './lib/runtime.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

const CLEANUPS = [
  ['delete expired tokens', deleteExpiredTokens],
  ['delete ended client secrets', deleteEndedClientSecrets],
  ['delete ended courier secrets', deleteEndedCourierSecrets],
  ['delete ended webhook secrets', deleteEndedWebhookSecrets],
  ['delete old failures', deleteOldFailures],
  ['delete old sessions', deleteOldSessions],
  ['delete old pending sign-ins', deleteOldPendingSignIns],
  ['delete secrets that were shown long enough', deleteOldUncopiedSecrets],
  ['delete old passkey challenges', deleteOldChallenges],
  ['delete old sign-in attempts', deleteOldSignIns],
  ['delete old known browsers', deleteOldBrowsers],
  ['delete old product imports', deleteOldImports],
  ['delete old bulk actions', deleteOldBulkActions],
  ['delete old alert codes', deleteOldCodes],
  ['delete old alert messages', deleteOldMessages],
] as const;

/** The workers that send requests to other servers. */
const createSenders = (ctx: ServerContext, adapterOf: FindAdapter) => ({
  webhooks: deliveryWorker(ctx, [stockEvents, orderEvents, productEvents]),
  bookings: bookingWorker(ctx, adapterOf),
  cancellations: cancellationWorker(ctx, adapterOf),
  verifications: verificationWorker(ctx),
  alerts: alertWorker(ctx),
});

type Senders = ReturnType<typeof createSenders>;

const createKeepers = (ctx: ServerContext) => ({
  backups: backupScheduler(ctx),
  damage: damageWatch(ctx),
  writeAheadLog: checkpointer(ctx.connection, (error) => ctx.log.error({ err: error }, 'WAL checkpoint failed')),
});

type Keepers = ReturnType<typeof createKeepers>;

/**
 * Starts the background jobs. `stop` resolves when no job is running and no outbound request is in flight, or after
 * `timeout` milliseconds; outbound requests are then left as after a crash.
 */
export async function startJobs(
  ctx: ServerContext,
  memory: PartnerMemory,
  adapterOf: FindAdapter,
): Promise<{ stop: (timeout: number) => Promise<void> }> {
  const senders = createSenders(ctx, adapterOf);
  await recoverAfterCrash(ctx, senders);
  const keepers = createKeepers(ctx);
  const jobs = [
    ...outboundJobs(ctx, senders, adapterOf),
    ...storeJobs(ctx),
    ...cleanupJobs(ctx),
    ...serverJobs(ctx, keepers, memory),
  ];
  const loops = jobs.map((job) => startLoop(job, ctx.log));
  return { stop: (timeout) => stopJobs(ctx, { loops, senders, keepers, memory }, timeout) };
}

async function recoverAfterCrash(ctx: Context, senders: Senders): Promise<void> {
  await ctx.write((tx) => markInterruptedUnknown(tx));
  await ctx.write((tx) => interruptChecks(tx, ctx.now()));
  await eraseListed(ctx);
  await recoverOrphans(senders);
  await senders.alerts.recover();
}

/** Completes an interrupted erasure, and erases customers that an older copy of the database brought back. */
async function eraseListed(ctx: Context): Promise<void> {
  const found = await repeatErasures(ctx);
  if (found > 0)
    ctx.log.warn({ rows: found }, 'erased customers again: the database was older than the list of erased ids');
}

async function recoverOrphans({ bookings, cancellations, verifications }: Senders): Promise<void> {
  await bookings.recoverOrphans();
  await cancellations.recoverOrphans();
  await verifications.recoverOrphans();
}

/** Jobs for webhooks, couriers, slips and alerts. */
function outboundJobs(ctx: Context, senders: Senders, adapterOf: FindAdapter): Job[] {
  const { webhooks, bookings, cancellations, verifications, alerts } = senders;
  const watchPools = poolWatch(ctx);
  return [
    { name: 'deliver webhooks', every: 25, run: webhooks.deliverDue },
    { name: 'book shipments', every: 25, run: async () => bookings.bookDue() },
    { name: 'cancel bookings', every: 100, run: async () => cancellations.cancelDue() },
    { name: 'recover orphaned bookings', every: MINUTE, run: () => recoverOrphans(senders) },
    { name: 'track shipments', every: MINUTE, run: () => trackDue(ctx, adapterOf) },
    { name: 'verify slips', every: SECOND, run: async () => verifications.verifyDue() },
    { name: 'read slips', every: SECOND, run: () => readStoredSlips(ctx) },
    { name: 'send alerts', every: SECOND, run: alerts.runDue },
    { name: 'watch number pools', every: MINUTE, run: async () => watchPools() },
  ];
}

/** Jobs on the catalogue, orders and customers. */
const storeJobs = (ctx: Context): Job[] => [
  { name: 'apply counts', every: 25, run: () => applySomeCounts(ctx) },
  { name: 'import products', every: 25, run: importJob(ctx) },
  { name: 'apply bulk actions', every: 25, run: () => applyBulkActions(ctx) },
  {
    name: 'delete steps of ended imports',
    every: 10 * SECOND,
    run: () => inBatches(ctx, UNNEEDED_STEPS_AT_ONCE, (tx) => deleteUnneededSteps(tx, UNNEEDED_STEPS_AT_ONCE)),
  },
  { name: 'load product names', every: SECOND, isImmediate: true, run: () => loadNames(ctx) },
  { name: 'apply retention', every: 10 * MINUTE, isImmediate: true, run: () => applyRetention(ctx) },
  { name: 'delete old changes of stock', every: 10 * MINUTE, run: () => deleteChanges(ctx) },
  { name: 'index orders', every: SECOND, run: () => indexSomeOrders(ctx) },
  { name: 'update customers', every: SECOND, run: () => updateSomeCustomers(ctx) },
  { name: 'expire orders', every: SECOND, run: () => expireDue(ctx) },
  {
    name: 'mark slow-moving stock',
    every: 10 * SECOND,
    run: () => inBatches(ctx, SLOW_MOVING_BATCH, (tx) => markSlowMoving(tx)),
  },
  {
    name: 'sum up sales',
    every: MINUTE,
    run: () => inBatches(ctx, MAX_AGGREGATED_AT_ONCE, (tx) => aggregateSales(tx)),
  },
  { name: 'reset sandboxes', every: SECOND, run: () => resetSandboxes(ctx) },
  { name: 'simulate owners of sandboxes', every: SECOND, run: () => simulateOwners(ctx) },
];

const cleanupJobs = (ctx: Context): Job[] =>
  CLEANUPS.map(([name, clean]) => ({
    name,
    every: 10 * MINUTE,
    run: () => ctx.write((tx) => clean(tx, ctx.steadyNow())),
  }));

const serverJobs = (
  ctx: ServerContext,
  { backups, damage, writeAheadLog }: Keepers,
  { limits, calls }: PartnerMemory,
): Job[] => [
  { name: 'renew the serving lock', every: SECOND, run: async () => ctx.renewServingLock() },
  { name: 'save partner calls', every: SECOND, run: () => calls.flush(ctx) },
  { name: 'sweep request limits', every: MINUTE, run: async () => limits.sweep() },
  { name: 'make backups', every: 10 * SECOND, run: backups.runDue },
  { name: 'look for damage', every: SECOND, run: damage.checkDue },
  { name: 'checkpoint the WAL', every: 100, run: writeAheadLog.keepShort },
  { name: 'truncate the WAL', every: 30 * SECOND, run: writeAheadLog.emptyWhenIdle },
];

interface Running {
  /** The functions that stop the loops. */
  loops: readonly (() => Promise<void>)[];
  senders: Senders;
  keepers: Keepers;
  memory: PartnerMemory;
}

async function stopJobs(ctx: Context, running: Running, timeout: number): Promise<void> {
  const { senders, keepers, memory } = running;
  keepers.backups.stop();
  keepers.damage.end();
  if (!(await isDoneWithin(finishAll(running), timeout)))
    ctx.log.warn('shutdown timed out; outbound requests were still in flight');
  senders.webhooks.stop();
  await memory.calls.flush(ctx).catch((error) => ctx.log.error({ err: error }, 'saving the last partner calls failed'));
  await isDoneWithin(keepers.writeAheadLog.end(), timeout);
}

async function finishAll({ loops, senders }: Running): Promise<void> {
  await Promise.all(loops.map((stop) => stop()));
  await Promise.all(Object.values(senders).map((sender) => sender.finish()));
}

/** Repeats a step in separate transactions until it does less than a full batch. */
async function inBatches(ctx: Context, batch: number, step: (tx: WriteTx) => number): Promise<void> {
  while ((await ctx.write(step)) === batch);
}

const CHANGES_AT_ONCE = 500;

async function deleteChanges(ctx: Context): Promise<void> {
  const kept = optionalDuration(ctx.config.webhooks.keep_changes_for);
  if (kept === undefined) return;
  const old = { before: ctx.now() - kept, most: CHANGES_AT_ONCE };
  for (const { id } of storesAndSandboxes(ctx.db))
    await inBatches(ctx, old.most, (tx) => deleteOldChanges(tx, id, old));
}

async function expireDue(ctx: Context): Promise<void> {
  while ((await ctx.write((tx) => expireOrders(tx, ctx.steadyNow()))) > 0);
}

const UNNEEDED_STEPS_AT_ONCE = 500;

const MAX_STEPS = 10; // per run, so that a stop does not wait for a large backlog

/** Other transactions run between the steps. */
async function applySomeCounts(ctx: Context): Promise<void> {
  for (let i = 0; i < MAX_STEPS && isApplying(ctx.db); i += 1) await ctx.write((tx) => applyCounts(tx, ctx.now()));
}

/** 1,000 orders per run keep up with a busy store, and each step delays new orders only briefly. */
async function indexSomeOrders(ctx: Context): Promise<void> {
  for (let i = 0; i < MAX_STEPS && isIndexBehind(ctx.db); i += 1) await ctx.write((tx) => indexOrders(tx, 100));
}

const MAX_CUSTOMER_STEPS = 3; // per run: 300 orders a second are more than a store has, and a burst can wait

async function updateSomeCustomers(ctx: Context): Promise<void> {
  for (let i = 0; i < MAX_CUSTOMER_STEPS && isDerivationBehind(ctx.db); i += 1)
    await ctx.write((tx) => deriveCustomers(tx, 100));
}

/** Calls are answered between two batches. */
async function loadNames({ db }: Context): Promise<void> {
  for (const { id } of storesAndSandboxes(db))
    do await nextTurn();
    while (db.isOpen && !loadMoreNames(db, id));
}
