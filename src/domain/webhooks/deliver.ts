import type { Context } from '../../context.ts';
import type { Id } from '../../lib/ids.ts';
import { networks } from '../../lib/networks.ts';
import { appsDue, type ClaimedDelivery, claimDelivery, endDelivery, startDelivery } from './deliveries.ts';
import { type Outcome, send } from './send.ts';
import { type TargetRefusal, targetRefusal } from './targets.ts';

const MOST_IN_FLIGHT = 4; // for each app

const refusalOf = (ctx: Context): TargetRefusal => targetRefusal(networks(ctx.config.webhooks.allow_networks));

/** Sends what waits in the outbox. Apps are served side by side, so a dead receiver delays nobody else. */
export function deliverer(ctx: Context) {
  const refusal = refusalOf(ctx);
  const inFlight = new Map<Id, Set<Promise<unknown>>>();

  async function deliver(appId: Id): Promise<void> {
    const sending = inFlight.get(appId) ?? new Set();
    inFlight.set(appId, sending);
    if (sending.size >= MOST_IN_FLIGHT) return;
    const claimed = await ctx.write((db) => claimDelivery(db, appId, ctx.now()));
    if (!claimed) return;
    const delivery = sendAndRecord(ctx, claimed, refusal)
      .catch((error) => ctx.log.error({ err: error, delivery: claimed.id }, 'a delivery could not be recorded'))
      .finally(() => sending.delete(delivery));
    sending.add(delivery);
  }

  return {
    /** Starts what is due and answers once it is on its way. */
    async deliverDue(): Promise<void> {
      await Promise.all(appsDue(ctx.db, ctx.now()).map(deliver));
    },
    /** Resolves when nothing is in flight any more. */
    async finish(): Promise<void> {
      await Promise.all([...inFlight.values()].flatMap((sending) => [...sending]));
    },
  };
}

/**
 * Sends an app a delivery without items and answers how it went.
 *
 * @throws Refusal not_found; invalid_request where the app has no URL
 */
export async function ping(ctx: Context, appId: Id): Promise<Outcome> {
  const claimed = await ctx.write((db) => startDelivery(db, appId, [], ctx.now()));
  return sendAndRecord(ctx, claimed, refusalOf(ctx));
}

async function sendAndRecord(ctx: Context, claimed: ClaimedDelivery, refusal: TargetRefusal): Promise<Outcome> {
  const outcome = await send(claimed, refusal);
  ctx.watch.delivered?.(outcome.acknowledged);
  await ctx.write((db) => endDelivery(db, claimed.id, outcome));
  return outcome;
}
