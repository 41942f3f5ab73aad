import { query } from '../../db/statement.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import { type Id, idText } from '../../lib/ids.ts';
import { moneyText } from '../../lib/money.ts';
import { withSecrets } from '../webhooks/apps.ts';
import {
  BATCHING_WINDOW,
  type ClaimedDelivery,
  type EventSource,
  MAX_ITEMS,
  RECEIVER,
  type Receiver,
  startDelivery,
  storedContents,
} from '../webhooks/deliveries.ts';
import { markOrdersSent } from '../webhooks/order-positions.ts';
import { type Order, orderById } from './order.ts';

/** CROSS keeps the order of the tables: SQLite would read every order of each channel. */
const SUBSCRIBED = `FROM apps a CROSS JOIN channels c ON c.app_id = a.id
  CROSS JOIN order_positions p ON p.channel_id = c.id CROSS JOIN orders o ON o.channel_id = c.id
    AND o.change = (SELECT min(change) FROM orders WHERE orders.channel_id = c.id AND orders.change > p.change)
  WHERE a.url <> '' AND a.order_updated = 1`;
const DUE = `${SUBSCRIBED} AND (o.update_time <= @now - ${BATCHING_WINDOW} OR o.update_time > @now)
  AND a.id NOT IN (SELECT value FROM json_each(@busy))`;

const TABLES = { reads: ['apps', 'channels', 'order_positions', 'orders'] } as const;

const waitingChannel = query<object>(TABLES, `SELECT 1 ${SUBSCRIBED} LIMIT 1`);
const dueChannel = query<object>(TABLES, `SELECT 1 ${DUE} LIMIT 1`);

type DueChannel = Receiver & { channelId: Id; position: number };

const dueChannels = query<DueChannel>(TABLES, `SELECT ${RECEIVER}, c.id AS channelId, p.change AS position ${DUE}`);

/** `order_updated`: each channel's changed orders, as they are when the event is sent. */
export const orderEvents: EventSource = {
  isWaiting: (db) => db.get(waitingChannel) !== undefined,
  isDue: (db, busy, now) => db.get(dueChannel, { busy: JSON.stringify(busy), now }) !== undefined,
  claim: (tx, busy, now) =>
    tx.all(dueChannels, { busy: JSON.stringify(busy), now }).flatMap((channel) => claimOrders(tx, channel, now)),
};

const MAX_ROWS = 1_000; // payments and parcels that are read in one transaction

const changedOrders = query<{ id: Id; change: number }>(
  { reads: ['orders'] },
  `SELECT id, change FROM orders WHERE channel_id = +? AND change > ? ORDER BY change LIMIT ${MAX_ITEMS}`,
);

function claimOrders(tx: WriteTx, channel: DueChannel, now: number): ClaimedDelivery[] {
  const items: object[] = [];
  let last = channel.position;
  let rows = 0;
  for (const { id, change } of tx.all(changedOrders, channel.channelId, channel.position)) {
    const order = orderById(tx, id, 0);
    if (order) items.push(orderEventView(order));
    last = change;
    rows += (order?.payments.length ?? 0) + (order?.shipments.length ?? 0);
    if (rows > MAX_ROWS) break;
  }
  markOrdersSent(tx, channel.channelId, last);
  if (items.length === 0) return []; // all of them are deleted
  return [startDelivery(tx, withSecrets(tx, channel), storedContents('order_updated', items), now)];
}

/** An element of `data.items` (docs/partner-api.md#changed-orders): no personal data. */
const orderEventView = (order: Order) => ({
  order_id: idText(order.id),
  external_order_id: order.externalOrderId ?? undefined,
  status: order.status,
  payment_status: order.paymentStatus,
  shipping_status: order.shippingStatus,
  cod_status: order.codStatus ?? undefined,
  paid_amount: moneyText(order.paidAmount),
  tracking_numbers: order.shipments.flatMap(({ trackingNumber, status }) =>
    trackingNumber === null || status === 'canceled' ? [] : trackingNumber,
  ),
  update_time: order.updateTime,
});
