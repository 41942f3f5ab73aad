type Key = string | number;

const MAX_TOPIC_KEYS = 5_000; // keys; a larger topic is cleared between transactions

/**
 * Caches rows across write transactions. One domain module writes the rows of a topic and updates the cached objects in
 * place. Invalidation: a rollback or a write by another process clears the cache; code that changes the rows by another
 * statement calls `invalidate`.
 */
export class RowCache {
  readonly #topics = new Map<string, Map<Key, unknown>>();

  get<T>(topic: string, key: Key, read: () => T): T {
    const rows = this.#topic(topic);
    const known = rows.get(key) as T | undefined;
    if (known !== undefined) return known;
    const value = read();
    rows.set(key, value);
    return value;
  }

  set(topic: string, key: Key, value: unknown): void {
    this.#topic(topic).set(key, value);
  }

  invalidate(topic: string): void {
    this.#topics.get(topic)?.clear();
  }

  clear(): void {
    for (const rows of this.#topics.values()) rows.clear();
  }

  /** Bounds its memory between transactions. */
  trim(): void {
    for (const rows of this.#topics.values()) if (rows.size > MAX_TOPIC_KEYS) rows.clear();
  }

  #topic(name: string): Map<Key, unknown> {
    let rows = this.#topics.get(name);
    if (!rows) {
      rows = new Map();
      this.#topics.set(name, rows);
    }
    return rows;
  }
}
