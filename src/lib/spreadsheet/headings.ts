import { foldCase } from '../text.ts';

// Columns of files that other programs make are found by their headings.

/** Names separated by commas or line breaks. */
export const splitNames = (names: string): string[] => names.split(/[,\n]/).map((name) => name.trim());

/** Removes unit, case, spaces and punctuation from a heading: `COD Amount (THB)` and `cod_amount` are the same. */
export const normalizeHeading = (heading: string): string =>
  foldCase(heading)
    .replace(/(thb|baht|บาท|฿)[.)\]\s]*$/, '')
    .replace(/[^\p{L}\p{M}\p{N}]/gu, '');

/** The first column with a known heading. Earlier lists of headings are preferred. */
export function guessColumn(columns: readonly string[], known: readonly (readonly string[])[]): string | undefined {
  for (const headings of known) {
    const normalized = new Set(headings.map(normalizeHeading));
    const found = columns.find((column) => normalized.has(normalizeHeading(column)));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Removes the `="0123"` and `'0123` notations that keep spreadsheets from rounding long numbers. */
export const plainCell = (cell: string): string => {
  const text = cell.trim();
  return (/^="(.*)"$/s.exec(text)?.[1] ?? text.replace(/^'/, '')).trim();
};
