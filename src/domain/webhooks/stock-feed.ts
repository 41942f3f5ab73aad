import type { Reader } from '../../db/reader.ts';
import { query } from '../../db/statement.ts';
import { cursorText, parseCursor } from '../../lib/cursor.ts';
import { type Id, idText } from '../../lib/ids.ts';
import { feedState } from '../feeds.ts';
import { type Item, itemsOf, newestChange } from './changes.ts';

/** The channel that reads the feed. */
interface Subscriber {
  id: Id;
  storeId: Id;
  ownOrdersOnly: boolean;
}

export interface FeedPage {
  items: Item[];
  hasMore: boolean;
  nextCursor: string;
}

/**
 * The store's changes of stock after the cursor, in the order of their commits (docs/partner-api.md#follow-stock).
 * Without a cursor the feed starts now.
 *
 * @throws AppError invalid_request at `cursor`
 */
export const stockFeed = (
  db: Reader,
  channel: Subscriber,
  { cursor, limit }: { cursor: string | undefined; limit: number },
): FeedPage =>
  db.snapshot(() => {
    const { storeId } = channel;
    const newest = newestChange(db, storeId);
    const { stockEpoch: epoch, deletedTo } = feedState(db, storeId);
    const last = cursor === undefined ? newest : parseCursor('stock', cursor, { epoch, from: deletedTo, to: newest });
    const count = Math.min(limit, newest - last);
    const items = itemsOf(db, { storeId, first: last + 1, count });
    return {
      items: channel.ownOrdersOnly ? withoutForeignOrders(db, channel.id, items) : items,
      hasMore: last + count < newest,
      nextCursor: cursorText('stock', { number: last + count, epoch }),
    };
  });

const ownOrders = query<{ id: Id }>(
  { reads: ['orders'] },
  'SELECT o.id FROM json_each(?) wanted CROSS JOIN orders o ON o.id = wanted.value WHERE channel_id = ?',
);

function withoutForeignOrders(db: Reader, channelId: Id, items: readonly Item[]): Item[] {
  const orderIds = items.flatMap(({ order_id }) => (order_id === undefined ? [] : Number(order_id)));
  const own = new Set(db.all(ownOrders, JSON.stringify(orderIds), channelId).map(({ id }) => idText(id)));
  return items.map(({ order_id, ...item }) =>
    order_id !== undefined && own.has(order_id) ? { ...item, order_id } : item,
  );
}
