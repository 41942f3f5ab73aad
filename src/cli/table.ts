import { bangkokMinute } from '../lib/calendar.ts';

/** Formats rows as aligned columns. */
export function table(headings: readonly string[], rows: readonly (readonly (string | number | null)[])[]): string[] {
  const cells = [headings, ...rows].map((row) => row.map((cell) => printable(String(cell ?? ''))));
  const widths = headings.map((_, column) => Math.max(...cells.map((row) => width(row[column] ?? ''))));
  return cells.map((row) =>
    row
      .map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - width(cell)))
      .join('  ')
      .trimEnd(),
  );
}

/** Removes line breaks, terminal control characters and changes of the text direction from untrusted text. */
export const printable = (text: string): string => text.replace(/[\p{Cc}\p{Bidi_Control}]+/gu, ' ');

/** A JSON document in which these characters are escaped: JSON itself escapes only the first of them. */
export const printableJson = (document: unknown, indent?: number): string =>
  JSON.stringify(document, null, indent).replace(
    /[\x7f-\x9f\p{Bidi_Control}]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** Formats `name  value` lines. Null and empty values are left out. */
export const fieldLines = (fields: readonly (readonly [string, string | number | null])[]): string[] => {
  const longest = Math.max(...fields.map(([name]) => name.length));
  return fields
    .filter(([, value]) => value !== null && value !== '')
    .map(([name, value]) => `${name.padEnd(longest)}  ${printable(String(value))}`);
};

/** Bangkok time to the minute. */
export const timeText = (time: number | null): string => (time === null ? '' : bangkokMinute(time));

// Thai vowels and tone marks above and below a consonant have no width.
const width = (text: string): number => [...text].filter((character) => !/\p{Mn}/u.test(character)).length;
