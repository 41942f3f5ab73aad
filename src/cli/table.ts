/** Rows in aligned columns under their heads. */
export function table(heads: readonly string[], rows: readonly (readonly (string | number | null)[])[]): string[] {
  const cells = [heads, ...rows].map((row) => row.map((cell) => String(cell ?? '')));
  const widths = heads.map((_, column) => Math.max(...cells.map((row) => width(row[column] ?? ''))));
  return cells.map((row) =>
    row
      .map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - width(cell)))
      .join('  ')
      .trimEnd(),
  );
}

// Thai vowels and tone marks above and below take no column of their own.
const width = (text: string): number => [...text].filter((character) => !/\p{Mn}/u.test(character)).length;
