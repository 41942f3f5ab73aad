import type { Database } from '../../../db/database.ts';
import { writeCsv } from '../../../lib/csv.ts';
import type { Id } from '../../../lib/ids.ts';
import { defaultTier, warehouses } from '../../catalogue/places.ts';
import { priceColumn, stockColumn } from './columns.ts';

/** A product file to fill in, with two products that show how: the one has two variants. */
export function productTemplate(db: Database, storeId: Id): string {
  const tier = defaultTier(db, storeId);
  const [warehouse] = warehouses(db, storeId);
  const places = [...(tier ? [priceColumn(tier.key)] : []), ...(warehouse ? [stockColumn(warehouse.key)] : [])];
  const row = (cells: readonly string[], price: number, qty: number) => [
    ...cells,
    ...(tier ? [price] : []),
    ...(warehouse ? [qty] : []),
  ];
  return writeCsv(
    ['product_key', 'product_name', 'variant_key', 'variant_name', 'sku', ...places],
    [
      row(['shirt', 'เสื้อยืดคอกลม', 'shirt-m', 'ไซซ์ M', 'SHIRT-M'], 250, 20),
      row(['shirt', '', 'shirt-l', 'ไซซ์ L', 'SHIRT-L'], 250, 15),
      row(['cap', 'หมวกแก๊ป', 'cap', '', 'CAP-1'], 190, 30),
    ],
  );
}
