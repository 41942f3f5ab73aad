import type { Reader } from '../../db/reader.ts';
import { command, query } from '../../db/statement.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import { invalidRequest, notFound } from '../../lib/errors.ts';
import type { Id } from '../../lib/ids.ts';
import type { Message } from '../../lib/messages/catalogue.ts';
import { message } from '../../lib/messages/message.ts';
import { newUuid } from '../../lib/runtime.ts';
import { newKey } from '../../lib/secrets.ts';
import { audit, auditChange } from '../audit/audit-log.ts';
import { startOrderEvents } from '../webhooks/order-positions.ts';
import { withRecording } from '../webhooks/recording.ts';
import { addClientSecret } from './client-secrets.ts';
import { revokeTokens } from './tokens.ts';

export const PERMISSIONS = [
  'orders.create',
  'orders.read',
  'addresses.read',
  'stock.read',
  'orders.list',
  'orders.cancel',
  'orders.pay',
] as const;
export type Permission = (typeof PERMISSIONS)[number];

/** The permissions of a channel for which none are named. */
export const DEFAULT_PERMISSIONS: readonly Permission[] = ['orders.create', 'orders.read', 'addresses.read'];

/** A partner system's access to one store (docs/decisions.md#channels-and-permissions). */
export interface Channel {
  id: Id;
  storeId: Id;
  key: string;
  name: string;
  clientId: string;
  permissions: readonly Permission[];
  /** Orders of other channels and of the store, and their customers' addresses, are unknown to it. */
  ownOrdersOnly: boolean;
  /** Null: the store's default tier. */
  priceTierId: Id | null;
  appId: Id | null;
  enabled: boolean;
  expireTime: number | null;
}

export type ChannelFields = Partial<
  Pick<Channel, 'name' | 'permissions' | 'ownOrdersOnly' | 'priceTierId' | 'appId' | 'enabled' | 'expireTime'>
>;

const COLUMN_OF: Record<Permission, string> = {
  'orders.create': 'orders_create',
  'orders.read': 'orders_read',
  'addresses.read': 'addresses_read',
  'stock.read': 'stock_read',
  'orders.list': 'orders_list',
  'orders.cancel': 'orders_cancel',
  'orders.pay': 'orders_pay',
};

const PERMISSION_COLUMNS = PERMISSIONS.map((permission) => COLUMN_OF[permission]);

type ChannelRow = Omit<Channel, 'permissions' | 'enabled' | 'ownOrdersOnly'> & {
  enabled: number;
  ownOrdersOnly: number;
  /** JSON list of 0 and 1, in the order of PERMISSIONS. */
  granted: string;
};

const SELECT = `SELECT id, store_id AS storeId, key, name, client_id AS clientId, price_tier_id AS priceTierId,
  app_id AS appId, enabled, expire_time AS expireTime, own_orders_only AS ownOrdersOnly,
  json_array(${PERMISSION_COLUMNS}) AS granted FROM channels`;

function channelOf({ granted, ...row }: ChannelRow): Channel {
  const isGranted = JSON.parse(granted) as number[];
  return {
    ...row,
    enabled: row.enabled === 1,
    ownOrdersOnly: row.ownOrdersOnly === 1,
    permissions: PERMISSIONS.filter((_, i) => isGranted[i] === 1),
  };
}

const channelsOfStore = query<ChannelRow>({ reads: ['channels'] }, `${SELECT} WHERE store_id = ? ORDER BY id`);

export const listChannels = (db: Reader, storeId: Id): Channel[] => db.all(channelsOfStore, storeId).map(channelOf);

const channelNamesOfStore = query<Pick<Channel, 'name' | 'id'>>(
  { reads: ['channels'] },
  'SELECT id, name FROM channels WHERE store_id = ? ORDER BY id',
);

export const channelNames = (db: Reader, storeId: Id): readonly Pick<Channel, 'id' | 'name'>[] =>
  db.all(channelNamesOfStore, storeId);

const channelRow = query<ChannelRow>({ reads: ['channels'] }, `${SELECT} WHERE id = ?`);

/** @throws AppError not_found */
export function channelById(db: Reader, id: Id): Channel {
  const row = db.get(channelRow, id);
  if (!row) throw notFound('channel_not_found', { channel: id });
  return channelOf(row);
}

/** Whether the channel is enabled and not expired: it gets tokens and its tokens are valid. */
export const isLive = ({ enabled, expireTime }: Channel, now: number): boolean =>
  enabled && (expireTime === null || now < expireTime);

/** Why the channel is not live, for the store's call log. */
export function inactiveReason(channel: Channel, now: number): Message | undefined {
  if (isLive(channel, now)) return undefined;
  return message(channel.enabled ? 'channel_expired' : 'channel_disabled');
}

export interface ChannelWithSecret {
  channel: Channel;
  /** Shown once; only its hash is stored. */
  clientSecret: string;
}

const insertChannel = command(
  { writes: ['channels'] },
  `INSERT INTO channels (store_id, key, name, client_id, ${PERMISSION_COLUMNS},
   own_orders_only, price_tier_id, app_id, enabled, expire_time, create_time)
   VALUES (?, ?, ?, ?, ${PERMISSION_COLUMNS.map(() => '?')}, ?, ?, ?, ?, ?, ?)`,
);

/** @throws AppError invalid_request at price_tier or app if it does not belong to the store */
export function addChannel(
  tx: WriteTx,
  fields: ChannelFields & { storeId: Id; key?: string; name: string },
  now: number,
): ChannelWithSecret {
  requireOfStore(tx, fields.storeId, fields);
  const { storeId } = fields;
  const permissions = fields.permissions ?? DEFAULT_PERMISSIONS;
  const values = [
    storeId,
    fields.key ?? newKey('channel'),
    fields.name,
    newUuid(),
    ...PERMISSIONS.map((permission) => Number(permissions.includes(permission))),
    Number(fields.ownOrdersOnly ?? false),
    fields.priceTierId ?? null,
    fields.appId ?? null,
    Number(fields.enabled ?? true),
    fields.expireTime ?? null,
    now,
  ];
  const id = withRecording(tx, storeId, () => tx.insert<Id>(insertChannel, ...values));
  startOrderEvents(tx, { channelId: id });
  audit(tx, 'channel_added', { storeId, subjectId: id, detail: { permissions } });
  return { channel: channelById(tx, id), clientSecret: addClientSecret(tx, id) };
}

/** Idempotent by key, for forms that are sent twice. */
export function addChannelOnce(
  tx: WriteTx,
  fields: ChannelFields & { storeId: Id; key: string; name: string },
  now: number,
): ChannelWithSecret | { channel: Channel; clientSecret?: never } {
  const channel = listChannels(tx, fields.storeId).find(({ key }) => key === fields.key);
  return channel ? { channel } : addChannel(tx, fields, now);
}

const updateChannel = command(
  { writes: ['channels'] },
  `UPDATE channels SET name = ?, ${PERMISSION_COLUMNS.map((column) => `${column} = ?`)}, own_orders_only = ?,
   price_tier_id = ?, app_id = ?, enabled = ?, expire_time = ? WHERE id = ?`,
);

/**
 * Changes the given fields, with immediate effect on issued tokens; a disabled channel loses them.
 * @throws AppError not_found; invalid_request at price_tier or app if it does not belong to the store
 */
export function changeChannel(tx: WriteTx, id: Id, change: ChannelFields): Channel {
  const before = channelById(tx, id);
  const channel = { ...before, ...change };
  requireOfStore(tx, channel.storeId, change);
  const values = [
    channel.name,
    ...PERMISSIONS.map((permission) => Number(channel.permissions.includes(permission))),
    Number(channel.ownOrdersOnly),
    channel.priceTierId,
    channel.appId,
    Number(channel.enabled),
    channel.expireTime,
    id,
  ];
  withRecording(tx, channel.storeId, () => tx.run(updateChannel, ...values));
  if (channel.appId !== before.appId) startOrderEvents(tx, { channelId: id });
  if (!channel.enabled) revokeTokens(tx, id);
  tx.invalidate('bearer');
  auditChange(tx, 'channel_changed', { storeId: channel.storeId, subjectId: id, before, after: change });
  return channel;
}

/** Revokes all tokens of the channel. It can get new ones. */
export function revokeChannelTokens(tx: WriteTx, id: Id): void {
  revokeTokens(tx, id);
  audit(tx, 'tokens_revoked', { storeId: channelById(tx, id).storeId, subjectId: id });
}

const tierOfStore = query<object>(
  { reads: ['price_tiers'] },
  'SELECT 1 FROM price_tiers WHERE id = ? AND store_id = ?',
);

const appOfStore = query<object>({ reads: ['apps'] }, 'SELECT 1 FROM apps WHERE id = ? AND store_id = ?');

function requireOfStore(db: Reader, storeId: Id, { priceTierId, appId }: ChannelFields): void {
  if (priceTierId && !db.get(tierOfStore, priceTierId, storeId))
    throw invalidRequest('unknown_price_tier', { path: 'price_tier' });
  if (appId && !db.get(appOfStore, appId, storeId)) throw invalidRequest('unknown_app', { path: 'app' });
}
