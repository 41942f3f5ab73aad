import { channel } from 'node:diagnostics_channel';
import type Sqlite from 'better-sqlite3';
import { type Disk, isBusy } from './disk.ts';
import type { Command, Query, Value, Values } from './statement.ts';
import type { Table } from './tables.ts';

/** Milliseconds that opening and reading wait for another process. The writer waits without blocking; see writer.ts. */
export const BUSY_TIMEOUT = 5_000;

export type Statement = Query<unknown> | Command<unknown>;

/** Publishes each declared statement when it is prepared, so that tests compare it with what SQLite compiles. */
export const preparations = channel('raan:prepare');

interface Prepared {
  statement: Sqlite.Statement;
  tables: readonly Table[];
  /** Writes to one of its tables may be pending. */
  mayFlush: boolean;
}

/** Prepares each statement once and caches it by its SQL. */
export class PreparedStatements {
  readonly #sqlite: Sqlite.Database;
  readonly #disk: Disk;
  readonly #flush: () => void;
  /** By SQL. Apart, so that a query never runs what was prepared as a command. */
  readonly #prepared = { query: new Map<string, Prepared>(), command: new Map<string, Prepared>() };
  /** Tables to which writes have ever been pending. */
  readonly #deferred = new Set<Table>();
  #busyTimeout = BUSY_TIMEOUT;
  #mayRetry = true;

  /** @param flush runs what is pending */
  constructor(sqlite: Sqlite.Database, disk: Disk, flush: () => void) {
    this.#sqlite = sqlite;
    this.#disk = disk;
    this.#flush = flush;
  }

  get<Row>(statement: Query<Row>, values: Values): Row | undefined {
    try {
      return this.#ready(statement).get(...values) as Row | undefined;
    } catch (error) {
      return this.#retry(error, () => this.#ready(statement).get(...values)) as Row | undefined;
    }
  }

  all<Row>(statement: Query<Row> | Command<Row>, values: Values): Row[] {
    try {
      return this.#ready(statement).all(...values) as Row[];
    } catch (error) {
      return this.#retry(error, () => this.#ready(statement).all(...values)) as Row[];
    }
  }

  takeUntil<Row>(statement: Query<Row>, isLast: (row: Row) => boolean, values: Values): Row[] {
    const read = () => {
      const rows: Row[] = [];
      for (const row of this.#ready(statement).iterate(...values) as IterableIterator<Row>) {
        rows.push(row);
        if (isLast(row)) break;
      }
      return rows;
    };
    try {
      return read();
    } catch (error) {
      return this.#retry(error, read);
    }
  }

  run(statement: Command<unknown>, values: Values): Sqlite.RunResult {
    try {
      return this.#ready(statement).run(...values);
    } catch (error) {
      return this.#retry(error, () => this.#ready(statement).run(...values));
    }
  }

  /** Runs a statement that needs no flush before it: a pending write itself, BEGIN, COMMIT. */
  runNow(sql: string, values: readonly Value[] = []): void {
    const { statement } = this.#find({ kind: 'command', sql, tables: [] }, false);
    try {
      statement.run(...values);
    } catch (error) {
      this.#retry(error, () => statement.run(...values));
    }
  }

  /** From now on statements on the table flush first. */
  defer(table: Table): void {
    if (this.#deferred.has(table)) return;
    this.#deferred.add(table);
    for (const kind of Object.values(this.#prepared))
      for (const prepared of kind.values()) prepared.mayFlush ||= prepared.tables.includes(table);
  }

  /** Whether `act` ran; false if another process holds the lock that it needs. */
  withoutWaiting(act: () => void): boolean {
    this.#setBusyTimeout(0);
    this.#mayRetry = false;
    try {
      act();
      return true;
    } catch (error) {
      if (isBusy(error)) return false;
      throw this.#disk.noted(error);
    } finally {
      this.#mayRetry = true;
    }
  }

  #ready(wanted: Statement): Sqlite.Statement {
    const { statement, mayFlush } = this.#find(wanted);
    if (mayFlush) this.#flush();
    return statement;
  }

  #find(wanted: Statement, isDeclared = true): Prepared {
    let prepared = this.#prepared[wanted.kind].get(wanted.sql);
    if (!prepared) {
      prepared = this.#prepare(wanted);
      if (isDeclared) preparations.publish(wanted);
      this.#prepared[wanted.kind].set(wanted.sql, prepared);
    }
    return prepared;
  }

  #prepare(wanted: Statement): Prepared {
    const statement = this.#sqlite.prepare(wanted.sql);
    if (wanted.kind === 'query' && !statement.readonly) throw new TypeError(`A query must not write: ${wanted.sql}`);
    return { statement, tables: wanted.tables, mayFlush: wanted.tables.some((table) => this.#deferred.has(table)) };
  }

  /** SQLite compiles the pragma each time, so it runs only when the value changes. */
  #setBusyTimeout(millis: number): void {
    if (this.#busyTimeout === millis) return;
    this.#sqlite.pragma(`busy_timeout = ${millis}`);
    this.#busyTimeout = millis;
  }

  /** Repeats a statement that failed because another process held the lock, now with the busy timeout. */
  #retry<T>(error: unknown, act: () => T): T {
    if (!this.#mayRetry && isBusy(error)) throw error;
    if (this.#busyTimeout > 0 || !isBusy(error)) throw this.#disk.noted(error);
    this.#setBusyTimeout(BUSY_TIMEOUT);
    try {
      return act();
    } catch (later) {
      throw this.#disk.noted(later);
    }
  }
}
