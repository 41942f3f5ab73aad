import { Oracle, type Part } from './oracle.ts';
import { Real } from './real.ts';

const parts = (list: Record<string, number>) => Object.entries(list).map(([variant, qty]) => ({ variant, qty }));
const RECIPES: Record<string, Part[]> = {
  set: parts({ leaf: 2, cup: 1 }),
  crate: parts({ leaf: 3, milk: 2 }),
  latte: parts({ milk: 1, leaf: 2 }),
};

const variant = (key: string, more: object) => ({ key, name: key, sku: key, prices: { retail: '10' }, ...more });

const shared = (key: string) => ({
  key,
  name: key,
  price_tiers: [{ key: 'retail', name: 'Retail', default: true }],
  channels: [{ key: 'page', name: 'Page' }],
  apps: [{ key: 'bot', name: 'Bot', url: 'http://127.0.0.1:9/' }],
});

/** A tea shop with two warehouses, and a reseller of its tea with one warehouse. */
const stores = (belowZero: { source: boolean; reseller: boolean }) => [
  {
    ...shared('source'),
    settings: { sell_below_zero: belowZero.source },
    warehouses: ['bkk', 'cnx'].map((key) => ({ key, name: key })),
    products: [
      {
        key: 'tea',
        name: 'Tea',
        variants: [
          variant('leaf', { stock: { bkk: 20, cnx: 8 } }),
          variant('cup', { stock: { bkk: 5, cnx: 9 } }),
          variant('set', { bundle: RECIPES.set }),
        ],
      },
      {
        key: 'bar',
        name: 'Bar',
        variants: [
          variant('milk', { stock: { bkk: 12 } }),
          variant('latte', { stock: { cnx: 2 }, parts: RECIPES.latte }),
          variant('crate', { bundle: RECIPES.crate }),
        ],
      },
    ],
  },
  {
    ...shared('reseller'),
    settings: { sell_below_zero: belowZero.reseller },
    warehouses: [{ key: 'home', name: 'home' }],
    products: [
      { key: 'own', name: 'Own', variants: [variant('bag', { stock: { home: 6 } })] },
      {
        key: 'resold',
        name: 'Resold tea',
        pulled_from: { store: 'source', product: 'tea' },
        prices: Object.fromEntries(['leaf', 'cup', 'set'].map((key) => [key, { retail: '20' }])),
      },
    ],
  },
];

/** Opens the same stores twice: in a database, loaded from a store file, and as the model. */
export async function openWorld(
  folder: string,
  belowZero: { source: boolean; reseller: boolean },
): Promise<{ model: Oracle; real: Real }> {
  const real = new Real(folder);
  const model = new Oracle({ source: ['bkk', 'cnx'], reseller: ['home'] }, belowZero);
  for (const store of stores(belowZero))
    for (const product of store.products) {
      if (!('variants' in product)) continue;
      for (const { key, bundle, stock = {} } of product.variants as Known[]) {
        const isBundle = bundle !== undefined;
        model.add(key, { store: store.key, product: product.key, isBundle, parts: RECIPES[key] ?? [] });
        for (const [warehouse, onHand] of Object.entries(stock)) model.level(key, warehouse).onHand = onHand;
      }
    }
  for (const source of ['leaf', 'cup', 'set'])
    model.add(`resold/${source}`, { store: 'reseller', product: 'resold', isBundle: false, parts: [], source });
  await real.load(stores(belowZero));
  return { model, real };
}

interface Known {
  key: string;
  bundle?: Part[];
  stock?: Record<string, number>;
}
