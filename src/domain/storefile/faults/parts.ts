import type { Outlook, VariantOutlook } from './outlook.ts';

/** What is wrong with the parts that the store's variants are to have, each with its place in the store's entry. */
export const partFaults = ({ variants, products }: Outlook): string[] =>
  [...variants.values()].flatMap((whole) => [
    ...reservedFault(whole),
    ...whole.parts.flatMap(({ key, place }, i) => {
      const part = variants.get(key);
      const problem = partProblem(whole, part, key);
      if (place === undefined)
        return problem && whole.live ? [blame(whole, part, whole.place ?? products.get(whole.product)?.place)] : [];
      if (problem) return [`${place} ${problem}`];
      if (part?.parts.some((one) => one.key === whole.key))
        return [`${place} ${key} is assembled from ${whole.key} itself`];
      return whole.parts.findIndex((other) => other.key === key) < i ? [`${place} ${key} is used twice`] : [];
    }),
  ]);

function partProblem(whole: VariantOutlook, part: VariantOutlook | undefined, key: string): string | undefined {
  if (part === whole) return `${key} is the variant itself`;
  if (part?.isPulled) return `${key} is pulled from another store`;
  if (!part?.live) return `names no variant: ${key}`;
  return part.isBundle ? `${key} is a bundle` : undefined;
}

/** The file does not touch these parts, and yet they can be parts no more. */
function blame(whole: VariantOutlook, part: VariantOutlook | undefined, place: string | undefined): string {
  if (part?.live && part.place !== undefined && !part.before?.isBundle)
    return `${part.place}.bundle cannot be: ${part.key} is a part of ${whole.key}`;
  return `${place}.key cannot come back: a part of ${whole.key}, ${part?.key}, ${part?.live ? 'is a bundle' : 'is deleted'}`;
}

const reservedFault = ({ isBundle, before, place, key }: VariantOutlook): string[] =>
  isBundle && before && !before.isBundle && before.reserved !== 0
    ? [`${place}.bundle cannot be while ${before.reserved} of ${key} are reserved`]
    : [];
