import { pulledPrefix } from '../../catalogue/keys.ts';
import { type Entry, entriesOf, entryOf, isGiven, keysIn, unknownName } from './document.ts';
import type { Names, Outlook, ProductOutlook, SourceKeys } from './outlook.ts';

/** What is wrong with a product of a store's entry that is pulled from another, or says so. */
export function pulledFaults(names: Names, entry: Entry, place: string): string[] {
  const product = names.outlook.products.get(String(entry.key));
  const source = entryOf(entry, 'pulled_from') && product?.source;
  const before = product?.before;
  return [
    ...(product?.source && entriesOf(entry, 'variants').length > 0
      ? [`${place}.variants cannot be: ${entry.key} is pulled, and has the variants of its source`]
      : []),
    ...(isGiven(entry, 'prices') && !isGiven(entry, 'pulled_from')
      ? [`${place}.prices belongs to a pulled product: give each variant its own`]
      : []),
    ...(source && before && !isSame(source, before.source)
      ? [
          `${place}.pulled_from cannot be: ${entry.key} ${before.source ? 'is pulled from another product' : 'is a product of the store’s own'}`,
        ]
      : []),
    ...(source && product ? sourceFaults(names, source, product, `${place}.pulled_from`) : []),
    ...(source ? priceFaults(names, source, entry, place) : []),
  ];
}

const isSame = (one: SourceKeys, other: SourceKeys | undefined): boolean =>
  one.store === other?.store && one.product === other.product;

function sourceFaults(names: Names, source: SourceKeys, product: ProductOutlook, place: string): string[] {
  if (source.store === names.outlook.store) return [`${place}.store ${source.store} is the same store`];
  const outlook = names.look(source.store);
  if (!outlook) return [`${place}.store names no store: ${source.store}`];
  const found = outlook.products.get(source.product);
  const known = isSame(source, product.before?.source); // it stays pulled though its source is deleted
  if (!found || !(found.live || known)) return [`${place}.product names no product of that store: ${source.product}`];
  return found.source ? [`${place}.product ${source.product} is pulled itself`] : [];
}

function priceFaults(names: Names, source: SourceKeys, entry: Entry, place: string): string[] {
  const prices = entryOf(entry, 'prices') ?? {};
  return keysIn(prices).flatMap((key) => [
    ...(isSold(names, source, entry, key) ? [] : [`${place}.prices names no variant of the source: ${key}`]),
    ...keysIn(prices[key]).flatMap((tier) => unknownName(`${place}.prices.${key}`, tier, names.tiers, 'price tier')),
  ]);
}

/** Whether the pulled product has, or is to have, a variant that follows the source's variant `key`, as far as can be known. */
function isSold({ look, outlook }: Names, source: SourceKeys, entry: Entry, key: string): boolean {
  const of = look(source.store);
  if (!of?.products.has(source.product)) return true; // the source itself is at fault
  const variant = of.variants.get(key);
  if (variant?.product !== source.product) return false;
  return variant.live || outlook.variants.has(`${pulledPrefix(String(entry.key))}${key}`);
}

/** Keys like those that the variants of a pulled product get, now or whenever its source gets a new one. */
export function prefixFaults({ products, variants }: Outlook): string[] {
  const pulled = [...products.values()].filter(({ source }) => source);
  const byPrefix = new Map(pulled.map((product) => [pulledPrefix(product.key), product]));
  const others = [...[...variants.values()].filter(({ isPulled }) => !isPulled), ...pulled];
  return others.flatMap(({ key, place }) =>
    prefixesOf(key).flatMap((prefix) => {
      const product = byPrefix.get(prefix);
      if (!product) return [];
      return place === undefined
        ? [`${product.place}.key ${product.key} cannot be: the key ${key} is like those that its variants would get`]
        : [`${place}.key ${key} is like those of the variants of ${product.key}, which is pulled`];
    }),
  );
}

/** `a/` and `a/b/` of the key `a/b/c`. */
const prefixesOf = (key: string): string[] => [...key.matchAll(/\//g)].map(({ index }) => key.slice(0, index + 1));
