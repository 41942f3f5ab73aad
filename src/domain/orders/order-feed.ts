import type { Reader } from '../../db/reader.ts';
import { query } from '../../db/statement.ts';
import { cursorText, parseCursor } from '../../lib/cursor.ts';
import type { Id } from '../../lib/ids.ts';
import { feedState } from '../feeds.ts';
import { existingOrder, isLongOrder, type Order } from './order.ts';
import { newestOrderChange } from './order-rows.ts';
import type { OrderStatus } from './order-states.ts';

export interface OrderFeedSearch {
  cursor: string | undefined;
  /** Unix milliseconds. Without a cursor: the orders that changed since; by default all. */
  since?: number | undefined;
  status: OrderStatus | undefined;
  limit: number;
}

export interface OrderFeedPage {
  orders: Order[];
  hasMore: boolean;
  nextCursor: string;
}

interface ChangedOrder {
  id: Id;
  change: number;
  status: OrderStatus;
  isDeleted: 0 | 1;
}

const MAX_SCANNED = 2_000; // orders, of which a status may select few
const MAX_ROWS = 500; // lines, payments and parcels of all orders of a page

const changedOrders = query<ChangedOrder>(
  { reads: ['orders'] },
  `SELECT id, change, status, stage = 'deleted' AS isDeleted FROM orders
   WHERE channel_id = +? AND change > ? ORDER BY change LIMIT ${MAX_SCANNED}`,
);

/**
 * The channel's own orders in the order of their last change (docs/partner-api.md#list-orders). Undefined if the first one
 * is too long for the main thread.
 *
 * @throws AppError invalid_request at `cursor`
 */
export const orderFeed = (
  db: Reader,
  channel: { id: Id; storeId: Id },
  { cursor, since = 0, status, limit }: OrderFeedSearch,
  { isInThread }: { isInThread: boolean },
): OrderFeedPage | undefined =>
  db.snapshot(() => {
    const scope = { epoch: feedState(db, channel.storeId).orderEpoch, channelId: channel.id };
    const newest = newestOrderChange(db, channel.id);
    const start =
      cursor === undefined
        ? lastChangeBefore(db, channel.id, since, newest)
        : parseCursor('orders', cursor, { ...scope, from: 0, to: newest });
    const found = db.all(changedOrders, channel.id, start);
    const listed = found.filter((order) => !order.isDeleted && (status ?? order.status) === order.status);
    if (listed[0] && !isInThread && isLongOrder(db, listed[0].id)) return undefined;
    const orders = firstOrders(db, listed.slice(0, limit));
    const isComplete = orders.length === listed.length;
    const last = (isComplete ? found.at(-1) : listed[orders.length - 1])?.change ?? start;
    return { orders, hasMore: last < newest, nextCursor: cursorText('orders', { number: last, ...scope }) };
  });

/** The first orders that together have not too many lines, payments and parcels; at least one. */
function firstOrders(db: Reader, listed: readonly ChangedOrder[]): Order[] {
  const orders: Order[] = [];
  let rows = 0;
  for (const { id } of listed) {
    if (orders.length > 0 && isLongOrder(db, id)) break;
    const order = existingOrder(db, id);
    rows += order.lines.length + order.payments.length + order.shipments.length;
    if (orders.length > 0 && rows > MAX_ROWS) break;
    orders.push(order);
  }
  return orders;
}

const nextChangedOrder = query<{ change: number; updateTime: number }>(
  { reads: ['orders'] },
  `SELECT change, update_time AS updateTime FROM orders WHERE channel_id = +? AND change >= ? ORDER BY change LIMIT 1`,
);

/** Finds the number by bisection: orders that changed later have later times, unless the clock stepped back. */
function lastChangeBefore(db: Reader, channelId: Id, time: number, newest: number): number {
  let low = 1;
  let high = newest + 1;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const order = db.get(nextChangedOrder, channelId, middle);
    if (order === undefined || order.updateTime >= time) high = middle;
    else low = order.change + 1;
  }
  return low - 1;
}
