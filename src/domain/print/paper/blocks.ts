import { type Paper, write } from './paper.ts';
import { type Copy, type Face, fit, LEADING, type Place, START, takeLines } from './typeset.ts';

/** In points. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** What did not go into its box, though it was set as small as it may be. */
export interface Overflow {
  head: string;
  copy: Copy;
  from: Place;
}

export interface Block {
  text: string;
  face?: Face;
  most: number;
  least: number;
  /** What it is called where it goes on elsewhere. */
  head: string;
  align?: 'left' | 'center' | 'right';
  /** Where in the box's height it is. */
  stands?: 'top' | 'middle' | 'bottom';
}

export const CONTINUED = '(มีต่อแผ่นถัดไป)';

/** Sets a text into its box, as large as it goes; `end` is where the last line ends. */
export function drawBlock(paper: Paper, box: Box, block: Block): { end: number; size: number; overflow: Overflow[] } {
  const { text, face = 'regular', most, least, head, align = 'left', stands = 'top' } = block;
  const copy = paper.copy(text, face);
  const fitted = fit(copy, box, { most, least });
  const { lines, overflow } = fitted.rest ? brokenOff(copy, fitted, box, head) : { lines: fitted.lines, overflow: [] };
  const { size } = fitted;
  const spare = Math.max(0, box.height - lines.length * size * LEADING);
  const x = box.x + { left: 0, center: box.width / 2, right: box.width }[align];
  const y = box.y + { top: 0, middle: spare / 2, bottom: spare }[stands];
  return { end: write(paper, lines, { x, y }, { face, size, align }), size, overflow };
}

/** The last line says that there is more. */
function brokenOff(copy: Copy, { size, lines }: { size: number; lines: string[] }, box: Box, head: string) {
  const most = lines.length - 1;
  const { lines: kept, to = START } = takeLines(copy, START, { width: box.width, size, most });
  return { lines: [...kept, CONTINUED], overflow: [{ head, copy, from: to }] };
}

/** A small word, white on black, that says what is beside it; answers its width. */
export function drawChip(paper: Paper, text: string, at: { x: number; y: number; size: number }): number {
  const width = (paper.measure(text, 'bold') * at.size) / 1000 + at.size;
  paper.doc.roundedRect(at.x, at.y, width, at.size * 1.5, at.size / 6).fill('black');
  write(
    paper,
    text,
    { x: at.x + at.size / 2, y: at.y + at.size * 0.06 },
    { face: 'bold', size: at.size, color: 'white' },
  );
  return width;
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
