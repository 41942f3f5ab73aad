import type { Id } from '../../lib/ids.ts';
import { type Account, type Role, reachesEvery } from './accounts.ts';

/** What an owner wants of an account to be made, while looking at a store. */
export interface WantedReach {
  role: Role;
  reach: 'store' | 'every' | undefined;
  storeId: Id;
  isOnlyStore: boolean;
}

/**
 * The store of an account that an owner makes: whoever is made by an owner of one store has that store, and so has
 * staff unless something else is said; where there is one store only, an owner has them all.
 */
export function storeOfNew(owner: Account, { role, reach, storeId, isOnlyStore }: WantedReach): Id | null {
  const wanted = reach ?? (role === 'owner' && isOnlyStore ? 'every' : 'store');
  return wanted === 'every' && reachesEvery(owner) ? null : storeId;
}

/** The store of an account that gets this role by an owner who looks at a store: staff of every store comes to that. */
export const storeInRole = (account: Account, role: Role, storeId: Id): Id | null =>
  role === 'staff' ? storeId : account.storeId;
