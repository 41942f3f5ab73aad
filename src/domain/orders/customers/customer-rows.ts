import type { Reader } from '../../../db/reader.ts';
import { command, query } from '../../../db/statement.ts';
import type { WriteTx } from '../../../db/write-tx.ts';
import type { Id } from '../../../lib/ids.ts';
import { MAX_LENGTH } from '../../../lib/text-limits.ts';
import { digitsOf } from '../list/search-words.ts';
import { PAID_AMOUNT } from '../payments/balance.ts';
import { eraseNotesAndTags, moveNotesAndTags } from './notes-and-tags.ts';

// The only writer of customers, customer_orders and customers_derived.

const MIN_DIGITS = 6; // fewer digits are not a telephone

/** Key of a customer: the normalized digits of the telephone; null if it has too few. */
export function customerKey(telephone: string | null | undefined): string | null {
  const digits = digitsOf(telephone ?? null);
  return digits.length < MIN_DIGITS ? null : digits;
}

interface Position {
  order: Id;
  history: number;
}

const positionRow = query<Position>(
  { reads: ['customers_derived'] },
  'SELECT order_id AS "order", history_id AS history FROM customers_derived',
);

const position = (db: Reader): Position => db.get(positionRow) as Position;

/** The newest order whose customer is derived; those of all older ones are too. */
export const derivedUpTo = (db: Reader): Id => position(db).order;

const isAnythingNew = query<{ isBehind: 0 | 1 }>(
  { reads: ['customers_derived', 'order_history', 'orders'] },
  `SELECT (SELECT max(id) FROM orders) > order_id OR (SELECT max(id) FROM order_history) > history_id AS isBehind
   FROM customers_derived`,
);

export const isDerivationBehind = (db: Reader): boolean => db.get(isAnythingNew)?.isBehind === 1;

const nextOrders = query<{ id: Id }>({ reads: ['orders'] }, 'SELECT id FROM orders WHERE id > ? ORDER BY id LIMIT +?');

/** Events that change what a customer has spent, or whose order it is. */
const DERIVING_EVENTS = `('payment_confirmed', 'payment_unconfirmed', 'refunded', 'cod_collected', 'cod_remitted',
  'cod_failed', 'cod_payout_undone', 'edited')`;

const nextChanges = query<{ id: number; orderId: Id | null }>(
  { reads: ['order_history'] },
  `SELECT id, iif(event IN ${DERIVING_EVENTS}, order_id, NULL) AS orderId FROM order_history
   WHERE id > ? ORDER BY id LIMIT +?`,
);

const setPosition = command(
  { writes: ['customers_derived'] },
  'UPDATE customers_derived SET order_id = ?, history_id = ?',
);

const CHANGES_PER_ORDER = 10; // about as many as an order has

/** Derives the customers of the next orders that are not in the figures yet, and of the next changes of orders. */
export function deriveCustomers(tx: WriteTx, limit: number): void {
  const { order, history } = position(tx);
  const orders = tx.all(nextOrders, order, limit).map(({ id }) => id);
  const changes = tx.all(nextChanges, history, limit * CHANGES_PER_ORDER);
  updateCustomersOf(tx, [...orders, ...changes.flatMap(({ orderId }) => orderId ?? [])]);
  tx.run(setPosition, orders.at(-1) ?? order, changes.at(-1)?.id ?? history);
}

/** Paid and not refunded, and what the courier collected and has not paid out. */
const SPENT = `${PAID_AMOUNT}
  + iif(o.cod_status IN ('collected', 'remitted'), (SELECT coalesce(sum(cod_amount), 0) FROM shipments
    WHERE order_id = o.id AND paid_out = 0 AND status NOT IN ('returning', 'returned', 'canceled')), 0)`;

interface Share {
  isCounted: number;
  spent: number;
}

interface DerivedOrder extends Share {
  id: Id;
  storeId: Id;
  /** Null: erased, none, or an address of the store itself. */
  telephone: string | null;
  /** As derived before. */
  customerBefore: Id | null;
  countedBefore: number | null;
  spentBefore: number | null;
}

const ordersToDerive = query<DerivedOrder>(
  { reads: ['addresses', 'customer_orders', 'orders', 'payments', 'shipments'] },
  `SELECT o.id, o.store_id AS storeId,
     iif(a.key IS NULL, substr(a.telephone, 1, ${MAX_LENGTH.telephone}), NULL) AS telephone,
     o.stage <> 'deleted' AS isCounted, ${SPENT} AS spent,
     c.customer_id AS customerBefore, c.is_counted AS countedBefore, c.spent AS spentBefore
   FROM json_each(?) wanted CROSS JOIN orders o ON o.id = wanted.value
   JOIN addresses a ON a.version = o.recipient_address LEFT JOIN customer_orders c ON c.order_id = o.id ORDER BY o.id`,
);

const putOrder = command(
  { writes: ['customer_orders'] },
  'INSERT OR REPLACE INTO customer_orders (order_id, customer_id, is_counted, spent) VALUES (?, ?, ?, ?)',
);

const removeOrder = command({ writes: ['customer_orders'] }, 'DELETE FROM customer_orders WHERE order_id = ?');

/** Updates the customers of these orders. A customer without orders is deleted. */
export function updateCustomersOf(tx: WriteTx, orders: readonly Id[]): void {
  const rows = tx.all(ordersToDerive, JSON.stringify([...new Set(orders)]));
  const customers = customersOf(tx, rows);
  const changes = new Map<Id, Share>();
  const left = new Map<Id, Id | undefined>();
  for (const order of rows) {
    const { id: customer, isNew = false } = customers.get(keyOf(order)) ?? {};
    if (isUnchanged(order, customer)) continue;
    if (customer === undefined) tx.run(removeOrder, order.id);
    else tx.run(putOrder, order.id, customer, order.isCounted, order.spent);
    if (customer !== undefined && !isNew) add(changes, customer, order);
    const before = order.customerBefore;
    if (before === null) continue;
    add(changes, before, { isCounted: -(order.countedBefore ?? 0), spent: -(order.spentBefore ?? 0) });
    if (before !== customer) left.set(before, customer);
  }
  for (const [id, { isCounted, spent }] of changes) tx.run(addToTotals, { id, isCounted, spent });
  for (const [id, successor] of left) if (!tx.get(orderOfCustomer, id)) removeCustomer(tx, id, successor);
}

const isUnchanged = (order: DerivedOrder, customer: Id | undefined): boolean =>
  order.customerBefore === (customer ?? null) &&
  (customer === undefined || (order.isCounted === order.countedBefore && order.spent === order.spentBefore));

function add(changes: Map<Id, Share>, customer: Id, { isCounted, spent }: Share): void {
  const sum = changes.get(customer) ?? { isCounted: 0, spent: 0 };
  changes.set(customer, { isCounted: sum.isCounted + isCounted, spent: sum.spent + spent });
}

const idOfCustomer = query<{ id: Id }>(
  { reads: ['customers'] },
  'SELECT id FROM customers WHERE store_id = ? AND telephone = ?',
);

const addCustomer = command<{ id: Id }>(
  { writes: ['customers'] },
  `INSERT INTO customers (store_id, telephone, orders, spending, last_order)
   VALUES (@storeId, @telephone, @orders, @spending, @lastOrder) RETURNING id`,
);

/** Key of store and telephone; empty without a customer. */
const keyOf = ({ storeId, telephone }: DerivedOrder): string => {
  const key = customerKey(telephone);
  return key === null ? '' : `${storeId} ${key}`;
};

/** The customers of the orders by `keyOf`. A new one is added with the figures of its orders. */
function customersOf(tx: WriteTx, rows: readonly DerivedOrder[]): Map<string, { id: Id; isNew: boolean }> {
  const groups = Map.groupBy(rows, keyOf);
  groups.delete('');
  return new Map([...groups].map(([key, orders]) => [key, knownOrNew(tx, key.slice(key.indexOf(' ') + 1), orders)]));
}

function knownOrNew(tx: WriteTx, telephone: string, orders: readonly DerivedOrder[]): { id: Id; isNew: boolean } {
  const { storeId, id: lastOrder } = orders.at(-1) as DerivedOrder;
  const known = tx.get(idOfCustomer, storeId, telephone);
  if (known) return { ...known, isNew: false };
  const [added] = tx.runReturning(addCustomer, {
    ...{ storeId, telephone, lastOrder },
    orders: orders.reduce((sum, { isCounted }) => sum + isCounted, 0),
    spending: orders.reduce((sum, { spent }) => sum + spent, 0),
  });
  return { ...(added as { id: Id }), isNew: true };
}

/** The newest order of customer `c` and those merged into it. */
const LAST_ORDER = `(SELECT coalesce(max((SELECT max(order_id) FROM customer_orders WHERE customer_id = m.id)), 0)
  FROM customers m WHERE m.id = c.id OR m.merged_into = c.id)`;

const addToTotals = command(
  { writes: ['customers'], reads: ['customer_orders'] },
  `UPDATE customers AS c SET orders = orders + @isCounted, spending = spending + @spent, last_order = ${LAST_ORDER}
   WHERE id = (SELECT coalesce(merged_into, id) FROM customers WHERE id = @id)`,
);

const orderOfCustomer = query<object>(
  { reads: ['customer_orders'] },
  'SELECT 1 FROM customer_orders WHERE customer_id = ? LIMIT 1',
);

const deleteCustomer = command({ writes: ['customers'] }, 'DELETE FROM customers WHERE id = ?');

const mergedOf = query<{ mergedInto: Id | null; other: Id | null }>(
  { reads: ['customers'] },
  `SELECT merged_into AS mergedInto, (SELECT min(id) FROM customers WHERE merged_into = c.id) AS other
   FROM customers c WHERE id = ?`,
);

/** @param successor the customer that got its last order; undefined if its telephone was erased */
function removeCustomer(tx: WriteTx, id: Id, successor: Id | undefined): void {
  const { mergedInto, other } = tx.get(mergedOf, id) ?? { mergedInto: null, other: null };
  const recipient = successor ?? mergedInto ?? other;
  if (recipient === null) eraseNotesAndTags(tx, id);
  else moveNotesAndTags(tx, id, recipient);
  if (other !== null) {
    tx.run(setMergedInto, { from: other, to: null });
    moveMerged(tx, id, other);
    recount(tx, other);
  }
  if (recipient !== null) inheritPriceTier(tx, id, recipient);
  tx.run(deleteCustomer, id);
}

const setMergedInto = command({ writes: ['customers'] }, 'UPDATE customers SET merged_into = @to WHERE id = @from');

const moveAllMerged = command(
  { writes: ['customers'] },
  'UPDATE customers SET merged_into = @to WHERE merged_into = @from',
);

const moveMerged = (tx: WriteTx, from: Id, to: Id): number => tx.run(moveAllMerged, { from, to });

const countTotals = command(
  { writes: ['customers'], reads: ['customer_orders'] },
  `UPDATE customers AS c SET (orders, spending) = (SELECT coalesce(sum(o.is_counted), 0), coalesce(sum(o.spent), 0)
     FROM customers m CROSS JOIN customer_orders o ON o.customer_id = m.id WHERE m.id = c.id OR m.merged_into = c.id),
     last_order = ${LAST_ORDER} WHERE id = ?`,
);

const recount = (tx: WriteTx, id: Id): number => tx.run(countTotals, id);

const forgetTotals = command(
  { writes: ['customers'] },
  'UPDATE customers SET orders = 0, spending = 0, last_order = 0 WHERE id = ?',
);

const addTotalsOf = command(
  { writes: ['customers'] },
  `UPDATE customers AS c SET (orders, spending, last_order) =
     (SELECT c.orders + f.orders, c.spending + f.spending, max(c.last_order, f.last_order)
      FROM customers f WHERE f.id = @from)
   WHERE id = @into`,
);

/** Shows the customer `from`, and what was merged into it, on the page of `into`. Both have their own pages. */
export function setMerged(tx: WriteTx, from: Id, into: Id): void {
  moveMerged(tx, from, into);
  tx.run(setMergedInto, { from, to: into });
  tx.run(addTotalsOf, { from, into });
  tx.run(forgetTotals, from);
  inheritPriceTier(tx, from, into);
}

/** Gives the merged customer its own page again. */
export function setSeparate(tx: WriteTx, id: Id, mergedInto: Id): void {
  tx.run(setMergedInto, { from: id, to: null });
  recount(tx, id);
  recount(tx, mergedInto);
}

const takePriceTier = command(
  { writes: ['customers'] },
  `UPDATE customers AS c SET price_tier_id = (SELECT price_tier_id FROM customers WHERE id = @from)
   WHERE id = (SELECT coalesce(merged_into, id) FROM customers WHERE id = @into) AND price_tier_id IS NULL`,
);

/** A customer without a price tier gets the one of `from`. */
const inheritPriceTier = (tx: WriteTx, from: Id, into: Id): number => tx.run(takePriceTier, { from, into });

const setTier = command({ writes: ['customers'] }, 'UPDATE customers SET price_tier_id = @tierId WHERE id = @customer');

/** @param tierId null: the default tier of the store */
export const putPriceTierOfCustomer = (tx: WriteTx, customer: Id, tierId: Id | null): number =>
  tx.run(setTier, { customer, tierId });
