import type { Reader } from '../../db/reader.ts';
import { cursorText, parseCursor } from '../../lib/cursor.ts';
import type { Id } from '../../lib/ids.ts';
import { feedState } from '../feeds.ts';
import { type Item, itemsOf, newestChange } from './changes.ts';
import { withoutForeignOrders } from './own-orders.ts';

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
      items: channel.ownOrdersOnly ? withoutForeignOrders(db, [channel.id], items) : items,
      hasMore: last + count < newest,
      nextCursor: cursorText('stock', { number: last + count, epoch }),
    };
  });
