import type { CallOptions } from './caller.ts';
import type { RaanClient } from './client.ts';
import { RaanError } from './errors.ts';
import type { StockRow } from './quantities.ts';

const VARIANTS_PER_CALL = 500;

/** All quantities of the store, each as it was when its product was read. @param concurrency calls at the same time */
export async function readAllStock(client: RaanClient, concurrency: number, options: CallOptions): Promise<StockRow[]> {
  const rows: StockRow[] = [];
  const products = client.products({}, options);
  const readers = Array.from({ length: concurrency }, async () => {
    for await (const { id } of products) for (const row of await readStockOf(client, id, options)) rows.push(row);
  });
  await Promise.all(readers);
  return rows;
}

async function readStockOf(client: RaanClient, product_id: string, options: CallOptions): Promise<StockRow[]> {
  try {
    const { product } = await client.readProduct({ product_id }, options);
    return product.variants.flatMap(({ product_variant_id, warehouses }) =>
      warehouses.map(({ wh_id, available_qty }) => ({ product_variant_id, warehouse_id: wh_id, available_qty })),
    );
  } catch (error) {
    if (error instanceof RaanError && error.code === 'not_found') return []; // deleted since it was listed
    throw error;
  }
}

/** Those of the variants that the store does not have. */
export async function missingVariants(
  client: RaanClient,
  ids: readonly string[],
  options: CallOptions,
): Promise<string[]> {
  const missing = new Set(ids);
  for (let start = 0; start < ids.length; start += VARIANTS_PER_CALL) {
    const product_variant_ids = ids.slice(start, start + VARIANTS_PER_CALL);
    const { items } = await client.availableStock({ product_variant_ids }, options);
    for (const { product_variant_id } of items) missing.delete(product_variant_id);
  }
  return [...missing];
}
