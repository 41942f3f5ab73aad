declare const id: unique symbol;

/** A row's integer key. In requests and responses it is decimal text; see `idText`. */
export type Id = number & { readonly [id]: true };

/** An id that no row has: keys start at 1. */
export const NO_ID = 0 as Id;

/**
 * Parses an id; undefined if `text` is not digits (docs/partner-api.md#ids). Digits that are not a canonical id (`007`, a
 * number that is too large) give NO_ID.
 */
export function parseId(text: string): Id | undefined {
  if (!/^[0-9]+$/.test(text)) return undefined;
  const value = Number(text);
  return (String(value) === text && Number.isSafeInteger(value) ? value : NO_ID) as Id;
}

export const idText = (value: Id): string => String(value);

/** Undefined for null, so that JSON leaves the field out. */
export const optionalIdText = (value: Id | null): string | undefined => (value === null ? undefined : idText(value));
