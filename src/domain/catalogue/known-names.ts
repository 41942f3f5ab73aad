import type { Database } from '../../db/database.ts';
import type { Id } from '../../lib/ids.ts';
import { changedAfter, liveProducts } from './names.ts';
import { NamesInMemory } from './names-in-memory.ts';

interface Known {
  names: NamesInMemory;
  /** The newest change that they know of. */
  newest: number;
}

const MOST_CHANGES = 1_000; // taken in at once, in some 5 ms; where there are more, all are read anew

const knownIn = (db: Database): Map<Id, Known> => db.kept('product names', () => new Map<Id, Known>());

/**
 * The names of the store's products as they are at this moment. Undefined where nobody has learnt them, where too much
 * has changed since, and in a transaction, whose changes may yet be undone: the rows then say the same, only later.
 */
export function knownNames(db: Database, storeId: Id): NamesInMemory | undefined {
  const known = db.inTransaction ? undefined : knownIn(db).get(storeId);
  return known && isBroughtUpToDate(db, storeId, known) ? known.names : undefined;
}

/** Learns the store's products, or what has become of them since. */
export function learnNames(db: Database, storeId: Id): void {
  const known = knownIn(db).get(storeId);
  if (known && isBroughtUpToDate(db, storeId, known)) return;
  const live = liveProducts(db, storeId);
  knownIn(db).set(storeId, { names: new NamesInMemory(live), newest: live.newest });
}

/** False where too much has changed. */
function isBroughtUpToDate(db: Database, storeId: Id, known: Known): boolean {
  const changed = changedAfter(db, storeId, known.newest, MOST_CHANGES);
  if (changed.length === MOST_CHANGES) return false;
  const last = changed.at(-1);
  if (!last) return true;
  known.names.take(changed);
  known.newest = last.change;
  return true;
}
