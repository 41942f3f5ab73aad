import type { Reader } from '../../db/reader.ts';
import type { SealedValue } from '../../db/sealed-values.ts';
import { command, query } from '../../db/statement.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import { invalidRequest } from '../../lib/errors.ts';
import type { Id } from '../../lib/ids.ts';
import type { SealedColumn } from '../../lib/sealed.ts';
import { audit, changedFields } from '../audit/audit-log.ts';
import { storeById } from '../stores.ts';
import { deleteOldSecret } from './old-secrets.ts';

// The only writer of couriers.

/**
 * Settings by adapter. `tracking_url` is the buyers' tracking page with `{number}`; typed tracking numbers look like one
 * of `number_example`, which are separated by spaces.
 */
type CourierSettings = { tracking_url?: string | undefined; number_example?: string | undefined } & (
  | {
      adapter: 'number_pool';
      /** Warn if fewer numbers are left. */
      warn_below?: number | undefined;
      /** Thailand Post's tracking service; used only with a token. */
      url?: string | undefined;
      token?: string | undefined;
      secret?: string | undefined;
    }
  | { adapter: 'http'; url: string; secret?: string | undefined }
  | { adapter: 'flash'; url: string; merchant_id: string; secret?: string | undefined }
  | ShippopSettings
  | { adapter: 'manual' }
  /** Only in sandboxes. */
  | { adapter: 'simulated' }
);

/** Address, email and API key (`secret`) are those of an account, which several couriers of a store share. */
export interface ShippopSettings {
  adapter: 'shippop';
  url: string;
  email: string;
  secret?: string | undefined;
  courier_code: string;
  parcel_size?: string | undefined;
}

/** A store's courier. */
export interface CourierName {
  storeId: Id;
  shippingType: string;
}

export interface Courier extends CourierName {
  id: Id;
  settings: CourierSettings;
}

type CourierRow = Omit<Courier, 'settings'> & { settings: string };

const SELECT = 'SELECT id, store_id AS storeId, shipping_type AS shippingType, settings FROM couriers';

/** Secrets stay encrypted in threads, which have no keys and need none. */
const courierOf = (db: Reader, { settings, ...row }: CourierRow): Courier => ({
  ...row,
  settings: mapSecrets(JSON.parse(settings), (name, sealed) =>
    db.hasKeys ? db.keys.open(columnOf(row.id, name), sealed) : sealed,
  ),
});

const SECRET_SETTINGS = ['secret', 'token'] as const;

type SecretSetting = (typeof SECRET_SETTINGS)[number];

const columnOf = (id: Id, name: SecretSetting): SealedColumn => ({ table: 'couriers', column: `settings.${name}`, id });

/** The settings with other secrets. */
function mapSecrets(
  settings: CourierSettings,
  change: (name: SecretSetting, value: string) => string,
): CourierSettings {
  const changed = SECRET_SETTINGS.flatMap((name) => {
    const value = (settings as Partial<Record<SecretSetting, string>>)[name];
    return value === undefined ? [] : [[name, change(name, value)]];
  });
  return { ...settings, ...Object.fromEntries(changed) };
}

const couriersOfStore = query<CourierRow>({ reads: ['couriers'] }, `${SELECT} WHERE store_id = ? ORDER BY id`);

export const listCouriers = (db: Reader, storeId: Id): readonly Courier[] =>
  db.cached('couriers', storeId, () => db.all(couriersOfStore, storeId).map((row) => courierOf(db, row)));

export const findCourier = (db: Reader, storeId: Id, shippingType: string): Courier | undefined =>
  listCouriers(db, storeId).find((courier) => courier.shippingType === shippingType);

/** After each change of a store's couriers. */
function invalidateCouriers(tx: WriteTx, storeId: Id): void {
  tx.invalidate('couriers', storeId);
  tx.invalidate('tracking patterns', storeId);
}

const couriersOfAllStores = query<CourierRow>({ reads: ['couriers'] }, `${SELECT} ORDER BY store_id, id`);

export const allCouriers = (db: Reader): Courier[] => db.all(couriersOfAllStores).map((row) => courierOf(db, row));

/** Address and account of the courier; null for a number pool, which needs none. */
export function addressOf({ settings }: Courier): string | null {
  if (settings.adapter === 'http') return `http ${settings.url}`;
  if (settings.adapter === 'shippop') return `shippop ${settings.url} ${settings.email}`;
  return settings.adapter === 'flash' ? `flash ${settings.url} ${settings.merchant_id}` : null;
}

/** Whether both are the same account, as with Thailand Post: then callbacks of one are about both. */
export function isSameAccount(db: Reader, first: CourierName, second: CourierName): boolean {
  if (first.storeId !== second.storeId) return false;
  if (first.shippingType === second.shippingType) return true;
  const [a, b] = [first, second].map(({ storeId, shippingType }) => findCourier(db, storeId, shippingType));
  return (
    a !== undefined && b !== undefined && a.settings.adapter === b.settings.adapter && addressOf(a) === addressOf(b)
  );
}

/** Whether raan requests tracking numbers. Numbers of a manual courier are entered. */
export const isBookable = (courier: Courier | undefined): courier is Courier =>
  courier !== undefined && courier.settings.adapter !== 'manual';

/** Whether it is the courier of a sandbox, whose parcels arrive within minutes. */
export const isSimulated = (courier: Courier | undefined): boolean => courier?.settings.adapter === 'simulated';

/** Whether raan polls the courier for events. */
export const isTracked = (courier: Courier | undefined): courier is Courier =>
  isBookable(courier) && (courier.settings.adapter !== 'number_pool' || courier.settings.token !== undefined);

/** Adds or changes a courier. Missing settings stay, unless the adapter changes. */
export function putCourier(tx: WriteTx, storeId: Id, shippingType: string, settings: CourierSettings): Courier {
  const known = findCourier(tx, storeId, shippingType)?.settings;
  const defined = JSON.parse(JSON.stringify(settings)); // without undefined settings
  return replaceCourier(
    tx,
    storeId,
    shippingType,
    known?.adapter === settings.adapter ? { ...known, ...defined } : defined,
  );
}

const insertCourier = command(
  { writes: ['couriers'] },
  `INSERT INTO couriers (store_id, shipping_type, settings) VALUES (?, ?, '{}')`,
);

const updateSettings = command({ writes: ['couriers'] }, 'UPDATE couriers SET settings = ? WHERE id = ?');

export const secretOf = (settings: CourierSettings): string | undefined =>
  'secret' in settings ? settings.secret : undefined;

/**
 * Adds a courier or replaces all its settings. Another secret also ends the old one.
 *
 * @throws AppError invalid_request in a sandbox
 */
export function replaceCourier(tx: WriteTx, storeId: Id, shippingType: string, settings: CourierSettings): Courier {
  if (settings.adapter !== 'simulated' && storeById(tx, storeId).sandboxOf !== null)
    throw invalidRequest('sandbox_couriers_are_simulated');
  const before = findCourier(tx, storeId, shippingType);
  const id = before?.id ?? tx.insert<Id>(insertCourier, storeId, shippingType);
  const sealed = mapSecrets(settings, (name, value) => tx.keys.seal(columnOf(id, name), value));
  tx.run(updateSettings, JSON.stringify(sealed), id);
  if (before && secretOf(before.settings) !== secretOf(settings)) deleteOldSecret(tx, before.id);
  invalidateCouriers(tx, storeId);
  const courier = findCourier(tx, storeId, shippingType) as Courier;
  auditSettings(tx, courier, before?.settings);
  return courier;
}

/** Secrets and tokens are never logged. */
function auditSettings(tx: WriteTx, { id, storeId, shippingType, settings }: Courier, before: object = {}): void {
  const removed = Object.fromEntries(Object.keys(before).map((name) => [name, null]));
  const changed = changedFields<Record<string, unknown>>({ ...before }, { ...removed, ...settings }, SECRET_SETTINGS);
  if (Object.keys(changed).length > 0)
    audit(tx, 'courier_set', { storeId, subjectId: id, detail: { shipping_type: shippingType, ...changed } });
}

const deleteCourierRow = command({ writes: ['couriers'] }, 'DELETE FROM couriers WHERE id = ?');

/** The caller checks that nothing refers to it. */
export function deleteCourier(tx: WriteTx, { id, storeId, shippingType }: Courier): void {
  deleteOldSecret(tx, id);
  tx.run(deleteCourierRow, id);
  invalidateCouriers(tx, storeId);
  audit(tx, 'courier_removed', { storeId, subjectId: id, detail: { shipping_type: shippingType } });
}

/** The secrets and tokens of all couriers as they are stored. */
export const sealedCourierSecrets = (db: Reader): SealedValue[] =>
  db.all(couriersOfAllStores).flatMap(({ id, storeId, shippingType, settings }) =>
    SECRET_SETTINGS.flatMap((name) => {
      const sealed: string | undefined = JSON.parse(settings)[name];
      if (sealed === undefined) return [];
      const put = (tx: WriteTx, value: string | undefined) => {
        tx.run(updateSettings, JSON.stringify({ ...storedSettings(tx, id), [name]: value }), id);
        invalidateCouriers(tx, storeId);
      };
      const discard = (tx: WriteTx) => put(tx, undefined);
      return [{ column: columnOf(id, name), owner: `courier ${shippingType}`, sealed, replace: put, discard }];
    }),
  );

const settingsById = query<{ settings: string }>({ reads: ['couriers'] }, 'SELECT settings FROM couriers WHERE id = ?');

const storedSettings = (db: Reader, id: Id): object => JSON.parse(db.get(settingsById, id)?.settings ?? '{}');

/** Tracking page of Thailand Post. Stores configure the pages of other couriers. */
const THAILAND_POST_URL = 'https://track.thailandpost.co.th/?trackNumber={number}';
export const THAILAND_POST: readonly string[] = ['ems', 'register', 'parcel'];

const patternsOfStore = query<{ shippingType: string; pattern: string }>(
  { reads: ['couriers'] },
  `SELECT shipping_type AS shippingType, settings ->> 'tracking_url' AS pattern FROM couriers
   WHERE store_id = ? AND pattern IS NOT NULL`,
);

/** By shipping type. Read without secrets, so that orders stay readable when a key is missing. */
const trackingPatterns = (db: Reader, storeId: Id): ReadonlyMap<string, string> =>
  db.cached(
    'tracking patterns',
    storeId,
    () => new Map(db.all(patternsOfStore, storeId).map(({ shippingType, pattern }) => [shippingType, pattern])),
  );

interface NumberedParcel {
  shippingType: string;
  trackingNumber: string | null;
  ownTrackingUrl: string | null;
}

/** The parcel's tracking page for buyers: the courier's own, otherwise the pattern with the number. */
export function trackingUrl(
  db: Reader,
  storeId: Id,
  { shippingType, trackingNumber, ownTrackingUrl }: NumberedParcel,
): string | undefined {
  if (ownTrackingUrl !== null) return ownTrackingUrl;
  if (trackingNumber === null) return undefined;
  const configured = trackingPatterns(db, storeId).get(shippingType);
  const pattern = configured ?? (THAILAND_POST.includes(shippingType) ? THAILAND_POST_URL : undefined);
  return pattern?.replace('{number}', encodeURIComponent(trackingNumber));
}
