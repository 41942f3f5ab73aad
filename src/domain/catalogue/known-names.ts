import type { Reader } from '../../db/reader.ts';
import type { Id } from '../../lib/ids.ts';
import { type ChangedProduct, changedAfter, liveProducts, newestChange } from './names.ts';
import { NamesInMemory } from './names-in-memory.ts';

interface Known {
  names: NamesInMemory;
  /** The newest change that they know of. */
  newest: number;
  /** Too much has changed for a list to wait for: it is taken in for nobody in particular. */
  isBehind: boolean;
}

const MOST_AWAITED = 1_000; // changes that a list takes in before it is answered: some 15 ms
const AT_ONCE = 100; // that are taken in for nobody in particular: some 3 ms

const knownNamesOf = new WeakMap<Reader, Map<Id, Known>>();

function knownIn(db: Reader): Map<Id, Known> {
  const known = knownNamesOf.get(db) ?? new Map<Id, Known>();
  knownNamesOf.set(db, known);
  return known;
}

/**
 * The names of the store's products as they are at this moment. Undefined where nobody has learnt them, where too much
 * has changed since, and in a transaction, whose changes may yet be undone: the rows then say the same, only later.
 */
export function knownNames(db: Reader, storeId: Id): NamesInMemory | undefined {
  const known = db.inTransaction ? undefined : knownIn(db).get(storeId);
  if (!known || known.isBehind) return undefined;
  const changed = changedAfter(db, storeId, known.newest, MOST_AWAITED);
  known.isBehind = changed.length === MOST_AWAITED;
  if (known.isBehind) return undefined;
  take(known, changed);
  return known.names;
}

/**
 * Learns all of the store's products, some thousands up to each `yield`, at which others may have their turn.
 *
 * @returns whether it has: not where some have changed meanwhile
 */
export function* learnNames(db: Reader, storeId: Id): Generator<void, boolean> {
  const newest = newestChange(db, storeId);
  const names = yield* NamesInMemory.of(liveProducts(db, storeId));
  if (newestChange(db, storeId) !== newest) return false;
  knownIn(db).set(storeId, { names, newest, isBehind: false });
  return true;
}

/** All of them, or as many as `learnMoreNames` has come to. */
export const hasLearntNames = (db: Reader, storeId: Id): boolean => knownIn(db).has(storeId);

/**
 * Learns some of what has become of the store's products, from the first one on where nobody has learnt them.
 *
 * @returns whether that was all
 */
export function learnMoreNames(db: Reader, storeId: Id): boolean {
  const known = knownIn(db).get(storeId) ?? { names: new NamesInMemory(), newest: 0, isBehind: true };
  const changed = changedAfter(db, storeId, known.newest, AT_ONCE);
  take(known, changed);
  knownIn(db).set(storeId, known);
  const isAll = changed.length < AT_ONCE;
  if (isAll) known.isBehind = false;
  return isAll;
}

function take(known: Known, changed: readonly ChangedProduct[]): void {
  const last = changed.at(-1);
  if (!last) return;
  known.names.take(changed);
  known.newest = last.change;
}
