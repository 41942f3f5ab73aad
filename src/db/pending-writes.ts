import { type BatchInsert, MAX_BATCH_SIZE, type RunNow, type Value } from './statement.ts';

/**
 * Deferred writes of the running transaction: updates of rows that may change again, and inserts that are batched per
 * table. They run before a statement that touches their tables, and before the commit.
 */
export class PendingWrites {
  #updates = new Map<object, () => void>();
  readonly #inserts = new Map<BatchInsert, Value[]>();
  readonly #runNow: RunNow;

  constructor(runNow: RunNow) {
    this.#runNow = runNow;
  }

  get isEmpty(): boolean {
    return this.#updates.size === 0 && this.#inserts.size === 0;
  }

  /** @param row the cached row: the same object each time, written once however often it changes */
  deferUpdate(row: object, write: () => void): void {
    this.#updates.set(row, write);
  }

  /** @param values one row, in the order of the columns */
  queueInsert(into: BatchInsert, values: readonly Value[]): void {
    const queued = this.#inserts.get(into);
    if (!queued) {
      this.#inserts.set(into, [...values]);
      return;
    }
    queued.push(...values);
    if (queued.length >= MAX_BATCH_SIZE * into.columns) this.#insert(into);
  }

  /** Runs all of them. What fails stays pending, so that nothing is committed without it. */
  flush(): void {
    for (const into of this.#inserts.keys()) this.#insert(into);
    const updates = this.#updates;
    this.#updates = new Map(); // an update is a statement on its own table and must not flush again
    try {
      for (const [row, write] of updates) {
        write();
        updates.delete(row);
      }
    } finally {
      for (const [row, write] of updates) this.#updates.set(row, write);
    }
  }

  /** The transaction was rolled back. */
  discard(): void {
    this.#updates.clear();
    this.#inserts.clear();
  }

  #insert(into: BatchInsert): void {
    if (into.refersTo) this.#insert(into.refersTo);
    const queued = this.#inserts.get(into);
    if (!queued) return;
    for (const { rows, sql } of into.statements)
      for (const length = rows * into.columns; queued.length >= length; queued.splice(0, length))
        this.#runNow(sql, queued.slice(0, length));
    this.#inserts.delete(into);
  }
}
