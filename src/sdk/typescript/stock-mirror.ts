import type { CallOptions } from './caller.ts';
import type { RaanClient } from './client.ts';
import { RaanError } from './errors.ts';
import { Quantities, type StockRow } from './quantities.ts';
import { missingVariants, readAllStock } from './read-stock.ts';
import { MemoryStockStorage, type StockStorage } from './stock-storage.ts';
import type { StockChange } from './types.ts';

export interface StockMirrorOptions {
  client: RaanClient;
  /** Default: in memory. */
  storage?: StockStorage | undefined;
  /** Products that are read at the same time. Default: 4. */
  concurrency?: number | undefined;
}

const MAX_STARTS = 3; // a store whose cursors keep expiring is broken

/** Keeps a copy of a store's available quantities. Its methods run one after the other. */
export class StockMirror {
  readonly #client: RaanClient;
  readonly #storage: StockStorage;
  readonly #concurrency: number;
  #last: Promise<unknown> = Promise.resolve();

  constructor({ client, storage = new MemoryStockStorage(), concurrency = 4 }: StockMirrorOptions) {
    this.#client = client;
    this.#storage = storage;
    this.#concurrency = concurrency;
  }

  /**
   * Applies the changes since the last call; call it every few seconds or minutes. The first call, and a call after the
   * cursor has expired, reconciles.
   */
  catchUp(options: CallOptions = {}): Promise<void> {
    return this.#afterOthers(async () => {
      const cursor = await this.#storage.readCursor();
      if (cursor === undefined) return this.#reconcile(options);
      try {
        for await (const page of this.#client.stockChanges({ cursor }, options))
          if (page.cursor !== cursor) await this.#storage.update({ rows: newestRows(page.items), cursor: page.cursor });
      } catch (error) {
        if (!isExpiredCursor(error)) throw error;
        await this.#reconcile(options);
      }
    });
  }

  /**
   * Reads all quantities again, applies what has changed meanwhile, and removes what the store has deleted. Call it once
   * a day: deleted and restored products are not in the feed.
   */
  reconcile(options: CallOptions = {}): Promise<void> {
    return this.#afterOthers(() => this.#reconcile(options));
  }

  #afterOthers<T>(run: () => Promise<T>): Promise<T> {
    const result = this.#last.then(run);
    this.#last = result.catch(() => {}); // the caller gets the error from `result`
    return result;
  }

  async #reconcile(options: CallOptions): Promise<void> {
    for (let start = 1; ; start += 1) {
      try {
        return await this.#readAndFollow(options);
      } catch (error) {
        if (!isExpiredCursor(error) || start === MAX_STARTS) throw error;
      }
    }
  }

  /** The feed starts before the quantities are read, so no change is missed. A change that is applied twice does no harm. */
  async #readAndFollow(options: CallOptions): Promise<void> {
    const { next_cursor } = await this.#client.listStockChanges({}, options);
    const quantities = new Quantities(await readAllStock(this.#client, this.#concurrency, options));
    const { cursor } = await this.#follow(next_cursor, quantities, options);
    const end = await this.#removeDeleted(cursor, quantities, options);
    await this.#storage.replace({ rows: quantities.rows(), cursor: end });
  }

  /**
   * Removes variants that the store no longer has. The feed may still contain their changes from before the deletion.
   * So the feed is read to its end before they are removed, and variants with changes in that part are checked again.
   */
  async #removeDeleted(start: string, quantities: Quantities, options: CallOptions): Promise<string> {
    const existing = new Set<string>();
    let unchecked = quantities.variantIds();
    let end = start;
    while (unchecked.length > 0) {
      const missing = new Set(await missingVariants(this.#client, unchecked, options));
      for (const id of unchecked) if (!missing.has(id)) existing.add(id);
      const { cursor, changed } = await this.#follow(end, quantities, options);
      quantities.deleteVariants([...missing].filter((id) => !changed.has(id)));
      unchecked = [...changed].filter((id) => !existing.has(id));
      end = cursor;
    }
    return end;
  }

  /** Applies the feed from the cursor to its end. */
  async #follow(start: string, quantities: Quantities, options: CallOptions): Promise<FollowedFeed> {
    const changed = new Set<string>();
    let end = start;
    for await (const { items, cursor } of this.#client.stockChanges({ cursor: start }, options)) {
      quantities.set(newestRows(items));
      for (const { id } of items) changed.add(id);
      end = cursor;
    }
    return { cursor: end, changed };
  }
}

interface FollowedFeed {
  /** The end of the feed. */
  cursor: string;
  /** The variants with changes. */
  changed: Set<string>;
}

/** The last quantity of each variant and warehouse. */
function newestRows(items: readonly StockChange[]): StockRow[] {
  const rows = new Map<string, StockRow>();
  for (const { id, warehouse_id, new: available_qty } of items)
    rows.set(`${id} ${warehouse_id}`, { product_variant_id: id, warehouse_id, available_qty });
  return [...rows.values()];
}

const isExpiredCursor = (error: unknown): boolean =>
  error instanceof RaanError && error.code === 'invalid_request' && error.field === 'cursor';
