import type { Reader } from '../../db/reader.ts';
import { command, query } from '../../db/statement.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import { invalidRequest, notFound } from '../../lib/errors.ts';
import type { Id } from '../../lib/ids.ts';
import type { Language } from '../../lib/messages/catalogue.ts';
import { codePoints, hasVisibleCharacter, isSafeText, shorten } from '../../lib/text.ts';
import { audit, auditChange } from '../audit/audit-log.ts';
import { type Account, accountById, findAccount, normalizeName } from './accounts.ts';
import type { Role } from './permissions.ts';
import { roleById } from './roles.ts';
import { endSessionsOf } from './sessions.ts';

// The only writer of accounts.

const MAX_NAME_LENGTH = 60;

export interface NewAccount {
  name: string;
  role: Role;
  /** Id of a custom role. */
  roleId?: Id | null;
  /** Null: every store, for owners only. */
  storeId: Id | null;
  passwordHash: string;
  mustChangePassword: boolean;
  passwordExpireTime?: number | null;
}

const insertAccount = command(
  { writes: ['accounts'] },
  `INSERT INTO accounts (name, password_hash, must_change_password, password_expire_time, role, role_id, store_id, create_time)
   VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
);

/** @throws AppError invalid_request if the name is invalid or taken, or the role does not fit the store */
export function addAccount(tx: WriteTx, account: NewAccount, now: number): Id {
  requireRole(tx, account);
  const id = tx.insert<Id>(
    insertAccount,
    requireFreeName(tx, account.name),
    account.passwordHash,
    Number(account.mustChangePassword),
    account.passwordExpireTime ?? null,
    account.role,
    account.roleId ?? null,
    account.storeId,
    now,
  );
  const { storeId, role, roleId } = account;
  audit(tx, 'account_added', { storeId, subjectId: id, detail: { role, ...(roleId != null && { roleId }) } });
  return id;
}

export interface AccountChange {
  name: string;
  role: Role;
  /** Id of a custom role. */
  roleId: Id | null;
  /** Null: every store, for owners only. */
  storeId: Id | null;
  disabled: boolean;
  language: Language | null;
}

const updateAccount = command(
  { writes: ['accounts'] },
  `UPDATE accounts SET name = @name, role = @role, role_id = @roleId, store_id = @storeId, language = @language,
   disable_time = iif(@disabled, coalesce(disable_time, @now), NULL) WHERE id = @id`,
);

/**
 * Changes the given fields. Disabling ends the sessions. @throws AppError invalid_request if a store would lose its
 * last owner, or the name is invalid or taken
 */
export function changeAccount(tx: WriteTx, id: Id, change: Partial<AccountChange>, now: number): Account {
  const before = existingAccount(tx, id);
  const after = { ...before, ...change };
  requireRole(tx, after);
  requireAnotherOwner(tx, before, after);
  const name = change.name === undefined ? before.name : requireFreeName(tx, change.name, id);
  tx.run(updateAccount, {
    id,
    name,
    role: after.role,
    roleId: after.roleId,
    storeId: after.storeId,
    language: after.language,
    disabled: Number(after.disabled),
    now,
  });
  if (after.disabled) endSessionsOf(tx, id);
  auditChange(tx, 'account_changed', { storeId: after.storeId, subjectId: id, before, after, secret: ['name'] });
  return existingAccount(tx, id);
}

export interface NewPassword {
  passwordHash: string;
  mustChangePassword: boolean;
  passwordExpireTime?: number | null;
}

const updatePassword = command(
  { writes: ['accounts'] },
  'UPDATE accounts SET password_hash = ?, must_change_password = ?, password_expire_time = ? WHERE id = ?',
);

/** Changes the password and ends the sessions. @param exceptToken of the session to keep */
export function setPassword(tx: WriteTx, id: Id, password: NewPassword, exceptToken?: string): void {
  const { passwordHash, mustChangePassword, passwordExpireTime = null } = password;
  tx.run(updatePassword, passwordHash, Number(mustChangePassword), passwordExpireTime, id);
  endSessionsOf(tx, id, exceptToken);
  const event = mustChangePassword ? 'password_reset' : 'password_changed';
  audit(tx, event, { storeId: existingAccount(tx, id).storeId, subjectId: id });
}

const updateHash = command({ writes: ['accounts'] }, 'UPDATE accounts SET password_hash = ? WHERE id = ?');

/** Stores the hash of the same password with another cost. */
export const replaceHash = (tx: WriteTx, id: Id, passwordHash: string): number => tx.run(updateHash, passwordHash, id);

function existingAccount(db: Reader, id: Id): Account {
  const account = accountById(db, id);
  if (!account) throw notFound('account_not_found', { account: id });
  return account;
}

/** @returns the normalized name */
/** @returns the name as it is stored @throws AppError invalid_request at `name` */
export function requireFreeName(db: Reader, text: string, own?: Id): string {
  const name = normalizeName(text);
  if (!hasVisibleCharacter(name) || !isSafeText(name) || /\p{Cc}/u.test(name) || codePoints(name) > MAX_NAME_LENGTH)
    throw invalidRequest('account_name_unfit', { path: 'name', most: MAX_NAME_LENGTH });
  const other = findAccount(db, name);
  if (other && other.id !== own) throw invalidRequest('account_name_taken', { path: 'name', name: shorten(name) });
  return name;
}

/** Only an owner can have every store, and a custom role is one of the account's store. */
function requireRole(
  db: Reader,
  { role, roleId = null, storeId }: Pick<NewAccount, 'role' | 'roleId' | 'storeId'>,
): void {
  if (role !== 'owner' && storeId === null) throw invalidRequest('staff_needs_a_store', { path: 'role' });
  const isKnown = roleId === null ? role !== 'custom' : role === 'custom' && roleById(db, roleId)?.storeId === storeId;
  if (!isKnown) throw invalidRequest('role_not_found', { path: 'role' });
}

type Access = Pick<Account, 'role' | 'storeId' | 'disabled'>;

const otherOwner = query<object>(
  { reads: ['accounts'] },
  `SELECT 1 FROM accounts WHERE role = 'owner' AND disable_time IS NULL AND id <> @id
   AND (store_id IS NULL OR store_id = @storeId)`,
);

/** Each store needs another enabled owner before an owner loses access to it. */
function requireAnotherOwner(db: Reader, before: Account, after: Access): void {
  const ownsStore = (account: Access) => account.role === 'owner' && !account.disabled;
  const keeps = ownsStore(after) && (after.storeId === null || after.storeId === before.storeId);
  if (!ownsStore(before) || keeps) return;
  const other = db.get(otherOwner, { id: before.id, storeId: before.storeId });
  if (!other) throw invalidRequest('last_owner', { account: before.name });
}
