import type Sqlite from 'better-sqlite3';
import { isCorrupt } from '../damage/sqlite-damage.ts';

type Value = bigint | number | string | Buffer | null;
export type Row = Value[];

/** Rows that cannot be read: those between two keys. Undefined: from the first row, or to the last. */
export interface LostRange {
  after: string | undefined;
  before: string | undefined;
}

export interface TableShape {
  name: string;
  /** Columns that are stored. */
  columns: readonly string[];
  /** The columns by which its rows are ordered: the primary key, or `rowid`. */
  keys: readonly string[];
}

/**
 * Yields every readable row of a table. Around damage it skips as few rows as possible.
 *
 * @param lost gets the ranges that it skips
 */
export function* readableRows(sqlite: Sqlite.Database, shape: TableShape, lost: LostRange[]): Generator<Row> {
  const scan = openScan(sqlite, shape);
  for (let after: Row | undefined; ; ) {
    try {
      for (const row of scan.ascending(after)) {
        after = scan.keyOf(row);
        yield scan.valuesOf(row);
      }
      return;
    } catch (error) {
      if (!isCorrupt(error)) throw error;
    }
    if (shape.keys.length > 1 || shape.keys[0] !== 'rowid') return yield* rowsFromEnd(scan, after, lost);
    const next = nextReadable(scan, (after?.[0] as bigint | undefined) ?? 0n);
    lost.push({ after: textOf(after), before: next === undefined ? undefined : String(next + 1n) });
    if (next === undefined) return;
    after = [next];
  }
}

type Scan = ReturnType<typeof openScan>;

function openScan(sqlite: Sqlite.Database, { name, columns, keys }: TableShape) {
  const list = (names: readonly string[]) => names.map((name) => (name === 'rowid' ? name : `"${name}"`)).join(', ');
  const select = `SELECT ${list([...keys, ...columns])} FROM "${name}" NOT INDEXED`;
  const marks = keys.map(() => '?').join(', ');
  const prepare = (sql: string) => sqlite.prepare<Row, Row>(sql).raw().safeIntegers();
  const first = prepare(`${select} ORDER BY ${list(keys)}`);
  const next = prepare(`${select} WHERE (${list(keys)}) > (${marks}) ORDER BY ${list(keys)}`);
  const backwards = prepare(`${select} ORDER BY ${keys.map((key) => `${list([key])} DESC`).join(', ')}`);
  return {
    ascending: (after: Row | undefined) => (after ? next.iterate(...after) : first.iterate()),
    descending: () => backwards.iterate(),
    /** Reads the first row after a key with all its values. */
    isReadableAfter: (key: bigint): boolean => {
      try {
        for (const _ of next.iterate(key)) break;
        return true;
      } catch (error) {
        if (isCorrupt(error)) return false;
        throw error;
      }
    },
    keyOf: (row: Row) => row.slice(0, keys.length),
    valuesOf: (row: Row) => row.slice(keys.length),
  };
}

const LARGEST = 2n ** 63n - 1n;

/** The smallest rowid after which a row can be read again; undefined if there is none. */
function nextReadable(scan: Scan, after: bigint): bigint | undefined {
  let unreadable = after;
  let step = 1n;
  while (!scan.isReadableAfter(min(after + step, LARGEST))) {
    unreadable = after + step;
    if (unreadable >= LARGEST) return undefined;
    step *= 2n;
  }
  let readable = min(after + step, LARGEST);
  while (readable - unreadable > 1n) {
    const middle = (readable + unreadable) / 2n;
    if (scan.isReadableAfter(middle)) readable = middle;
    else unreadable = middle;
  }
  return readable;
}

const min = (a: bigint, b: bigint): bigint => (a < b ? a : b);

/** For keys of several columns: reads backwards from the last row to the damage. */
function* rowsFromEnd(scan: Scan, after: Row | undefined, lost: LostRange[]): Generator<Row> {
  let before: Row | undefined;
  try {
    for (const row of scan.descending()) {
      before = scan.keyOf(row);
      yield scan.valuesOf(row);
    }
  } catch (error) {
    if (!isCorrupt(error)) throw error;
  }
  lost.push({ after: textOf(after), before: textOf(before) });
}

const textOf = (key: Row | undefined): string | undefined => key?.map(String).join(', ');
