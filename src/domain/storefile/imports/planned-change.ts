/** The value of a cell in the database: an amount as text, a number, null for none. */
export type CellValue = string | number | null;

export type Cells = Readonly<Record<string, CellValue>>;

export type Presence = 'missing' | 'deleted' | 'live';

/** A planned change of a product or variant. */
export interface PlannedChange {
  /** Row number as in a spreadsheet. */
  row: number;
  /** Key of the product. */
  product: string;
  /** Key of the variant; undefined for the product itself. */
  variant?: string;
  /** When the file was checked. */
  was: Presence;
  /** The values when the file was checked, and those of the file, by column. Only columns that change. */
  cells: Readonly<Record<string, readonly [before: CellValue, after: CellValue]>>;
}

/** Applied together or not at all: one change, or variants whose parts depend on each other. */
export type Step = readonly PlannedChange[];
