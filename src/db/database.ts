import type Sqlite from 'better-sqlite3';
import type { BatchedTable } from './batches.ts';
import { Cache } from './cache.ts';
import { copyInSteps } from './copy-in-steps.ts';
import { Disk } from './disk.ts';
import { isBusy } from './errors.ts';
import { Held } from './held.ts';
import { rowsUpTo, Statements } from './statements.ts';
import { Unwritten } from './unwritten.ts';
import type { Value, Values } from './values.ts';

/** Milliseconds that opening and reading wait for another process. Writing waits without holding anyone up; see writer. */
export const BUSY_TIMEOUT = 5_000;

/** One connection: statements prepared once and kept by their text, and a cache of what was computed from its rows. */
export class Database {
  readonly #sqlite: Sqlite.Database;
  readonly #statements: Statements;
  readonly #cache = new Cache();
  readonly #kept = new Map<string, unknown>();
  readonly #unwritten = new Unwritten();
  readonly #held = new Held((sql, values) => this.#runAlone(sql, values));
  #waits = BUSY_TIMEOUT;
  #version: number;
  #fresh = false;
  readonly #disk = new Disk();
  readonly #endTurn = () => {
    this.#fresh = false;
  };

  constructor(sqlite: Sqlite.Database) {
    this.#sqlite = sqlite;
    this.#statements = new Statements(sqlite);
    this.#version = this.#dataVersion();
  }

  /** The first row, if there is one. */
  get<Row>(sql: string, ...values: Values): Row | undefined {
    try {
      return this.#statement(sql).get(...values) as Row | undefined;
    } catch (error) {
      return this.#again(error, () => this.#statement(sql).get(...values)) as Row | undefined;
    }
  }

  all<Row>(sql: string, ...values: Values): Row[] {
    try {
      return this.#statement(sql).all(...values) as Row[];
    } catch (error) {
      return this.#again(error, () => this.#statement(sql).all(...values)) as Row[];
    }
  }

  /** The rows up to the first of which `isLast` says so, which is told of them in turn and asks the database nothing. */
  upTo<Row>(isLast: (row: Row) => boolean, sql: string, ...values: Values): Row[] {
    const read = () => rowsUpTo(this.#statement(sql).iterate(...values) as IterableIterator<Row>, isLast);
    try {
      return read();
    } catch (error) {
      return this.#again(error, read);
    }
  }

  /** How many rows changed. */
  run(sql: string, ...values: Values): number {
    return this.#change(sql, values).changes;
  }

  /** The new row's id. */
  insert<Id extends number>(sql: string, ...values: Values): Id {
    return this.#change(sql, values).lastInsertRowid as Id;
  }

  exec(sql: string): void {
    this.#wait(BUSY_TIMEOUT);
    if (this.#held.hasLate) this.#held.catchUp();
    try {
      this.#sqlite.exec(sql);
    } finally {
      if (!this.#held.isOpen) this.#held.drop();
    }
  }

  /** Rows that this connection has changed, those whose change was undone too. */
  totalChanges(): number {
    return (this.get<{ total: number }>('SELECT total_changes() AS total') as { total: number }).total;
  }

  get inTransaction(): boolean {
    return this.#sqlite.inTransaction;
  }

  /** False once the service has stopped: calls that were cut off run on for a moment. */
  get isOpen(): boolean {
    return this.#sqlite.open;
  }

  /** Resolves with the first error of the disk under it. */
  get broken(): Promise<Error> {
    return this.#disk.broken;
  }

  get file(): string {
    return this.#sqlite.name;
  }

  /**
   * What `compute` makes of the rows, kept until `forget(topic, key)` or a write by another process. Null is not kept.
   *
   * @param most entries of the topic that are kept, where they are smaller than others
   */
  cached<T extends object | string | number | null>(
    topic: string,
    key: string | number,
    compute: () => T,
    most?: number,
  ): T {
    return this.#cache.read(topic, key, compute, most);
  }

  forget(topic: string, key?: string | number): void {
    this.#cache.forget(topic, key);
  }

  /** What `make` has made, kept as long as the connection is: it sees by itself what has become of its rows. */
  kept<T>(name: string, make: () => T): T {
    let kept = this.#kept.get(name);
    if (kept === undefined) {
      kept = make();
      this.#kept.set(name, kept);
    }
    return kept as T;
  }

  /** What `compute` makes of rows that many write, kept until anything at all is written, whoever does. */
  unwritten<T>(name: string, compute: () => T): T {
    if (this.inTransaction) return compute();
    return this.#unwritten.read(`${this.#dataVersion()} ${this.totalChanges()}`, name, compute);
  }

  /**
   * What `compute` makes of rows that one file of the domain writes: read once by write transactions, as long as nobody
   * else writes, and from then on what that file makes of it, by `hold` or with `putOff`. Outside of them it is read each
   * time, and what is written there by INSERT … RETURNING is not noticed: no such rows are held.
   */
  held<T>(topic: string, key: string | number, compute: () => T): T {
    return this.#held.read(topic, key, compute);
  }

  hold(topic: string, key: string | number, value: unknown): void {
    this.#held.put(topic, key, value);
  }

  /**
   * Writes a row that is held as it is at the end of the transaction, however often it is put off, or just before the
   * first statement that names its table, since that is to see it.
   *
   * @param row what is held of it, which may change in a step that puts it off: the same object each time
   * @param named what matches the statements that name the table or a view of it; always the same one
   */
  putOff(row: object, named: RegExp, write: () => void): void {
    this.#statements.name(named);
    this.#held.putOff(row, write);
  }

  /** Adds a row with others of its table: once they are many or a statement is to see them, at the latest at the end. */
  insertInBatch(table: BatchedTable, values: readonly Value[]): void {
    this.#statements.name(table.named);
    if (!this.#held.batch(table, values)) this.run(table.insertOne, ...values);
  }

  /** What is held of it is to be read afresh. Where changes are undone nothing is held any more, nor put off. */
  letGo(topic: string): void {
    this.#held.drop(topic);
  }

  /** Drops what is cached or held if another process has written since; asked once in a turn of the event loop. */
  freshen(): void {
    if (this.#fresh) return;
    this.#fresh = true;
    setImmediate(this.#endTurn);
    this.freshenNow();
  }

  freshenNow(): void {
    const version = this.#dataVersion();
    if (version === this.#version) return;
    this.#version = version;
    this.#cache.clear();
    this.#held.drop();
  }

  /** Starts a write transaction; false at once where another process is writing. On a broken disk none is started. */
  tryBegin(): boolean {
    this.#disk.requireSound();
    const hasBegun = this.withoutWaiting(() => this.#statement('BEGIN IMMEDIATE').run());
    if (hasBegun) this.#held.open();
    return hasBegun;
  }

  /**
   * Runs `read` on one state of the database, whatever other processes write meanwhile. Several statements are quicker
   * so: one alone locks the database, looks at its size and unlocks it.
   */
  snapshot<T>(read: () => T): T {
    if (this.inTransaction) return read();
    this.run('BEGIN');
    try {
      const seen = read();
      this.run('COMMIT');
      return seen;
    } finally {
      if (this.inTransaction) this.run('ROLLBACK');
    }
  }

  /** Writes a copy of what is committed at this moment into a new file. No writer waits for it. */
  copyTo(file: string): void {
    this.run('VACUUM INTO ?', file);
  }

  /** The same bit by bit, while other work goes on; what is written meanwhile is in the copy too. See copy-in-steps.ts. */
  copyInSteps(file: string, onStep: (bytes: number) => void): Promise<() => boolean> {
    return copyInSteps(this.#sqlite, file, { onStep, version: () => this.#dataVersion() });
  }

  /** Undoes the transaction, or forgets what is held of one that SQLite has given up by itself. */
  undo(): void {
    if (this.inTransaction) this.run('ROLLBACK');
    this.#held.drop();
  }

  /** A transaction has ended, either way. */
  settled(): void {
    this.#held.close();
    this.#cache.settle();
  }

  /** Hears of an error that another connection of this process had: the disk is the same. */
  hear(error: Error): void {
    this.#disk.noted(error);
  }

  /** Whether it was done: not where another process holds what it needs. */
  withoutWaiting(act: () => void): boolean {
    this.#wait(0);
    try {
      act();
      return true;
    } catch (error) {
      if (isBusy(error)) return false;
      throw this.#disk.noted(error);
    }
  }

  close(): void {
    this.#sqlite.close();
  }

  /** SQLite compiles this anew each time, which a group of writes would feel: so it is said only where it is not so yet. */
  #wait(most: number): void {
    if (this.#waits === most) return;
    this.#sqlite.pragma(`busy_timeout = ${most}`);
    this.#waits = most;
  }

  /** What did not wait for another process does so now. */
  #again<T>(error: unknown, act: () => T): T {
    if (this.#waits > 0 || !isBusy(error)) throw this.#disk.noted(error);
    this.#wait(BUSY_TIMEOUT);
    try {
      return act();
    } catch (later) {
      throw this.#disk.noted(later);
    }
  }

  #change(sql: string, values: Values): Sqlite.RunResult {
    let result: Sqlite.RunResult;
    try {
      result = this.#statement(sql).run(...values);
    } catch (error) {
      result = this.#again(error, () => this.#statement(sql).run(...values));
    }
    if (result.changes > 0 && !this.#held.isOpen) this.#held.drop();
    return result;
  }

  /** In a transaction, and without writing first what is put off. */
  #runAlone(sql: string, values: readonly Value[]): void {
    if (!this.inTransaction) throw new Error('the transaction that it was put off in is over');
    try {
      this.#statements.of(sql).statement.run(...values);
    } catch (error) {
      throw this.#disk.noted(error);
    }
  }

  #dataVersion(): number {
    return (this.get<{ data_version: number }>('PRAGMA data_version') as { data_version: number }).data_version;
  }

  #statement(sql: string): Sqlite.Statement {
    const { statement, isNamed, isUndoing } = this.#statements.of(sql);
    if (isNamed && this.#held.hasLate) this.#held.catchUp();
    if (isUndoing) this.#held.drop();
    return statement;
  }
}
