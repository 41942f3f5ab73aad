import type { Reader } from '../../../db/reader.ts';
import type { Id } from '../../../lib/ids.ts';
import type { Language } from '../../../lib/messages/catalogue.ts';
import { defaultTier } from '../../catalogue/price-tiers.ts';
import { warehouses } from '../../catalogue/warehouses.ts';
import type { ProductTable } from './export.ts';
import { HEADINGS, PRICE_HEADING, STOCK_HEADING } from './headings.ts';

/** An example file of two products, one with two variants, without keys. */
export function productTemplate(db: Reader, storeId: Id, language: Language): ProductTable {
  const at = language === 'th' ? 0 : 1;
  const prices = defaultTier(db, storeId) ? [PRICE_HEADING[at]] : [];
  const stock = warehouses(db, storeId).length > 0 ? [STOCK_HEADING[at]] : [];
  return {
    headings: [HEADINGS.product_name[at], HEADINGS.variant_name[at], HEADINGS.sku[at], ...prices, ...stock],
    rows: EXAMPLES.map(({ name, variant, sku, price, onHand }) => [
      name[at],
      variant[at],
      sku,
      ...prices.map(() => price),
      ...stock.map(() => onHand),
    ]),
  };
}

const SHIRT = { name: ['เสื้อยืดคอกลม', 'Crew-neck T-shirt'], price: 250 } as const;
const EXAMPLES = [
  { ...SHIRT, variant: ['ไซส์ M', 'Size M'], sku: 'SHIRT-M', onHand: 20 },
  { ...SHIRT, variant: ['ไซส์ L', 'Size L'], sku: 'SHIRT-L', onHand: 15 },
  { name: ['หมวกแก๊ป', 'Baseball cap'], variant: ['', ''], sku: 'CAP-1', price: 190, onHand: 30 },
] as const;
