import { bangkokMinute } from '../lib/calendar.ts';

/** Rows in aligned columns under their heads. */
export function table(heads: readonly string[], rows: readonly (readonly (string | number | null)[])[]): string[] {
  const cells = [heads, ...rows].map((row) => row.map((cell) => printable(String(cell ?? ''))));
  const widths = heads.map((_, column) => Math.max(...cells.map((row) => width(row[column] ?? ''))));
  return cells.map((row) =>
    row
      .map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - width(cell)))
      .join('  ')
      .trimEnd(),
  );
}

/** A text that somebody else wrote, on one line and without what a terminal would obey. */
export const printable = (text: string): string => text.replace(/\p{Cc}+/gu, ' ');

/** Names with what is to be said of each, in lines; what is null or empty is left out. */
export const fieldLines = (fields: readonly (readonly [string, string | number | null])[]): string[] => {
  const longest = Math.max(...fields.map(([name]) => name.length));
  return fields
    .filter(([, value]) => value !== null && value !== '')
    .map(([name, value]) => `${name.padEnd(longest)}  ${printable(String(value))}`);
};

/** A time as people in Thailand read it: Bangkok's, to the minute. JSON has it exactly. */
export const timeText = (time: number | null): string => (time === null ? '' : bangkokMinute(time));

// Thai vowels and tone marks above and below take no column of their own.
const width = (text: string): number => [...text].filter((character) => !/\p{Mn}/u.test(character)).length;
