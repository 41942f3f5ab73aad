const THAI_ZERO = '๐'.charCodeAt(0);

/** Converts Thai digits to Arabic digits. */
export const arabicDigits = (text: string): string =>
  text.replace(/[๐-๙]/g, (digit) => String(digit.charCodeAt(0) - THAI_ZERO));

const GROUPED = /^-?\d{1,3}(,\d{3})+(\.\d+)?$/;

/** Converts a number such as `1,250.00` or `๔๕` to plain digits; other text is only trimmed and its digits converted. */
export function plainNumber(written: string): string {
  const text = arabicDigits(written.trim());
  return GROUPED.test(text) ? text.replaceAll(',', '') : text;
}
