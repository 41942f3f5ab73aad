import type { DiskCache } from './disk-cache.ts';

type Key = string | number;

interface Topic {
  entries: Map<Key, unknown>;
  /** Keys whose rows the running transaction has changed; null: all of them. */
  changed: Set<Key> | null;
  /** Entries evicted from memory. */
  disk?: DiskCache;
}

/** Serializes the values of a topic for the disk. The keys of that topic must be numbers. */
export interface DiskCodec<T> {
  /** Characters up to U+00FF only. */
  textOf: (value: T) => string;
  valueOf: (text: string) => T;
}

export interface CacheOptions<T> {
  /** Maximum number of the topic's entries in memory; the oldest leaves first. Default: 2,000. */
  limit?: number;
  /** Entries that leave the memory stay in a temporary file. */
  onDisk?: DiskCodec<T>;
}

const DEFAULT_LIMIT = 2_000;

/**
 * Caches values computed from committed rows. Invalidation: the code that changes the rows calls `invalidate`; a write by
 * another process clears the cache. Inside the transaction that changed the rows, values are computed each time and not
 * cached, so that rolled-back changes are never seen. Null is not cached.
 */
export class ReadCache {
  readonly #topics = new Map<string, Topic>();
  readonly #openDiskCache: () => DiskCache;

  constructor(openDiskCache: () => DiskCache) {
    this.#openDiskCache = openDiskCache;
  }

  get<T>(topic: string, key: Key, compute: () => T, { limit = DEFAULT_LIMIT, onDisk }: CacheOptions<T> = {}): T {
    const found = this.#topic(topic);
    const { entries, changed } = found;
    if (changed === null || changed.has(key)) return compute();
    const known = entries.get(key);
    if (known !== undefined) return known as T;
    const text = onDisk && found.disk?.get(key as number);
    const value = text === undefined ? compute() : (onDisk as DiskCodec<T>).valueOf(text);
    if (value === null) return value;
    if (entries.size >= limit) this.#evict(found, onDisk as DiskCodec<unknown> | undefined);
    entries.set(key, value);
    return value;
  }

  #evict(topic: Topic, onDisk: DiskCodec<unknown> | undefined): void {
    const [oldest] = topic.entries;
    if (!oldest) return;
    const [key, value] = oldest;
    topic.entries.delete(key);
    if (!onDisk) return;
    topic.disk ??= this.#openDiskCache();
    topic.disk.set(key as number, () => onDisk.textOf(value));
  }

  /** Without a key, the whole topic. */
  invalidate(topic: string, key?: Key): void {
    const found = this.#topic(topic);
    if (key === undefined) {
      found.entries.clear();
      found.disk?.clear();
      found.changed = null;
    } else {
      found.entries.delete(key);
      found.disk?.delete(key as number);
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
    for (const { entries, disk } of this.#topics.values()) {
      entries.clear();
      disk?.clear();
    }
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
