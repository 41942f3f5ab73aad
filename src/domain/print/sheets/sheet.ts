/** A document on A4, of one or more pages, each with the heads of its table and its number. */
export interface Sheet {
  title: string;
  /** Beside the title, below one another. */
  facts: readonly (readonly [name: string, value: string])[];
  /** Who it is from and for, beside one another. */
  parties?: readonly SheetParty[];
  tables: readonly SheetTable[];
  /** Sums, below the last table. */
  totals?: readonly SheetTotal[];
  /** Below the sums. */
  remarks?: readonly string[];
  /** Who signs, beside one another. */
  signatures?: readonly string[];
  /** What a warning calls it. */
  about: string;
}

export interface SheetParty {
  head: string;
  name: string;
  lines: readonly string[];
}

export interface SheetTable {
  heading?: string;
  columns: readonly Column[];
  rows: readonly (readonly string[])[];
}

export interface Column {
  head: string;
  /** Its share of the width. */
  share: number;
  align?: 'left' | 'right' | 'center';
  /** A box to be ticked by hand instead of a text. */
  tick?: boolean;
  bold?: boolean;
}

export interface SheetTotal {
  name: string;
  value: string;
  /** What all the others come to. */
  main?: boolean;
}
