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

/** A time as a cell shows it. */
export const isoTime = (time: number | null): string => (time === null ? '' : new Date(time).toISOString());

// Thai vowels and tone marks above and below take no column of their own.
const width = (text: string): number => [...text].filter((character) => !/\p{Mn}/u.test(character)).length;
