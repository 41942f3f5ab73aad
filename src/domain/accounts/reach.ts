import type { Id } from '../../lib/ids.ts';
import { type Account, type Role, reachesEvery } from './accounts.ts';

/** The access that an owner chooses for a new account. */
export interface WantedReach {
  role: Role;
  reach: 'store' | 'every' | undefined;
  storeId: Id;
  isOnlyStore: boolean;
}

/**
 * The store of a new account: that of an owner of one store, the current one for staff by default, and every store for
 * an owner if there is only one.
 */
export function storeOfNew(owner: Account, { role, reach, storeId, isOnlyStore }: WantedReach): Id | null {
  const wanted = reach ?? (role === 'owner' && isOnlyStore ? 'every' : 'store');
  return wanted === 'every' && reachesEvery(owner) ? null : storeId;
}

/** The store of an account after a change of its role: staff of every store gets the current one. */
export const storeInRole = (account: Account, role: Role, storeId: Id): Id | null =>
  role === 'staff' ? storeId : account.storeId;
