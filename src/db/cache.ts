type Key = string | number;

interface Topic {
  entries: Map<Key, unknown>;
  /** Keys whose rows the running transaction has changed; null: all of them. */
  touched: Set<Key> | null;
}

const MOST = 2_000; // entries of a topic that says nothing else; the oldest goes first

/**
 * Values computed from committed rows. An entry lives until whoever changes its rows calls `forget`, or until another
 * process has written; null is not kept. Inside the transaction that changed them they are computed afresh and not kept, so nothing
 * that may still be rolled back is ever seen by others.
 */
export class Cache {
  readonly #topics = new Map<string, Topic>();

  read<T>(topic: string, key: Key, compute: () => T, most = MOST): T {
    const { entries, touched } = this.#topic(topic);
    if (touched === null || touched.has(key)) return compute();
    const known = entries.get(key);
    if (known !== undefined) return known as T;
    const value = compute();
    if (value === null) return value;
    if (entries.size >= most) entries.delete(entries.keys().next().value as Key);
    entries.set(key, value);
    return value;
  }

  /** Call it where the rows change; without a key, the whole topic. */
  forget(topic: string, key?: Key): void {
    const kept = this.#topic(topic);
    if (key === undefined) {
      kept.entries.clear();
      kept.touched = null;
    } else {
      kept.entries.delete(key);
      kept.touched?.add(key);
    }
  }

  /** The transaction has ended, either way. */
  settle(): void {
    for (const topic of this.#topics.values()) {
      if (topic.touched === null) topic.touched = new Set();
      else if (topic.touched.size > 0) topic.touched.clear();
    }
  }

  clear(): void {
    for (const topic of this.#topics.values()) topic.entries.clear();
  }

  #topic(name: string): Topic {
    let topic = this.#topics.get(name);
    if (!topic) {
      topic = { entries: new Map(), touched: new Set() };
      this.#topics.set(name, topic);
    }
    return topic;
  }
}
