declare const id: unique symbol;

/** A row's integer key. Outside it is decimal text; see `idText`. */
export type Id = number & { readonly [id]: true };

/** The id of nothing: keys start at 1. */
export const NO_ID = 0 as Id;

/**
 * The id that `text` means, or undefined where it is not digits (docs/partner-api.md#ids). Digits that no id is
 * ever written as (`007`, a number too large) name nothing: NO_ID.
 */
export function parseId(text: string): Id | undefined {
  if (!/^[0-9]+$/.test(text)) return undefined;
  const value = Number(text);
  return (String(value) === text && Number.isSafeInteger(value) ? value : NO_ID) as Id;
}

export const idText = (value: Id): string => String(value);

/** The same for an answer that leaves out what is not there. */
export const optionalIdText = (value: Id | null): string | undefined => (value === null ? undefined : idText(value));
