import { randomUUID } from 'node:crypto';
import type { Database } from '../../db/database.ts';
import { Refusal } from '../../lib/errors.ts';
import type { Id } from '../../lib/ids.ts';
import { appById, isListening } from './apps.ts';
import { dropItems, takeItems } from './outbox.ts';
import type { Outcome, Outgoing } from './send.ts';

/** One request to an app's URL, kept for the owner. */
export interface Delivery {
  id: Id;
  requestId: string;
  eventType: string;
  url: string;
  body: string;
  itemCount: number;
  /** A crash while it was being sent leaves it unknown. */
  status: 'sending' | 'acknowledged' | 'failed' | 'unknown';
  requestTime: number;
  millis: number | null;
  /** The HTTP status, or why there is none. */
  answer: string | null;
  /** The beginning of what came with that status; null: nothing. */
  said: string | null;
}

export type ClaimedDelivery = Outgoing & { id: Id };

const EVENT = 'stock_available_updated';
const MOST_ITEMS = 100;

/** Milliseconds in which changes gather before they go out together (decisions §8). */
const GATHER = 100;

/** Apps with changes that have gathered for long enough. It looks at no more of a dead receiver's backlog than it must. */
export const appsDue = (db: Database, now: number): Id[] =>
  db
    .all<{ id: Id }>(
      `SELECT id FROM apps
       WHERE (SELECT create_time <= @now - ${GATHER} OR create_time > @now
              FROM webhook_outbox WHERE app_id = apps.id ORDER BY webhook_outbox.id LIMIT 1)
         OR EXISTS (SELECT 1 FROM webhook_outbox WHERE app_id = apps.id LIMIT 1 OFFSET ${MOST_ITEMS - 1})`,
      { now },
    )
    .map(({ id }) => id);

/**
 * Moves the app's oldest changes into a delivery marked as being sent: after this commit they are sent once or never.
 * Undefined where there is nothing to send; what waits for an app that no longer listens is dropped.
 */
export function claimDelivery(db: Database, appId: Id, now: number): ClaimedDelivery | undefined {
  if (!isListening(appById(db, appId))) {
    dropItems(db, appId);
    return undefined;
  }
  const items = takeItems(db, appId, MOST_ITEMS);
  return items.length > 0 ? startDelivery(db, appId, items, now) : undefined;
}

/**
 * A delivery of these items, JSON texts, marked as being sent; none is a test ping.
 *
 * @throws Refusal invalid_request where the app has no URL
 */
export function startDelivery(db: Database, appId: Id, items: readonly string[], now: number): ClaimedDelivery {
  const { key, url, webhookSecret } = appById(db, appId);
  if (url === '') throw new Refusal('invalid_request', `app ${key} has no URL to send to; set its url first`);
  const requestId = randomUUID();
  const head = JSON.stringify({ request_id: requestId, event_type: EVENT, request_time: now });
  const body = `${head.slice(0, -1)},"data":{"items":[${items.join(',')}]}}`;
  const id = db.insert<Id>(
    `INSERT INTO webhook_deliveries (app_id, request_id, event_type, url, body, item_count, status, request_time)
     VALUES (?, ?, ?, ?, ?, ?, 'sending', ?)`,
    appId,
    requestId,
    EVENT,
    url,
    body,
    items.length,
    now,
  );
  return { id, url, body, webhookSecret };
}

export const endDelivery = (db: Database, id: Id, { acknowledged, answer, said, millis }: Outcome): number =>
  db.run(
    'UPDATE webhook_deliveries SET status = ?, answer = ?, said = ?, millis = ? WHERE id = ?',
    acknowledged ? 'acknowledged' : 'failed',
    answer,
    said,
    millis,
    id,
  );

/** Deliveries that a stopped server left half sent: nobody knows, and they are not sent again. */
export const giveUpInterrupted = (db: Database): number =>
  db.run(`UPDATE webhook_deliveries SET status = 'unknown' WHERE status = 'sending'`);

const SELECT = `SELECT id, request_id AS requestId, event_type AS eventType, url, body, item_count AS itemCount, status,
  request_time AS requestTime, millis, answer, said`;

/** By an index that SQLite knows by the words of its condition, and would not choose by itself. */
const MISSED = `FROM webhook_deliveries INDEXED BY webhook_deliveries_missed`;
const IS_MISSED = `status IN ('failed', 'unknown')`;

export interface DeliverySearch {
  limit: number;
  offset?: number;
  /** Only those that were not acknowledged and are not under way. */
  missedOnly?: boolean;
}

/** An app's newest deliveries first. */
export const findDeliveries = (
  db: Database,
  appId: Id,
  { limit, offset = 0, missedOnly = false }: DeliverySearch,
): Delivery[] =>
  db.all<Delivery>(
    `${SELECT} ${missedOnly ? `${MISSED} WHERE ${IS_MISSED} AND` : 'FROM webhook_deliveries WHERE'} app_id = ?
     ORDER BY id DESC LIMIT ? OFFSET ?`,
    appId,
    limit,
    offset,
  );

export const listDeliveries = (db: Database, appId: Id, limit: number): Delivery[] =>
  findDeliveries(db, appId, { limit });

/** A delivery of this app. @throws Refusal not_found */
export function deliveryOfApp(db: Database, appId: Id, id: Id): Delivery {
  const delivery = db.get<Delivery>(`${SELECT} FROM webhook_deliveries WHERE id = ? AND app_id = ?`, id, appId);
  if (!delivery) throw new Refusal('not_found', `there is no delivery ${id} of this app`);
  return delivery;
}

/** A variant whose changes an app was not told of, or nobody knows. */
export interface Missed {
  variantId: Id;
  changes: number;
  /** Of the newest change, in unix milliseconds. */
  newestTime: number;
}

/** The variants in an app's failed and unknown deliveries sent since `since`, the newest change first. */
export const missedChanges = (db: Database, appId: Id, since: number): Missed[] =>
  db.all<Missed>(
    `SELECT CAST(item.value ->> 'id' AS INTEGER) AS variantId, count(*) AS changes,
       max(item.value ->> 'update_time') AS newestTime
     ${MISSED} JOIN json_each(body, '$.data.items') item
     WHERE app_id = ? AND ${IS_MISSED} AND request_time >= ?
     GROUP BY variantId ORDER BY newestTime DESC, variantId`,
    appId,
    since,
  );
