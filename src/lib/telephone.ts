import { arabicDigits } from './numbers.ts';

const SPACER = String.raw`[ .()\u2010-\u2015-]{0,3}`;
const mobile = `[689](?:${SPACER}\\d){8}`;
const landline = `[2-57](?:${SPACER}\\d){7}`;

/** A Thai number from its 0 or +66 on, in groups or not: 10 digits of a mobile, 9 of any other. */
export const TELEPHONE = `(?<!\\d)(?:(?:\\+|00)66${SPACER}(?:0${SPACER})?|66(?=\\d{8})|0${SPACER})(?:${mobile}|${landline})(?!\\d)`;

const FIRST = new RegExp(TELEPHONE);

/**
 * What telephones are compared by: the digits of the first Thai number in the text, `0812345678` of `+66 81-234-5678`;
 * null where there is none.
 */
export function telephoneKey(text: string | undefined): string | null {
  if (text === undefined) return null;
  if (/^0\d{8,9}$/.test(text)) return text; // as most are written: a new order need not look closer
  const found = FIRST.exec(arabicDigits(text))?.[0];
  return found === undefined ? null : nationalDigits(found);
}

/** `0812345678` of any way to write it. */
export const nationalDigits = (number: string): string => number.replace(/\D/g, '').replace(/^(00)?660?/, '0');
