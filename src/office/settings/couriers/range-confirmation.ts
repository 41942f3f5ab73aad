import { s10Number } from '../../../domain/couriers/s10.ts';

/** A range of numbers as a form has it; in a courier's form it may be absent. */
export interface TypedRange {
  prefix?: string | undefined;
  /** Eight digits. */
  first?: string | undefined;
  count?: number | undefined;
  cod: boolean;
  /** The span that whoever sends the form has seen. */
  checked?: string | undefined;
}

/** The first number of a range and the last: what is compared with the paper that came with them. */
export interface Span {
  first: string;
  last: string;
  /** By which the form tells that these are the ones that were seen. */
  seen: string;
}

const LAST_SERIAL = 99_999_999;

/** Undefined where there is no such range: the domain says why. */
export function spanOf({ prefix, first, count, cod }: TypedRange): Span | undefined {
  if (prefix === undefined || first === undefined || count === undefined) return undefined;
  const letters = prefix.toUpperCase();
  const end = Number(first) + count - 1;
  if (!/^[A-Z]{2}$/.test(letters) || end > LAST_SERIAL) return undefined;
  const span = { first: s10Number(letters, Number(first)), last: s10Number(letters, end) };
  return { ...span, seen: `${span.first}-${span.last}${cod ? ' COD' : ''}` };
}

/** Whether its numbers are still to be shown before they are kept: one wrong digit, and parcels bear others' numbers. */
export function isUnseen(range: TypedRange): boolean {
  const span = spanOf(range);
  return span !== undefined && span.seen !== range.checked;
}

/** A range as settings of its courier. */
export const rangeOf = ({ prefix, first, count, cod }: TypedRange) => ({
  prefix: prefix?.toUpperCase(),
  first: first === undefined ? undefined : Number(first),
  count,
  cod,
});
