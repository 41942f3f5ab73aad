import type { Database } from '../../db/database.ts';
import type { Id } from '../../lib/ids.ts';
import { type Product, productDetail, type Variant } from '../catalogue/detail.ts';
import { productByKey } from '../catalogue/lookup.ts';
import { warehouses } from '../catalogue/places.ts';

/** What an import does, by the keys of a store file. */
export interface ProductChanges {
  products: { added: string[]; changed: string[] };
  variants: { added: string[]; changed: string[] };
  /** On hand, where it is another than before. */
  stock: { variant: string; warehouse: string; old: number; new: number }[];
}

type Products = ReadonlyMap<string, Readonly<Product>>;

/** The store's live products with these keys, as they are at this moment. */
export const productsNow = (db: Database, storeId: Id, keys: readonly string[]): Products =>
  new Map(
    keys.flatMap((key) => {
      const known = productByKey(db, storeId, key);
      const product = known && productDetail(db, storeId, known.id);
      return product ? [[key, product] as const] : [];
    }),
  );

/** What is otherwise than before. */
export function differences(db: Database, storeId: Id, before: Products, after: Products): ProductChanges {
  const variants = variantsOf(after);
  const known = variantsOf(before);
  const places = warehouses(db, storeId);
  return {
    products: compared(before, after, ({ name, description }) => [name, description]),
    variants: compared(known, variants, variantFacts),
    stock: [...variants].flatMap(([variant, now]) => {
      const old = onHandOf(known.get(variant));
      const current = onHandOf(now);
      return places.flatMap(({ id, key: warehouse }) => {
        const change = { old: old.get(id) ?? 0, new: current.get(id) ?? 0 };
        return change.old === change.new ? [] : [{ variant, warehouse, ...change }];
      });
    }),
  };
}

const variantsOf = (products: Products): ReadonlyMap<string, Variant> =>
  new Map([...products.values()].flatMap(({ variants }) => variants.map((variant) => [variant.key, variant] as const)));

/** The keys of those that are new, and of those whose `facts` are others than before. */
function compared<Thing>(
  before: ReadonlyMap<string, Thing>,
  after: ReadonlyMap<string, Thing>,
  facts: (thing: Thing) => unknown,
): { added: string[]; changed: string[] } {
  const added = [...after.keys()].filter((key) => !before.has(key));
  const changed = [...after].filter(([key, thing]) => {
    const old = before.get(key);
    return old !== undefined && JSON.stringify(facts(old)) !== JSON.stringify(facts(thing));
  });
  return { added, changed: changed.map(([key]) => key) };
}

const variantFacts = ({ name, sku, cost, weight, lowStockThreshold, isBundle, parts, prices }: Variant) => [
  name,
  sku,
  cost,
  weight,
  lowStockThreshold,
  isBundle,
  parts,
  prices.map(({ priceTierId, price }) => [priceTierId, price]),
];

/** By warehouse; a bundle has nothing on hand itself. */
const onHandOf = (variant: Variant | undefined): ReadonlyMap<Id, number> =>
  new Map(
    variant && !variant.isBundle
      ? variant.stock.warehouses.map(({ warehouseId, onHand }) => [warehouseId, onHand])
      : [],
  );
