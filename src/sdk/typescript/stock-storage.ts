import { Quantities, type StockRow } from './quantities.ts';

/** Quantities, at most one per variant and warehouse, and the cursor that continues after them. */
export interface StockUpdate {
  rows: readonly StockRow[];
  cursor: string;
}

/** Where a mirror keeps quantities. Write rows and cursor in one transaction, so that a crash loses no change. */
export interface StockStorage {
  /** The cursor of the last write; undefined if there was none. */
  readCursor(): Promise<string | undefined>;
  /** Sets the quantities of `rows` and keeps all others. */
  update(update: StockUpdate): Promise<void>;
  /** Replaces all quantities by `rows`. */
  replace(update: StockUpdate): Promise<void>;
}

/** A storage that lasts as long as the process. */
export class MemoryStockStorage implements StockStorage {
  #quantities = new Quantities();
  #cursor: string | undefined;

  /** The available quantity in the warehouse; 0 if it is unknown. */
  quantity = (variantId: string, warehouseId: string): number => this.#quantities.get(variantId, warehouseId);

  rows = (): StockRow[] => this.#quantities.rows();

  async readCursor(): Promise<string | undefined> {
    return this.#cursor;
  }

  async update({ rows, cursor }: StockUpdate): Promise<void> {
    this.#quantities.set(rows);
    this.#cursor = cursor;
  }

  async replace({ rows, cursor }: StockUpdate): Promise<void> {
    this.#quantities = new Quantities(rows);
    this.#cursor = cursor;
  }
}
