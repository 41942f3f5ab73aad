import type { Bars, Matrix } from './codes.ts';
import { mm, type Paper } from './paper.ts';

/** On each side of a Code 128, and around a QR, in modules. */
const BARS_QUIET = 10;
const MATRIX_QUIET = 4;

/** A printer's dot at 203 dpi: bars of whole dots come out even. */
const DOT = mm(0.125);
const WIDEST_MODULE = mm(0.5);
/** Below this a scanner of a courier may fail. */
const NARROWEST_MODULE = mm(0.25);

export interface BarsBox {
  x: number;
  y: number;
  /** Quiet zones included. */
  width: number;
  height: number;
}

/** Draws the bars in the middle of the box, as wide as it lets them; false where that is too narrow to be relied on. */
export function drawBars({ doc }: Paper, { modules, bars }: Bars, box: BarsBox): boolean {
  const fitting = Math.min(WIDEST_MODULE, box.width / (modules + 2 * BARS_QUIET));
  const isWide = fitting >= NARROWEST_MODULE;
  const module = isWide ? Math.floor(fitting / DOT + 0.001) * DOT : fitting;
  const left = box.x + (box.width - modules * module) / 2;
  for (const { x, width } of bars) doc.rect(left + x * module, box.y, width * module, box.height);
  doc.fill('black');
  return isWide;
}

/** Draws the matrix with its quiet zone into a square. */
export function drawMatrix({ doc }: Paper, { modules, rows }: Matrix, at: { x: number; y: number; side: number }) {
  const module = at.side / (modules + 2 * MATRIX_QUIET);
  const [left, top] = [at.x + MATRIX_QUIET * module, at.y + MATRIX_QUIET * module];
  rows.forEach((runs, row) => {
    for (const { x, width } of runs) doc.rect(left + x * module, top + row * module, width * module, module);
  });
  doc.fill('black');
}
