import type { Reader } from '../../../db/reader.ts';
import type { Id } from '../../../lib/ids.ts';
import { warehouses } from '../../catalogue/warehouses.ts';
import { variantsWithSku, variantTitle } from '../../variants.ts';
import type { Fact, ProductSnapshot, ProductState } from './product-snapshot.ts';

interface Changed {
  added: string[];
  restored: string[];
  changed: string[];
}

/** The changes of an import, by key. */
export interface ProductChanges {
  products: Changed;
  variants: Changed;
  /** Changed stock on hand. */
  stock: { variant: string; warehouse: string; old: number; new: number }[];
  /** The changes for display. */
  changes: ItemChange[];
  /** SKUs that this import gives to several live variants; orders cannot use them. */
  shared_skus: { sku: string; variants: string[] }[];
}

export interface ItemChange {
  product: string;
  /** May be empty; undefined for the product itself. */
  variant?: string;
  sku?: string | null;
  how: keyof Changed;
  facts: FactChange[];
}

/** Amounts are in baht. */
export interface FactChange {
  what: Fact['what'];
  /** Name of the price tier or warehouse. */
  columnName?: string;
  from: string | number | null;
  to: string | number | null;
}

export function productChanges(
  db: Reader,
  storeId: Id,
  before: ProductSnapshot,
  after: ProductSnapshot,
): ProductChanges {
  return {
    products: changedKeys(before.products, after.products),
    variants: changedKeys(before.variants, after.variants),
    stock: stockChanges(db, storeId, before, after),
    changes: itemChanges(before, after),
    shared_skus: sharedSkus(db, storeId, before, after),
  };
}

/** Each product is followed by its variants. */
function itemChanges(before: ProductSnapshot, after: ProductSnapshot): ItemChange[] {
  const variantsOf = Map.groupBy(after.variants, ([, { product }]) => product);
  return [...after.products].flatMap(([key, product]) => [
    ...itemChange(before.products.get(key), product, { product: product.name }),
    ...(variantsOf.get(key) ?? []).flatMap(([variantKey, variant]) => {
      const item = { product: product.name, variant: variant.name, sku: variant.sku };
      return itemChange(before.variants.get(variantKey), variant, item);
    }),
  ]);
}

function itemChange(
  old: ProductState | undefined,
  state: ProductState,
  item: Pick<ItemChange, 'product' | 'variant' | 'sku'>,
): ItemChange[] {
  if (!state.live) return [];
  const facts = factChanges(old?.facts, state.facts);
  const how = changeKind(old, state) ?? (facts.length > 0 ? 'changed' : undefined);
  return how ? [{ ...item, how, facts }] : [];
}

function stockChanges(
  db: Reader,
  storeId: Id,
  before: ProductSnapshot,
  after: ProductSnapshot,
): ProductChanges['stock'] {
  const allWarehouses = warehouses(db, storeId);
  return [...after.variants].flatMap(([variant, { onHand }]) => {
    const known = before.variants.get(variant)?.onHand;
    return allWarehouses.flatMap(({ id, key: warehouse }) => {
      const change = { old: known?.get(id) ?? 0, new: onHand.get(id) ?? 0 };
      return change.old === change.new ? [] : [{ variant, warehouse, ...change }];
    });
  });
}

function changeKind(old: ProductState | undefined, { live, content }: ProductState): keyof Changed | undefined {
  if (!live) return undefined;
  if (!old) return 'added';
  if (!old.live) return 'restored';
  return old.content === content ? undefined : 'changed';
}

/** Both lists have the same order. A new item has only the facts with a value. */
const factChanges = (before: readonly Fact[] | undefined, after: readonly Fact[]): FactChange[] =>
  after.flatMap(({ what, columnName, value: to, comparedAs }, i) => {
    if (!before && NAMES.includes(what)) return [];
    const from = before?.[i]?.value ?? null;
    const isSame = comparedAs === undefined ? from === to : before?.[i]?.comparedAs === comparedAs;
    return isSame || (from === null && isNothing(to)) ? [] : [{ what, ...(columnName && { columnName }), from, to }];
  });

const NAMES: readonly Fact['what'][] = ['name', 'sku'];

const isNothing = (value: Fact['value']): boolean => value === null || value === '' || value === 0;

function sharedSkus(
  db: Reader,
  storeId: Id,
  before: ProductSnapshot,
  after: ProductSnapshot,
): ProductChanges['shared_skus'] {
  const skus = new Set(
    [...after.variants].flatMap(([key, { live, sku }]) => {
      const old = before.variants.get(key);
      return live && sku !== null && !(old?.live && old.sku === sku) ? [sku] : [];
    }),
  );
  return [...skus].flatMap((sku) => {
    const ids = variantsWithSku(db, storeId, sku);
    return ids.length > 1 ? [{ sku, variants: ids.map((id) => variantTitle(db, id)) }] : [];
  });
}

function changedKeys(before: ReadonlyMap<string, ProductState>, after: ReadonlyMap<string, ProductState>): Changed {
  const changed: Changed = { added: [], restored: [], changed: [] };
  for (const [key, state] of after) {
    const how = changeKind(before.get(key), state);
    if (how) changed[how].push(key);
  }
  return changed;
}
