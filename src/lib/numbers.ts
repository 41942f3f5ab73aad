const THAI_ZERO = '๐'.charCodeAt(0);

/** Thai digits as Arabic ones. */
export const arabicDigits = (text: string): string =>
  text.replace(/[๐-๙]/g, (digit) => String(digit.charCodeAt(0) - THAI_ZERO));

const GROUPED = /^-?\d{1,3}(,\d{3})+(\.\d+)?$/;

/** A number as people and spreadsheets write it, `1,250.00` or `๔๕`, as programs do; any other text as it is. */
export function plainNumber(written: string): string {
  const text = arabicDigits(written.trim());
  return GROUPED.test(text) ? text.replaceAll(',', '') : text;
}
