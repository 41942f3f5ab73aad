/** The available quantity of a variant in a warehouse. */
export interface StockRow {
  product_variant_id: string;
  warehouse_id: string;
  available_qty: number;
}

/** Available quantities in memory. */
export class Quantities {
  /** By variant, then by warehouse. */
  readonly #byVariant = new Map<string, Map<string, number>>();

  constructor(rows: Iterable<StockRow> = []) {
    this.set(rows);
  }

  set(rows: Iterable<StockRow>): void {
    for (const { product_variant_id, warehouse_id, available_qty } of rows) {
      const byWarehouse = this.#byVariant.get(product_variant_id) ?? new Map<string, number>();
      byWarehouse.set(warehouse_id, available_qty);
      this.#byVariant.set(product_variant_id, byWarehouse);
    }
  }

  deleteVariants(ids: Iterable<string>): void {
    for (const id of ids) this.#byVariant.delete(id);
  }

  variantIds = (): string[] => [...this.#byVariant.keys()];

  /** 0 if it is unknown. */
  get = (variantId: string, warehouseId: string): number => this.#byVariant.get(variantId)?.get(warehouseId) ?? 0;

  rows = (): StockRow[] =>
    [...this.#byVariant].flatMap(([product_variant_id, byWarehouse]) =>
      [...byWarehouse].map(([warehouse_id, available_qty]) => ({ product_variant_id, warehouse_id, available_qty })),
    );
}
