import type { Reader } from '../../../db/reader.ts';
import { command, query } from '../../../db/statement.ts';
import type { WriteTx } from '../../../db/write-tx.ts';
import { notFound } from '../../../lib/errors.ts';
import type { Id } from '../../../lib/ids.ts';
import type { Message } from '../../../lib/messages/catalogue.ts';
import { messageFromJson, messageToJson } from '../../../lib/messages/message.ts';
import { MAX_LISTED_LENGTH } from '../../../lib/text-limits.ts';

// The only writer of bulk_actions and bulk_orders.

export const BULK_ACTIONS = ['paid', 'confirm', 'cancel', 'book', 'deliver', 'tag'] as const;
export type BulkActionName = (typeof BULK_ACTIONS)[number];

export interface BulkAction {
  id: Id;
  storeId: Id;
  /** The account that confirmed the action, or that selected the orders of a preview. */
  accountId: Id;
  action: BulkActionName;
  /** The payment method, or the tag. */
  value: string | null;
  /** Null: a preview. */
  startTime: number | null;
  endTime: number | null;
}

const COLUMNS = `id, store_id AS storeId, account_id AS accountId, action, value, start_time AS startTime, end_time AS endTime`;

const actionById = query<BulkAction>({ reads: ['bulk_actions'] }, `SELECT ${COLUMNS} FROM bulk_actions WHERE id = ?`);

/** @throws AppError not_found */
export function bulkAction(db: Reader, storeId: Id, id: Id): BulkAction {
  const found = db.get(actionById, id);
  if (found?.storeId !== storeId) throw notFound('bulk_action_not_found');
  return found;
}

const insertAction = command(
  { writes: ['bulk_actions'] },
  `INSERT INTO bulk_actions (store_id, account_id, action, create_time)
   VALUES (@storeId, @accountId, @action, @now)`,
);

type NewAction = Pick<BulkAction, 'storeId' | 'accountId' | 'action'> & { now: number };

export const addBulkAction = (tx: WriteTx, action: NewAction): Id => tx.insert(insertAction, { ...action });

const setStarted = command(
  { writes: ['bulk_actions'] },
  `UPDATE bulk_actions SET start_time = @now, account_id = @accountId, value = @value
   WHERE id = @id AND start_time IS NULL`,
);

/** The fields that the confirmation of a preview sets. */
export type Confirmed = Pick<BulkAction, 'accountId' | 'value'>;

/** @returns false if it was started before */
export function markStarted(tx: WriteTx, id: Id, { accountId, value }: Confirmed, now: number): boolean {
  tx.invalidate('bulk actions');
  return tx.run(setStarted, { id, accountId, value, now }) === 1;
}

const setEnded = command({ writes: ['bulk_actions'] }, 'UPDATE bulk_actions SET end_time = ? WHERE id = ?');

export function markEnded(tx: WriteTx, id: Id, now: number): void {
  tx.run(setEnded, now, id);
  tx.invalidate('bulk actions');
}

const runningActions = query<BulkAction>(
  { reads: ['bulk_actions'] },
  `SELECT ${COLUMNS} FROM bulk_actions WHERE start_time IS NOT NULL AND end_time IS NULL ORDER BY id`,
);

/** Oldest first. */
export const runningBulkActions = (db: Reader): readonly BulkAction[] =>
  db.cached('bulk actions', 'running', () => db.all(runningActions));

const insertOrder = command(
  { writes: ['bulk_orders'] },
  'INSERT INTO bulk_orders (bulk_id, position, order_id, outcome) VALUES (?, ?, ?, ?)',
);

/** An order, with the reason if it is skipped. */
export interface CheckedOrder {
  orderId: Id;
  obstacle: Message | undefined;
}

/** @param from the position of the first */
export function addBulkOrders(tx: WriteTx, id: Id, from: number, orders: readonly CheckedOrder[]): void {
  for (const [i, { orderId, obstacle }] of orders.entries())
    tx.run(insertOrder, id, from + i, orderId, obstacle ? messageToJson(obstacle) : null);
}

export interface NextOrder {
  position: number;
  orderId: Id;
}

const nextOrderOf = query<NextOrder>(
  { reads: ['bulk_orders'] },
  `SELECT position, order_id AS orderId FROM bulk_orders
   WHERE bulk_id = ? AND outcome IS NULL ORDER BY position LIMIT 1`,
);

export const nextBulkOrder = (db: Reader, id: Id): NextOrder | undefined => db.get(nextOrderOf, id);

const setOutcome = command(
  { writes: ['bulk_orders'] },
  'UPDATE bulk_orders SET outcome = ? WHERE bulk_id = ? AND position = ?',
);

/** Commits with the change of the order, so that no order changes twice. @param obstacle undefined if the order was changed */
export const saveOutcome = (tx: WriteTx, id: Id, { position }: NextOrder, obstacle?: Message): number =>
  tx.run(setOutcome, obstacle ? messageToJson(obstacle) : 'done', id, position);

export interface BulkCounts {
  toDo: number;
  done: number;
  skipped: number;
}

const countOrders = query<BulkCounts>(
  { reads: ['bulk_orders'] },
  `SELECT count(*) FILTER (WHERE outcome IS NULL) AS toDo, count(*) FILTER (WHERE outcome = 'done') AS done,
     count(*) FILTER (WHERE outcome <> 'done') AS skipped FROM bulk_orders WHERE bulk_id = ?`,
);

export const bulkCounts = (db: Reader, id: Id): BulkCounts =>
  db.get(countOrders, id) ?? { toDo: 0, done: 0, skipped: 0 };

export interface ListedOrder {
  orderId: Id;
  orderNumber: number;
  /** Name of the recipient. */
  customer: string;
  obstacle: Message | undefined;
}

type ListedRow = Omit<ListedOrder, 'obstacle'> & { outcome: string | null };

const listedOrders = (condition: string) =>
  query<ListedRow>(
    { reads: ['addresses', 'bulk_orders', 'orders'] },
    `SELECT o.id AS orderId, o.order_number AS orderNumber, substr(a.name, 1, ${MAX_LISTED_LENGTH}) AS customer, b.outcome
     FROM bulk_orders b JOIN orders o ON o.id = b.order_id JOIN addresses a ON a.version = o.recipient_address
     WHERE b.bulk_id = ? AND ${condition} ORDER BY b.position LIMIT ?`,
  );

const skippedOrders = listedOrders("b.outcome <> 'done'");
const selectedOrders = listedOrders("(b.outcome IS NULL OR b.outcome = 'done')");

/** The first skipped orders, or the first others. */
export const listBulkOrders = (db: Reader, id: Id, which: 'skipped' | 'selected', limit: number): ListedOrder[] =>
  db
    .all(which === 'selected' ? selectedOrders : skippedOrders, id, limit)
    .map(({ outcome, ...row }) => ({
      ...row,
      obstacle: which === 'selected' || outcome === null ? undefined : messageFromJson(outcome),
    }));

const deleteOrders = command({ writes: ['bulk_orders'] }, 'DELETE FROM bulk_orders WHERE bulk_id = ? AND position < ?');
const deleteAction = command(
  { writes: ['bulk_actions'], reads: ['bulk_orders'] },
  'DELETE FROM bulk_actions WHERE id = ? AND NOT EXISTS (SELECT 1 FROM bulk_orders WHERE bulk_id = bulk_actions.id)',
);
const oldActions = query<{ id: Id }>(
  { reads: ['bulk_actions'] },
  `SELECT id FROM bulk_actions WHERE (start_time IS NULL AND create_time < @preview) OR end_time < @ended
   ORDER BY id LIMIT 1`,
);
const firstPosition = query<{ position: number | null }>(
  { reads: ['bulk_orders'] },
  'SELECT min(position) AS position FROM bulk_orders WHERE bulk_id = ?',
);

const DAY = 86_400_000;
const KEPT = 7 * DAY; // the history of each order and the audit log record who did what
const DELETED_AT_ONCE = 5_000;

/** Deletes some orders of a preview that was not confirmed within a day, or of an action that ended 7 days ago. */
export function deleteOldBulkActions(tx: WriteTx, now: number): void {
  const [old] = tx.all(oldActions, { preview: now - DAY, ended: now - KEPT });
  if (!old) return;
  const first = tx.get(firstPosition, old.id)?.position ?? 0;
  tx.run(deleteOrders, old.id, first + DELETED_AT_ONCE);
  tx.run(deleteAction, old.id);
}
