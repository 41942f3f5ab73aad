import { command } from '../../db/statement.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import type { Id } from '../../lib/ids.ts';

// The only writer of order_positions.

const SKIP = `INSERT INTO order_positions (channel_id, change)
  SELECT c.id, (SELECT coalesce(max(change), 0) FROM orders o WHERE o.channel_id = c.id) FROM channels c`;
const REPLACE = 'ON CONFLICT DO UPDATE SET change = excluded.change';

const TABLES = { writes: ['order_positions'], reads: ['channels', 'orders'] } as const;

const skipOfChannel = command(TABLES, `${SKIP} WHERE c.id = ? ${REPLACE}`);
const skipOfApp = command(TABLES, `${SKIP} WHERE c.app_id = ? ${REPLACE}`);

/** From now on changed orders of the channel, or of all channels of the app, are sent; earlier changes are not. */
export const startOrderEvents = (tx: WriteTx, of: { channelId: Id } | { appId: Id }): number =>
  'appId' in of ? tx.run(skipOfApp, of.appId) : tx.run(skipOfChannel, of.channelId);

const setPosition = command(
  { writes: ['order_positions'] },
  'UPDATE order_positions SET change = ? WHERE channel_id = ?',
);

/** Marks the changes of orders up to this one as sent: each is sent at most once. */
export const markOrdersSent = (tx: WriteTx, channelId: Id, change: number): number =>
  tx.run(setPosition, change, channelId);
