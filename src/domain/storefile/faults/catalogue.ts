import type { Message } from '../../../lib/messages/catalogue.ts';
import { message } from '../../../lib/messages/message.ts';
import { pictureNameIn } from '../../pictures/store.ts';
import { type Entry, entriesOf, isGiven, keysIn, unknownName } from './document.ts';
import type { FutureCatalogue, FutureVariant, Names } from './future-catalogue.ts';
import { prefixProblems, pulledProblems } from './pulled.ts';

/** The problems of a store's products, with their paths in the store's entry. */
export const catalogueProblems = (names: Names): Message[] => [
  ...entriesOf(names.store, 'products').flatMap((product, i) => {
    const place = `products[${i}]`;
    return [
      ...entriesOf(product, 'shipping_rates').flatMap((rate, j) =>
        unknownName(
          `${place}.shipping_rates[${j}].shipping_type`,
          rate.shipping_type,
          names.shippingTypes,
          'no_such_courier',
        ),
      ),
      ...entriesOf(product, 'images').flatMap(({ url }, j) => pictureProblem(names, url, `${place}.images[${j}].url`)),
      ...entriesOf(product, 'variants').flatMap((variant, j) =>
        variantProblems(names, product, variant, `${place}.variants[${j}]`),
      ),
      ...pulledProblems(names, product, place),
    ];
  }),
  ...partProblems(names.outlook),
  ...prefixProblems(names.outlook),
];

function variantProblems(names: Names, product: Entry, variant: Entry, place: string): Message[] {
  const { outlook, tiers, warehouses } = names;
  const both = ['stock', 'parts'].filter((name) => isGiven(variant, 'bundle') && isGiven(variant, name));
  return [
    ...ownerProblem(outlook.variants.get(String(variant.key)), variant.key, product.key, place),
    ...pictureProblem(names, variant.image_url, `${place}.image_url`),
    ...keysIn(variant.prices).flatMap((key) => unknownName(`${place}.prices`, key, tiers, 'no_such_price_tier')),
    ...keysIn(variant.stock).flatMap((key) => unknownName(`${place}.stock`, key, warehouses, 'no_such_warehouse')),
    ...both.map((field) => message('not_with_bundle', { path: `${place}.bundle`, field })),
  ];
}

/** A dump contains the paths of own pictures, not the files. */
function pictureProblem({ hasPicture }: Names, url: unknown, place: string): Message[] {
  const name = typeof url === 'string' ? pictureNameIn(url) : undefined;
  return name === undefined || hasPicture(name)
    ? []
    : [message('picture_not_in_database', { path: place, url: String(url) })];
}

function ownerProblem(known: FutureVariant | undefined, key: unknown, product: unknown, place: string): Message[] {
  if (typeof key !== 'string' || !known) return [];
  if (known.place !== place) return [message('key_repeated', { path: `${place}.key`, name: key })];
  const owner = known.before?.product;
  if (owner === undefined || owner === product) return [];
  return [message('variant_of_another_product', { path: `${place}.key`, name: key, product: owner })];
}

/** The problems of the variants' parts, with their paths in the store's entry. */
const partProblems = ({ variants, products }: FutureCatalogue): Message[] =>
  [...variants.values()].flatMap((whole) => [
    ...reservedProblem(whole),
    ...whole.parts.flatMap(({ key, place }, i) => {
      const part = variants.get(key);
      const problem = partProblem(whole, part, key);
      if (place === undefined)
        return problem && whole.live
          ? [uncheckedPartProblem(whole, key, part, whole.place ?? products.get(whole.product)?.place)]
          : [];
      if (problem) return [{ ...problem, path: place }];
      if (part?.parts.some((one) => one.key === whole.key))
        return [message('part_is_assembled_from_whole', { path: place, part: key, whole: whole.key })];
      const isRepeated = whole.parts.findIndex((other) => other.key === key) < i;
      return isRepeated ? [message('part_repeated', { path: place, part: key })] : [];
    }),
  ]);

function partProblem(whole: FutureVariant, part: FutureVariant | undefined, key: string): Message | undefined {
  if (part === whole) return message('part_is_itself', { part: key });
  if (part?.isPulled) return message('part_is_pulled', { part: key });
  if (!part?.live) return message('part_unknown', { part: key });
  return part.isBundle ? message('part_is_a_bundle', { part: key }) : undefined;
}

/** The problem of an unchanged part that can no longer be one. */
function uncheckedPartProblem(
  whole: FutureVariant,
  key: string,
  part: FutureVariant | undefined,
  place: string | undefined,
): Message {
  const names = { part: key, whole: whole.key };
  if (part?.live && part.place !== undefined && !part.before?.isBundle)
    return message('bundle_is_a_part_of', { path: `${part.place}.bundle`, ...names });
  return message(part?.live ? 'restored_part_is_a_bundle' : 'restored_part_is_deleted', {
    path: `${place}.key`,
    ...names,
  });
}

const reservedProblem = ({ isBundle, before, place, key }: FutureVariant): Message[] =>
  isBundle && before && !before.isBundle && before.reserved !== 0
    ? [message('bundle_is_reserved', { path: `${place}.bundle`, variant: key, reserved: before.reserved })]
    : [];
