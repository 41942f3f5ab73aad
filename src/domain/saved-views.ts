import type { Reader } from '../db/reader.ts';
import { command, query } from '../db/statement.ts';
import type { WriteTx } from '../db/write-tx.ts';
import { invalidRequest, notFound } from '../lib/errors.ts';
import type { Id } from '../lib/ids.ts';
import { sortedByName } from '../lib/name-order.ts';

// The only reader and writer of saved_views.

/** The lists that have views, and the parameters of their addresses that a view keeps: no search for persons, no page. */
export const VIEW_PARAMETERS = {
  orders: [
    'tab',
    'from',
    'to',
    'channel',
    'partner',
    'courier',
    'cod',
    'paid',
    'number',
    'late',
    'returns',
    'tag',
    'sort',
  ],
  products: ['q', 'category', 'tag', 'sort'],
  stock: ['q', 'show', 'warehouse', 'sort'],
} as const satisfies Record<string, readonly string[]>;

export type ViewList = keyof typeof VIEW_PARAMETERS;

export const MAX_VIEW_NAME = 40;
const MAX_VIEWS = 20; // of an account, and shared, per list
const MAX_QUERY = 500;

export interface SavedView {
  id: Id;
  /** Null: shared by the store. */
  accountId: Id | null;
  list: ViewList;
  name: string;
  /** Parameters of the list's address: those that it still has. */
  query: string;
}

/** Whose views. */
export interface ViewOwner {
  storeId: Id;
  accountId: Id;
}

const viewsOfList = query<SavedView>(
  { reads: ['saved_views'] },
  `SELECT id, account_id AS accountId, list, name, query FROM saved_views
   WHERE store_id = @storeId AND list = @list AND (account_id IS NULL OR account_id = @accountId)
   ORDER BY id`,
);

/** The shared views of a list, then those of the account. */
export const savedViews = (db: Reader, owner: ViewOwner, list: ViewList): SavedView[] =>
  sortedByName(db.all(viewsOfList, { ...owner, list }), ({ name }) => name)
    .sort((a, b) => Number(a.accountId !== null) - Number(b.accountId !== null))
    .map(withKnownParameters);

/** Another version may have saved parameters that the list does not have, or a search for persons. */
const withKnownParameters = (view: SavedView): SavedView => ({ ...view, query: viewQuery(view.list, view.query) });

const viewById = query<SavedView & { storeId: Id }>(
  { reads: ['saved_views'] },
  'SELECT id, store_id AS storeId, account_id AS accountId, list, name, query FROM saved_views WHERE id = ?',
);

/** @throws AppError not_found unless it is shared by the store or of the account */
export function savedView(db: Reader, { storeId, accountId }: ViewOwner, id: Id): SavedView {
  const view = db.get(viewById, id);
  if (view?.storeId !== storeId || (view.accountId !== null && view.accountId !== accountId))
    throw notFound('view_not_found');
  return withKnownParameters(view);
}

/** The parameters of a list's address that a view keeps, in a fixed order. */
export function viewQuery(list: ViewList, search: string): string {
  const all = new URLSearchParams(search);
  const kept = VIEW_PARAMETERS[list].flatMap((name) => {
    const value = all.get(name);
    return value ? [[name, value] as [string, string]] : [];
  });
  return new URLSearchParams(kept).toString();
}

const insertView = command(
  { writes: ['saved_views'] },
  `INSERT INTO saved_views (store_id, account_id, list, name, query, create_time)
   VALUES (@storeId, @accountId, @list, @name, @query, @now)`,
);

interface NewView extends ViewOwner {
  list: ViewList;
  name: string;
  /** Query string of the list; parameters that a view does not store are dropped. */
  search: string;
  isShared: boolean;
}

/** @throws AppError invalid_request at `name` if there are too many, or nothing is filtered or sorted */
export function addSavedView(
  tx: WriteTx,
  { storeId, accountId, list, name, search, isShared }: NewView,
  now: number,
): Id {
  const kept = viewQuery(list, search);
  if (kept === '' || kept.length > MAX_QUERY) throw invalidRequest('view_without_filter', { path: 'name' });
  const own = savedViews(tx, { storeId, accountId }, list).filter((view) => (view.accountId === null) === isShared);
  if (own.length >= MAX_VIEWS) throw invalidRequest('too_many_views', { path: 'name', most: MAX_VIEWS });
  return tx.insert(insertView, { storeId, accountId: isShared ? null : accountId, list, name, query: kept, now });
}

const updateName = command({ writes: ['saved_views'] }, 'UPDATE saved_views SET name = ? WHERE id = ?');
const deleteView = command({ writes: ['saved_views'] }, 'DELETE FROM saved_views WHERE id = ?');

export const renameSavedView = (tx: WriteTx, id: Id, name: string): number => tx.run(updateName, name, id);
export const removeSavedView = (tx: WriteTx, id: Id): number => tx.run(deleteView, id);
