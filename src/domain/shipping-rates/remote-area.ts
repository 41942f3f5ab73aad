import type { Message } from '../../lib/messages/catalogue.ts';
import { message } from '../../lib/messages/message.ts';
import type { Money } from '../../lib/money.ts';
import { arabicDigits } from '../../lib/numbers.ts';
import { shorten } from '../../lib/text.ts';

/** Where couriers charge extra, such as islands and border districts. */
export interface RemoteArea {
  /** Charged once per order, in addition to the shipping rates. */
  fee: Money;
  /** Sorted, without overlaps, not empty. */
  postalCodes: readonly PostalRange[];
}

/** Both ends belong to the range; of a single code they are equal. */
export type PostalRange = readonly [first: number, last: number];

export const MAX_POSTAL_RANGES = 500;

/** Characters of a list as it is typed. */
export const MAX_POSTAL_TEXT = 10_000;

const SEPARATORS = /[\s,;]+/;
const DASHES = /\s*[-–—]\s*/g;
const CODE_OR_RANGE = /^([1-9]\d{4})(?:-([1-9]\d{4}))?$/;

/** Reads postal codes and ranges, such as `84140, 84280-84360`, separated by commas, spaces or line breaks. */
export function readPostalCodes(typed: string): { ranges: PostalRange[] } | { problem: Message } {
  const items = arabicDigits(typed).replace(DASHES, '-').split(SEPARATORS).filter(Boolean);
  if (items.length > MAX_POSTAL_RANGES)
    return { problem: message('too_many_postal_codes', { most: MAX_POSTAL_RANGES, count: items.length }) };
  const ranges: PostalRange[] = [];
  for (const [i, item] of items.entries()) {
    const [, first, last = first] = CODE_OR_RANGE.exec(item) ?? [];
    const position = i + 1;
    if (first === undefined || last === undefined)
      return { problem: message('postal_code_in_list_malformed', { position, text: shorten(item) }) };
    if (first > last) return { problem: message('postal_range_reversed', { position, first, last }) };
    ranges.push([Number(first), Number(last)]);
  }
  return { ranges: withoutOverlaps(ranges) };
}

function withoutOverlaps(ranges: readonly PostalRange[]): PostalRange[] {
  const merged: PostalRange[] = [];
  for (const [first, last] of ranges.toSorted(([a], [b]) => a - b)) {
    const before = merged.at(-1);
    if (before && first <= before[1]) merged[merged.length - 1] = [before[0], Math.max(before[1], last)];
    else merged.push([first, last]);
  }
  return merged;
}

/** As `readPostalCodes` reads it: `84140, 84280-84360`. */
export const postalCodesText = (ranges: readonly PostalRange[]): string =>
  ranges.map(([first, last]) => (first === last ? String(first) : `${first}-${last}`)).join(', ');

/** Null if the list has no postal codes or the fee is zero: the store has no remote areas. */
export const remoteAreaOf = (fee: Money, postalCodes: readonly PostalRange[]): RemoteArea | null =>
  fee > 0 && postalCodes.length > 0 ? { fee, postalCodes } : null;

export const isRemote = ({ postalCodes }: RemoteArea, postalCode: number): boolean =>
  postalCodes.some(([first, last]) => first <= postalCode && postalCode <= last);
