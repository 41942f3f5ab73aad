import type { Context, WriteTx } from '../../context.ts';
import { type AlertSubscriber, subscribers } from './choices.ts';
import { isBehind, type Source } from './positions.ts';
import { readHistory, readPayments, readSignIns } from './sources/logged.ts';
import { readMovements } from './sources/low-stock.ts';
import { readNewOrders } from './sources/new-orders.ts';
import { readProblems } from './sources/problems.ts';
import { addSummaries, summaryDue } from './sources/summaries.ts';

// Alerts are derived from rows that are committed anyway, so that no order and no other action waits for them. The
// position in each table moves in the commit that adds the facts: a restart loses and repeats no alert.

/** Reads the next rows of a table. */
type Read = (tx: WriteTx, subscribers: readonly AlertSubscriber[], now: number) => void;

const READS: Record<Source, Read> = {
  orders: readNewOrders,
  payments: readPayments,
  order_history: readHistory,
  audit_log: readSignIns,
  stock_ledger: readMovements,
};

const STEPS_PER_RUN = 20; // so that a stop does not wait for a large backlog

async function readAll(ctx: Context, source: Source): Promise<void> {
  for (let i = 0; i < STEPS_PER_RUN && isBehind(ctx.db, source); i += 1)
    await ctx.write((tx) => READS[source](tx, subscribers(tx), ctx.now()));
}

/** An error of one source does not affect the others. It is logged, and the source is read again later. */
async function logged(ctx: Context, source: string, read: () => Promise<void>): Promise<void> {
  try {
    await read();
  } catch (error) {
    ctx.log.error({ err: error, source }, 'finding alerts failed');
  }
}

/** Adds what happened since the last call to the facts of the coming alerts. */
export async function deriveFacts(ctx: Context): Promise<void> {
  for (const source of Object.keys(READS) as Source[]) await logged(ctx, source, () => readAll(ctx, source));
  await logged(ctx, 'summaries', () => addDueSummaries(ctx));
}

async function addDueSummaries(ctx: Context): Promise<void> {
  const now = ctx.now();
  if (summaryDue(subscribers(ctx.db), now).length > 0)
    await ctx.write((tx) => addSummaries(tx, summaryDue(subscribers(tx), now), now));
}

/** Derives alerts about lasting problems, which take longer to find. */
export const deriveProblems = (ctx: Context): Promise<void> =>
  logged(ctx, 'problems', () => readProblems(ctx, subscribers(ctx.db)));
