import { randomUUID } from 'node:crypto';
import type { Reader } from '../../db/reader.ts';
import { batchInsert, command, query } from '../../db/statement.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import { invalidRequest } from '../../lib/errors.ts';
import type { Id } from '../../lib/ids.ts';
import { type App, appById, markAcknowledged, markAnnounced, signingSecrets, withSecrets } from './apps.ts';
import { type Body, headOf, itemsText } from './body.ts';
import { changesFrom } from './changes.ts';
import { IS_LISTENING } from './recording.ts';
import type { Outcome } from './send.ts';

// The only writer of webhook_deliveries.

export interface ClaimedDelivery extends Body {
  id: Id;
  appId: Id;
  url: string;
  /** See `signingSecrets`. */
  secrets: readonly string[];
}

const EVENT = 'stock_available_updated';
const MAX_ITEMS = 100;

/** Milliseconds (docs/decisions.md#batching). */
const BATCHING_WINDOW = 100;

/** Subscribed apps, except @busy ones, whose oldest change has waited long enough or that have a full batch. */
const DUE = `FROM apps a
  JOIN available_changes oldest ON oldest.store_id = a.store_id AND oldest.id = a.last_announced + 1
  LEFT JOIN available_changes last ON last.store_id = a.store_id AND last.id = a.last_announced + ${MAX_ITEMS}
  WHERE ${IS_LISTENING} AND (last.id > 0 OR oldest.create_time <= @now - ${BATCHING_WINDOW} OR oldest.create_time > @now)
    AND a.id NOT IN (SELECT value FROM json_each(@busy))`;

const dueApp = query<object>({ reads: ['apps', 'available_changes'] }, `SELECT 1 ${DUE} LIMIT 1`);

export const isAnyDeliveryDue = (db: Reader, busy: readonly Id[], now: number): boolean =>
  db.get(dueApp, { busy: JSON.stringify(busy), now }) !== undefined;

const waitingApp = query<object>(
  { reads: ['apps', 'available_changes'] },
  `SELECT 1 FROM apps a JOIN available_changes oldest ON oldest.store_id = a.store_id AND oldest.id = a.last_announced + 1
   WHERE ${IS_LISTENING} LIMIT 1`,
);

/** Whether changes wait for a subscribed app, due or not. */
export const isAnyChangeWaiting = (db: Reader): boolean => db.get(waitingApp) !== undefined;

type Receiver = Pick<App, 'id' | 'url' | 'webhookSecret' | 'oldSecret' | 'oldSecretEndTime'>;
type DueApp = Receiver & { storeId: Id; lastAnnounced: number };

const appsToDeliver = query<DueApp>(
  { reads: ['apps', 'available_changes'] },
  `SELECT a.id, a.store_id AS storeId, url, webhook_secret AS webhookSecret, old_webhook_secret AS oldSecret,
   old_secret_end_time AS oldSecretEndTime, last_announced AS lastAnnounced ${DUE}`,
);

/**
 * Creates a delivery of the oldest due changes for each app that is not busy, marked as `sending`: after this commit it
 * is sent at most once.
 */
export function claimDeliveries(tx: WriteTx, busy: readonly Id[], now: number): ClaimedDelivery[] {
  const due = tx.all(appsToDeliver, { busy: JSON.stringify(busy), now }).map((app) => withSecrets(tx, app));
  const sameChanges = Map.groupBy(due, ({ storeId, lastAnnounced }) => `${storeId} ${lastAnnounced}`);
  // Reads all contents first: a read of changes between the inserts would flush the queued deliveries.
  const groups = [...sameChanges.values()].map((apps) => {
    const [{ storeId, lastAnnounced }] = apps as [DueApp];
    return { apps, lastAnnounced, content: contentsFrom(tx, storeId, lastAnnounced + 1) };
  });
  return groups.flatMap(({ apps, lastAnnounced, content }) => {
    markAnnounced(tx, idsOf(apps), lastAnnounced + content.count);
    return apps.map((app) => startDelivery(tx, app, content, now));
  });
}

const idsOf = (rows: readonly { id: Id }[]): Id[] => rows.map(({ id }) => id);

/** A range of changes and its JSON text. */
interface Contents {
  first: number;
  count: number;
  items: string;
}

const NO_ITEMS: Contents = { first: 0, count: 0, items: '' };

function contentsFrom(tx: WriteTx, storeId: Id, first: number): Contents {
  const changes = changesFrom(tx, storeId, first, MAX_ITEMS);
  return { ...changes, items: itemsText(tx, changes) };
}

/** A test delivery without items. @throws AppError not_found; invalid_request if the app has no URL */
export function startPing(tx: WriteTx, appId: Id, now: number): ClaimedDelivery {
  const app = appById(tx, appId);
  if (app.url === '') throw invalidRequest('app_without_url', { app: app.key });
  return startDelivery(tx, app, NO_ITEMS, now);
}

const DELIVERIES = batchInsert({
  table: 'webhook_deliveries',
  columns: 'id, app_id, request_id, event_type, url, first_change, item_count, status, request_time',
});

function startDelivery(tx: WriteTx, app: Receiver, { first, count, items }: Contents, now: number): ClaimedDelivery {
  const { id: appId, url } = app;
  const requestId = randomUUID();
  const id = tx.nextId<Id>(DELIVERIES);
  tx.queueInsert(DELIVERIES, [id, appId, requestId, EVENT, url, first, count, 'sending', now]);
  const head = headOf({ requestId, eventType: EVENT, requestTime: now });
  return { id, appId, url, secrets: signingSecrets(app, now), head, items };
}

/** An undefined outcome is unknown. */
export interface DeliveryResult {
  id: Id;
  outcome: Outcome | undefined;
}

const updateDeliveries = command(
  { writes: ['webhook_deliveries'] },
  'UPDATE webhook_deliveries SET status = ?, answer = ?, response_excerpt = ?, millis = ? WHERE id = ?',
);

export function saveDeliveryResults(tx: WriteTx, results: readonly DeliveryResult[]): void {
  for (const { id, outcome } of results)
    tx.run(
      updateDeliveries,
      outcome ? (outcome.acknowledged ? 'acknowledged' : 'failed') : 'unknown',
      outcome?.answer ?? null,
      outcome?.responseExcerpt ?? null,
      outcome?.millis ?? null,
      id,
    );
  const acknowledged = results.filter(({ outcome }) => outcome?.acknowledged);
  if (acknowledged.length > 0) markAcknowledged(tx, idsOf(acknowledged));
}

const markInterrupted = command(
  { writes: ['webhook_deliveries'] },
  `UPDATE webhook_deliveries SET status = 'unknown' WHERE status = 'sending'`,
);

/** Marks deliveries interrupted by a stopped server as unknown; they are not retried. */
export const markInterruptedUnknown = (tx: WriteTx): number => tx.run(markInterrupted);
