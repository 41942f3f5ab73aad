import type { Reader } from '../../../db/reader.ts';
import { query, type Value } from '../../../db/statement.ts';
import type { Table } from '../../../db/tables.ts';
import type { Id } from '../../../lib/ids.ts';
import { firstSince, MAX_NUMBER } from '../first-since.ts';
import { PAID_AMOUNT } from '../payments/balance.ts';
import type { OwedReason } from '../refund-marks.ts';
import type { ReturnState } from './returns.ts';
import type { OrderTab } from './tabs.ts';

/** Undefined fields do not filter. */
export interface OrderFilters {
  /** Creation time in Unix milliseconds: from, and before. */
  since?: number | undefined;
  until?: number | undefined;
  salesChannel?: string | undefined;
  /** A partner's channel; `store`: entered in the office. */
  origin?: Id | 'store' | undefined;
  shippingType?: string | undefined;
  isCod?: boolean | undefined;
  /** Was paid in full, whatever was refunded later. */
  isPaid?: boolean | undefined;
  /** More is paid than the total, and not refunded. */
  isOverpaid?: boolean | undefined;
  /** Paid, less was shipped than ordered, and the store has neither refunded it nor decided against it. */
  isShort?: boolean | undefined;
  /** Paid, the customer returned goods, and the store has neither refunded them nor decided against it. */
  isReturned?: boolean | undefined;
  /** A parcel is booked or has left. */
  isBooked?: boolean | undefined;
  /** Past its ship deadline with something left to ship. */
  isLate?: boolean | undefined;
  /** Of orders whose parcels turned back. */
  returnState?: ReturnState | undefined;
  tag?: string | undefined;
}

export interface OrderQuery extends OrderFilters {
  tab: OrderTab;
  /** See search.ts. */
  search?: string | undefined;
  /** Whether the search ignores names and telephones. */
  excludePersonalData?: boolean | undefined;
}

export const filterValues = (filters: OrderFilters, now: number): Record<string, Value> => ({
  since: filters.since ?? null,
  until: filters.until ?? null,
  salesChannel: filters.salesChannel ?? null,
  channelId: typeof filters.origin === 'number' ? filters.origin : null,
  isManual: Number(filters.origin === 'store'),
  shippingType: filters.shippingType ?? null,
  isCod: flagOf(filters.isCod),
  isPaid: flagOf(filters.isPaid),
  isOverpaid: Number(filters.isOverpaid ?? false),
  isShort: Number(filters.isShort ?? false),
  isReturned: Number(filters.isReturned ?? false),
  isBooked: flagOf(filters.isBooked),
  isLate: Number(filters.isLate ?? false),
  returnState: filters.returnState ?? null,
  tag: filters.tag ?? null,
  now,
});

const flagOf = (flag: boolean | undefined): number | null => (flag === undefined ? null : Number(flag));

/** As `returnStateOf`, of orders with a parcel that turned back. */
const IN_RETURN_STATE = `CASE WHEN @returnState = 'to_restock' THEN o.awaits_restock = 1 ELSE o.awaits_restock = 0
  AND (SELECT max(s.status = 'returning') FROM shipments s WHERE s.order_id = o.id AND s.status IN ('returning', 'returned'))
    = (@returnState = 'returning') END`;

const isOwed = (reason: OwedReason): string =>
  `(o.paid_time IS NOT NULL AND o.status IN ('open', 'completed') AND EXISTS (SELECT 1
    FROM orders_to_refund r WHERE r.reason = '${reason}' AND r.order_id = o.id))`;

/** A constant text is prepared once. */
export const FILTER = `o.stage <> 'deleted' AND (@since IS NULL OR o.create_time >= @since) AND (@until IS NULL OR o.create_time < @until)
  AND (@salesChannel IS NULL OR o.sales_channel = @salesChannel)
  AND (@channelId IS NULL OR o.channel_id = @channelId) AND (@isManual = 0 OR o.channel_id IS NULL)
  AND (@shippingType IS NULL OR o.shipping_type = @shippingType)
  AND (@isCod IS NULL OR o.is_cod = @isCod) AND (@isPaid IS NULL OR (o.paid_time IS NOT NULL) = @isPaid)
  AND (@isOverpaid = 0 OR (o.paid_time IS NOT NULL AND o.total < ${PAID_AMOUNT}))
  AND (@isShort = 0 OR ${isOwed('short')}) AND (@isReturned = 0 OR ${isOwed('returned')})
  AND (@isBooked IS NULL OR (o.live_shipments > 0) = @isBooked)
  AND (@isLate = 0 OR (o.ship_deadline_time < @now AND o.stage IN ('to_pack', 'cod', 'unpaid')))
  AND (@returnState IS NULL OR ${IN_RETURN_STATE})
  AND (@tag IS NULL OR EXISTS (SELECT 1 FROM order_tags t WHERE t.order_id = o.id AND t.tag = @tag))`;

/** The tables of `FILTER` in addition to orders. */
export const FILTER_READS: readonly Table[] = ['order_tags', 'orders_to_refund', 'payments', 'shipments'];

const FIELDS = ['salesChannel', 'origin', 'shippingType', 'isCod', 'isPaid', 'isBooked', 'tag', 'returnState'] as const;
const FLAGS = ['isLate', 'isOverpaid', 'isShort', 'isReturned'] as const;

/** Whether a scan may skip orders. Times are not included: they bound the scan. */
export const isFiltered = (filters: OrderFilters): boolean =>
  FLAGS.some((flag) => filters[flag] === true) || FIELDS.some((field) => filters[field] !== undefined);

/** Exclusive bounds of order numbers, and the same bounds as ids: both increase together. */
export interface Range {
  above: number;
  below: number;
  aboveId: Id;
  belowId: Id;
}

const MARGIN = 86_400_000; // a clock that is set back may give a later order an earlier time

export interface Bounds {
  before?: number | undefined;
  after?: number | undefined;
}

export function rangeOf(
  db: Reader,
  storeId: Id,
  { since, until }: OrderFilters,
  { before = MAX_NUMBER, after = 0 }: Bounds,
): Range {
  const start = since === undefined ? 0 : firstSince(db, storeId, since - MARGIN) - 1;
  const end = until === undefined ? MAX_NUMBER : firstSince(db, storeId, until + MARGIN);
  const [above, below] = [Math.max(after, start), Math.min(before, end)];
  return { above, below, aboveId: lastId(db, storeId, above), belowId: firstId(db, storeId, below) };
}

const lastId = (db: Reader, storeId: Id, number: number): Id =>
  (number === 0 ? undefined : db.get(LAST, storeId, number)?.id) ?? (0 as Id);

const firstId = (db: Reader, storeId: Id, number: number): Id =>
  (number === MAX_NUMBER ? undefined : db.get(FIRST, storeId, number)?.id) ?? (MAX_NUMBER as Id);

const LAST = query<{ id: Id }>(
  { reads: ['orders'] },
  'SELECT id FROM orders WHERE store_id = ? AND order_number <= ? ORDER BY order_number DESC LIMIT 1',
);
const FIRST = query<{ id: Id }>(
  { reads: ['orders'] },
  'SELECT id FROM orders WHERE store_id = ? AND order_number >= ? ORDER BY order_number LIMIT 1',
);
