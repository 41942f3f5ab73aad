import type { Reader } from '../../db/reader.ts';
import { query } from '../../db/statement.ts';
import { notFound } from '../../lib/errors.ts';
import type { Id } from '../../lib/ids.ts';
import { feedState } from '../feeds.ts';
import { bodyText, type Envelope, headOf, itemsText } from './body.ts';
import { itemsOf } from './changes.ts';

export interface Delivery extends Envelope {
  id: Id;
  storeId: Id;
  url: string;
  /** The first of its consecutive changes of stock; 0: none. */
  firstChange: number;
  itemCount: number;
  /** Null: those of the changes. */
  items: string | null;
  /** `unknown`: the server stopped while sending. */
  status: 'sending' | 'acknowledged' | 'failed' | 'unknown';
  millis: number | null;
  /** The HTTP status, or the reason that there is none; see `messageFromJson`. */
  answer: string | null;
  /** The start of the response body; null if it was empty. */
  responseExcerpt: string | null;
}

const SELECT = `SELECT d.id, a.store_id AS storeId, request_id AS requestId, event_type AS eventType, d.url,
  first_change AS firstChange, item_count AS itemCount, items, status, request_time AS requestTime, millis, answer, response_excerpt AS responseExcerpt`;

/** Names the partial index: SQLite would not choose it. */
const MISSED = 'webhook_deliveries d INDEXED BY webhook_deliveries_missed';
const IS_MISSED = `status IN ('failed', 'unknown')`;

export interface DeliverySearch {
  limit: number;
  offset?: number;
  /** Only older ones. */
  before?: Id | undefined;
  /** Only failed and unknown ones. */
  missedOnly?: boolean;
}

export const findDeliveries = (
  db: Reader,
  appId: Id,
  { limit, offset = 0, before = Number.MAX_SAFE_INTEGER as Id, missedOnly = false }: DeliverySearch,
): Delivery[] =>
  db.all(
    query<Delivery>(
      { reads: ['apps', 'webhook_deliveries'] },
      `${SELECT} FROM ${missedOnly ? MISSED : 'webhook_deliveries d'} JOIN apps a ON a.id = app_id
     WHERE app_id = ? AND d.id < ? ${missedOnly ? `AND ${IS_MISSED}` : ''} ORDER BY d.id DESC LIMIT ? OFFSET ?`,
    ),
    appId,
    before,
    limit,
    offset,
  );

const deliveryRow = query<Delivery>(
  { reads: ['apps', 'webhook_deliveries'] },
  `${SELECT} FROM webhook_deliveries d JOIN apps a ON a.id = app_id WHERE d.id = ? AND app_id = ?`,
);

/** @throws AppError not_found */
export function deliveryOfApp(db: Reader, appId: Id, id: Id): Delivery {
  const delivery = db.get(deliveryRow, id, appId);
  if (!delivery) throw notFound('delivery_not_found', { delivery: id });
  return delivery;
}

/** Undefined if its changes are deleted (docs/decisions.md#change-feed). */
export function bodyOf(db: Reader, delivery: Delivery): string | undefined {
  const { storeId, firstChange: first, itemCount: count, items } = delivery;
  if (items !== null) return bodyText({ head: headOf(delivery), items });
  if (count > 0 && first <= feedState(db, storeId).deletedTo) return undefined;
  return bodyText({ head: headOf(delivery), items: itemsText(itemsOf(db, { storeId, first, count })) });
}

/** A variant with changes that an app has not acknowledged. */
export interface Missed {
  variantId: Id;
  changes: number;
  /** Time of the newest change. */
  newestTime: number;
}

const missedChangesOfApp = query<Missed>(
  { reads: ['apps', 'available_changes', 'webhook_deliveries'] },
  `SELECT c.variant_id AS variantId, count(*) AS changes, max(c.update_time) AS newestTime
   FROM ${MISSED} JOIN apps a ON a.id = app_id JOIN available_changes c
     ON c.store_id = a.store_id AND c.id >= first_change AND c.id < first_change + item_count
   WHERE app_id = ? AND ${IS_MISSED} AND request_time >= ? AND first_change > 0
   GROUP BY variantId ORDER BY newestTime DESC, variantId`,
);

/** The variants in an app's failed and unknown deliveries sent since `since`, the newest change first. */
export const missedChanges = (db: Reader, appId: Id, since: number): Missed[] =>
  db.all(missedChangesOfApp, appId, since);
