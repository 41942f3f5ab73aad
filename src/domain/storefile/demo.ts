import { asset } from '../../lib/assets.ts';
import { readCsv } from '../../lib/csv.ts';
import { parseTags } from '../../lib/tags.ts';
import { PERMISSIONS } from '../channels/channels.ts';
import type { StoreFileInput } from './store-file-schema.ts';

const rate = (shipping_type: string, first: string, each_more: string) => ({ shipping_type, first, each_more });

const RATES: Record<string, ReturnType<typeof rate>[]> = {
  small: [rate('ems', '45', '10'), rate('flash', '35', '8'), rate('store_pickup', '0', '0')],
  fragile: [rate('flash', '60', '25'), rate('kex', '65', '25'), rate('store_pickup', '0', '0')],
  large: [rate('flash', '75', '35'), rate('jt', '70', '32.5'), rate('store_pickup', '0', '0')],
};

const picture = (name: string) => `https://img.example/${name}.jpg`;

/** A row per variant; the first row of a product has its key and texts. Money in baht, weight in grams. */
function products() {
  const found: { key: string; rows: Row[] }[] = [];
  for (const { cells } of readCsv(asset('src/domain/storefile/demo-products.csv'), 'demo-products.csv').rows) {
    const row = Object.fromEntries(cells) as Row;
    if (row.product !== '') found.push({ key: row.product, rows: [] });
    found.at(-1)?.rows.push(row);
  }
  return found.map(({ key, rows }) => product(key, rows));
}
type ProductColumn = 'product' | 'parcel' | 'product_name' | 'description' | 'category' | 'tags';
type VariantColumn = 'sku' | 'variant_name' | 'cost' | 'weight' | 'barcode' | PriceColumn | 'bkk' | 'cnx';
type PriceColumn = 'retail' | 'vip' | 'wholesale';
type Row = Record<ProductColumn | VariantColumn, string>;

const product = (key: string, rows: readonly Row[]) => ({
  key,
  name: rows[0]?.product_name ?? '',
  description: rows[0]?.description || undefined,
  category: rows[0]?.category,
  tags: parseTags(rows[0]?.tags ?? ''),
  images: [{ url: picture(key), thumbnail_url: picture(`${key}-t`), tiny_url: picture(`${key}-s`) }],
  shipping_rates: RATES[rows[0]?.parcel ?? ''],
  variants: rows.map(variant),
});

function variant({ sku, variant_name: name, retail, vip, wholesale, cost, weight, bkk, cnx, barcode }: Row) {
  const key = sku.toLowerCase();
  return {
    key,
    name,
    sku,
    image_url: picture(key),
    prices: { retail, vip, wholesale },
    cost,
    weight: Number(weight),
    barcodes: [barcode],
    stock: { bkk: Number(bkk), cnx: Number(cnx) },
  };
}

/** The store of `raan demo`, as in a store file: a coffee roaster in Chiang Mai that also ships from Bangkok. */
export const demoStore = () =>
  ({
    key: 'demo',
    name: 'หมอกเช้า กาแฟและชา',
    price_tiers: [
      { key: 'retail', name: 'ปลีก', default: true },
      { key: 'wholesale', name: 'ตัวแทน' },
      { key: 'vip', name: 'VIP' },
    ],
    warehouses: [
      { key: 'bkk', name: 'กรุงเทพ' },
      { key: 'cnx', name: 'เชียงใหม่' },
    ],
    addresses: [
      {
        key: 'roastery',
        is_primary: true,
        name: 'หมอกเช้า กาแฟและชา',
        telephone: '053000123',
        address1: '19/4 ซ.นิมมานเหมินท์ 11 ถ.นิมมานเหมินท์',
        sub_district: 'สุเทพ',
        district: 'เมืองเชียงใหม่',
        province: 'เชียงใหม่',
        postal_code: 50200,
        email: 'hello@mokchao.example',
      },
      {
        key: 'bangkok',
        name: 'หมอกเช้า (คลังกรุงเทพ)',
        telephone: '020000123',
        address1: '88/9 ซ.อารีย์ 1 ถ.พหลโยธิน',
        sub_district: 'สามเสนใน',
        district: 'พญาไท',
        province: 'กรุงเทพมหานคร',
        postal_code: 10400,
      },
    ],
    products: products(),
    channels: [
      { key: 'page', name: 'เซลเพจหมอกเช้า', price_tier: 'retail', app: 'bot', permissions: [...PERMISSIONS] },
      { key: 'wholesale', name: 'ตัวแทน', price_tier: 'wholesale', permissions: ['orders.create', 'orders.read'] },
    ],
    apps: [{ key: 'bot', name: 'แชตบอต', url: '', events: { stock_available_updated: true } }],
  }) satisfies NonNullable<StoreFileInput['stores']>[number];

export type DemoStore = ReturnType<typeof demoStore>;
