import Sqlite from 'better-sqlite3';
import { nextTurn } from '../lib/runtime.ts';
import { addonFile } from './addon.ts';
import { BUSY_TIMEOUT } from './prepared-statements.ts';
import type { Value } from './statement.ts';

/** Rows of each table, by its name. */
export type RowCounts = Readonly<Record<string, number>>;

/** A separate read connection that keeps seeing one state of the database while others write. */
export interface Snapshot {
  /** Fixes the snapshot at the current state. */
  readonly pin: () => void;
  /** Prepares a query that is run many times on the snapshot. */
  readonly prepare: <Row>(sql: string) => (values: Readonly<Record<string, Value>>) => Row[];
  /** Yields to the event loop between steps. */
  readonly countRows: (signal?: AbortSignal) => Promise<RowCounts>;
  /** Copies the snapshot into a new file. */
  readonly copyTo: (file: string) => Promise<void>;
  readonly close: () => void;
}

const ROWS_PER_STEP = 4_000; // about a millisecond
const PAGES_PER_STEP = 5_000;
const CACHE_SIZE = 2_000; // kilobytes; with the library's default of 16,000 a Today page of a large store adds 14 MB

/** Opens the database read-only, in the process that serves it or in another one. */
export function openSnapshot(file: string): Snapshot {
  const sqlite = new Sqlite(file, {
    readonly: true,
    fileMustExist: true,
    timeout: BUSY_TIMEOUT,
    nativeBinding: addonFile(file),
  });
  sqlite.pragma(`cache_size = -${CACHE_SIZE}`);
  return {
    pin: () => {
      sqlite.exec('BEGIN');
      sqlite.prepare('SELECT count(*) FROM sqlite_schema').get(); // BEGIN is deferred: the first read fixes the state
    },
    prepare: <Row>(sql: string) => {
      const statement = sqlite.prepare<[Readonly<Record<string, Value>>], Row>(sql);
      return (values: Readonly<Record<string, Value>>) => statement.all(values);
    },
    countRows: (signal) => countRows(sqlite, signal),
    copyTo: async (copy) => {
      await sqlite.backup(copy, { progress: () => PAGES_PER_STEP });
    },
    close: () => sqlite.close(),
  };
}

async function countRows(sqlite: Sqlite.Database, signal?: AbortSignal): Promise<RowCounts> {
  const counts: Record<string, number> = {};
  for (const { name, hasRowid } of tablesOf(sqlite)) {
    counts[name] = 0;
    for (const rows of hasRowid ? byRowid(sqlite, name) : oneByOne(sqlite, name)) {
      counts[name] += rows;
      signal?.throwIfAborted();
      await nextTurn();
    }
  }
  return counts;
}

const tablesOf = (sqlite: Sqlite.Database): { name: string; hasRowid: boolean }[] =>
  sqlite
    .prepare<[], { name: string; wr: number }>(
      `SELECT name, wr FROM pragma_table_list
       WHERE schema = 'main' AND type IN ('table', 'shadow') AND name NOT LIKE 'sqlite_%' ORDER BY name`,
    )
    .all()
    .map(({ name, wr }) => ({ name, hasRowid: wr === 0 }));

/** Yields the number of rows of each step. */
function* byRowid(sqlite: Sqlite.Database, table: string): Generator<number> {
  const step = sqlite.prepare<[number | bigint], { rows: number; last: bigint | null }>(
    `SELECT count(*) AS rows, max(id) AS last
     FROM (SELECT rowid AS id FROM "${table}" WHERE rowid > ? ORDER BY rowid LIMIT ${ROWS_PER_STEP})`,
  );
  step.safeIntegers();
  for (let last: bigint | null = -(2n ** 63n); last !== null; ) {
    const found = step.get(last);
    last = found?.last ?? null;
    yield Number(found?.rows ?? 0);
  }
}

/** For WITHOUT ROWID tables, whose keys differ in number and type. */
function* oneByOne(sqlite: Sqlite.Database, table: string): Generator<number> {
  let rows = 0;
  for (const _ of sqlite.prepare(`SELECT 1 FROM "${table}"`).iterate()) {
    rows += 1;
    if (rows < ROWS_PER_STEP) continue;
    yield rows;
    rows = 0;
  }
  yield rows;
}
