import type { Message } from '../../../lib/messages/catalogue.ts';
import { message } from '../../../lib/messages/message.ts';
import { type PathPart, pathText } from '../../../lib/messages/path.ts';
import { pictureNameIn } from '../../pictures/stored-pictures.ts';
import { barcodeProblems, type GivenBarcodes } from './barcode-problems.ts';
import { type Entry, entriesOf, isGiven, keysIn, unknownName } from './document.ts';
import type { FutureCatalogue, FutureVariant, Names } from './future-catalogue.ts';
import { prefixProblems, pulledProblems } from './pulled-problems.ts';

/** The problems of a store's rates and products, with their paths in the store's entry. */
export const catalogueProblems = (names: Names): Message[] => [
  ...rateProblems(names, names.store.settings, ['settings']),
  ...entriesOf(names.store, 'products').flatMap((product, i) => {
    const path = ['products', i];
    return [
      ...rateProblems(names, product, path),
      ...entriesOf(product, 'images').flatMap(({ url }, j) =>
        pictureProblem(names, url, [...path, 'images', j, 'url']),
      ),
      ...entriesOf(product, 'variants').flatMap((variant, j) =>
        variantProblems(names, product, variant, [...path, 'variants', j]),
      ),
      ...pulledProblems(names, product, path),
    ];
  }),
  ...barcodeProblemsOf(names),
  ...partProblems(names.catalogue),
  ...prefixProblems(names.catalogue),
];

const rateProblems = ({ shippingTypes }: Names, owner: unknown, path: readonly PathPart[]): Message[] =>
  entriesOf(owner, 'shipping_rates').flatMap((rate, i) =>
    unknownName([...path, 'shipping_rates', i, 'shipping_type'], rate.shipping_type, shippingTypes, 'no_such_courier'),
  );

function variantProblems(names: Names, product: Entry, variant: Entry, path: readonly PathPart[]): Message[] {
  const { catalogue, tiers, warehouses } = names;
  const both = ['stock', 'parts'].filter((name) => isGiven(variant, 'bundle') && isGiven(variant, name));
  return [
    ...ownerProblem(catalogue.variants.get(String(variant.key)), variant.key, product.key, path),
    ...pictureProblem(names, variant.image_url, [...path, 'image_url']),
    ...keysIn(variant.prices).flatMap((key) => unknownName([...path, 'prices'], key, tiers, 'no_such_price_tier')),
    ...keysIn(variant.stock).flatMap((key) => unknownName([...path, 'stock'], key, warehouses, 'no_such_warehouse')),
    ...both.map((field) => message('not_with_bundle', { path: [...path, 'bundle'], field })),
  ];
}

/** With their paths in the store's entry. The barcodes of a part of a file are checked with all others of the file. */
const barcodeProblemsOf = ({ store, barcodeHolder }: Names): Message[] =>
  barcodeHolder
    ? barcodeProblems(barcodesIn(store), barcodeHolder).map(({ source, at, problem }) => ({
        ...problem,
        path: [...source, 'barcodes', at],
      }))
    : [];

const barcodesIn = (store: Entry): GivenBarcodes<readonly PathPart[]>[] =>
  entriesOf(store, 'products').flatMap((product, i) =>
    entriesOf(product, 'variants').flatMap(({ key, barcodes }, j) =>
      Array.isArray(barcodes) && typeof key === 'string'
        ? [{ key, codes: barcodes.map(String), source: ['products', i, 'variants', j] }]
        : [],
    ),
  );

/** A dump contains the paths of own pictures, not the files. */
function pictureProblem({ hasPicture }: Names, url: unknown, path: readonly PathPart[]): Message[] {
  const name = typeof url === 'string' ? pictureNameIn(url) : undefined;
  return name === undefined || hasPicture(name) ? [] : [message('picture_not_in_database', { path, url: String(url) })];
}

function ownerProblem(
  known: FutureVariant | undefined,
  key: unknown,
  product: unknown,
  path: readonly PathPart[],
): Message[] {
  if (typeof key !== 'string' || !known) return [];
  if (pathText(known.path ?? []) !== pathText(path))
    return [message('key_repeated', { path: [...path, 'key'], name: key })];
  const owner = known.before?.product;
  if (owner === undefined || owner === product) return [];
  return [message('variant_of_another_product', { path: [...path, 'key'], name: key, product: owner })];
}

/** The problems of the variants' parts, with their paths in the store's entry. */
const partProblems = ({ variants, products }: FutureCatalogue): Message[] =>
  [...variants.values()].flatMap((composite) => [
    ...reservedProblem(composite),
    ...composite.parts.flatMap(({ key, path }, i) => {
      const part = variants.get(key);
      const problem = partProblem(composite, part, key);
      if (path === undefined)
        return problem && composite.live
          ? [existingPartProblem(composite, key, part, composite.path ?? products.get(composite.product)?.path)]
          : [];
      if (problem) return [{ ...problem, path }];
      if (part?.parts.some((candidate) => candidate.key === composite.key))
        return [message('part_is_assembled_from_whole', { path, part: key, whole: composite.key })];
      const isRepeated = composite.parts.findIndex((other) => other.key === key) < i;
      return isRepeated ? [message('part_repeated', { path, part: key })] : [];
    }),
  ]);

function partProblem(composite: FutureVariant, part: FutureVariant | undefined, key: string): Message | undefined {
  if (part === composite) return message('part_is_itself', { part: key });
  if (part?.isPulled) return message('part_is_pulled', { part: key });
  if (!part?.live) return message('part_unknown', { part: key });
  return part.isBundle ? message('part_is_a_bundle', { part: key }) : undefined;
}

/** The problem of an unchanged part that can no longer be one. */
function existingPartProblem(
  composite: FutureVariant,
  key: string,
  part: FutureVariant | undefined,
  path: readonly PathPart[] | undefined,
): Message {
  const names = { part: key, whole: composite.key };
  if (part?.live && part.path !== undefined && !part.before?.isBundle)
    return message('bundle_is_a_part_of', { path: [...part.path, 'bundle'], ...names });
  return message(part?.live ? 'restored_part_is_a_bundle' : 'restored_part_is_deleted', {
    path: [...(path ?? []), 'key'],
    ...names,
  });
}

const reservedProblem = ({ isBundle, before, path = [], key }: FutureVariant): Message[] =>
  isBundle && before && !before.isBundle && before.reserved !== 0
    ? [message('bundle_is_reserved', { path: [...path, 'bundle'], variant: key, reserved: before.reserved })]
    : [];
