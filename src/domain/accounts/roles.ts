import type { Reader } from '../../db/reader.ts';
import { command, query } from '../../db/statement.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import { invalidRequest, notFound } from '../../lib/errors.ts';
import { type Id, idText } from '../../lib/ids.ts';
import { sortedByName } from '../../lib/name-order.ts';
import { codePoints, hasVisibleCharacter, isSafeText, shorten } from '../../lib/text.ts';
import { audit, auditChange } from '../audit/audit-log.ts';
import { BUILT_IN_ROLES, type Permission, parsePermissions, permissionsText, type Role } from './permissions.ts';

// The only reader and writer of roles: a store's own.

const MAX_NAME_LENGTH = 60;

export interface CustomRole {
  id: Id;
  storeId: Id;
  /** Unique in the store, case-insensitive for ASCII letters. */
  name: string;
  permissions: ReadonlySet<Permission>;
}

type RoleRow = Omit<CustomRole, 'permissions'> & { permissions: string };

const roleOf = (row: RoleRow): CustomRole => ({ ...row, permissions: parsePermissions(row.permissions) });

const SELECT = 'SELECT id, store_id AS storeId, name, permissions FROM roles';

const roleRow = query<RoleRow>({ reads: ['roles'] }, `${SELECT} WHERE id = ?`);

export function roleById(db: Reader, id: Id): CustomRole | undefined {
  const row = db.get(roleRow, id);
  return row && roleOf(row);
}

const rolesOfStore = query<RoleRow>({ reads: ['roles'] }, `${SELECT} WHERE store_id = ?`);

export const listRoles = (db: Reader, storeId: Id): CustomRole[] =>
  sortedByName(db.all(rolesOfStore, storeId).map(roleOf), ({ name }) => name);

/** @throws AppError not_found unless it is a role of the store */
export function existingRole(db: Reader, storeId: Id, id: Id): CustomRole {
  const role = roleById(db, id);
  if (role?.storeId !== storeId) throw notFound('role_not_found', { path: 'id' });
  return role;
}

export interface RoleChoice {
  role: Role;
  roleId: Id | null;
}

/** A role by its key: the name of a built-in role, or the id or name of one of the store's own. */
export function roleByKey(db: Reader, storeId: Id | null, key: string): RoleChoice | undefined {
  const role = BUILT_IN_ROLES.find((name) => isSameName(name, key));
  if (role) return { role, roleId: null };
  const own = storeId === null ? [] : listRoles(db, storeId);
  const found = own.find(({ id }) => idText(id) === key) ?? own.find(({ name }) => isSameName(name, key));
  return found && { role: 'custom', roleId: found.id };
}

const isSameName = (a: string, b: string): boolean => a.toLowerCase() === b.normalize('NFC').trim().toLowerCase();

type RoleFields = Pick<CustomRole, 'name' | 'permissions'>;

const insertRole = command({ writes: ['roles'] }, 'INSERT INTO roles (store_id, name, permissions) VALUES (?, ?, ?)');

/** @throws AppError invalid_request if the name is invalid or taken, or no permission is chosen */
export function addRole(tx: WriteTx, storeId: Id, { name, permissions }: RoleFields): Id {
  const fitting = requireFreeRoleName(tx, storeId, name);
  const words = requirePermissions(permissions);
  const id = tx.insert<Id>(insertRole, storeId, fitting, words);
  audit(tx, 'role_added', { storeId, subjectId: id, detail: { name: fitting, permissions: words } });
  return id;
}

const updateRole = command({ writes: ['roles'] }, 'UPDATE roles SET name = ?, permissions = ? WHERE id = ?');

/**
 * Changes apply to the role's accounts immediately.
 *
 * @throws AppError not_found; invalid_request if the name is invalid or taken, or no permission is chosen
 */
export function changeRole(tx: WriteTx, storeId: Id, id: Id, { name, permissions }: RoleFields): void {
  const role = existingRole(tx, storeId, id);
  const before = { name: role.name, permissions: permissionsText(role.permissions) };
  const after = { name: requireFreeRoleName(tx, storeId, name, id), permissions: requirePermissions(permissions) };
  tx.run(updateRole, after.name, after.permissions, id);
  auditChange(tx, 'role_changed', { storeId, subjectId: id, before, after });
}

const accountsOfRole = query<{ name: string }>(
  { reads: ['accounts'] },
  'SELECT name FROM accounts WHERE role_id = ? ORDER BY id',
);
const deleteRole = command({ writes: ['roles'] }, 'DELETE FROM roles WHERE id = ?');

/** @throws AppError not_found; invalid_request while an account, also a disabled one, has the role */
export function removeRole(tx: WriteTx, storeId: Id, id: Id): void {
  const role = existingRole(tx, storeId, id);
  const accounts = tx.all(accountsOfRole, id).map(({ name }) => name);
  if (accounts.length > 0) throw invalidRequest('role_in_use', { role: role.name, accounts: accounts.join(', ') });
  tx.run(deleteRole, id);
  audit(tx, 'role_removed', { storeId, subjectId: id, detail: { name: role.name } });
}

/** @returns the normalized name @throws AppError invalid_request at `name` */
export function requireFreeRoleName(db: Reader, storeId: Id, text: string, own?: Id): string {
  const name = text.normalize('NFC').trim();
  if (!hasVisibleCharacter(name) || !isSafeText(name) || /\p{Cc}/u.test(name) || codePoints(name) > MAX_NAME_LENGTH)
    throw invalidRequest('role_name_unfit', { path: 'name', most: MAX_NAME_LENGTH });
  const other = roleByKey(db, storeId, name);
  if (isSameName('custom', name) || (other && (other.roleId === null || other.roleId !== own)))
    throw invalidRequest('role_name_taken', { path: 'name', name: shorten(name) });
  return name;
}

/** @throws AppError invalid_request at `permissions` */
function requirePermissions(permissions: ReadonlySet<Permission>): string {
  if (permissions.size === 0) throw invalidRequest('role_without_permission', { path: 'permissions' });
  return permissionsText(permissions);
}
