type Key = string | number;

/**
 * What a write transaction has read and written of rows that others cannot write meanwhile. Outside of one nothing is kept.
 */
export class Held {
  readonly #topics = new Map<string, Map<Key, unknown>>();
  #open = false;

  open(): void {
    this.#open = true;
  }

  close(): void {
    this.#open = false;
    this.drop();
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

  /** Without a topic, all of it: changes of the transaction were undone. */
  drop(topic?: string): void {
    if (topic !== undefined) this.#topics.get(topic)?.clear();
    else for (const held of this.#topics.values()) held.clear();
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
