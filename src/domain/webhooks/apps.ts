import type { Reader } from '../../db/reader.ts';
import { command, query } from '../../db/statement.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import { invalidRequest, notFound } from '../../lib/errors.ts';
import type { Id } from '../../lib/ids.ts';
import type { Message } from '../../lib/messages/catalogue.ts';
import { below, message } from '../../lib/messages/message.ts';
import type { SealedColumn } from '../../lib/sealed.ts';
import { newKey, newSecret } from '../../lib/secrets.ts';
import { isLongerThan } from '../../lib/text.ts';
import { MAX_LENGTH } from '../../lib/text-limits.ts';
import { audit, auditChange } from '../audit/audit-log.ts';
import { demoOf } from '../demo-mark.ts';
import { storeById } from '../stores.ts';
import { startOrderEvents } from './order-positions.ts';
import { withRecording } from './recording.ts';
import { SIMULATED_URL } from './simulated-url.ts';

/** A partner's program that receives webhooks about changed stock (docs/partner-api.md#webhooks). */
export interface App {
  id: Id;
  storeId: Id;
  key: string;
  name: string;
  /** Empty: nothing is delivered. */
  url: string;
  /** The events that the app subscribes to. */
  stockAvailableUpdated: boolean;
  /** Whether the app gets webhooks about orders of its channels. */
  orderUpdated: boolean;
  productUpdated: boolean;
  webhookSecret: string;
  /** The secret before a reset that keeps it: it signs too until `oldSecretEndTime`. */
  oldSecret: string | null;
  oldSecretEndTime: number | null;
}

type Switches = Pick<App, 'stockAvailableUpdated' | 'orderUpdated' | 'productUpdated'>;

export type AppFields = Partial<Pick<App, 'name' | 'url'> & Switches>;

const SELECT = `SELECT id, store_id AS storeId, key, name, url, stock_available_updated AS stockAvailableUpdated,
  order_updated AS orderUpdated, product_updated AS productUpdated, webhook_secret AS webhookSecret, old_webhook_secret AS oldSecret, old_secret_end_time AS oldSecretEndTime FROM apps`;

type AppRow = Omit<App, keyof Switches> & Record<keyof Switches, number>;

const appOf = (db: Reader, row: AppRow): App => ({
  ...withSecrets(db, row),
  stockAvailableUpdated: row.stockAvailableUpdated === 1,
  orderUpdated: row.orderUpdated === 1,
  productUpdated: row.productUpdated === 1,
});

/** Storage location of a secret. Its encryption is bound to this location. */
export const secretColumn = (column: 'webhook_secret' | 'old_webhook_secret', id: Id): SealedColumn => ({
  table: 'apps',
  column,
  id,
});

export const newSealedSecret = (tx: WriteTx, id: Id): string =>
  tx.keys.seal(secretColumn('webhook_secret', id), newSecret());

/** The row with decrypted secrets. */
export const withSecrets = <Row extends Pick<App, 'id' | 'webhookSecret' | 'oldSecret'>>(
  db: Reader,
  row: Row,
): Row => ({
  ...row,
  webhookSecret: db.keys.open(secretColumn('webhook_secret', row.id), row.webhookSecret),
  oldSecret: row.oldSecret && db.keys.open(secretColumn('old_webhook_secret', row.id), row.oldSecret),
});

const appsOfStore = query<AppRow>({ reads: ['apps'] }, `${SELECT} WHERE store_id = ? ORDER BY id`);

export const listApps = (db: Reader, storeId: Id): App[] => db.all(appsOfStore, storeId).map((row) => appOf(db, row));

const appRow = query<AppRow>({ reads: ['apps'] }, `${SELECT} WHERE id = ?`);

/** @throws AppError not_found */
export function appById(db: Reader, id: Id): App {
  const row = db.get(appRow, id);
  if (!row) throw notFound('app_not_found', { app: id });
  return appOf(db, row);
}

const storeOfApp = query<{ storeId: Id }>({ reads: ['apps'] }, 'SELECT store_id AS storeId FROM apps WHERE id = ?');

/** For a thread that cannot open secrets. @throws AppError not_found unless the app is the store's */
export function requireAppOfStore(db: Reader, storeId: Id, id: Id): void {
  if (db.get(storeOfApp, id)?.storeId !== storeId) throw notFound('app_not_found', { app: id });
}

/** The switches of the app by the names of the events. */
export const appEvents = (app: App) => ({
  stock_available_updated: app.stockAvailableUpdated,
  order_updated: app.orderUpdated,
  product_updated: app.productUpdated,
});

/** The events that are on. */
export const eventNames = (app: App): string[] =>
  Object.entries(appEvents(app)).flatMap(([name, isOn]) => (isOn ? name : []));

/** Whether the app receives any event. */
export const receivesWebhooks = (app: App): boolean => app.url !== '' && eventNames(app).length > 0;

/** `IS_LISTENING` of an app. */
export const isListening = ({ url, stockAvailableUpdated }: App): boolean => url !== '' && stockAvailableUpdated;

const NEWEST_PRODUCT = '(SELECT coalesce(max(change), 0) FROM products WHERE products.store_id = @storeId)';

const NEWEST_CHANGE =
  '(SELECT coalesce(max(id), 0) FROM available_changes WHERE available_changes.store_id = @storeId)';

const updateLastAnnounced = command(
  { writes: ['apps'] },
  'UPDATE apps SET last_announced = ? WHERE id IN (SELECT value FROM json_each(?))',
);

/** Marks the changes up to this one as announced: each is sent at most once. */
export const markAnnounced = (tx: WriteTx, ids: readonly Id[], change: number): number =>
  tx.run(updateLastAnnounced, change, JSON.stringify(ids));

const setAcknowledgeTime = command(
  { writes: ['apps'], reads: ['webhook_deliveries'] },
  `UPDATE apps SET acknowledge_time = max(coalesce(acknowledge_time, 0), newest)
   FROM (SELECT app_id, max(request_time) AS newest FROM json_each(?) ended
     CROSS JOIN webhook_deliveries d ON d.id = ended.value GROUP BY app_id)
   WHERE apps.id = app_id`,
);

/** Saves the send time of the newest acknowledged delivery of each app. */
export const markAcknowledged = (tx: WriteTx, deliveryIds: readonly Id[]): number =>
  tx.run(setAcknowledgeTime, JSON.stringify(deliveryIds));

const setLastProduct = command({ writes: ['apps'] }, 'UPDATE apps SET last_product = ? WHERE id = ?');

/** Marks the changes of products up to this one as sent: each is sent at most once. */
export const markProductsSent = (tx: WriteTx, id: Id, change: number): number => tx.run(setLastProduct, change, id);

const insertApp = command(
  { writes: ['apps'], reads: ['available_changes', 'products'] },
  `INSERT INTO apps (store_id, key, name, url, stock_available_updated, order_updated, product_updated,
     webhook_secret, create_time, last_announced, last_product)
   VALUES (@storeId, @key, @name, @url, @stock, @orders, @products, '', @now, ${NEWEST_CHANGE}, ${NEWEST_PRODUCT})`,
);

/** Adds an app. The caller shows its webhook secret once. */
export function addApp(tx: WriteTx, app: AppFields & { storeId: Id; key?: string; name: string }, now: number): App {
  checkUrl(tx, app.storeId, app.url ?? '');
  const values = {
    storeId: app.storeId,
    key: app.key ?? newKey('app'),
    name: app.name,
    url: app.url ?? '',
    stock: Number(app.stockAvailableUpdated ?? true),
    orders: Number(app.orderUpdated ?? false),
    products: Number(app.productUpdated ?? false),
    now,
  };
  const id = withRecording(tx, app.storeId, () => tx.insert<Id>(insertApp, values));
  saveSecret(tx, id, newSealedSecret(tx, id));
  audit(tx, 'app_added', { storeId: app.storeId, subjectId: id, detail: { url: app.url ?? '' } });
  return appById(tx, id);
}

/** Idempotent by key, for forms that are sent twice. */
export function addAppOnce(
  tx: WriteTx,
  app: AppFields & { storeId: Id; key: string; name: string },
  now: number,
): { app: App; isNew: boolean } {
  const existing = listApps(tx, app.storeId).find(({ key }) => key === app.key);
  return existing ? { app: existing, isNew: false } : { app: addApp(tx, app, now), isNew: true };
}

const updateApp = command(
  { writes: ['apps'], reads: ['available_changes', 'products'] },
  `UPDATE apps SET name = @name, url = @url, stock_available_updated = @stock, order_updated = @orders,
   product_updated = @products, last_announced = iif(@hadStock, last_announced, ${NEWEST_CHANGE}),
   last_product = iif(@hadProducts, last_product, ${NEWEST_PRODUCT}) WHERE id = @id`,
);

/** Changes the given fields. Changes while an event is off are never sent (docs/decisions.md#switches). */
export function changeApp(tx: WriteTx, id: Id, change: AppFields): App {
  const before = appById(tx, id);
  checkUrl(tx, before.storeId, change.url ?? '');
  const app = { ...before, ...change };
  const { storeId, name, url } = app;
  const values = {
    id,
    storeId,
    name,
    url,
    stock: Number(app.stockAvailableUpdated),
    orders: Number(app.orderUpdated),
    products: Number(app.productUpdated),
    hadStock: Number(isListening(before)),
    hadProducts: Number(before.url !== '' && before.productUpdated),
  };
  withRecording(tx, storeId, () => tx.run(updateApp, values));
  if (before.url === '' || !before.orderUpdated) startOrderEvents(tx, { appId: id });
  auditChange(tx, 'app_changed', { storeId, subjectId: id, before, after: change });
  return app;
}

const updateSecret = command({ writes: ['apps'] }, 'UPDATE apps SET webhook_secret = ? WHERE id = ?');

export const saveSecret = (tx: WriteTx, id: Id, sealed: string): number => tx.run(updateSecret, sealed, id);

const updateOldSecret = command(
  { writes: ['apps'] },
  'UPDATE apps SET old_webhook_secret = ?, old_secret_end_time = ? WHERE id = ?',
);

export const saveOldSecret = (tx: WriteTx, id: Id, sealed: string, endTime: number | null): number =>
  tx.run(updateOldSecret, sealed, endTime, id);

export const clearOldSecret = (tx: WriteTx, id: Id): number => tx.run(updateOldSecret, null, null, id);

const clearEndedSecrets = command(
  { writes: ['apps'] },
  'UPDATE apps SET old_webhook_secret = NULL, old_secret_end_time = NULL WHERE old_secret_end_time <= ?',
);

export const deleteEndedWebhookSecrets = (tx: WriteTx, now: number): number => tx.run(clearEndedSecrets, now);

/** The error of a webhook URL; undefined if it is empty or valid. */
export function webhookUrlProblem(url: string): Message | undefined {
  if (url === '') return undefined;
  if (isLongerThan(url, MAX_LENGTH.url)) return message('text_too_long', { most: MAX_LENGTH.url });
  const parsed = URL.parse(url);
  if (!parsed || !['http:', 'https:'].includes(parsed.protocol)) return message('not_a_web_address');
  return parsed.username || parsed.password ? message('url_with_credentials') : undefined;
}

/** Whether deliveries of the store may be simulated. */
const maySimulate = (db: Reader, storeId: Id): boolean =>
  storeById(db, storeId).sandboxOf !== null || demoOf(db) !== undefined;

function checkUrl(db: Reader, storeId: Id, url: string): void {
  if (url === SIMULATED_URL && maySimulate(db, storeId)) return;
  const problem = webhookUrlProblem(url);
  if (problem) throw invalidRequest(below('url', problem));
}
