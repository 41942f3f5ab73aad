import type { Reader } from '../../db/reader.ts';
import { query } from '../../db/statement.ts';
import { notFound } from '../../lib/errors.ts';
import type { Id } from '../../lib/ids.ts';
import type { Language } from '../../lib/messages/catalogue.ts';
import { type BuiltInRole, type Permission, parsePermissions, permissionsOf, type Role } from './permissions.ts';

export interface Account {
  id: Id;
  /** Case-insensitive for ASCII letters. */
  name: string;
  role: Role;
  /** The role that the store defined, if `role` is `custom`. */
  roleId: Id | null;
  roleName: string | null;
  permissions: ReadonlySet<Permission>;
  /** Null: every store. */
  storeId: Id | null;
  /** Null: not chosen yet. */
  language: Language | null;
  mustChangePassword: boolean;
  /** When a one-time password expires. */
  passwordExpireTime: number | null;
  disabled: boolean;
  createTime: number;
}

interface AccountRow extends Omit<Account, 'mustChangePassword' | 'disabled' | 'permissions'> {
  mustChange: number;
  disableTime: number | null;
  /** Permissions of a custom role, as JSON. */
  permissions: string | null;
}

const SELECT = `SELECT a.id, a.name, a.role, a.role_id AS roleId, r.name AS roleName, r.permissions,
  a.store_id AS storeId, a.language, a.must_change_password AS mustChange,
  a.password_expire_time AS passwordExpireTime, a.disable_time AS disableTime, a.create_time AS createTime
  FROM accounts a LEFT JOIN roles r ON r.id = a.role_id`;

const accountOf = ({ mustChange, disableTime, permissions, ...row }: AccountRow): Account => ({
  ...row,
  permissions: permissions === null ? permissionsOf(row.role as BuiltInRole) : parsePermissions(permissions),
  mustChangePassword: mustChange === 1,
  disabled: disableTime !== null,
});

const accountOrNone = (row: AccountRow | undefined): Account | undefined => (row ? accountOf(row) : undefined);

const accountRowById = query<AccountRow>({ reads: ['accounts', 'roles'] }, `${SELECT} WHERE a.id = +?`);

export const accountById = (db: Reader, id: Id): Account | undefined => accountOrNone(db.get(accountRowById, id));

const accountRowByName = query<AccountRow>({ reads: ['accounts', 'roles'] }, `${SELECT} WHERE a.name = ?`);

/** Also finds a disabled account. */
export const findAccount = (db: Reader, name: string): Account | undefined =>
  accountOrNone(db.get(accountRowByName, normalizeName(name)));

/** @throws AppError not_found */
export function accountByName(db: Reader, name: string): Account {
  const account = findAccount(db, name);
  if (!account) throw notFound('account_not_found', { account: name });
  return account;
}

const accountsOfStore = query<AccountRow>(
  { reads: ['accounts', 'roles'] },
  `${SELECT} WHERE coalesce(a.store_id, @storeId) = @storeId ORDER BY a.id`,
);

/** The accounts with access to the store, oldest first. */
export const listAccounts = (db: Reader, storeId: Id): Account[] => db.all(accountsOfStore, { storeId }).map(accountOf);

const accountRows = query<AccountRow>({ reads: ['accounts', 'roles'] }, `${SELECT} ORDER BY a.id`);

export const allAccounts = (db: Reader): Account[] => db.all(accountRows).map(accountOf);

/** Whether the account has a one-time password that is too old to sign in with. */
export const isPasswordExpired = ({ passwordExpireTime }: Account, now: number): boolean =>
  passwordExpireTime !== null && passwordExpireTime <= now;

export const hasAllStores = ({ storeId }: Account): boolean => storeId === null;

/** An owner of one store may not change accounts of every store. */
export const mayChange = (owner: Account, account: Account): boolean =>
  hasAllStores(owner) || account.storeId === owner.storeId;

/** The account, if it has access to the store and `mayChange` allows it. @throws AppError not_found */
export function changeableAccount(db: Reader, owner: Account, storeId: Id, id: Id): Account {
  const account = listAccounts(db, storeId).find((account) => account.id === id);
  if (!account || !mayChange(owner, account)) throw notFound('account_not_found', { account: id });
  return account;
}

const passwordHashById = query<{ hash: string }>(
  { reads: ['accounts'] },
  'SELECT password_hash AS hash FROM accounts WHERE id = ?',
);

export const passwordHashOf = (db: Reader, id: Id): string | undefined => db.get(passwordHashById, id)?.hash;

/** The normal form of stored names: NFC, trimmed. */
export const normalizeName = (name: string): string => name.normalize('NFC').trim();

/** The role and the stores of a new account, as the owner chooses them. */
export interface AccessChoice {
  role: Role;
  reach: 'store' | 'every' | undefined;
  storeId: Id;
  isOnlyStore: boolean;
}

/**
 * The store of a new account; null: every store. An owner of one store adds accounts of that store only. Default: the
 * current store; every store for an owner if there is only one.
 */
export function storeOfNew(owner: Account, { role, reach, storeId, isOnlyStore }: AccessChoice): Id | null {
  const chosen = reach ?? (role === 'owner' && isOnlyStore ? 'every' : 'store');
  return chosen === 'every' && hasAllStores(owner) ? null : storeId;
}

/** The store of an account after a change of its role. Only an owner can have every store. */
export const storeInRole = (account: Account, role: Role, storeId: Id): Id | null =>
  role === 'owner' ? account.storeId : (account.storeId ?? storeId);
