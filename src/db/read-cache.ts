type Key = string | number;

interface Topic {
  entries: Map<Key, unknown>;
  /** Keys whose rows the running transaction has changed; null: all of them. */
  changed: Set<Key> | null;
}

const DEFAULT_LIMIT = 2_000; // entries of a topic; the oldest goes first

/**
 * Caches values computed from committed rows. Invalidation: the code that changes the rows calls `invalidate`; a write by
 * another process clears the cache. Inside the transaction that changed the rows, values are computed each time and not
 * cached, so that rolled-back changes are never seen. Null is not cached.
 */
export class ReadCache {
  readonly #topics = new Map<string, Topic>();

  get<T>(topic: string, key: Key, compute: () => T, limit = DEFAULT_LIMIT): T {
    const { entries, changed } = this.#topic(topic);
    if (changed === null || changed.has(key)) return compute();
    const known = entries.get(key);
    if (known !== undefined) return known as T;
    const value = compute();
    if (value === null) return value;
    if (entries.size >= limit) entries.delete(entries.keys().next().value as Key);
    entries.set(key, value);
    return value;
  }

  /** Without a key, the whole topic. */
  invalidate(topic: string, key?: Key): void {
    const found = this.#topic(topic);
    if (key === undefined) {
      found.entries.clear();
      found.changed = null;
    } else {
      found.entries.delete(key);
      found.changed?.add(key);
    }
  }

  /** The transaction has ended, either way. */
  endTransaction(): void {
    for (const topic of this.#topics.values()) {
      if (topic.changed === null) topic.changed = new Set();
      else if (topic.changed.size > 0) topic.changed.clear();
    }
  }

  clear(): void {
    for (const { entries } of this.#topics.values()) entries.clear();
  }

  #topic(name: string): Topic {
    let topic = this.#topics.get(name);
    if (!topic) {
      topic = { entries: new Map(), changed: new Set() };
      this.#topics.set(name, topic);
    }
    return topic;
  }
}
