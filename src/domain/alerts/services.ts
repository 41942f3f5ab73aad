import type { Reader } from '../../db/reader.ts';
import type { SealedValue } from '../../db/sealed-values.ts';
import { command, query } from '../../db/statement.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import type { Id } from '../../lib/ids.ts';
import type { SealedColumn } from '../../lib/sealed.ts';
import { audit, changedFields } from '../audit/audit-log.ts';
import { WAYS, type Way } from './kinds.ts';
import { deleteRecipientsBy } from './recipients.ts';

// The only writer of alert_services.

export const SECURITIES = ['tls', 'starttls', 'none'] as const;

export interface EmailService {
  host: string;
  port: number;
  /** `starttls`: required, on a connection that begins unencrypted. */
  security: (typeof SECURITIES)[number];
  /** Undefined: the server needs no sign-in. */
  user?: string | undefined;
  password?: string | undefined;
  /** An email address. */
  sender: string;
}

export interface LineService {
  /** Channel access token. */
  token: string;
  /** Channel secret: it signs LINE's webhooks. */
  secret: string;
  /** Display name of the official account. */
  name: string;
  /** Such as `@abc1234x`. */
  basic_id: string;
}

/** The key pair that identifies this installation to push services (VAPID, RFC 8292), base64url. */
export interface PushService {
  public_key: string;
  private_key: string;
}

export interface Services {
  email: EmailService;
  line: LineService;
  push: PushService;
}

const SECRETS = ['password', 'token', 'secret', 'private_key'] as const;

interface Row {
  id: Id;
  way: Way;
  settings: string;
}

type Settings = Record<string, unknown>;

const columnOf = (id: Id, name: string): SealedColumn => ({ table: 'alert_services', column: `settings.${name}`, id });

const mapSecrets = (settings: Settings, change: (name: string, value: string) => string): Settings => ({
  ...settings,
  ...Object.fromEntries(
    SECRETS.flatMap((name) => {
      const value = settings[name];
      return typeof value === 'string' ? [[name, change(name, value)]] : [];
    }),
  ),
});

const rowOfWay = query<Row>(
  { reads: ['alert_services'] },
  'SELECT id, way, settings FROM alert_services WHERE way = ?',
);

/** With decrypted secrets; undefined if it is not set up. */
export function serviceOf<W extends Way>(db: Reader, way: W): Services[W] | undefined {
  const row = db.get(rowOfWay, way);
  if (!row) return undefined;
  const open = (name: string, sealed: string) => db.keys.open(columnOf(row.id, name), sealed);
  return mapSecrets(JSON.parse(row.settings), open) as never;
}

/** The ways that are set up. */
export const openWays = (db: Reader): Way[] => WAYS.filter((way) => db.get(rowOfWay, way) !== undefined);

/** The settings of a service that are not secret. */
export function shownService<W extends Way>(db: Reader, way: W): Partial<Services[W]> | undefined {
  const row = db.get(rowOfWay, way);
  if (!row) return undefined;
  const settings: Settings = JSON.parse(row.settings);
  return Object.fromEntries(Object.entries(settings).filter(([name]) => !SECRETS.includes(name as never))) as never;
}

const insertService = command(
  { writes: ['alert_services'] },
  `INSERT INTO alert_services (way, settings) VALUES (?, '{}')`,
);

const updateSettings = command({ writes: ['alert_services'] }, 'UPDATE alert_services SET settings = ? WHERE id = ?');

/** Sets a service up or replaces its settings. A new LINE account deletes the chats of the former one. */
export function putService<W extends Way>(tx: WriteTx, way: W, settings: Services[W]): void {
  const before: Settings = { ...serviceOf(tx, way) };
  const after: Settings = { ...settings };
  const id = tx.get(rowOfWay, way)?.id ?? tx.insert<Id>(insertService, way);
  const sealed = mapSecrets(after, (name, value) => tx.keys.seal(columnOf(id, name), value));
  tx.run(updateSettings, JSON.stringify(sealed), id);
  if (way === 'line' && before.basic_id !== undefined && before.basic_id !== after.basic_id)
    deleteRecipientsBy(tx, way);
  const changed = changedFields(before, after, [...SECRETS, 'user', 'sender']); // these are addresses of people
  if (Object.keys(changed).length > 0)
    audit(tx, 'alert_service_changed', { storeId: null, detail: { way, ...changed } });
}

const deleteService = command({ writes: ['alert_services'] }, 'DELETE FROM alert_services WHERE way = ?');

/**
 * Email addresses stay. Browsers are deleted, because they subscribed to the key pair, and chats, because they belong to
 * the official account.
 */
export function removeService(tx: WriteTx, way: Way): void {
  if (tx.run(deleteService, way) === 0) return;
  if (way !== 'email') deleteRecipientsBy(tx, way);
  audit(tx, 'alert_service_removed', { storeId: null, detail: { way } });
}

const everyRow = query<Row>({ reads: ['alert_services'] }, 'SELECT id, way, settings FROM alert_services ORDER BY id');

/** A service whose secrets are discarded has to be set up again. */
export const sealedServiceSecrets = (db: Reader): SealedValue[] =>
  db.all(everyRow).flatMap(({ id, way, settings }) => {
    const parsed: Settings = JSON.parse(settings);
    return SECRETS.flatMap((name) => {
      const sealed = parsed[name];
      if (typeof sealed !== 'string') return [];
      const replace = (tx: WriteTx, value: string) => {
        const stored: Settings = JSON.parse(tx.get(rowOfWay, way)?.settings ?? '{}');
        tx.run(updateSettings, JSON.stringify({ ...stored, [name]: value }), id);
      };
      return [
        {
          column: columnOf(id, name),
          owner: `alerts by ${way}`,
          sealed,
          replace,
          discard: (tx) => removeService(tx, way),
        },
      ] satisfies SealedValue[];
    });
  });
