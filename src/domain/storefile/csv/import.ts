import type { WriteTx } from '../../../db/write-tx.ts';
import type { FileTable } from '../../../lib/csv.ts';
import type { Id } from '../../../lib/ids.ts';
import { audit } from '../../audit/audit-log.ts';
import type { AddedCodes } from '../../orders/order-codes.ts';
import type { Store } from '../../stores.ts';
import { loadChecked } from '../load.ts';
import { type ProductChanges, productChanges } from './changes.ts';
import { checkProductFile } from './check.ts';
import { productSnapshot } from './product-snapshot.ts';

export interface ProductImport {
  file: FileTable;
  /** Values of the config that products may have. */
  codes: AddedCodes;
  now: number;
  userId?: Id | undefined;
}

/**
 * Imports a product file by converting it into a store file, all or nothing. @throws OperatorError with every problem,
 * each with its row and column
 */
export function importProducts(tx: WriteTx, store: Store, { file, codes, now, userId }: ProductImport): ProductChanges {
  const { storeFile, products } = checkProductFile(tx, store, file, codes);
  const keys = products.map(({ key }) => key);
  const before = productSnapshot(tx, store.id, keys);
  loadChecked(tx, storeFile, { now, keepsPrices: true, userId });
  audit(tx, 'products_imported', { storeId: store.id, detail: { products: keys.length } });
  return productChanges(tx, store.id, before, productSnapshot(tx, store.id, keys));
}
