import type { Context } from '../../../context.ts';
import type { Reader } from '../../../db/reader.ts';
import type { WriteTx } from '../../../db/write-tx.ts';
import { AppError, invalidRequest, messageOfError } from '../../../lib/errors.ts';
import type { Id } from '../../../lib/ids.ts';
import type { Message } from '../../../lib/messages/catalogue.ts';
import { message } from '../../../lib/messages/message.ts';
import { nextTurn } from '../../../lib/runtime.ts';
import { audit } from '../../audit/audit-log.ts';
import { MAX_FILTERED } from '../list/sorted.ts';
import {
  addBulkAction,
  addBulkOrders,
  type BulkAction,
  bulkCounts,
  type Confirmed,
  markEnded,
  markStarted,
  type NextOrder,
  nextBulkOrder,
  runningBulkActions,
  saveOutcome,
} from './bulk-rows.ts';
import { bulkObstacle, orderOfBulk, runBulkStep } from './bulk-steps.ts';

const CHECKED_AT_ONCE = 50;

type Wanted = Pick<BulkAction, 'storeId' | 'accountId' | 'action'>;

/**
 * Saves a preview of an action: which orders it changes, and which not and why. Other requests run meanwhile.
 *
 * @param orderIds of the store, each once
 * @throws AppError invalid_request if there are too many
 */
export async function previewBulkAction(
  { db, write, now }: Context,
  wanted: Wanted,
  orderIds: readonly Id[],
): Promise<Id> {
  if (orderIds.length > MAX_FILTERED) throw invalidRequest('bulk_action_too_large', { most: MAX_FILTERED });
  const id = await write((tx) => addBulkAction(tx, { ...wanted, now: now() }));
  for (let from = 0; from < orderIds.length; from += CHECKED_AT_ONCE) {
    const orders = orderIds
      .slice(from, from + CHECKED_AT_ONCE)
      .map((orderId) => ({
        orderId,
        obstacle: bulkObstacle(db, { ...wanted, value: null }, orderOfBulk(db, orderId)),
      }));
    await write((tx) => addBulkOrders(tx, id, from, orders));
    await nextTurn();
  }
  return id;
}

/** Starts a previewed action. Starting it again does nothing. */
export function startBulkAction(
  tx: WriteTx,
  { id, storeId, action }: BulkAction,
  confirmed: Confirmed,
  now: number,
): void {
  if (!markStarted(tx, id, confirmed, now)) return;
  const { toDo } = bulkCounts(tx, id);
  if (toDo === 0) markEnded(tx, id, now);
  audit(tx, 'bulk_action_started', { storeId, subjectId: id, detail: { action, orders: toDo } });
}

const MAX_MILLIS = 8; // of a transaction, for which every other write waits

/** Applies the next orders of the oldest started action in one transaction. @returns whether there may be more */
export async function applyNextOrders(ctx: Context): Promise<boolean> {
  if (runningBulkActions(ctx.db).length === 0) return false;
  try {
    return await ctx.write((tx) => {
      const end = ctx.monotonic() + MAX_MILLIS;
      return applyOrders(tx, ctx.now(), () => ctx.monotonic() > end);
    });
  } catch {
    return applyOneOrder(ctx); // which reports the order that fails
  }
}

/**
 * After an order was rejected or failed: the transaction with the others was rolled back. One order that fails must not
 * stop the others, of any store.
 */
async function applyOneOrder(ctx: Context): Promise<boolean> {
  const orderId = nextOrder(ctx.db)?.orderId;
  try {
    return await ctx.write((tx) => applyOrders(tx, ctx.now(), () => true));
  } catch (error) {
    const reason = error instanceof AppError ? messageOfError(error) : message('order_failed');
    await ctx.write((tx) => skipOrder(tx, orderId, reason));
    if (!(error instanceof AppError)) ctx.log.error({ err: error, order_id: orderId }, 'a bulk action failed');
    return true;
  }
}

/** @param isOver whether to stop after an order */
function applyOrders(tx: WriteTx, now: number, isOver: () => boolean): boolean {
  const [bulk] = runningBulkActions(tx);
  if (!bulk) return false;
  let next = nextBulkOrder(tx, bulk.id);
  for (; next; next = isOver() ? undefined : nextBulkOrder(tx, bulk.id)) {
    const obstacle = runBulkStep(tx, bulk, orderOfBulk(tx, next.orderId), now);
    saveOutcome(tx, bulk.id, next, obstacle);
  }
  if (!nextBulkOrder(tx, bulk.id)) markEnded(tx, bulk.id, now);
  return true;
}

function nextOrder(db: Reader): (NextOrder & { bulkId: Id }) | undefined {
  const [bulk] = runningBulkActions(db);
  const next = bulk && nextBulkOrder(db, bulk.id);
  return next && { ...next, bulkId: bulk.id };
}

/** Skips the order, unless it is no longer the next one. */
function skipOrder(tx: WriteTx, orderId: Id | undefined, reason: Message): void {
  const next = nextOrder(tx);
  if (next && next.orderId === orderId) saveOutcome(tx, next.bulkId, next, reason);
}

const MAX_TRANSACTIONS = 10; // per run, so that a stop does not wait for ten thousand orders

/** The job that applies started actions. */
export async function applyBulkActions(ctx: Context): Promise<void> {
  for (let i = 0; i < MAX_TRANSACTIONS && (await applyNextOrders(ctx)); i += 1);
}
