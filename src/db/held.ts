import { type BatchedTable, Batches } from './batches.ts';
import type { Value } from './values.ts';

type Key = string | number;

const MOST = 5_000; // keys of a topic that stay for later transactions; where there are more, all of them are read anew

/**
 * What write transactions have read and written of rows that nobody else can write meanwhile. It stays for the next one
 * as long as nothing is undone and nobody has written in between. Outside of one it is neither read nor added to.
 */
export class Held {
  readonly #topics = new Map<string, Map<Key, unknown>>();
  readonly #batches: Batches;
  #late = new Map<object, () => void>();
  #open = false;

  /** @param run runs a statement as it is, without looking for what is put off */
  constructor(run: (sql: string, values: readonly Value[]) => void) {
    this.#batches = new Batches(run);
  }

  open(): void {
    this.#open = true;
  }

  close(): void {
    this.#open = false;
    for (const held of this.#topics.values()) if (held.size > MOST) held.clear();
  }

  get isOpen(): boolean {
    return this.#open;
  }

  read<T>(topic: string, key: Key, compute: () => T): T {
    if (!this.#open) return compute();
    const held = this.#topic(topic);
    const known = held.get(key) as T | undefined;
    if (known !== undefined) return known;
    const value = compute();
    held.set(key, value);
    return value;
  }

  put(topic: string, key: Key, value: unknown): void {
    if (this.#open) this.#topic(topic).set(key, value);
  }

  /** Without a topic, all of it, also what is put off: changes were undone, or others made some. */
  drop(topic?: string): void {
    if (topic !== undefined) {
      this.#topics.get(topic)?.clear();
      return;
    }
    this.#late.clear();
    this.#batches.drop();
    for (const held of this.#topics.values()) held.clear();
  }

  /** Outside a transaction it is done at once. */
  putOff(row: object, write: () => void): void {
    if (this.#open) this.#late.set(row, write);
    else write();
  }

  /** Whether the row waits to be added with others: outside a transaction none does. */
  batch(table: BatchedTable, values: readonly Value[]): boolean {
    if (this.#open) this.#batches.add(table, values);
    return this.#open;
  }

  get hasLate(): boolean {
    return this.#late.size > 0 || !this.#batches.areEmpty;
  }

  catchUp(): void {
    this.#batches.write();
    const late = this.#late;
    this.#late = new Map(); // writing one is a statement that names its table, and is not to begin with the others
    try {
      for (const [row, write] of late) {
        write();
        late.delete(row);
      }
    } finally {
      for (const [row, write] of late) this.#late.set(row, write); // where one failed: nothing is committed without them
    }
  }

  #topic(name: string): Map<Key, unknown> {
    let held = this.#topics.get(name);
    if (!held) {
      held = new Map();
      this.#topics.set(name, held);
    }
    return held;
  }
}
