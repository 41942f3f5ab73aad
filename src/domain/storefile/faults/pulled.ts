import type { Message } from '../../../lib/messages/catalogue.ts';
import { message } from '../../../lib/messages/message.ts';
import { pulledPrefix } from '../../catalogue/keys.ts';
import { type Entry, entriesOf, entryOf, isGiven, keysIn, unknownName } from './document.ts';
import type { FutureCatalogue, FutureProduct, Names, SourceKeys } from './future-catalogue.ts';

/** The problems of a pulled product. */
export function pulledProblems(names: Names, entry: Entry, place: string): Message[] {
  const product = names.outlook.products.get(String(entry.key));
  const source = entryOf(entry, 'pulled_from') && product?.source;
  const before = product?.before;
  return [
    ...(product?.source && entriesOf(entry, 'variants').length > 0
      ? [message('pulled_product_variants_fixed', { path: `${place}.variants` })]
      : []),
    ...(isGiven(entry, 'prices') && !isGiven(entry, 'pulled_from')
      ? [message('prices_of_pulled_product_only', { path: `${place}.prices` })]
      : []),
    ...(source && before && !isSame(source, before.source)
      ? [
          message(before.source ? 'pulled_from_another_product' : 'product_is_not_pulled', {
            path: `${place}.pulled_from`,
            name: String(entry.key),
          }),
        ]
      : []),
    ...(source && product ? sourceProblems(names, source, product, `${place}.pulled_from`) : []),
    ...(source ? priceProblems(names, source, entry, place) : []),
  ];
}

const isSame = (one: SourceKeys, other: SourceKeys | undefined): boolean =>
  one.store === other?.store && one.product === other.product;

function sourceProblems(names: Names, source: SourceKeys, product: FutureProduct, place: string): Message[] {
  if (source.store === names.outlook.store)
    return [message('source_in_same_store', { path: `${place}.store`, store: source.store })];
  const outlook = names.look(source.store);
  if (!outlook) return [message('store_not_found', { path: `${place}.store`, store: source.store })];
  const found = outlook.products.get(source.product);
  const known = isSame(source, product.before?.source); // it stays pulled though its source is deleted
  if (!found || !(found.live || known))
    return [message('source_not_in_store', { path: `${place}.product`, name: source.product, store: source.store })];
  return found.source ? [message('source_is_pulled', { path: `${place}.product`, name: source.product })] : [];
}

function priceProblems(names: Names, source: SourceKeys, entry: Entry, place: string): Message[] {
  const prices = entryOf(entry, 'prices') ?? {};
  return keysIn(prices).flatMap((key) => [
    ...(isSold(names, source, entry, key)
      ? []
      : [message('variant_not_in_source', { path: `${place}.prices`, name: key })]),
    ...keysIn(prices[key]).flatMap((tier) =>
      unknownName(`${place}.prices.${key}`, tier, names.tiers, 'no_such_price_tier'),
    ),
  ]);
}

/** Whether the pulled product has, or will have, a variant that follows the source's variant `key`. */
function isSold({ look, outlook }: Names, source: SourceKeys, entry: Entry, key: string): boolean {
  const of = look(source.store);
  if (!of?.products.has(source.product)) return true; // the source itself is at fault
  const variant = of.variants.get(key);
  if (variant?.product !== source.product) return false;
  return variant.live || outlook.variants.has(`${pulledPrefix(String(entry.key))}${key}`);
}

/** The problems of keys that collide with present or future keys of pulled variants. */
export function prefixProblems({ products, variants }: FutureCatalogue): Message[] {
  const pulled = [...products.values()].filter(({ source }) => source);
  const byPrefix = new Map(pulled.map((product) => [pulledPrefix(product.key), product]));
  const others = [...[...variants.values()].filter(({ isPulled }) => !isPulled), ...pulled];
  return others.flatMap(({ key, place }) =>
    prefixesOf(key).flatMap((prefix) => {
      const product = byPrefix.get(prefix);
      if (!product) return [];
      return place === undefined
        ? [message('key_reserves_taken_key', { path: `${product.place}.key`, product: product.key, taken: key })]
        : [message('key_reserved_by_pulled_product', { path: `${place}.key`, taken: key, product: product.key })];
    }),
  );
}

/** `a/` and `a/b/` of the key `a/b/c`. */
const prefixesOf = (key: string): string[] => [...key.matchAll(/\//g)].map(({ index }) => key.slice(0, index + 1));
