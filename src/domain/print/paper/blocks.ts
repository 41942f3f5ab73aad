import type { Bars, Matrix } from './barcode-encoders.ts';
import { mm, type Paper, write } from './paper.ts';
import { type Face, fit, type Sizes, START, type TextFlow, type TextPosition, takeLines } from './typeset.ts';

/** In points. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Text that does not fit even at the minimum size. */
export interface Overflow {
  head: string;
  flow: TextFlow;
  from: TextPosition;
}

export interface Block extends Sizes {
  text: string;
  face?: Face;
  /** The heading of its continuation. */
  head: string;
  align?: 'left' | 'center' | 'right';
  verticalAlign?: 'top' | 'middle' | 'bottom';
}

export const CONTINUED = '(มีต่อแผ่นถัดไป)';

/** Draws a text into its box, as large as fits. `end` is below the last line. */
export function drawBlock(paper: Paper, box: Box, block: Block): { end: number; size: number; overflow: Overflow[] } {
  const { text, face = 'regular', head, align = 'left', verticalAlign = 'top' } = block;
  const flow = paper.textFlow(text, face);
  const fitted = fit(flow, box, block);
  const { lines, overflow } = fitted.rest ? continued(flow, fitted, box, head) : { lines: fitted.lines, overflow: [] };
  const { size, leading } = fitted;
  const spare = Math.max(0, box.height - lines.length * size * leading);
  const x = box.x + { left: 0, center: box.width / 2, right: box.width }[align];
  const y = box.y + { top: 0, middle: spare / 2, bottom: spare }[verticalAlign];
  return { end: write(paper, lines, { x, y }, { face, size, align, leading }), size, overflow };
}

/** Marks the last line as continued. */
function continued(flow: TextFlow, { size, lines }: { size: number; lines: string[] }, box: Box, head: string) {
  const maxLines = lines.length - 1;
  const { lines: kept, to = START } = takeLines(flow, START, { width: box.width, size, maxLines });
  return { lines: [...kept, CONTINUED], overflow: [{ head, flow, from: to }] };
}

/** Relative to the size of the chip's text. */
export const CHIP_HEIGHT = 1.5;
const CHIP_SIDES = 0.5;
const CHIP_CORNER = 1 / 6;
const CHIP_OVER = 0.06; // above the text, so that it is centered with its marks and vowels

export const chipWidth = (paper: Paper, text: string, size: number): number =>
  (paper.measure(text, 'bold') * size) / 1000 + 2 * CHIP_SIDES * size;

/** A small white-on-black label. */
export function drawChip(paper: Paper, text: string, { x, y, size }: { x: number; y: number; size: number }): void {
  const width = chipWidth(paper, text, size);
  paper.doc.roundedRect(x, y, width, CHIP_HEIGHT * size, CHIP_CORNER * size).fill('black');
  const ink = { face: 'bold', size, color: 'white' } as const;
  write(paper, text, { x: x + CHIP_SIDES * size, y: y + CHIP_OVER * size }, ink);
}

export function drawRule({ doc }: Paper, y: number, { x, width }: { x: number; width: number }, thick = 0.75): void {
  doc.rect(x, y - thick / 2, width, thick).fill('black');
}

export function drawFrame({ doc }: Paper, { x, y, width, height }: Box, thick: number): void {
  doc
    .lineWidth(thick)
    .rect(x + thick / 2, y + thick / 2, width - thick, height - thick)
    .stroke('black');
}

/** Quiet zones in modules: left and right of a Code 128, around a QR code. */
const BARS_QUIET = 10;
const MATRIX_QUIET = 4;

/** One dot of a 203 dpi printer, so that bars are whole dots. */
const DOT = mm(0.125);
const MAX_MODULE = mm(0.5);
/** Narrower bars may not scan. */
const MIN_MODULE = mm(0.25);

interface BarsBox {
  x: number;
  y: number;
  /** With quiet zones. */
  width: number;
  height: number;
}

/** Whether bars of this width scan reliably. */
export const fitsBars = ({ modules }: Bars, width: number): boolean => width / (modules + 2 * BARS_QUIET) >= MIN_MODULE;

/** Draws centered bars, as wide as fits; false if they are too narrow to scan reliably. */
export function drawBars({ doc }: Paper, { modules, bars }: Bars, box: BarsBox): boolean {
  const fitting = Math.min(MAX_MODULE, box.width / (modules + 2 * BARS_QUIET));
  const isWide = fitting >= MIN_MODULE;
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
