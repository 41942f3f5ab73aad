import type { Database } from '../../db/database.ts';
import type { Id } from '../../lib/ids.ts';

/** What a list of products can be sorted by (specification, "POST /v1/product/list"). */
export const SORT_KEYS = ['update_time', 'create_time', 'name', 'id'] as const;
export type SortKey = (typeof SORT_KEYS)[number];

/** Each has an index that holds a store's live products in this order, those where it is the same by their ids. */
export const SORT_COLUMNS = {
  update_time: 'update_time',
  create_time: 'create_time',
  name: 'folded_name',
  id: 'id',
} as const;

/** A product as it is now, deleted or not, and the number of what last happened to it. */
export interface ChangedProduct {
  id: Id;
  /** Folded. */
  name: string;
  updateTime: number;
  createTime: number;
  live: 0 | 1;
  change: number;
}

/** Those with a change after this one, as they changed. */
export const changedAfter = (db: Database, storeId: Id, change: number, limit: number): ChangedProduct[] =>
  db.all(
    `SELECT id, folded_name AS name, update_time AS updateTime, create_time AS createTime, delete_time IS NULL AS live,
       change FROM products WHERE store_id = ? AND change > ? ORDER BY change LIMIT ?`,
    storeId,
    change,
    limit,
  );

/** A store's live products at one moment. */
export interface LiveProducts {
  /** The newest change that shows. */
  newest: number;
  /** By their names. */
  ids: Id[];
  /** Folded, in the same order, with a U+0000 between each and the next. */
  names: string;
  updated: Timed;
  created: Timed;
}

/** Ids in the order of a time, and the times. */
export interface Timed {
  ids: readonly Id[];
  times: readonly number[];
}

export const noProducts = (): LiveProducts => ({
  newest: 0,
  ids: [],
  names: '',
  updated: { ids: [], times: [] },
  created: { ids: [], times: [] },
});

export const liveProducts = (db: Database, storeId: Id): LiveProducts =>
  db.snapshot(() => ({
    newest: newestChange(db, storeId),
    ...namesInOrder(db, storeId),
    updated: timesInOrder(db, storeId, 'update_time'),
    created: timesInOrder(db, storeId, 'create_time'),
  }));

const newestChange = (db: Database, storeId: Id): number =>
  db.get<{ change: number | null }>('SELECT max(change) AS change FROM products WHERE store_id = ?', storeId)?.change ??
  0;

function namesInOrder(db: Database, storeId: Id): Pick<LiveProducts, 'ids' | 'names'> {
  const { ids, made } = inOrder(db, storeId, 'folded_name', 'group_concat(folded_name, char(0))');
  return { ids, names: made };
}

function timesInOrder(db: Database, storeId: Id, column: 'update_time' | 'create_time'): Timed {
  const { ids, made } = inOrder(db, storeId, column, `json_group_array(${column})`);
  return { ids, times: JSON.parse(made) };
}

/** From the index alone, and in one piece, as bytes: row by row, or as texts, that takes three times as long. */
function inOrder(db: Database, storeId: Id, column: string, made: string): { ids: Id[]; made: string } {
  const row = db.get<{ ids: Buffer; made: Buffer | null }>(
    `SELECT CAST(json_group_array(id) AS BLOB) AS ids, CAST(${made} AS BLOB) AS made FROM
       (SELECT id, ${column} FROM products WHERE store_id = ? AND delete_time IS NULL ORDER BY ${column}, id)`,
    storeId,
  );
  return { ids: JSON.parse(String(row?.ids)), made: String(row?.made ?? '') };
}
