import type { AuditStamp } from '../lib/audit-stamp.ts';
import { Reader } from './reader.ts';
import { type BatchInsert, type Command, query, type Value, type Values } from './statement.ts';
import type { Table } from './tables.ts';

/** A write transaction. It exists only inside `ctx.write`; writing after its end throws. */
export class WriteTx extends Reader {
  #isOver = false;
  /** Author and time of the changes of the current step. The writer sets it. */
  auditStamp: AuditStamp = { actor: { kind: 'system' }, time: 0 };

  /** How many rows changed. */
  run(statement: Command, ...values: Values): number {
    this.#requireOpen();
    return this.connection.statements.run(statement, values).changes;
  }

  /** The new row's id. */
  insert<Id extends number>(statement: Command, ...values: Values): Id {
    this.#requireOpen();
    return this.connection.statements.run(statement, values).lastInsertRowid as Id;
  }

  /** The rows that a command with a RETURNING clause returns. */
  runReturning<Row>(statement: Command<Row>, ...values: Values): Row[] {
    this.#requireOpen();
    return this.connection.statements.all(statement, values);
  }

  /** Invalidates a topic of `cached`, or one of its keys. Call it where the rows change. */
  invalidate(topic: string, key?: string | number): void {
    this.connection.readCache.invalidate(topic, key);
  }

  /** The cached row, or the result of `read`. Only the module that writes the rows may use it. */
  cachedRow<T>(topic: string, key: string | number, read: () => T): T {
    this.#requireOpen();
    return this.connection.rowCache.get(topic, key, read);
  }

  setCachedRow(topic: string, key: string | number, row: unknown): void {
    this.connection.rowCache.set(topic, key, row);
  }

  invalidateRows(topic: string): void {
    this.connection.rowCache.invalidate(topic);
  }

  /**
   * Defers writing a cached row until the next statement that touches its table, at the latest until the commit. Several
   * changes are written once.
   *
   * @param row the cached object, the same each time
   */
  deferUpdate(table: Table, row: object, write: () => void): void {
    this.#requireOpen();
    this.connection.statements.defer(table);
    this.connection.pending.deferUpdate(row, write);
  }

  /** Queues an insert for a batch, which runs before the next statement that touches the table, at the latest before the commit. */
  queueInsert(into: BatchInsert, values: readonly Value[]): void {
    this.#requireOpen();
    this.connection.statements.defer(into.table);
    this.connection.pending.queueInsert(into, values);
  }

  /** The id for the next queued row, known before the row is written. Every insert into the table takes its id from here. */
  nextId<Id extends number>({ table }: BatchInsert): Id {
    const newest = () =>
      this.get(query<{ id: number | null }>({ reads: [table] }, `SELECT max(id) AS id FROM ${table}`))?.id ?? 0;
    const id = (this.cachedRow('newest id', table, newest) + 1) as Id;
    this.setCachedRow('newest id', table, id);
    return id;
  }

  /** Overwrites what this transaction deletes or replaces with zeros, so that the file does not keep it. */
  overwriteDeleted(): void {
    this.#requireOpen();
    this.connection.overwriteDeleted();
  }

  /** How many rows the connection has changed so far. */
  totalChanges(): number {
    return this.connection.totalChanges();
  }

  /** Called by the writer. */
  end(): void {
    this.#isOver = true;
  }

  #requireOpen(): void {
    if (this.#isOver) throw new Error('The write transaction has ended; write inside ctx.write only');
  }
}
