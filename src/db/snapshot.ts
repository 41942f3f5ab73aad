import { setImmediate } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { addonFile } from './addon.ts';
import { BUSY_TIMEOUT } from './prepared-statements.ts';
import type { Value } from './values.ts';

/** Rows of each table, by its name. */
export type RowCounts = Readonly<Record<string, number>>;

/** A connection of its own that keeps seeing one moment of the database, whatever is written meanwhile. */
export interface Snapshot {
  /** From now on it sees this moment. */
  readonly pin: () => void;
  /** What a query that is asked again and again finds in that moment. */
  readonly asking: <Row>(sql: string) => (values: Readonly<Record<string, Value>>) => Row[];
  /** Other work goes on meanwhile. */
  readonly countRows: (signal?: AbortSignal) => Promise<RowCounts>;
  /** A copy of the moment in a new file. */
  readonly copyTo: (file: string) => Promise<void>;
  readonly close: () => void;
}

const ROWS_A_STEP = 4_000; // about a millisecond's work
const PAGES_A_STEP = 5_000;

/** Opens the database for reading; whoever copies it needs it in another process than the one that serves it too. */
export function openSnapshot(file: string): Snapshot {
  const sqlite = new Sqlite(file, {
    readonly: true,
    fileMustExist: true,
    timeout: BUSY_TIMEOUT,
    nativeBinding: addonFile(file),
  });
  return {
    pin: () => {
      sqlite.exec('BEGIN');
      sqlite.prepare('SELECT count(*) FROM sqlite_schema').get(); // the moment is that of the first read
    },
    asking: <Row>(sql: string) => {
      const statement = sqlite.prepare<[Readonly<Record<string, Value>>], Row>(sql);
      return (values: Readonly<Record<string, Value>>) => statement.all(values);
    },
    countRows: (signal) => countRows(sqlite, signal),
    copyTo: async (copy) => {
      await sqlite.backup(copy, { progress: () => PAGES_A_STEP });
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
      await setImmediate();
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

/** How many rows each step has found. */
function* byRowid(sqlite: Sqlite.Database, table: string): Generator<number> {
  const step = sqlite.prepare<[number | bigint], { rows: number; last: bigint | null }>(
    `SELECT count(*) AS rows, max(id) AS last
     FROM (SELECT rowid AS id FROM "${table}" WHERE rowid > ? ORDER BY rowid LIMIT ${ROWS_A_STEP})`,
  );
  step.safeIntegers();
  for (let last: bigint | null = -(2n ** 63n); last !== null; ) {
    const found = step.get(last);
    last = found?.last ?? null;
    yield Number(found?.rows ?? 0);
  }
}

/** Tables without a rowid have nothing to go on from but their keys, each of its own kind. */
function* oneByOne(sqlite: Sqlite.Database, table: string): Generator<number> {
  let rows = 0;
  for (const _ of sqlite.prepare(`SELECT 1 FROM "${table}"`).iterate()) {
    rows += 1;
    if (rows < ROWS_A_STEP) continue;
    yield rows;
    rows = 0;
  }
  yield rows;
}
