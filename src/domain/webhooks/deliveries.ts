import type { Reader } from '../../db/reader.ts';
import { batchInsert, command } from '../../db/statement.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import { invalidRequest } from '../../lib/errors.ts';
import type { Id } from '../../lib/ids.ts';
import { newUuid } from '../../lib/runtime.ts';
import { signingSecrets } from './app-secrets.ts';
import { type App, appById, markAcknowledged } from './apps.ts';
import { type Body, headOf, itemsText } from './body.ts';
import type { Outcome } from './send-webhook.ts';

// The only writer of webhook_deliveries.

export interface ClaimedDelivery extends Body {
  id: Id;
  appId: Id;
  url: string;
  requestId: string;
  /** Unix milliseconds. */
  requestTime: number;
  /** See `signingSecrets`. */
  secrets: readonly string[];
}

/** A kind of change that is sent to apps. */
export interface EventSource {
  /** Whether changes wait for a subscribed app, due or not. */
  isWaiting: (db: Reader) => boolean;
  /** Whether an app that is not busy has changes whose batching window is over. */
  isDue: (db: Reader, busy: readonly Id[], now: number) => boolean;
  /**
   * Creates a delivery of the oldest due changes for each app that is not busy. It is marked as `sending`, so that it is
   * sent at most once after this commit.
   */
  claim: (tx: WriteTx, busy: readonly Id[], now: number) => ClaimedDelivery[];
}

export const MAX_ITEMS = 100;

/** Milliseconds (docs/decisions.md#batching). */
export const BATCHING_WINDOW = 100;

/** The columns of `apps a` that make up a `Receiver`. */
export const RECEIVER = `a.id, a.store_id AS storeId, a.url, a.webhook_secret AS webhookSecret,
  a.old_webhook_secret AS oldSecret, a.old_secret_end_time AS oldSecretEndTime`;

export type Receiver = Pick<App, 'id' | 'storeId' | 'url' | 'webhookSecret' | 'oldSecret' | 'oldSecretEndTime'>;

export interface Contents {
  eventType: string;
  /** The first of consecutive changes of stock; 0: none. */
  first: number;
  count: number;
  /** Whether the items cannot be rebuilt from the stock changes. */
  isStored: boolean;
  /** JSON texts with commas between them. */
  items: string;
}

/** The contents of an event whose items are stored, because their rows change later. */
export const storedContents = (eventType: string, items: readonly object[]): Contents => ({
  eventType,
  first: 0,
  count: items.length,
  isStored: true,
  items: itemsText(items),
});

export const STOCK_EVENT = 'stock_available_updated';

const PING: Contents = { eventType: STOCK_EVENT, first: 0, count: 0, isStored: false, items: '' };

/** A test delivery without items. @throws AppError not_found; invalid_request if the app has no URL */
export function startPing(tx: WriteTx, appId: Id, now: number): ClaimedDelivery {
  const app = appById(tx, appId);
  if (app.url === '') throw invalidRequest('app_without_url', { app: app.key });
  return startDelivery(tx, app, PING, now);
}

const DELIVERIES = batchInsert({
  table: 'webhook_deliveries',
  columns: 'id, app_id, request_id, event_type, url, first_change, item_count, items, status, request_time',
});

/** @param app with decrypted secrets */
export function startDelivery(tx: WriteTx, app: Receiver, contents: Contents, now: number): ClaimedDelivery {
  const { id: appId, url } = app;
  const { eventType, first, count, isStored, items } = contents;
  const requestId = newUuid();
  const id = tx.nextId<Id>(DELIVERIES);
  tx.queueInsert(DELIVERIES, [
    id,
    appId,
    requestId,
    eventType,
    url,
    first,
    count,
    isStored ? items : null,
    'sending',
    now,
  ]);
  const head = headOf({ requestId, eventType, requestTime: now });
  return { id, appId, url, requestId, requestTime: now, secrets: signingSecrets(app, now), head, items };
}

export interface DeliveryResult {
  id: Id;
  /** Undefined: unknown. */
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
  if (acknowledged.length > 0)
    markAcknowledged(
      tx,
      acknowledged.map(({ id }) => id),
    );
}

const markInterrupted = command(
  { writes: ['webhook_deliveries'] },
  `UPDATE webhook_deliveries SET status = 'unknown' WHERE status = 'sending'`,
);

/** Marks the deliveries that the end of the server interrupted as unknown, so that they are not sent again. */
export const markInterruptedUnknown = (tx: WriteTx): number => tx.run(markInterrupted);
