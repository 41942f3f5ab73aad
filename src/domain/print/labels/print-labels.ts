import type { Message } from '../../../lib/messages/catalogue.ts';
import { message } from '../../../lib/messages/message.ts';
import { code128Of, qrOf } from '../paper/barcode-encoders.ts';
import { CONTINUED, drawRule, type Overflow } from '../paper/blocks.ts';
import { mm, openPaper, type Paper, within, write } from '../paper/paper.ts';
import { printableData } from '../paper/printable-data.ts';
import { LEADING, START, type TextFlow, type TextPosition, takeLines } from '../paper/typeset.ts';
import type { Printed } from '../print-job.ts';
import { LABEL_SIZES, type Label, type LabelSize } from './label.ts';
import { drawLabel } from './label-drawing.ts';

/** Prints labels into one PDF. Text that does not fit continues on the next label, without bars. */
export async function printLabels(labels: readonly Label[], size: LabelSize, now: number): Promise<Printed> {
  const paper = openPaper('ใบปะหน้าพัสดุ', now);
  const cells = cellsOf(paper, size);
  for (const label of labels) {
    const printed = printableData(label, paper.hasGlyph, (lacking) => paper.warn(missingGlyphs(label, lacking)));
    const codes = { bars: barsOf(paper, label), qr: qrOf(label.orderNumber) };
    const overflow = cells.next((room) => drawLabel(paper, printed, codes, room));
    drawOverflow(cells, printed, overflow);
  }
  return paper.close();
}

const missingGlyphs = ({ orderNumber }: Label, characters: string): Message =>
  message('characters_without_glyph', { document: message('document_of_order', { orderNumber }), characters });

function barsOf({ warn }: Paper, { orderNumber, trackingNumber }: Label) {
  if (trackingNumber === '') return undefined;
  const bars = code128Of(trackingNumber);
  if (!bars) warn(message('label_number_without_bars', { orderNumber, trackingNumber }));
  return bars;
}

interface Room {
  width: number;
  height: number;
}

interface Cells {
  paper: Paper;
  /** Draws into the next free cell, on a new page if needed. */
  next: <T>(draw: (room: Room) => T) => T;
}

function cellsOf(paper: Paper, size: LabelSize): Cells {
  const { across, down, ...label } = LABEL_SIZES[size];
  const room = { width: mm(label.width), height: mm(label.height) };
  let used = 0;
  return {
    paper,
    next: (draw) => {
      const cell = used % (across * down);
      if (cell === 0) paper.addPage(room.width * across, room.height * down);
      if (cell === 0 && across > 1) drawCuts(paper, room);
      used += 1;
      const corner = { x: (cell % across) * room.width, y: Math.floor(cell / across) * room.height };
      return within(paper, corner, () => draw(room));
    },
  };
}

/** Cutting lines of a sheet of four. */
function drawCuts({ doc }: Paper, { width, height }: Room): void {
  doc.lineWidth(0.3);
  doc.moveTo(width, 0).lineTo(width, 2 * height);
  doc.moveTo(0, height).lineTo(2 * width, height);
  doc.stroke('#999999');
}

const OVERFLOW_SIZE = 8;

/** Continues overflow on as many labels as needed. */
function drawOverflow(cells: Cells, label: Label, overflow: readonly Overflow[]): void {
  const remaining = [...overflow];
  while (remaining.length > 0) cells.next((room) => drawContinuation(cells.paper, label, remaining, room));
}

/** Removes what it has drawn from `waiting`. */
function drawContinuation(paper: Paper, { orderNumber, trackingNumber }: Label, waiting: Overflow[], room: Room): void {
  const [x, width, bottom] = [mm(4), room.width - mm(8), room.height - mm(4) - OVERFLOW_SIZE * LEADING];
  const title = ['ต่อ', `คำสั่งซื้อ #${orderNumber}`, trackingNumber].filter(Boolean).join('   ');
  const set = (flow: TextFlow, from: TextPosition, y: number, size: number) =>
    takeLines(flow, from, { width, size, maxLines: Math.max(1, Math.floor((bottom - y) / (size * LEADING))) });
  const { lines } = set(paper.textFlow(title, 'bold'), START, bottom - mm(10), 9);
  let y = write(paper, lines, { x, y: mm(3) }, { face: 'bold', size: 9 }) + mm(0.5);
  drawRule(paper, y, { x, width });
  y += mm(0.5);
  for (let more = waiting[0]; more && y < bottom - 3 * OVERFLOW_SIZE * LEADING; more = waiting[0]) {
    y = write(paper, more.head, { x, y }, { face: 'bold', size: OVERFLOW_SIZE });
    const { lines, to } = set(more.flow, more.from, y, OVERFLOW_SIZE);
    y = write(paper, lines, { x, y }, { size: OVERFLOW_SIZE, face: more.flow.face }) + mm(1);
    if (to) waiting[0] = { ...more, from: to };
    else waiting.shift();
    if (to) break;
  }
  if (waiting.length > 0) write(paper, CONTINUED, { x, y: bottom }, { size: OVERFLOW_SIZE });
}
