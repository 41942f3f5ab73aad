import { s10Number } from '../../../domain/couriers/s10.ts';

/** A number range as typed; optional in the form of a courier. */
export interface TypedRange {
  prefix?: string | undefined;
  /** First serial number, eight digits. */
  first?: string | undefined;
  count?: number | undefined;
  cod: boolean;
  /** The `fingerprint` that the user confirmed. */
  checked?: string | undefined;
}

/** First and last tracking number of a range, which the user compares with the papers from Thailand Post. */
export interface Span {
  first: string;
  last: string;
  /** Sent back by the form to confirm exactly these numbers. */
  fingerprint: string;
}

const LAST_SERIAL = 99_999_999;

/** Undefined if the range is incomplete or invalid. */
export function spanOf({ prefix, first, count, cod }: TypedRange): Span | undefined {
  if (prefix === undefined || first === undefined || count === undefined) return undefined;
  const letters = prefix.toUpperCase();
  const end = Number(first) + count - 1;
  if (!/^[A-Z]{2}$/.test(letters) || end > LAST_SERIAL) return undefined;
  const span = { first: s10Number(letters, Number(first)), last: s10Number(letters, end) };
  return { ...span, fingerprint: `${span.first}-${span.last}${cod ? ' COD' : ''}` };
}

/** Whether the numbers still have to be confirmed: with one wrong digit, parcels would get numbers of other senders. */
export function needsConfirmation(range: TypedRange): boolean {
  const span = spanOf(range);
  return span !== undefined && span.fingerprint !== range.checked;
}

/** The range as courier settings. */
export const rangeOf = ({ prefix, first, count, cod }: TypedRange) => ({
  prefix: prefix?.toUpperCase(),
  first: first === undefined ? undefined : Number(first),
  count,
  cod,
});
