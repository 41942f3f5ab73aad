import type { Context } from '../../context.ts';
import { InFlight } from '../../lib/in-flight.ts';
import { message } from '../../lib/messages/message.ts';
import { nextTurn, sleep } from '../../lib/runtime.ts';
import { isAnyoneAlerted } from './choices.ts';
import { composeMessages, isMessageDue } from './compose.ts';
import { deriveFacts, deriveProblems } from './derive.ts';
import { type AlertMessage, claimMessage, dueMessages, recordOutcome, recoverInterrupted } from './outbox.ts';
import type { Outcome } from './outcome.ts';
import { sendMessage } from './send-alert.ts';

const MAX_IN_FLIGHT = 8;
const PROBLEMS_EVERY = 10_000; // milliseconds
const SAVE_RETRY_DELAY = 1_000;

const BROKEN: Outcome = { is: 'failed', reason: message('server_failed') };

/** Creates and sends alerts. */
export function alertWorker(ctx: Context) {
  const inFlight = new InFlight<'alerts'>(MAX_IN_FLIGHT);
  let problemsTime = Number.NEGATIVE_INFINITY;

  async function derive(): Promise<void> {
    await deriveFacts(ctx);
    if (ctx.monotonic() - problemsTime < PROBLEMS_EVERY) return;
    problemsTime = ctx.monotonic();
    await deriveProblems(ctx);
  }

  function sendDue(): void {
    if (inFlight.isStopping) return;
    for (const due of dueMessages(ctx.db, ctx.now(), 2 * MAX_IN_FLIGHT)) // some of them are in flight, before their claim
      if (!inFlight.has(due.id) && inFlight.hasRoom('alerts')) void inFlight.run('alerts', due.id, () => send(due));
  }

  async function send(due: AlertMessage): Promise<void> {
    try {
      await nextTurn(); // calls are answered between two messages
      const outcome = await sendClaimed(ctx, due);
      if (outcome) await record(ctx, { due, outcome }, () => inFlight.isStopping);
    } catch (error) {
      ctx.log.error({ err: error, message: due.id }, 'saving the result of an alert failed');
    }
  }

  return {
    recover: () => ctx.write((tx) => recoverInterrupted(tx, ctx.now())),
    /** One round; messages are sent in the background. */
    async runDue(): Promise<void> {
      if (isAnyoneAlerted(ctx.db)) await derive();
      if (isMessageDue(ctx.db, ctx.now())) await ctx.write((tx) => composeMessages(tx, ctx.now()));
      sendDue();
    },
    finish: (): Promise<void> => inFlight.finish(),
  };
}

interface Sent {
  due: AlertMessage;
  outcome: Outcome;
}

/** Undefined if the message is no longer there to be claimed. */
async function sendClaimed(ctx: Context, due: AlertMessage): Promise<Outcome | undefined> {
  let isLost = false;
  const claim = async () => {
    const isClaimed = await ctx.write((tx) => claimMessage(tx, due.id));
    isLost = !isClaimed;
    return isClaimed;
  };
  const outcome = await sendMessage(ctx, due, claim).catch((error) => {
    ctx.log.error({ err: error, message: due.id }, 'sending an alert failed');
    return BROKEN;
  });
  return isLost ? undefined : outcome;
}

/** Retries until it stops: what was sent must not be sent again because the disk was full. */
async function record(ctx: Context, { due, outcome }: Sent, isStopping: () => boolean): Promise<void> {
  while (true)
    try {
      return await ctx.write((tx) => recordOutcome(tx, due, outcome, ctx.now()));
    } catch (error) {
      if (isStopping() || !ctx.db.isOpen) throw error;
      await sleep(SAVE_RETRY_DELAY, { ref: false });
    }
}
