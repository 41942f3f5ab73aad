import { setTimeout } from 'node:timers/promises';
import type { Context } from '../../context.ts';
import type { Id } from '../../lib/ids.ts';
import { networks } from '../../lib/networks.ts';
import { bodyText } from './body.ts';
import {
  type ClaimedDelivery,
  claimDeliveries,
  type Ended,
  endDeliveries,
  isAnyChangeWaiting,
  isAnyDeliveryDue,
  startPing,
} from './deliveries.ts';
import { type Outcome, send } from './send.ts';
import { publicAddressRule } from './targets.ts';
import { sendingThread } from './thread.ts';

const MOST_IN_FLIGHT = 4; // for each app
const AGAIN = 1_000; // milliseconds until what could not be recorded, on a full disk, is tried again

/** Sends webhooks. Apps are served in parallel, so a dead receiver delays no other app. */
export function deliverer(ctx: Context) {
  const inFlight = new Map<Id, Id>(); // the apps of deliveries
  let landed = Promise.withResolvers<void>();
  const unrecorded: Ended[] = []; // of those in flight
  let isRecording = false;
  let lastLoggedFailure = ''; // of what could not be recorded
  let hasStopped = false;
  const thread = sendingThread(ctx.config.webhooks.allow_networks, (ended, why) => {
    if (why) ctx.log.error({ err: why }, 'the thread that sends webhooks has failed; another one is started');
    for (const { outcome } of ended) if (outcome) ctx.watch.delivered?.(outcome.acknowledged);
    unrecorded.push(...ended);
    void record();
  });

  async function record(): Promise<void> {
    if (isRecording) return;
    isRecording = true;
    while (unrecorded.length > 0 && !hasStopped) {
      const some = [...unrecorded];
      try {
        await ctx.write((tx) => endDeliveries(tx, some));
        unrecorded.splice(0, some.length);
        for (const { id } of some) inFlight.delete(id);
        lastLoggedFailure = '';
      } catch (error) {
        logUnrecorded(error, some);
        await setTimeout(AGAIN, undefined, { ref: false });
      }
    }
    isRecording = false;
    if (inFlight.size === 0) landed.resolve();
  }

  /** Logs a repeated failure once. */
  function logUnrecorded(error: unknown, some: readonly Ended[]): void {
    const fault = `${some.length} ${error}`;
    if (fault === lastLoggedFailure) return;
    lastLoggedFailure = fault;
    const which = { deliveries: some.length, first: some[0]?.id };
    ctx.log.error({ err: error, ...which }, 'saving delivery results failed; retrying');
  }

  function take(claimed: readonly ClaimedDelivery[]): void {
    if (inFlight.size === 0) landed = Promise.withResolvers();
    for (const { id, appId } of claimed) inFlight.set(id, appId);
    if (claimed.length > 0) thread.send(claimed);
  }

  return {
    /** Starts the due deliveries. */
    async deliverDue(): Promise<void> {
      if (!thread.hasBegun && isAnyChangeWaiting(ctx.db)) thread.begin(); // while the first changes gather
      for (
        let busy = busyOf(inFlight);
        !hasStopped && isAnyDeliveryDue(ctx.db, busy, ctx.now());
        busy = busyOf(inFlight)
      )
        take(await ctx.write((tx) => claimDeliveries(tx, busy, ctx.now())));
    },
    async finish(): Promise<void> {
      if (inFlight.size > 0) await landed.promise;
    },
    /** Leaves deliveries in flight as after a crash. */
    stop(): void {
      hasStopped = true;
      thread.stop();
    },
  };
}

/** The apps at the limit of deliveries in flight. */
function busyOf(inFlight: ReadonlyMap<Id, Id>): Id[] {
  const counts = new Map<Id, number>();
  for (const appId of inFlight.values()) counts.set(appId, (counts.get(appId) ?? 0) + 1);
  return [...counts].filter(([, count]) => count >= MOST_IN_FLIGHT).map(([appId]) => appId);
}

/** Sends a test delivery. @throws AppError not_found; invalid_request if the app has no URL */
export async function ping(ctx: Context, appId: Id): Promise<Outcome> {
  const claimed = await ctx.write((tx) => startPing(tx, appId, ctx.now()));
  const { url, webhookSecret } = claimed;
  const refusal = publicAddressRule(networks(ctx.config.webhooks.allow_networks));
  const outcome = await send({ url, webhookSecret, body: [bodyText(claimed)] }, refusal);
  ctx.watch.delivered?.(outcome.acknowledged);
  await ctx.write((tx) => endDeliveries(tx, [{ id: claimed.id, outcome }]));
  return outcome;
}
