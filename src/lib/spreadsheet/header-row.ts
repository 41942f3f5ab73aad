import { guessColumn } from './headings.ts';

// Couriers write titles above the header row: their name, the period, an empty line.

/** How many of the columns that an import needs are named in a row. */
export type HeaderRating = (cells: readonly string[]) => number;

interface WantedColumn {
  /** The name that the user typed. */
  given?: string | undefined;
  /** Headings that files are known to use, as for `guessColumn`. */
  known: readonly (readonly string[])[];
}

export const headerRating =
  (wanted: readonly WantedColumn[]): HeaderRating =>
  (cells) =>
    wanted.filter(({ given, known }) =>
      given === undefined
        ? guessColumn(cells, known) !== undefined
        : cells.some((cell) => cell.trim() === given.trim()),
    ).length;

/** How many rows may precede the header row, plus one. */
export const MAX_HEADER_ROW = 20;

interface Row {
  texts: readonly string[];
}

/** The rows from the header on, without columns that have neither a name nor a value. */
export const withoutTitles = <R extends Row>(rows: readonly R[], rating: HeaderRating): readonly R[] =>
  withoutEmptyColumns(rows.slice(headerIndex(rows, rating)));

/** The first row that names the most columns. If no row names any, the first row that is wider than a title. */
function headerIndex(rows: readonly Row[], rating: HeaderRating): number {
  const first = rows.slice(0, MAX_HEADER_ROW);
  const ratings = first.map(({ texts }) => rating(texts));
  const best = Math.max(0, ...ratings);
  if (best > 0) return ratings.indexOf(best);
  return Math.max(
    0,
    first.findIndex(({ texts }) => texts.filter((text) => text.trim() !== '').length > 1),
  );
}

/** Columns without a name and without a value separate others in many workbooks. */
export function withoutEmptyColumns<R extends Row>(rows: readonly R[]): readonly R[] {
  const head = rows[0]?.texts ?? [];
  const unnamed = head.flatMap((text, i) => (text.trim() === '' ? [i] : []));
  const empty = new Set(unnamed.filter((i) => rows.every(({ texts }) => (texts[i] ?? '').trim() === '')));
  if (empty.size === 0) return rows;
  return rows.map((row) => ({ ...row, texts: row.texts.filter((_, i) => !empty.has(i)) }));
}
