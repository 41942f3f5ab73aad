import { arabicDigits } from './numbers.ts';

const SPACER = String.raw`[ .()\u2010-\u2015-]{0,3}`;
const mobile = `[689](?:${SPACER}\\d){8}`;
const landline = `[2-57](?:${SPACER}\\d){7}`;

/** Matches a Thai number that starts with 0 or +66, grouped or not: 10 digits for a mobile, 9 for a landline. */
export const TELEPHONE = `(?<!\\d)(?:(?:\\+|00)66${SPACER}(?:0${SPACER})?|66(?=\\d{8})|0${SPACER})(?:${mobile}|${landline})(?!\\d)`;

const FIRST = new RegExp(TELEPHONE);

/**
 * Normalized telephone number for comparison: the first Thai number in the text, `0812345678` for `+66 81-234-5678`; null
 * if there is none.
 */
export function telephoneKey(text: string | undefined): string | null {
  if (text === undefined) return null;
  if (/^0\d{8,9}$/.test(text)) return text; // fast path
  const found = FIRST.exec(arabicDigits(text))?.[0];
  return found === undefined ? null : nationalDigits(found);
}

/** Converts a matched number to the form `0812345678`. */
export const nationalDigits = (number: string): string => number.replace(/\D/g, '').replace(/^(00)?660?/, '0');

const FOREIGN = /^(?:\+|00)[1-9]\d{6,14}$/;

/** Whether the text has a Thai number, or is a number of another country with its code. */
export const isTelephone = (text: string): boolean =>
  telephoneKey(text) !== null || FOREIGN.test(arabicDigits(text).replace(/[\s().-]/g, ''));
