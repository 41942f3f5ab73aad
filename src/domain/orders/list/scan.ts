import type { Reader } from '../../../db/reader.ts';
import { query, type Value } from '../../../db/statement.ts';
import type { Table } from '../../../db/tables.ts';
import type { Id } from '../../../lib/ids.ts';
import { storeById } from '../../stores.ts';
import type { OwedReason } from '../refund-marks.ts';
import {
  FILTER,
  FILTER_READS,
  filterValues,
  isFiltered,
  type OrderFilters,
  type OrderQuery,
  type Range,
} from './filters.ts';
import { conditionOf, conditionReads, type OrderTab, stagesOf, TAB_ROWS, type TabRows, WAITING } from './tabs.ts';

export interface Found {
  id: Id;
  number: number;
}

/** Newest first. */
export interface ScanResult {
  found: Found[];
  /** Orders up to this number were not searched, to answer quickly. */
  stoppedAt?: number | undefined;
}

type Direction = 'newestFirst' | 'oldestFirst';

/** A FROM clause with the tab's condition, and ORDER BY clauses that return each order once. */
interface ScanPlan {
  reads: readonly Table[];
  from: string;
  order: Record<Direction, string>;
  stage?: string;
}

const orderBy = (column: string, group = '') => ({
  newestFirst: `${group} ORDER BY ${column} DESC`,
  oldestFirst: `${group} ORDER BY ${column}`,
});

/** Bounds of the orders that a scan returns before it stops at this one. */
const boundsBefore: Record<Direction, (end: Found) => Partial<Range>> = {
  newestFirst: ({ number, id }) => ({ above: number, aboveId: id }),
  oldestFirst: ({ number, id }) => ({ below: number, belowId: id }),
};

const SCAN_LIMIT = 2_000;

const IN_RANGE = 'o.order_number > @above AND o.order_number < @below';

const IN_STAGES = '(@stages IS NULL OR o.stage IN (SELECT value FROM json_each(@stages)))';

const ALL_ORDERS: ScanPlan = {
  reads: ['orders'],
  from: `orders o WHERE o.store_id = @storeId AND ${IN_RANGE}`,
  order: orderBy('o.order_number'),
};

const byStage = (stage: string, tab: OrderTab): ScanPlan => ({
  reads: ['orders', ...conditionReads(tab)],
  from: `orders o INDEXED BY orders_by_stage
    WHERE o.store_id = @storeId AND o.stage = @stage AND ${IN_RANGE} AND ${conditionOf(tab)}`,
  order: orderBy('o.order_number'),
  stage,
});

const AWAITING_RESTOCK: ScanPlan = {
  reads: ['orders'],
  from: `orders o INDEXED BY orders_awaiting_restock WHERE o.store_id = @storeId AND o.awaits_restock = 1 AND ${IN_RANGE}`,
  order: orderBy('o.order_number'),
};

const byTabRows = ({ table, where }: TabRows): ScanPlan => ({
  reads: [table, 'orders'],
  from: `${table} m CROSS JOIN orders o ON o.id = m.order_id
    WHERE ${where} AND m.order_id > @aboveId AND m.order_id < @belowId AND o.store_id = @storeId AND ${IN_RANGE}
      AND ${IN_STAGES}`,
  order: orderBy('m.order_id', 'GROUP BY m.order_id'),
});

const withTag = (tab: OrderTab): ScanPlan => ({
  reads: ['order_tags', 'orders', ...tabReads(tab)],
  from: `order_tags m INDEXED BY order_tags_by_tag CROSS JOIN orders o ON o.id = m.order_id
    WHERE m.store_id = @storeId AND m.tag = @tag AND m.order_id > @aboveId AND m.order_id < @belowId AND ${IN_RANGE}
      AND ${tabCondition(tab)}`,
  order: orderBy('m.order_id'),
});

const toRefund = (reason: 'overpaid' | OwedReason): ScanPlan =>
  byTabRows({ table: 'orders_to_refund', where: `m.reason = '${reason}'` });

function scanPlans(db: Reader, storeId: Id, tab: OrderTab, filters: OrderFilters): ScanPlan[] {
  const { tag, isLate, isOverpaid, isShort, isReturned, returnState } = filters;
  if (tag !== undefined) return [withTag(tab)];
  if (tab === 'all' && isOverpaid) return [toRefund('overpaid')];
  if (tab === 'all' && isShort) return [toRefund('short')];
  if (tab === 'all' && isReturned) return [toRefund('returned')];
  const isReturns = tab === 'returning' || (tab === 'all' && returnState !== undefined);
  if (isReturns && returnState === 'to_restock') return [AWAITING_RESTOCK];
  const tabRows = TAB_ROWS[isReturns ? 'returning' : tab];
  if (tabRows) return [byTabRows(tabRows)];
  const stages = stagesOf(tab, storeById(db, storeId)) ?? (isLate ? WAITING : undefined);
  return stages === undefined ? [ALL_ORDERS] : stages.map((stage) => byStage(stage, tab));
}

/** Scan of a tab: the newest orders of the range that pass the filters, at most `limit`. */
export interface TabScan {
  orderQuery: OrderQuery;
  range: Range;
  limit: number;
  now: number;
}

/** Ignores the search of the query. */
export const scanTab = (db: Reader, storeId: Id, scan: TabScan): ScanResult =>
  mergeResults(
    scanPlans(db, storeId, scan.orderQuery.tab, scan.orderQuery).map((plan) =>
      runPlan(db, storeId, plan, { ...scan, direction: 'newestFirst' }),
    ),
  );

/**
 * The oldest order of the range that passes the filters: above an order, the one that precedes it in the list. Undefined
 * if it is not found within the limit of a scan. Ignores the search of the query.
 */
export function oldestOfTab(db: Reader, storeId: Id, scan: Omit<TabScan, 'limit'>): Found | undefined {
  const results = scanPlans(db, storeId, scan.orderQuery.tab, scan.orderQuery).map((plan) =>
    runPlan(db, storeId, plan, { ...scan, limit: 1, direction: 'oldestFirst' }),
  );
  const stoppedAt = Math.min(...results.flatMap((result) => result.stoppedAt ?? []));
  const [oldest] = results.flatMap(({ found }) => found).sort((a, b) => a.number - b.number);
  return oldest && oldest.number < stoppedAt ? oldest : undefined;
}

type DirectedScan = TabScan & { direction: Direction };

function runPlan(db: Reader, storeId: Id, plan: ScanPlan, scan: DirectedScan): ScanResult {
  const { orderQuery, range, limit, now, direction } = scan;
  const { reads, from, stage = null } = plan;
  const order = plan.order[direction];
  const stages = stagesValue(db, storeId, orderQuery.tab);
  const values = { stage, stages, ...range, ...filterValues(orderQuery, now), storeId, limit };
  const end = isFiltered(orderQuery) ? scanEnd(db, { reads, from, order }, values) : undefined;
  const found = db.all(
    query<Found>(
      { reads: [...reads, ...FILTER_READS] },
      `SELECT o.id, o.order_number AS number FROM ${from} AND ${FILTER} ${order} LIMIT @limit`,
    ),
    { ...values, ...(end && boundsBefore[direction](end)) },
  );
  return { found, stoppedAt: end?.number };
}

/** The order at which a scan stops; undefined if the scan ends before its limit. */
const scanEnd = (
  db: Reader,
  { reads, from, order }: Pick<ScanPlan, 'reads' | 'from'> & { order: string },
  values: Record<string, Value>,
): Found | undefined =>
  db.get(
    query<Found>({ reads }, `SELECT o.id, o.order_number AS number FROM ${from} ${order} LIMIT 1 OFFSET ${SCAN_LIMIT}`),
    values,
  );

/** Merges scans. Results below the highest stop are dropped, because another scan may have newer ones there. */
export function mergeResults(results: readonly ScanResult[]): ScanResult {
  const [first] = results;
  if (first && results.length === 1) return first;
  const stops = results.flatMap(({ stoppedAt }) => stoppedAt ?? []);
  const stoppedAt = stops.length === 0 ? undefined : Math.max(...stops);
  const found = results
    .flatMap((result) => result.found)
    .filter(({ number }) => number > (stoppedAt ?? 0))
    .sort((a, b) => b.number - a.number);
  return { found, stoppedAt };
}

/** Counts the tab; `limit` means that many or more. */
export function countTab(db: Reader, storeId: Id, tab: OrderTab, limit: number): number {
  const range = { above: 0, below: Number.MAX_SAFE_INTEGER, aboveId: 0, belowId: Number.MAX_SAFE_INTEGER };
  const stages = stagesValue(db, storeId, tab);
  const deleted = tab === 'all' ? (db.get(deletedOrders, storeId)?.count ?? 0) : 0;
  const counts = scanPlans(db, storeId, tab, {}).map(({ reads, from, order, stage = null }) =>
    db.get(
      query<{ count: number }>(
        { reads },
        `SELECT count(*) AS count FROM (SELECT 1 FROM ${from} ${order.newestFirst} LIMIT @limit)`,
      ),
      { stage, stages, ...range, storeId, limit: limit + deleted },
    ),
  );
  return Math.min(
    limit,
    counts.reduce((sum, row) => sum + (row?.count ?? 0), -deleted),
  );
}

const deletedOrders = query<{ count: number }>(
  { reads: ['orders'] },
  `SELECT count(*) AS count FROM orders WHERE store_id = ? AND stage = 'deleted'`,
);

/** The condition for an order `o` that was not found by a scan; `@stages` are the tab's. */
export function tabCondition(tab: OrderTab): string {
  const tabRows = TAB_ROWS[tab];
  if (tabRows)
    return `EXISTS (SELECT 1 FROM ${tabRows.table} m WHERE m.order_id = o.id AND ${tabRows.where}) AND ${IN_STAGES}`;
  return `${IN_STAGES} AND ${conditionOf(tab)}`;
}

export function tabReads(tab: OrderTab): readonly Table[] {
  const tabRows = TAB_ROWS[tab];
  return tabRows ? [tabRows.table] : conditionReads(tab);
}

export function stagesValue(db: Reader, storeId: Id, tab: OrderTab): string | null {
  const stages = stagesOf(tab, storeById(db, storeId));
  return stages ? JSON.stringify(stages) : null;
}
