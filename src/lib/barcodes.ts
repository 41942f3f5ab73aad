import type { Message } from './messages/catalogue.ts';
import { message } from './messages/message.ts';
import { shorten } from './text.ts';

// Codes on goods: EAN and UPC numbers, and codes of any text as Code 128 or QR.

/** Per variant. */
export const MAX_BARCODES = 20;
export const MAX_BARCODE_LENGTH = 100; // code points

const GTIN_NAMES: Readonly<Record<number, string>> = { 8: 'EAN-8', 12: 'UPC-A', 13: 'EAN-13', 14: 'GTIN-14' };

/** Whether it has the form of an EAN, UPC or GTIN, with any check digit. */
const hasGtinForm = (code: string): boolean => /^\d+$/.test(code) && code.length in GTIN_NAMES;

const SHORTENED = /^\d([.,]\d+)?E\+?\d+$/i; // 8.85012E+12

/** Why the text cannot be a barcode; undefined if it can. Digits with the length of an EAN must have its check digit. */
export function barcodeProblem(code: string): Message | undefined {
  const text = shorten(code);
  if (code === '' || [...code].length > MAX_BARCODE_LENGTH)
    return message('wrong_text_length', { least: 1, most: MAX_BARCODE_LENGTH });
  if (/[\s\p{C}]/u.test(code)) return message('barcode_has_spaces', { code: text });
  if (SHORTENED.test(code)) return message('barcode_shortened', { code: text });
  if (!hasGtinForm(code)) return undefined;
  const digit = checkDigit(code.slice(0, -1));
  if (code.endsWith(digit)) return undefined;
  return message('barcode_check_digit', { code, kind: GTIN_NAMES[code.length] ?? '', digit });
}

/** The last digit of an EAN, UPC or GTIN that begins with these digits. */
export function checkDigit(digits: string): string {
  const sum = [...digits].reverse().reduce((total, digit, i) => total + Number(digit) * (i % 2 === 0 ? 3 : 1), 0);
  return String((10 - (sum % 10)) % 10);
}

/** All forms in which scanners send a code: an EAN-13 that begins with zero is a UPC-A without it. */
export function barcodeSpellings(code: string): string[] {
  if (/^0\d{12}$/.test(code)) return [code, code.slice(1)];
  return /^\d{12}$/.test(code) ? [code, `0${code}`] : [code];
}

export type Symbology = 'ean13' | 'ean8' | 'upca' | 'code128' | 'qrcode';

const MAX_CODE_128 = 24; // characters; longer ones do not fit a label

/** Symbology of a printed code. */
export function symbologyOf(code: string): Symbology {
  if (hasGtinForm(code) && barcodeProblem(code) === undefined && code.length < 14)
    return code.length === 13 ? 'ean13' : code.length === 12 ? 'upca' : 'ean8';
  return /^[\x21-\x7e ]+$/.test(code) && code.length <= MAX_CODE_128 ? 'code128' : 'qrcode';
}

/** The codes in a text, separated by spaces or lines, each once. */
export const splitBarcodes = (text: string): string[] => [...new Set(text.split(/\s+/).filter((code) => code !== ''))];
