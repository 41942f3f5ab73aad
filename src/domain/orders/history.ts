import type { Reader } from '../../db/reader.ts';
import { command, query } from '../../db/statement.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import type { Id } from '../../lib/ids.ts';
import type { Message } from '../../lib/messages/catalogue.ts';
import { messageFromJson } from '../../lib/messages/message.ts';
import { ERASED } from '../addresses.ts';

// The only writer of order_history.

/** Actor of an order: an account, a partner's channel, a courier, the buyer by a link, the command line, or raan. */
export type Actor = { kind: 'user' | 'channel'; id: Id } | { kind: 'courier' | 'buyer' | 'command' | 'system' };

/** An actor, and the time of the action in Unix milliseconds. */
export interface Act {
  by: Actor;
  now: number;
}

export const bySystem = (now: number): Act => ({ by: { kind: 'system' }, now });
export const byCommand = (now: number): Act => ({ by: { kind: 'command' }, now });
export const byUser = (id: Id, now: number): Act => ({ by: { kind: 'user', id }, now });
export const byChannel = (id: Id, now: number): Act => ({ by: { kind: 'channel', id }, now });
export const byBuyer = (now: number): Act => ({ by: { kind: 'buyer' }, now });
export const byCourier = (now: number): Act => ({ by: { kind: 'courier' }, now });

export const userOf = ({ by }: Act): Id | undefined => (by.kind === 'user' ? by.id : undefined);

type OrderEvent =
  | 'edited'
  | 'payment_notified'
  | 'payment_confirmed'
  | 'payment_rejected'
  | 'payment_unconfirmed'
  | 'transfer_changed'
  | 'transfer_shared'
  | 'refunded'
  | 'cod_collected'
  | 'cod_remitted'
  | 'cod_failed'
  | 'cod_payout_undone'
  | 'booking_queued'
  | 'booking_failed'
  | 'booking_dropped'
  | 'cancellation_refused'
  | 'shipment_booked'
  | 'tracking_number_changed'
  | 'shipment_picked_up'
  | 'handover_undone'
  | 'shipment_moved'
  | 'shipment_canceled'
  | 'packed'
  | 'packing_restarted'
  | 'missing_reported'
  | 'items_left_for_later'
  | 'items_closed_as_missing'
  | 'items_closed_as_refunded'
  | 'short_settled'
  | 'return_settled'
  | 'goods_returned'
  | 'receipt_issued'
  | 'receipt_replaced'
  | 'credit_note_issued'
  | 'refund_voucher_issued'
  | 'buyer_link_made'
  | 'buyer_link_revoked'
  | 'completed'
  | 'reopened'
  | 'canceled'
  | 'expired';

const insertEvent = command(
  { writes: ['order_history'] },
  'INSERT INTO order_history (order_id, time, actor, actor_id, event, detail) VALUES (?, ?, ?, ?, ?, ?)',
);

/**
 * Adds an entry to the history of the order.
 *
 * @param detail what changed, in the field names of docs/decisions.md#order-in-responses; money as text
 */
export const recordEvent = (
  tx: WriteTx,
  orderId: Id,
  { by, now }: Act,
  event: OrderEvent,
  detail: object = {},
): number => tx.run(insertEvent, orderId, now, by.kind, 'id' in by ? by.id : null, event, JSON.stringify(detail));

/** Fields of the history that can name or describe the customer. */
const PERSONAL_FIELDS = ['recipient_address', 'shipping_label_note', 'private_note', 'note'];

const eraseDetails = command(
  { writes: ['order_history'] },
  `UPDATE order_history SET detail = json_replace(json_remove(detail, ${PERSONAL_FIELDS.map((name) => `'$.${name}'`).join(', ')}),
   '$.reason', '${ERASED}') WHERE order_id = ?`,
);

/** Erases what the order's history says about the customer. */
export const eraseHistory = (tx: WriteTx, orderId: Id): number => tx.run(eraseDetails, orderId);

export interface HistoryEntry {
  time: number;
  actor: Actor['kind'];
  /** Id of an account or a channel. */
  actorId: Id | null;
  /** Current name of the account or channel. */
  actorName: string | null;
  event: OrderEvent | 'created';
  detail: Record<string, unknown>;
}

const eventsOfOrder = query<Omit<HistoryEntry, 'detail'> & { detail: string }>(
  { reads: ['accounts', 'channels', 'manual_orders', 'order_history', 'orders'] },
  `SELECT h.time, h.actor, h.actorId, coalesce(u.name, c.name) AS actorName, h.event, h.detail FROM (
     SELECT 0 AS id, create_time AS time,
       CASE WHEN channel_id IS NOT NULL THEN 'channel' WHEN user_id IS NOT NULL THEN 'user' ELSE 'command' END AS actor,
       coalesce(channel_id, user_id) AS actorId, 'created' AS event, '{}' AS detail
     FROM orders LEFT JOIN manual_orders ON order_id = id WHERE id = @orderId
     UNION ALL
     SELECT id, time, actor, actor_id, event, detail FROM order_history WHERE order_id = @orderId
   ) h LEFT JOIN accounts u ON h.actor = 'user' AND u.id = h.actorId
   LEFT JOIN channels c ON h.actor = 'channel' AND c.id = h.actorId ORDER BY h.id`,
);

/** Why a booking failed or a courier refused a cancellation. */
export const failureOf = ({ event, detail }: Pick<HistoryEntry, 'event' | 'detail'>): Message | undefined =>
  event === 'booking_failed' || event === 'cancellation_refused' ? messageFromJson(String(detail.reason)) : undefined;

/** Oldest first. The creation is derived from the order itself. */
export const historyOf = (db: Reader, orderId: Id): HistoryEntry[] =>
  db.all(eventsOfOrder, { orderId }).map(({ detail, ...entry }) => ({ ...entry, detail: JSON.parse(detail) }));
