import type { Account } from '../domain/accounts/accounts.ts';
import type { Permission } from '../domain/accounts/permissions.ts';
import { AppError } from '../lib/errors.ts';

/** Required permissions of the account's role. */
export type RequiredPermissions = Permission | `${Permission} or ${Permission}` | `${Permission} and ${Permission}`;

/**
 * Required access: none, any account, any account with a store, permissions, a store owner, or the operator (an owner
 * of all stores).
 */
export type Access = 'anyone' | 'account' | 'staff' | RequiredPermissions | 'owner' | 'operator';

const isOwner = ({ role }: Account): boolean => role === 'owner';
const isOperator = (account: Account): boolean => isOwner(account) && account.storeId === null;

/** Whether a signed-in account with a store may open screens with this access. */
export function permits(account: Account, access: Access): boolean {
  switch (access) {
    case 'anyone':
    case 'account':
    case 'staff':
      return true;
    case 'owner':
      return isOwner(account);
    case 'operator':
      return isOperator(account);
    default:
      return hasPermissions(account, access);
  }
}

function hasPermissions({ permissions }: Account, required: string): boolean {
  const has = (word: string) => permissions.has(word as Permission);
  return required.includes(' or ') ? required.split(' or ').some(has) : required.split(' and ').every(has);
}

/** @throws AppError access_denied */
export function requireAccess(account: Account, access: Access): void {
  if (permits(account, access)) return;
  if (access === 'owner') throw new AppError('access_denied', 'owner_required');
  if (access === 'operator' && isOwner(account)) throw new AppError('access_denied', 'owner_of_all_stores_required');
  if (access === 'operator') throw new AppError('access_denied', 'owner_required');
  throw new AppError('access_denied', 'permission_required');
}
