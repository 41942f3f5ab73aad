import type { Table } from './tables.ts';

export type Value = string | number | null | Uint8Array;

/** The values of a statement's `?` in order, or one record with the values of its `@name` parameters. */
export type Values = readonly Value[] | readonly [Readonly<Record<string, Value>>];

interface Statement {
  readonly sql: string;
  /** The tables that it reads or writes, those behind a view included. Pending writes to them run before it. */
  readonly tables: readonly Table[];
}

/** A statement that reads rows of the shape `Row`. */
export interface Query<Row> extends Statement {
  readonly kind: 'query';
  /** Exists in the type only. */
  readonly row?: Row;
}

/** A statement that writes. With a RETURNING clause it returns rows of the shape `Row`. */
export interface Command<Row = never> extends Statement {
  readonly kind: 'command';
  /** Exists in the type only. */
  readonly row?: Row;
}

export const query = <Row>({ reads }: { reads: readonly Table[] }, sql: string): Query<Row> => ({
  kind: 'query',
  sql,
  tables: reads,
});

/**
 * @param reads the tables that it reads in addition to `writes`. Tables that only its foreign keys or triggers read are
 *   listed if they can have pending writes
 */
export const command = <Row = never>(
  { writes, reads = [] }: { writes: readonly Table[]; reads?: readonly Table[] },
  sql: string,
): Command<Row> => ({ kind: 'command', sql, tables: [...writes, ...reads] });

/** An INSERT for rows that are queued and added many per statement, which halves their cost. */
export interface BatchInsert {
  readonly table: Table;
  readonly columns: number;
  /** One statement per batch size, largest first. */
  readonly statements: readonly { rows: number; sql: string }[];
  /** The insert of the table that its foreign key refers to, if that is queued too: it runs first. */
  readonly refersTo: BatchInsert | undefined;
}

const BATCH_SIZES = [16, 4, 1];
export const MAX_BATCH_SIZE = 16;

interface BatchDefinition {
  table: Table;
  /** As in SQL: `id, text`. */
  columns: string;
  /** An `ON CONFLICT` clause. Without one a conflict is an error. */
  conflict?: string;
  refersTo?: BatchInsert;
}

export function batchInsert({ table, columns, conflict = '', refersTo }: BatchDefinition): BatchInsert {
  const width = columns.split(',').length;
  const row = `(${Array(width).fill('?').join(', ')})`;
  const insertOf = (rows: number) =>
    `INSERT INTO ${table} (${columns}) VALUES ${Array(rows).fill(row).join(', ')} ${conflict}`;
  const statements = BATCH_SIZES.map((rows) => ({ rows, sql: insertOf(rows) }));
  return { table, columns: width, statements, refersTo };
}

/** Runs a statement immediately, without flushing pending writes first. */
export type RunNow = (sql: string, values: readonly Value[]) => void;
