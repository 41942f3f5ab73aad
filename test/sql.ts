import Sqlite from 'better-sqlite3';
import type { Context } from '../src/context.ts';
import type { Connection } from '../src/db/connection.ts';
import { type OpenOptions, openDatabase } from '../src/db/open.ts';
import type { Reader } from '../src/db/reader.ts';
import { type Command, command, type Query, query, type Values } from '../src/db/statement.ts';
import { TABLES, type Table } from '../src/db/tables.ts';
import { WriteTx } from '../src/db/write-tx.ts';

/** A query for tests. It declares every table, so that it sees all pending writes. */
export const sql = <Row>(text: string): Query<Row> => query<Row>({ reads: TABLES }, text);

/** A command for tests. */
export const change = <Row = never>(text: string): Command<Row> => command<Row>({ writes: TABLES }, text);

/** The number of rows of a table. */
export const rowCount = (db: Reader, table: Table): number =>
  db.get(sql<{ rows: number }>(`SELECT count(*) AS rows FROM ${table}`))?.rows ?? 0;

/** The steps of the query plans of statements with named parameters. */
export function planSteps(database: string, statements: Iterable<string>): string[] {
  const sqlite = new Sqlite(database, { readonly: true });
  const steps = [...statements].flatMap((text) => {
    const parameters = Object.fromEntries([...text.matchAll(/@(\w+)/g)].map(([, name]) => [name, 0]));
    const plan = sqlite.prepare(`EXPLAIN QUERY PLAN ${text}`).all(parameters) as { detail: string }[];
    return plan.map(({ detail }) => detail);
  });
  sqlite.close();
  return steps;
}

/**
 * A connection for tests, which reads and writes like another process. Unlike in src, it also writes outside of
 * `write`: each command there is a transaction of its own.
 */
export class TestDatabase extends WriteTx {
  get raw(): Connection {
    return this.connection;
  }

  exec(text: string): void {
    this.connection.exec(text);
  }

  /** Runs `step` in a transaction. */
  write<T>(step: (tx: WriteTx) => T): T {
    this.exec('BEGIN IMMEDIATE'); // waits for a server's transaction
    try {
      const result = step(this);
      this.connection.commit();
      return result;
    } finally {
      this.connection.rollback();
      this.connection.endTransaction();
    }
  }

  copyTo(file: string): void {
    this.connection.copyTo(file);
  }

  close(): void {
    this.connection.close();
  }
}

export const openTestDatabase = (file: string, options: OpenOptions = { create: false }): TestDatabase =>
  new TestDatabase(openDatabase(file, options).connection);

/** The pages in the write-ahead log that no checkpoint has copied into the database. */
export const pagesInLog = ({ raw }: TestDatabase): number =>
  raw.pragma<{ log: number }>('wal_checkpoint(NOOP)')?.log ?? 0;

/** Changes rows like another process: past the caches and the rules of the domain. */
export function tamper({ db }: Context, text: string, ...values: Values): number {
  const other = openTestDatabase(db.file);
  try {
    return other.run(change(text), ...values);
  } finally {
    other.close();
  }
}
