import type { Message } from '../../../lib/messages/catalogue.ts';
import { message } from '../../../lib/messages/message.ts';
import type { PathPart } from '../../../lib/messages/path.ts';
import { pulledPrefix } from '../../catalogue/catalogue-keys.ts';
import { type Entry, entriesOf, entryOf, isGiven, keysIn, unknownName } from './document.ts';
import type { FutureCatalogue, FutureProduct, Names, SourceKeys } from './future-catalogue.ts';

/** The problems of a pulled product. */
export function pulledProblems(names: Names, entry: Entry, path: readonly PathPart[]): Message[] {
  const product = names.catalogue.products.get(String(entry.key));
  const source = entryOf(entry, 'pulled_from') && product?.source;
  const before = product?.before;
  return [
    ...(product?.source && entriesOf(entry, 'variants').length > 0
      ? [message('pulled_product_variants_fixed', { path: [...path, 'variants'] })]
      : []),
    ...(isGiven(entry, 'prices') && !isGiven(entry, 'pulled_from')
      ? [message('prices_of_pulled_product_only', { path: [...path, 'prices'] })]
      : []),
    ...(source && before && !isSame(source, before.source)
      ? [
          message(before.source ? 'pulled_from_another_product' : 'product_is_not_pulled', {
            path: [...path, 'pulled_from'],
            name: String(entry.key),
          }),
        ]
      : []),
    ...(source && product ? sourceProblems(names, source, product, [...path, 'pulled_from']) : []),
    ...(source ? priceProblems(names, source, entry, path) : []),
  ];
}

const isSame = (a: SourceKeys, b: SourceKeys | undefined): boolean => a.store === b?.store && a.product === b.product;

function sourceProblems(
  names: Names,
  source: SourceKeys,
  product: FutureProduct,
  path: readonly PathPart[],
): Message[] {
  if (source.store === names.catalogue.store)
    return [message('source_in_same_store', { path: [...path, 'store'], store: source.store })];
  const sourceCatalogue = names.findCatalogue(source.store);
  if (!sourceCatalogue) return [message('store_not_found', { path: [...path, 'store'], store: source.store })];
  const found = sourceCatalogue.products.get(source.product);
  const known = isSame(source, product.before?.source); // a product stays pulled after its source is deleted
  if (!found || !(found.live || known))
    return [message('source_not_in_store', { path: [...path, 'product'], name: source.product, store: source.store })];
  return found.source ? [message('source_is_pulled', { path: [...path, 'product'], name: source.product })] : [];
}

function priceProblems(names: Names, source: SourceKeys, entry: Entry, path: readonly PathPart[]): Message[] {
  const prices = entryOf(entry, 'prices') ?? {};
  return keysIn(prices).flatMap((key) => [
    ...(isSold(names, source, entry, key)
      ? []
      : [message('variant_not_in_source', { path: [...path, 'prices'], name: key })]),
    ...keysIn(prices[key]).flatMap((tier) =>
      unknownName([...path, 'prices', key], tier, names.tiers, 'no_such_price_tier'),
    ),
  ]);
}

/** Whether the pulled product has, or will have, a variant that follows the source's variant `key`. */
function isSold({ findCatalogue, catalogue }: Names, source: SourceKeys, entry: Entry, key: string): boolean {
  const sourceCatalogue = findCatalogue(source.store);
  if (!sourceCatalogue?.products.has(source.product)) return true; // the missing source is reported
  const variant = sourceCatalogue.variants.get(key);
  if (variant?.product !== source.product) return false;
  return variant.live || catalogue.variants.has(`${pulledPrefix(String(entry.key))}${key}`);
}

/** The problems of keys that collide with present or future keys of pulled variants. */
export function prefixProblems({ products, variants }: FutureCatalogue): Message[] {
  const pulled = [...products.values()].filter(({ source }) => source);
  const byPrefix = new Map(pulled.map((product) => [pulledPrefix(product.key), product]));
  const others = [...[...variants.values()].filter(({ isPulled }) => !isPulled), ...pulled];
  return others.flatMap(({ key, path }) =>
    prefixesOf(key).flatMap((prefix) => {
      const product = byPrefix.get(prefix);
      if (!product) return [];
      return path === undefined
        ? [
            message('key_reserves_taken_key', {
              path: [...(product.path ?? []), 'key'],
              product: product.key,
              taken: key,
            }),
          ]
        : [message('key_reserved_by_pulled_product', { path: [...path, 'key'], taken: key, product: product.key })];
    }),
  );
}

/** `a/` and `a/b/` of the key `a/b/c`. */
const prefixesOf = (key: string): string[] => [...key.matchAll(/\//g)].map(({ index }) => key.slice(0, index + 1));
