import type { Reader } from '../../../db/reader.ts';
import { writeCsv } from '../../../lib/csv.ts';
import type { Id } from '../../../lib/ids.ts';
import { defaultTier } from '../../catalogue/price-tiers.ts';
import { warehouses } from '../../catalogue/warehouses.ts';
import { priceColumn, stockColumn } from './columns.ts';

/** An example file of two products, one with two variants. With Thai column names it has no keys. */
export const productTemplate = (db: Reader, storeId: Id, { inThai = false } = {}): string =>
  inThai ? thaiTemplate(db, storeId) : keyedTemplate(db, storeId);

function thaiTemplate(db: Reader, storeId: Id): string {
  const valueFields = valueColumns(db, storeId);
  return writeCsv(
    ['ชื่อสินค้า', 'ตัวเลือก', 'SKU', ...valueFields.map(({ head }) => head)],
    EXAMPLES.map(({ name, variantName, sku, ...example }) => [
      name,
      variantName,
      sku,
      ...valueFields.map(({ of }) => example[of]),
    ]),
  );
}

function keyedTemplate(db: Reader, storeId: Id): string {
  const valueFields = valueColumns(db, storeId);
  return writeCsv(
    ['product_key', 'product_name', 'variant_key', 'variant_name', 'sku', ...valueFields.map(({ column }) => column)],
    EXAMPLES.map(({ product, name, variant, variantName, sku, ...example }) => [
      product,
      name,
      variant,
      variantName,
      sku,
      ...valueFields.map(({ of }) => example[of]),
    ]),
  );
}

const SHIRT = { product: 'shirt', name: 'เสื้อยืดคอกลม', price: 250 };
const EXAMPLES = [
  { ...SHIRT, variant: 'shirt-m', variantName: 'ไซซ์ M', sku: 'SHIRT-M', qty: 20 },
  { ...SHIRT, variant: 'shirt-l', variantName: 'ไซซ์ L', sku: 'SHIRT-L', qty: 15 },
  { product: 'cap', name: 'หมวกแก๊ป', variant: 'cap', variantName: '', sku: 'CAP-1', price: 190, qty: 30 },
];

function valueColumns(db: Reader, storeId: Id) {
  const tier = defaultTier(db, storeId);
  const [warehouse] = warehouses(db, storeId);
  return [
    ...(tier ? [{ head: 'ราคา', column: priceColumn(tier.key), of: 'price' as const }] : []),
    ...(warehouse ? [{ head: 'คงเหลือ', column: stockColumn(warehouse.key), of: 'qty' as const }] : []),
  ];
}
