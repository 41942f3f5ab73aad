import type { Context } from '../../context.ts';
import type { Id } from '../../lib/ids.ts';
import { sleep } from '../../lib/runtime.ts';
import { bodyText } from './body.ts';
import {
  type ClaimedDelivery,
  type DeliveryResult,
  type EventSource,
  saveDeliveryResults,
  startPing,
} from './deliveries.ts';
import { type Outcome, send } from './send-webhook.ts';
import { sendingThread } from './sending-thread.ts';
import { webhookRules } from './targets.ts';

const MAX_IN_FLIGHT_PER_APP = 4;
const SAVE_RETRY_DELAY = 1_000; // milliseconds; saving fails while the disk is full

/** Sends webhooks. Apps are served in parallel, so that an unresponsive receiver does not delay other apps. */
export function deliveryWorker(ctx: Context, sources: readonly EventSource[]) {
  const inFlight = new Map<Id, Id>(); // app ids by delivery id
  let allSaved = Promise.withResolvers<void>();
  let hasStopped = false;
  const saver = resultSaver(ctx, (saved) => {
    for (const { id } of saved) inFlight.delete(id);
    if (inFlight.size === 0) allSaved.resolve();
  });
  const thread = sendingThread(ctx.config.webhooks, (results, threadError) => {
    if (threadError) ctx.log.error({ err: threadError }, 'webhook worker thread failed; restarting it');
    for (const { outcome } of results) if (outcome) ctx.watch.delivered?.(outcome.acknowledged);
    saver.save(results);
  });

  function start(claimed: readonly ClaimedDelivery[]): void {
    if (inFlight.size === 0) allSaved = Promise.withResolvers();
    for (const { id, appId } of claimed) inFlight.set(id, appId);
    if (claimed.length > 0) thread.send(claimed);
  }

  return {
    /** Starts the due deliveries. */
    async deliverDue(): Promise<void> {
      if (!thread.isStarted && sources.some(({ isWaiting }) => isWaiting(ctx.db))) thread.start(); // it starts during the batching window
      while (!hasStopped) {
        const busy = appsAtLimit(inFlight);
        const due = sources.filter(({ isDue }) => isDue(ctx.db, busy, ctx.now()));
        if (due.length === 0) return;
        start(await ctx.write((tx) => due.flatMap(({ claim }) => claim(tx, busy, ctx.now()))));
      }
    },
    async finish(): Promise<void> {
      if (inFlight.size > 0) await allSaved.promise;
    },
    /** Abandons deliveries in flight, as a crash would. */
    stop(): void {
      hasStopped = true;
      saver.stop();
      thread.stop();
    },
  };
}

/** Saves the results of deliveries in batches, and retries until they are saved. */
function resultSaver(ctx: Context, onSaved: (results: readonly DeliveryResult[]) => void) {
  const unsaved: DeliveryResult[] = [];
  let isSaving = false;
  let lastFailure = '';
  let hasStopped = false;

  async function saveAll(): Promise<void> {
    if (isSaving) return;
    isSaving = true;
    while (unsaved.length > 0 && !hasStopped) {
      const batch = [...unsaved];
      try {
        await ctx.write((tx) => saveDeliveryResults(tx, batch));
        unsaved.splice(0, batch.length);
        lastFailure = '';
        onSaved(batch);
      } catch (error) {
        logFailure(error, batch);
        await sleep(SAVE_RETRY_DELAY, { ref: false });
      }
    }
    isSaving = false;
  }

  /** Logs the same failure only once. */
  function logFailure(error: unknown, batch: readonly DeliveryResult[]): void {
    const failure = `${batch.length} ${error}`;
    if (failure === lastFailure) return;
    lastFailure = failure;
    const details = { deliveries: batch.length, first: batch[0]?.id };
    ctx.log.error({ err: error, ...details }, 'saving delivery results failed; retrying');
  }

  return {
    save(results: readonly DeliveryResult[]): void {
      unsaved.push(...results);
      void saveAll();
    },
    stop(): void {
      hasStopped = true;
    },
  };
}

function appsAtLimit(inFlight: ReadonlyMap<Id, Id>): Id[] {
  const counts = new Map<Id, number>();
  for (const appId of inFlight.values()) counts.set(appId, (counts.get(appId) ?? 0) + 1);
  return [...counts].filter(([, count]) => count >= MAX_IN_FLIGHT_PER_APP).map(([appId]) => appId);
}

/** Sends a test delivery. @throws AppError not_found; invalid_request if the app has no URL */
export async function ping(ctx: Context, appId: Id): Promise<Outcome> {
  const claimed = await ctx.write((tx) => startPing(tx, appId, ctx.now()));
  const outcome = await send({ ...claimed, body: [bodyText(claimed)] }, webhookRules(ctx.config.webhooks));
  ctx.watch.delivered?.(outcome.acknowledged);
  await ctx.write((tx) => saveDeliveryResults(tx, [{ id: claimed.id, outcome }]));
  return outcome;
}
