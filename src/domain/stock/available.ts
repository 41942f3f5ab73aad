import type { Reader } from '../../db/reader.ts';
import { invalidRequest } from '../../lib/errors.ts';
import type { Id } from '../../lib/ids.ts';
import { liveVariant, type SoldVariant, variantsWithSku } from '../variants.ts';
import { stockOfVariants, type VariantStock } from './stock-levels.ts';

export interface VariantWithStock {
  variant: SoldVariant;
  stock: VariantStock;
}

/** The store's live variants with these ids and their stock, as a snapshot. Unknown ids are omitted. */
export const stockByIds = (db: Reader, storeId: Id, ids: readonly Id[]): VariantWithStock[] =>
  db.snapshot(() => {
    const variants = [...new Set(ids)].flatMap((id) => liveVariant(db, storeId, id) ?? []);
    const stock = stockOfVariants(db, variants);
    return variants.map((variant) => ({ variant, stock: stock.get(variant.id) as VariantStock }));
  });

/** Stock of the variants with these SKUs. @throws AppError invalid_request at the SKU if several variants share it */
export const stockBySkus = (db: Reader, storeId: Id, skus: readonly string[]): VariantWithStock[] =>
  db.snapshot(() => {
    const ids = skus.flatMap((sku, i) => {
      const found = variantsWithSku(db, storeId, sku);
      if (found.length > 1) throw invalidRequest('sku_ambiguous', { path: ['skus', i], variants: found });
      return found;
    });
    return stockByIds(db, storeId, ids);
  });
