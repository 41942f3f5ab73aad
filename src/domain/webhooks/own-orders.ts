import type { Reader } from '../../db/reader.ts';
import { query } from '../../db/statement.ts';
import { type Id, idText } from '../../lib/ids.ts';
import type { Item } from './changes.ts';

// Changes caused by orders of others, for channels and apps that see only their own orders
// (docs/decisions.md#change-feed).

const limitedApps = query<{ appId: Id; channelIds: string }>(
  { reads: ['channels'] },
  `SELECT app_id AS appId, json_group_array(id) AS channelIds FROM channels
   WHERE app_id IN (SELECT value FROM json_each(?)) GROUP BY app_id HAVING min(own_orders_only) = 1`,
);

/** The channels of those apps that may know their own orders only: every channel of the app is limited to them. */
export const channelsOfLimitedApps = (db: Reader, appIds: readonly Id[]): Map<Id, Id[]> =>
  new Map(
    db.all(limitedApps, JSON.stringify(appIds)).map(({ appId, channelIds }) => [appId, JSON.parse(channelIds) as Id[]]),
  );

const ownOrders = query<{ id: Id }>(
  { reads: ['orders'] },
  `SELECT o.id FROM json_each(?) wanted CROSS JOIN orders o ON o.id = wanted.value
   WHERE channel_id IN (SELECT value FROM json_each(?))`,
);

/** The items without `order_id` of orders that are not of these channels. */
export function withoutForeignOrders(db: Reader, channelIds: readonly Id[], items: readonly Item[]): Item[] {
  const orderIds = items.flatMap(({ order_id }) => (order_id === undefined ? [] : Number(order_id)));
  const found = db.all(ownOrders, JSON.stringify(orderIds), JSON.stringify(channelIds));
  const own = new Set(found.map(({ id }) => idText(id)));
  return items.map(({ order_id, ...item }) =>
    order_id !== undefined && own.has(order_id) ? { ...item, order_id } : item,
  );
}
