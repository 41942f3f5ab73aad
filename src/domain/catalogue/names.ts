import type { Reader } from '../../db/reader.ts';
import { query } from '../../db/statement.ts';
import type { Id } from '../../lib/ids.ts';

/** What a list of products can be sorted by (docs/partner-api.md#list-products). */
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

const selectChangedAfter = query<ChangedProduct>(
  { reads: ['products'] },
  `SELECT id, folded_name AS name, update_time AS updateTime, create_time AS createTime, delete_time IS NULL AS live,
   change FROM products WHERE store_id = ? AND change > ? ORDER BY change LIMIT ?`,
);

/** Those with a change after this one, as they changed. */
export const changedAfter = (db: Reader, storeId: Id, change: number, limit: number): ChangedProduct[] =>
  db.all(selectChangedAfter, storeId, change, limit);

/** A store's live products in runs of some thousands: whoever reads them may let others have their turn after each. */
export interface LiveProducts {
  byName: Iterable<NamedRun>;
  byUpdate: Iterable<TimedRun>;
  byCreation: Iterable<TimedRun>;
}

/** Products that follow one another by their names. */
export interface NamedRun {
  ids: readonly Id[];
  /** Folded, in the same order, with a U+0000 between each and the next. */
  names: string;
}

/** Products that follow one another by a time, and the times. */
export interface TimedRun {
  ids: readonly Id[];
  times: readonly number[];
}

const RUN = 5_120; // products; two or three milliseconds, and whole blocks of a text pile

/** The runs show one moment where the newest change is the same before the first and after the last of them. */
export const liveProducts = (db: Reader, storeId: Id, run = RUN): LiveProducts => ({
  byName: namesInOrder(db, { storeId, run }),
  byUpdate: timesInOrder(db, { storeId, run }, 'update_time'),
  byCreation: timesInOrder(db, { storeId, run }, 'create_time'),
});

interface Runs {
  storeId: Id;
  run: number;
}

const selectNewestChange = query<{ change: number | null }>(
  { reads: ['products'] },
  'SELECT max(change) AS change FROM products WHERE store_id = ?',
);

/** The number of what last happened to one of the store's products; 0: nothing yet. */
export const newestChange = (db: Reader, storeId: Id): number => db.get(selectNewestChange, storeId)?.change ?? 0;

function* namesInOrder(db: Reader, runs: Runs): Generator<NamedRun> {
  for (const { ids, made } of inOrder(db, runs, 'folded_name', 'group_concat(folded_name, char(0))'))
    yield { ids, names: made };
}

function* timesInOrder(db: Reader, runs: Runs, column: 'update_time' | 'create_time'): Generator<TimedRun> {
  for (const { ids, made } of inOrder(db, runs, column, `json_group_array(${column})`))
    yield { ids, times: JSON.parse(made) };
}

/** From the index alone, each run in one piece, as bytes: row by row, or as texts, that takes three times as long. */
function* inOrder(
  db: Reader,
  { storeId, run }: Runs,
  column: string,
  made: string,
): Generator<{ ids: Id[]; made: string }> {
  for (let last: Id | undefined; ; ) {
    const beyond = last === undefined ? '' : `AND (${column}, id) > (SELECT ${column}, id FROM products WHERE id = ?)`;
    const row = db.get(
      query<{ ids: Buffer; made: Buffer | null }>(
        { reads: ['products'] },
        `SELECT CAST(json_group_array(id) AS BLOB) AS ids, CAST(${made} AS BLOB) AS made FROM
         (SELECT id, ${column} FROM products WHERE store_id = ? AND delete_time IS NULL ${beyond}
          ORDER BY ${column}, id LIMIT ?)`,
      ),
      ...(last === undefined ? [storeId, run] : [storeId, last, run]),
    );
    const ids: Id[] = JSON.parse(String(row?.ids));
    if (ids.length > 0) yield { ids, made: String(row?.made) };
    if (ids.length < run) return;
    last = ids.at(-1);
  }
}
