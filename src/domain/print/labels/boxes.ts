import type { Box } from '../paper/blocks.ts';
import { mm, type Paper } from '../paper/paper.ts';
import { ROOMY, START, takeLines } from '../paper/typeset.ts';
import type { Label } from './label.ts';

/** Positions of everything on a label. */
export interface LabelBoxes {
  header: Box;
  /** Bar code with its number. */
  bars: Box;
  recipient: Box;
  cod: Box | undefined;
  sender: Box;
  qr: { x: number; y: number; side: number };
  /** Order number, date and weight. */
  facts: Box & { lines: 'one' | 'several' };
  note: Box | undefined;
  /** Maximum font sizes. */
  sizes: {
    courier: number;
    number: number;
    name: number;
    address: number;
    telephone: number;
    postcode: number;
    cod: number;
    note: number;
  };
}

/** Landscape labels have the QR code next to the recipient. @param width in points */
export const labelBoxes = (paper: Paper, label: Label, width: number, height: number): LabelBoxes =>
  height > width ? portraitBoxes(paper, label, width, height) : landscapeBoxes(paper, label, width, height);

function portraitBoxes(paper: Paper, label: Label, width: number, height: number): LabelBoxes {
  const margin = mm(4);
  const [x, inner] = [margin, width - 2 * margin];
  const header = { x, y: mm(3.5), width: inner, height: mm(10) };
  const bars = { x: mm(2), y: mm(15), width: width - mm(4), height: mm(22) };
  const top = mm(38.5);
  const codHeight = label.codAmount === null ? 0 : mm(18);
  const below = mm(27) + mm(6); // sender, facts
  const free = height - margin - top - codHeight - below;
  const noteHeight = noteHeightOf(paper, label, { width: inner, size: 9, minHeight: mm(8), maxHeight: free - mm(44) });
  const recipient = { x, y: top, width: inner, height: free - noteHeight };
  const codTop = top + recipient.height;
  const senderTop = codTop + codHeight;
  return {
    header,
    bars,
    recipient,
    cod: codHeight ? { x, y: codTop, width: inner, height: codHeight - mm(1.5) } : undefined,
    sender: { x, y: senderTop + mm(1), width: inner - mm(27), height: mm(25) },
    qr: { x: x + inner - mm(26) + mm(1), y: senderTop + mm(1), side: mm(26) },
    facts: { x, y: senderTop + mm(27.2), width: inner, height: mm(4.6), lines: 'one' },
    note: noteHeight ? { x, y: height - margin - noteHeight, width: inner, height: noteHeight } : undefined,
    sizes: { courier: 20, number: 13, name: 26, address: 19, telephone: 20, postcode: 30, cod: 42, note: 9 },
  };
}

function landscapeBoxes(paper: Paper, label: Label, width: number, height: number): LabelBoxes {
  const margin = mm(3);
  const [x, inner] = [margin, width - 2 * margin];
  const top = mm(23.5);
  const maxNoteHeight = label.codAmount === null ? mm(12) : mm(10.5);
  const noteHeight = noteHeightOf(paper, label, {
    width: inner,
    size: 7,
    minHeight: mm(4.5),
    maxHeight: maxNoteHeight,
  });
  const senderHeight = mm(7.5);
  const senderTop = height - mm(2) - noteHeight - senderHeight;
  const side = mm(24);
  const codHeight = label.codAmount === null ? 0 : mm(10.5);
  const left = inner - side - mm(2);
  return {
    header: { x, y: mm(1.8), width: inner, height: mm(6) },
    bars: { x: mm(2), y: mm(8.8), width: width - mm(4), height: mm(14) },
    recipient: { x, y: top, width: left, height: senderTop - top - codHeight - mm(1) },
    cod: codHeight ? { x, y: senderTop - codHeight - mm(0.6), width: left, height: codHeight } : undefined,
    sender: { x, y: senderTop + mm(0.6), width: inner, height: senderHeight - mm(0.8) },
    qr: { x: x + inner - side + mm(1.5), y: top, side: mm(21) },
    facts: { x: x + inner - side, y: top + mm(20.5), width: side, height: senderTop - top - mm(21), lines: 'several' },
    note: noteHeight ? { x, y: senderTop + senderHeight, width: inner, height: noteHeight } : undefined,
    sizes: { courier: 14, number: 10, name: 16, address: 12, telephone: 13, postcode: 18, cod: 27, note: 7 },
  };
}

/** The height that the note needs at this size, within bounds. */
function noteHeightOf(
  paper: Paper,
  { note }: Label,
  available: { width: number; size: number; minHeight: number; maxHeight: number },
): number {
  if (note === '') return 0;
  const width = available.width - 2 * NOTE_INSET.side;
  const { lines } = takeLines(paper.textFlow(NOTE_HEAD + note, 'bold'), START, {
    ...available,
    width,
    maxLines: MAX_NOTE_LINES,
  });
  const height = lines.length * available.size * ROOMY.bold + 2 * NOTE_INSET.top;
  return Math.min(available.maxHeight, Math.max(available.minHeight, height));
}

export const NOTE_HEAD = 'หมายเหตุ: ';
/** Between the note and its frame. */
export const NOTE_INSET = { side: mm(1), top: mm(0.6) };
const MAX_NOTE_LINES = 60;
