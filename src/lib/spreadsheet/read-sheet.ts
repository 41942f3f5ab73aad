import { DamagedFile, FileTooLarge, MAX_CELLS } from './limits.ts';
import { numberText } from './number-formats.ts';
import { textReader, unescapeText, type Workbook } from './workbook.ts';
import type { Attributes, XmlHandlers } from './xml.ts';

/** A row that has a value. */
export interface SheetRow {
  /** Row number in the spreadsheet. */
  row: number;
  /** Texts of the cells by column, up to the last one with a value. */
  texts: string[];
}

export interface SheetRows {
  rows: readonly SheetRow[];
  /** How many rows have a value; only the first `most` are kept. */
  count: number;
}

const MAX_ROW = 1_048_576;
const MAX_COLUMN = 16_384;

/** In place of the value of a formula that no program has calculated. Excel shows such texts for failed formulas. */
const NOT_CALCULATED = '#CALC!';

/** The cells of a sheet with values as texts. Hidden rows and columns are read too, as "Save as CSV" does. */
export async function readSheet(workbook: Workbook, part: string, most: number): Promise<SheetRows> {
  const rows: SheetRow[] = [];
  const counts = { rows: 0, cells: 0 };
  const add = (row: number, texts: string[]): void => {
    counts.rows += 1;
    if (counts.rows > most) return;
    counts.cells += texts.length;
    if (counts.cells > MAX_CELLS) throw new FileTooLarge('too many cells');
    rows.push({ row, texts: Array.from(texts, (text) => text ?? '') });
  };
  if (!(await workbook.read(part, new SheetReader(workbook, add)))) throw new DamagedFile('a sheet is missing');
  return { rows, count: counts.rows };
}

/** A cell while it is read. */
interface OpenCell {
  column: number;
  type: string;
  style: number;
  value: string;
  isFormula: boolean;
}

class SheetReader implements XmlHandlers {
  readonly #workbook: Workbook;
  readonly #add: (row: number, texts: string[]) => void;
  readonly #inline = textReader();
  #row = 0;
  /** Has holes. */
  #texts: string[] = [];
  #column = -1;
  #cell: OpenCell | undefined;
  #isValue = false;

  constructor(workbook: Workbook, add: (row: number, texts: string[]) => void) {
    this.#workbook = workbook;
    this.#add = add;
  }

  open = (name: string, attributes: () => Attributes): void => {
    if (name === 'row') {
      this.#row = rowNumber(attributes().r, this.#row);
      this.#column = -1;
      this.#texts = [];
    } else if (name === 'c') {
      this.#cell = openCell(attributes(), this.#column);
      this.#column = this.#cell.column;
    } else if (name === 'f' && this.#cell) this.#cell.isFormula = true;
    else if (name === 'v') this.#isValue = true;
    else this.#inline.open(name);
  };

  text = (piece: string): void => {
    if (this.#isValue && this.#cell) this.#cell.value += piece;
    else this.#inline.add(piece);
  };

  close = (name: string): void => {
    if (name === 'v') this.#isValue = false;
    else if (name === 'c' && this.#cell) this.#closeCell(this.#cell);
    else if (name === 'row') this.#closeRow();
    else this.#inline.close(name);
  };

  #closeCell(cell: OpenCell): void {
    const text = cellText(this.#workbook, cell, this.#inline.take());
    if (text !== '') this.#texts[cell.column] = text;
    this.#cell = undefined;
  }

  #closeRow(): void {
    if (this.#texts.some((text) => text.trim() !== '')) this.#add(this.#row, this.#texts);
  }
}

function rowNumber(written: string | undefined, before: number): number {
  const row = written === undefined ? before + 1 : Number(written);
  if (!Number.isInteger(row) || row <= before || row > MAX_ROW) throw new DamagedFile('a row has an impossible number');
  return row;
}

function openCell({ r, t = 'n', s }: Attributes, before: number): OpenCell {
  const column = r === undefined ? before + 1 : columnIndex(r);
  if (column <= before || column >= MAX_COLUMN) throw new DamagedFile('a cell has an impossible column');
  return { column, type: t, style: Number(s ?? 0), value: '', isFormula: false };
}

/** 0 for `A5`, 27 for `AB5`. */
function columnIndex(reference: string): number {
  let index = 0;
  for (let i = 0; i < reference.length; i += 1) {
    const letter = reference.charCodeAt(i) - 64;
    if (letter < 1 || letter > 26) break;
    index = index * 26 + letter;
  }
  return index - 1;
}

function cellText(
  { sharedStrings, formats, startsIn1904 }: Workbook,
  { type, style, value, isFormula }: OpenCell,
  inlineText: string,
): string {
  if (type === 'inlineStr') return inlineText;
  if (type === 'str') return unescapeText(value);
  if (value === '') return isFormula ? NOT_CALCULATED : '';
  if (type === 's') return sharedString(sharedStrings, value);
  if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE';
  if (type === 'e') return value;
  if (type === 'd') return value.replace(/T00:00:00(\.0+)?Z?$/, '');
  return numberText(value, formats[style], startsIn1904);
}

function sharedString(strings: readonly string[], index: string): string {
  const text = strings[Number(index)];
  if (text === undefined) throw new DamagedFile('a cell refers to a missing text');
  return text;
}
