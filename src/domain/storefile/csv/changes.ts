import type { Database } from '../../../db/database.ts';
import type { Id } from '../../../lib/ids.ts';
import { productDetail, type Variant } from '../../catalogue/detail.ts';
import { everyVariantOf, productByKey } from '../../catalogue/lookup.ts';
import { warehouses } from '../../catalogue/places.ts';
import { stockOf } from '../../stock/levels.ts';

/** Keys of a store file. */
interface Changed {
  added: string[];
  /** Deleted before. */
  restored: string[];
  changed: string[];
}

/** What an import does, by the keys of a store file. */
export interface ProductChanges {
  products: Changed;
  variants: Changed;
  /** On hand, where it is another than before. */
  stock: { variant: string; warehouse: string; old: number; new: number }[];
}

/** Products and their variants, live and deleted, as they are at a moment. */
interface Moment {
  products: Map<string, State>;
  variants: Map<string, State & { onHand: ReadonlyMap<Id, number> }>;
}

interface State {
  live: boolean;
  /** What a product file says of it, but for stock. */
  facts: string;
}

/** The store's products with these keys, as they are now. */
export function productsNow(db: Database, storeId: Id, keys: readonly string[]): Moment {
  const moment: Moment = { products: new Map(), variants: new Map() };
  for (const known of keys.flatMap((key) => productByKey(db, storeId, key) ?? [])) {
    const product = productDetail(db, storeId, known.id);
    moment.products.set(known.key, stateOf(product && [product.name, product.description]));
    const variants = new Map(product?.variants.map((variant) => [variant.id, variant]));
    for (const { id, key } of everyVariantOf(db, known.id)) {
      const variant = variants.get(id);
      const onHand = new Map(stockOf(db, id).map((level) => [level.warehouseId, level.onHand]));
      moment.variants.set(key, { ...stateOf(variant && variantFacts(variant)), onHand });
    }
  }
  return moment;
}

const stateOf = (facts: unknown): State => ({ live: facts !== undefined, facts: JSON.stringify(facts) ?? '' });

const variantFacts = ({ name, sku, cost, weight, lowStockThreshold, isBundle, parts, prices }: Variant) => [
  name,
  sku,
  cost,
  weight,
  lowStockThreshold,
  isBundle,
  parts.map(({ variantId, qty }) => [variantId, qty]),
  prices.map(({ priceTierId, price }) => [priceTierId, price]),
];

/** What is otherwise than before. */
export function differences(db: Database, storeId: Id, before: Moment, after: Moment): ProductChanges {
  const places = warehouses(db, storeId);
  return {
    products: compared(before.products, after.products),
    variants: compared(before.variants, after.variants),
    stock: [...after.variants].flatMap(([variant, { onHand }]) => {
      const known = before.variants.get(variant)?.onHand;
      return places.flatMap(({ id, key: warehouse }) => {
        const change = { old: known?.get(id) ?? 0, new: onHand.get(id) ?? 0 };
        return change.old === change.new ? [] : [{ variant, warehouse, ...change }];
      });
    }),
  };
}

function compared(before: ReadonlyMap<string, State>, after: ReadonlyMap<string, State>): Changed {
  const live = [...after].filter(([, state]) => state.live);
  const keysOf = (is: (old: State | undefined, state: State) => boolean) =>
    live.filter(([key, state]) => is(before.get(key), state)).map(([key]) => key);
  return {
    added: keysOf((old) => old === undefined),
    restored: keysOf((old) => old?.live === false),
    changed: keysOf((old, { facts }) => old?.live === true && old.facts !== facts),
  };
}
