import type { Id } from '../../lib/ids.ts';
import type { Account } from '../accounts/accounts.ts';
import type { Permission } from '../accounts/permissions.ts';

/** The kinds of alerts, in the order of the page on which an account chooses them. */
export const KINDS = [
  'new_order',
  'slip_waiting',
  'low_stock',
  'booking_failed',
  'parcel_returned',
  'webhook_failing',
  'backup_failed',
  'new_device',
  'summary',
] as const;

export type Kind = (typeof KINDS)[number];

/** Ways in which alerts reach an account. */
export const WAYS = ['line', 'email', 'push'] as const;

export type Way = (typeof WAYS)[number];

export const isWay = (text: string | undefined): text is Way => WAYS.some((way) => way === text);

/** The kinds about the installation instead of a store have this id. */
export const NO_STORE = 0 as Id;

/** `operator`: owners of all stores. Without an entry every account gets the kind. */
const NEEDED: Partial<Record<Kind, Permission | 'operator'>> = {
  new_order: 'orders',
  slip_waiting: 'money',
  low_stock: 'stock',
  booking_failed: 'orders',
  parcel_returned: 'orders',
  webhook_failing: 'partners',
  backup_failed: 'operator',
};

/** Whether the account has the permission for alerts of this kind. */
export function mayReceive({ role, storeId, permissions }: Account, kind: Kind): boolean {
  const needed = NEEDED[kind];
  if (needed === 'operator') return role === 'owner' && storeId === null;
  return needed === undefined || permissions.has(needed);
}

/** Whether the account has the permission for alerts of this kind about the store. */
export const mayReceiveFromStore = (account: Account, kind: Kind, storeId: Id): boolean =>
  mayReceive(account, kind) && (storeId === NO_STORE || account.storeId === null || account.storeId === storeId);

/** Sent immediately, even in quiet hours. The account chose the time of its summary itself. */
export const isUrgent = (kind: Kind): boolean =>
  kind === 'backup_failed' || kind === 'new_device' || kind === 'summary';
