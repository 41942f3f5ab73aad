import { type Id, parseId } from '../../lib/ids.ts';
import { type Money, parseMoney } from '../../lib/money.ts';
import { demoStore } from '../storefile/demo.ts';
import type { Loaded } from '../storefile/load.ts';
import type { DemoVariant } from './history/scene.ts';

const demo = demoStore();
type Product = (typeof demo.products)[number];
type Variant = Product['variants'][number];

const WATCHED = 4; // every fourth product warns of low stock
const POPULAR = 45; // pieces more of the products that sell most
const POPULAR_PRODUCTS = 10;

/** The account on the drawn slips. Bank account numbers and tax ids are fictitious. */
const BANK_ACCOUNT = { bank: '004', number: '0000012340', name: demo.name };
const REGISTERED_FOR_VAT = { legal_entity_id: '0505500000000', branch_type: 'h' };

/** Parts of the gift sets. */
const GIFT_SETS: Record<string, readonly { variant: string; qty: number }[]> = {
  'gs-classic': [
    { variant: 'hb-m250', qty: 1 },
    { variant: 'ol12-50', qty: 1 },
    { variant: 'cc-green', qty: 1 },
  ],
  'gs-premium': [
    { variant: 'hb-m250', qty: 2 },
    { variant: 'ol12-100', qty: 1 },
    { variant: 'cc-blue', qty: 2 },
  ],
};

/** As in the price list of a courier. */
const BY_WEIGHT = {
  first: '50',
  each_more: '10',
  weight_steps: [
    { up_to: 500, price: '40' },
    { up_to: 1_000, price: '50' },
    { up_to: 2_000, price: '65' },
    { up_to: 3_000, price: '80' },
    { up_to: 5_000, price: '110' },
    { up_to: 10_000, price: '160' },
  ],
};

/** Islands and border districts. */
const REMOTE_AREA = { fee: '50', postal_codes: '20120, 23170, 58000-58150, 81150, 82160, 84140, 84280-84360' };

/** The store file of the living demo: `demoStore` with couriers, partners and settings, without pictures of other hosts. */
export const livingStore = () => ({
  ...demo,
  settings: {
    cod_counts_as_ready: true,
    promptpay_id: '0600000000',
    promptpay_name: BANK_ACCOUNT.name,
    vat_percent: 7,
    shipping_rates: [BY_WEIGHT],
    free_shipping_from: '1500',
    remote_area: REMOTE_AREA,
  },
  bank_accounts: [BANK_ACCOUNT],
  addresses: demo.addresses.map((address, i) => (i === 0 ? { ...address, ...REGISTERED_FOR_VAT } : address)),
  products: demo.products.map(({ images, shipping_rates, ...product }, i) => ({
    ...product,
    ...(i % 2 === 0 && { shipping_rates }), // the others follow the store
    variants: product.variants.map((variant) => changed(variant, i)),
  })),
  couriers: [
    { shipping_type: 'ems', adapter: 'number_pool', prefix: 'EX', first: 20_000_000, count: 500 },
    ...['flash', 'kex', 'jt'].map((shipping_type) => ({ shipping_type, adapter: 'manual' })),
  ],
  apps: [
    ...demo.apps.map((app) => ({ ...app, events: { stock_available_updated: true, order_updated: true } })),
    { key: 'site', name: 'เว็บไซต์ร้าน', url: '', events: { stock_available_updated: true, product_updated: true } },
    { key: 'books', name: 'โปรแกรมบัญชี', url: '', events: { stock_available_updated: true } },
  ],
});

function changed({ image_url, stock, ...variant }: Variant, product: number) {
  const bundle = GIFT_SETS[variant.key];
  if (bundle) return { ...variant, bundle };
  const { bkk, cnx } = stock;
  return {
    ...variant,
    stock: { bkk: bkk + (product < POPULAR_PRODUCTS ? POPULAR : 6), cnx: cnx + 4 },
    ...(product % WATCHED === 0 && { low_stock_threshold: 12 }),
  };
}

export const idIn = (text: string | undefined): Id => parseId(text ?? '') as Id;

/** The variants with own stock as the history needs them, the popular ones first. */
export const demoVariants = (ids: Loaded): DemoVariant[] =>
  livingStore().products.flatMap(({ variants }) =>
    variants.flatMap((variant) => {
      if ('bundle' in variant) return [];
      const { key, cost, stock } = variant;
      return { id: idIn(ids.variants[key]), cost: parseMoney(cost) as Money, target: stock.bkk + stock.cnx };
    }),
  );
