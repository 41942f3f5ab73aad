import type { Message } from '../../../lib/messages/catalogue.ts';
import { message } from '../../../lib/messages/message.ts';
import type { Outlook, VariantOutlook } from './outlook.ts';

/** What is wrong with the parts that the store's variants are to have, each with its place in the store's entry. */
export const partFaults = ({ variants, products }: Outlook): Message[] =>
  [...variants.values()].flatMap((whole) => [
    ...reservedFault(whole),
    ...whole.parts.flatMap(({ key, place }, i) => {
      const part = variants.get(key);
      const problem = partProblem(whole, part, key);
      if (place === undefined)
        return problem && whole.live
          ? [unfitPart(whole, key, part, whole.place ?? products.get(whole.product)?.place)]
          : [];
      if (problem) return [{ ...problem, path: place }];
      if (part?.parts.some((one) => one.key === whole.key))
        return [message('part_is_assembled_from_whole', { path: place, part: key, whole: whole.key })];
      const isRepeated = whole.parts.findIndex((other) => other.key === key) < i;
      return isRepeated ? [message('part_repeated', { path: place, part: key })] : [];
    }),
  ]);

function partProblem(whole: VariantOutlook, part: VariantOutlook | undefined, key: string): Message | undefined {
  if (part === whole) return message('part_is_itself', { part: key });
  if (part?.isPulled) return message('part_is_pulled', { part: key });
  if (!part?.live) return message('part_unknown', { part: key });
  return part.isBundle ? message('part_is_a_bundle', { part: key }) : undefined;
}

/** A part that the file does not change and that can no longer be a part. */
function unfitPart(
  whole: VariantOutlook,
  key: string,
  part: VariantOutlook | undefined,
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

const reservedFault = ({ isBundle, before, place, key }: VariantOutlook): Message[] =>
  isBundle && before && !before.isBundle && before.reserved !== 0
    ? [message('bundle_is_reserved', { path: `${place}.bundle`, variant: key, reserved: before.reserved })]
    : [];
