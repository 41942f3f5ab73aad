const THAI_ZERO = '๐'.charCodeAt(0);

/** Converts Thai digits to Arabic digits. */
export const arabicDigits = (text: string): string =>
  text.replace(/[๐-๙]/g, (digit) => String(digit.charCodeAt(0) - THAI_ZERO));

/** No number is longer. Converting a megabyte of digits would block the event loop. */
const MAX_LENGTH = 1_000;

const GROUPED = /^-?\d{1,3}(,\d{3})+(\.\d+)?$/;

/** Converts a number such as `1,250.00` or `๔๕` to plain digits; other text is only trimmed and its digits converted. */
export function plainNumber(written: string): string {
  if (written.length > MAX_LENGTH) return written;
  const text = arabicDigits(written.trim());
  return GROUPED.test(text) ? text.replaceAll(',', '') : text;
}
