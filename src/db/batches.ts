import type { Value } from './values.ts';

/** A table whose new rows are added many by one statement, which takes half of what as many statements do. */
export interface BatchedTable {
  name: string;
  columns: number;
  /** What adds so many rows, the most first, down to one. */
  inserts: readonly { rows: number; sql: string }[];
  /** The last of them: outside a transaction no row waits. */
  insertOne: string;
  /** What matches the statements that are to see its rows: those that name it, a view of it or what refers to it. */
  named: RegExp;
  /** Where what its rows refer to may wait too: that is added first. */
  refersTo: BatchedTable | undefined;
}

const MANY = 16;
const SIZES = [MANY, 4, 1];

interface Definition {
  /** `INSERT INTO notes (id, text)` */
  insert: string;
  /** An `ON CONFLICT` clause: what becomes of a row that is there already. Without one that is an error. */
  conflict?: string;
  named: RegExp;
  refersTo?: BatchedTable;
}

export function batchedTable({ insert, conflict = '', named, refersTo }: Definition): BatchedTable {
  const [, name, columns] = /^INSERT INTO (\w+) \((.+)\)$/s.exec(insert) ?? [];
  if (name === undefined || columns === undefined) throw new Error(`not an INSERT of named columns: ${insert}`);
  const width = columns.split(',').length;
  const row = `(${Array(width).fill('?').join(', ')})`;
  const insertOf = (rows: number) => `${insert} VALUES ${Array(rows).fill(row).join(', ')} ${conflict}`;
  const inserts = SIZES.map((rows) => ({ rows, sql: insertOf(rows) }));
  return { name, columns: width, inserts, insertOne: insertOf(1), named, refersTo };
}

/** Rows that wait for others of their table. */
export class Batches {
  readonly #waiting = new Map<BatchedTable, Value[]>();
  readonly #run: (sql: string, values: readonly Value[]) => void;

  constructor(run: (sql: string, values: readonly Value[]) => void) {
    this.#run = run;
  }

  get areEmpty(): boolean {
    return this.#waiting.size === 0;
  }

  /** @param values a row's, in the order of the columns */
  add(table: BatchedTable, values: readonly Value[]): void {
    const waiting = this.#waiting.get(table);
    if (!waiting) {
      this.#waiting.set(table, [...values]);
      return;
    }
    waiting.push(...values);
    if (waiting.length >= MANY * table.columns) this.#write(table);
  }

  drop(): void {
    this.#waiting.clear();
  }

  /** Adds all that waits. */
  write(): void {
    for (const table of this.#waiting.keys()) this.#write(table);
  }

  /** What cannot be added waits on: nothing is to be committed without it. */
  #write(table: BatchedTable): void {
    if (table.refersTo) this.#write(table.refersTo);
    const values = this.#waiting.get(table);
    if (!values) return;
    for (const { rows, sql } of table.inserts)
      for (const length = rows * table.columns; values.length >= length; values.splice(0, length))
        this.#run(sql, values.slice(0, length));
    this.#waiting.delete(table);
  }
}
