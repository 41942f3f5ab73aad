import { message } from '../../../lib/messages/message.ts';
import { qrOf } from '../paper/barcode-encoders.ts';
import { drawFrame, drawMatrix, drawRule } from '../paper/blocks.ts';
import { mm, openPaper, type Paper, write } from '../paper/paper.ts';
import { printableData } from '../paper/printable-data.ts';
import { type Face, LEADING, START, takeLines } from '../paper/typeset.ts';
import type { Printed } from '../print-job.ts';
import type { Column, Sheet, SheetFormat, SheetParty, SheetTable, SheetTotal } from './printed-sheet.ts';

interface Margins {
  left: number;
  width: number;
  top: number;
  /** The page number is below. */
  bottom: number;
  footer: number;
}

/** Paper for sheets. Lengths are points before the page is scaled. */
interface SheetPaper extends Paper, Margins {}

/** Everything on A6 is a fifth smaller. */
const SCALES: Record<SheetFormat, number> = { a4: 1, a6: 0.8 };
const PAGES: Record<SheetFormat, { width: number; height: number }> = {
  a4: { width: mm(210), height: mm(297) },
  a6: { width: mm(105), height: mm(148) },
};
const MARGINS: Record<SheetFormat, Margins> = {
  a4: { left: mm(15), width: mm(180), top: mm(14), bottom: mm(281), footer: mm(286) },
  a6: { left: mm(7), width: mm(117.25), top: mm(7), bottom: mm(173), footer: mm(176) },
};

/** Prints sheets into one PDF. Each sheet starts a page. */
export async function printSheets(
  title: string,
  sheets: readonly Sheet[],
  { now, format = 'a4' }: { now: number; format?: SheetFormat | undefined },
): Promise<Printed> {
  const paper: SheetPaper = { ...openPaper(title, now), ...MARGINS[format] };
  for (const raw of sheets) {
    const document = raw.nameInWarnings;
    const lacks = (characters: string) => paper.warn(message('characters_without_glyph', { document, characters }));
    const sheet = printableData(raw, paper.hasGlyph, lacks);
    const pages = paged(pieces(paper, sheet), paper);
    for (const [i, page] of pages.entries()) {
      paper.addPage(PAGES[format].width, PAGES[format].height, SCALES[format]);
      let y = paper.top;
      for (const { draw, height } of page) {
        draw(y);
        y += height;
      }
      drawFooter(paper, sheet, `หน้า ${i + 1}/${pages.length}`);
    }
  }
  return paper.close();
}

/** Distributes pieces over pages. A continued table repeats its heads. */
function paged(all: readonly Piece[], { top, bottom }: Margins): Piece[][] {
  const pages: Piece[][] = [[]];
  let y = top;
  for (const piece of all) {
    if (y + piece.height + (piece.heightBelow ?? 0) > bottom && pages.at(-1)?.length) {
      pages.push(piece.head ? [piece.head] : []);
      y = top + (piece.head?.height ?? 0);
    }
    pages.at(-1)?.push(piece);
    y += piece.height;
  }
  return pages;
}

function drawFooter(paper: SheetPaper, { title, facts }: Sheet, page: string): void {
  const [name, value] = facts[0] ?? ['', ''];
  const y = paper.footer;
  write(paper, `${title}   ${name} ${value}`, { x: paper.left, y }, { size: 8, color: '#555555' });
  write(paper, page, { x: paper.left + paper.width, y }, { size: 8, align: 'right', color: '#555555' });
}

/** A part of a sheet that is not split between pages. */
interface Piece {
  height: number;
  /** @param y its top */
  draw: (y: number) => void;
  /** The table heads that repeat if it starts a page. */
  head?: Piece | undefined;
  /** Height that must fit below it on the same page. */
  heightBelow?: number;
}

const TEXT = 9.5;
const LINE = TEXT * LEADING;
const PAD = mm(1.2);
/** Longer rows are split; a part fits on a page of each format. */
const MAX_LINES = 24;

/** From top to bottom. */
function pieces(paper: SheetPaper, sheet: Sheet): Piece[] {
  const result = [titlePiece(paper, sheet)];
  if (sheet.parties) result.push(partiesPiece(paper, sheet.parties));
  for (const table of sheet.tables) result.push(...tablePieces(paper, table));
  for (const [i, total] of (sheet.totals ?? []).entries()) result.push(totalPiece(paper, total, i > 0));
  for (const remark of sheet.remarks ?? []) result.push(...textPieces(paper, remark));
  if (sheet.signatures) result.push(signaturePiece(paper, sheet.signatures));
  return result;
}

const linesIn = (
  paper: SheetPaper,
  text: string,
  width: number,
  { size = TEXT, face = 'regular' as Face } = {},
): string[] => takeLines(paper.textFlow(text, face), START, { width, size, maxLines: Number.POSITIVE_INFINITY }).lines;

const QR = mm(22); // with its quiet zone

function titlePiece(paper: SheetPaper, { title, facts, qr }: Sheet): Piece {
  const width = paper.width * 0.42;
  const lines = linesIn(paper, title, paper.width - width - mm(4), { size: 18, face: 'bold' });
  const set = facts.map(([name, value]) => ({ name, value: linesIn(paper, value, width * 0.6, { face: 'bold' }) }));
  const valueWidths = set.flatMap(({ value }) => value.map((line) => (paper.measure(line, 'bold') * TEXT) / 1000));
  const right = paper.left + paper.width - (qr === undefined ? 0 : QR);
  const valueLeft = right - Math.max(0, ...valueWidths);
  const height = Math.max(
    lines.length * 18 * LEADING,
    set.reduce((sum, { value }) => sum + value.length * LINE, 0),
    qr === undefined ? 0 : QR - mm(3),
  );
  const draw = (y: number) => {
    write(paper, lines, { x: paper.left, y }, { size: 18, face: 'bold' });
    if (qr !== undefined) drawMatrix(paper, qrOf(qr), { x: right, y: y - mm(2), side: QR });
    let at = y;
    for (const { name, value } of set) {
      write(paper, name, { x: valueLeft - mm(1.5), y: at }, { size: TEXT, align: 'right' });
      at = write(paper, value, { x: valueLeft, y: at }, { size: TEXT, face: 'bold' });
    }
  };
  return { height: height + mm(3), draw };
}

const GAP = mm(6);

function partiesPiece(paper: SheetPaper, parties: readonly SheetParty[]): Piece {
  const width = (paper.width - GAP * (parties.length - 1)) / parties.length;
  const set = parties.map(({ head, name, lines }) => ({
    head,
    name: linesIn(paper, name, width - 2 * PAD, { size: 11, face: 'bold' }),
    lines: lines.flatMap((line) => linesIn(paper, line, width - 2 * PAD)),
  }));
  const heights = set.map(({ name, lines }) => LINE + name.length * 11 * LEADING + lines.length * LINE + 2 * PAD);
  const height = Math.max(...heights);
  const draw = (top: number) =>
    set.forEach(({ head, name, lines }, i) => {
      const x = paper.left + i * (width + GAP);
      drawFrame(paper, { x, y: top, width, height }, 0.5);
      let y = write(paper, head, { x: x + PAD, y: top + PAD }, { size: 8, color: GRAY }) + LINE - 8 * LEADING;
      y = write(paper, name, { x: x + PAD, y }, { size: 11, face: 'bold' });
      write(paper, lines, { x: x + PAD, y }, { size: TEXT });
    });
  return { height: height + mm(3), draw };
}

const GRAY = '#555555';

const placed = (paper: SheetPaper, columns: readonly Column[]) => {
  const unit = paper.width / columns.reduce((sum, { widthShare }) => sum + widthShare, 0);
  let x = paper.left;
  return columns.map((column) => {
    const place = { ...column, x, width: column.widthShare * unit };
    x += place.width;
    return place;
  });
};

type Placed = ReturnType<typeof placed>[number];

function tablePieces(paper: SheetPaper, { heading, columns, rows }: SheetTable): Piece[] {
  const places = placed(paper, columns);
  const heads = headPiece(paper, places);
  const laid: Piece[] = heading === undefined ? [] : [headingPiece(paper, heading, heads)];
  for (const [i, row] of rows.entries()) {
    const parts = rowPieces(paper, places, row).map((piece) => ({ ...piece, head: heads }));
    laid.push(...(i === 0 ? [merged(heads, parts[0] as Piece), ...parts.slice(1)] : parts));
  }
  return [...laid, { height: mm(2), draw: () => {} }];
}

/** Merged, so that a page never ends with table heads. */
const merged = (first: Piece, second: Piece): Piece => ({
  height: first.height + second.height,
  draw: (y) => {
    first.draw(y);
    second.draw(y + first.height);
  },
});

/** A heading stays with its table. */
function headingPiece(paper: SheetPaper, heading: string, { height }: Piece): Piece {
  const lines = linesIn(paper, heading, paper.width, { size: 12, face: 'bold' });
  const own = lines.length * 12 * LEADING + mm(1);
  const draw = (y: number) => void write(paper, lines, { x: paper.left, y }, { size: 12, face: 'bold' });
  return { height: own, draw, heightBelow: height + 3 * LINE };
}

function headPiece(paper: SheetPaper, columns: readonly Placed[]): Piece {
  const cells = columns.map(({ head, width }) => linesIn(paper, head, width - 2 * PAD, { face: 'bold' }));
  const height = Math.max(...cells.map((lines) => lines.length)) * LINE + 2 * PAD;
  const draw = (y: number) => {
    paper.doc.rect(paper.left, y, paper.width, height).fill('#e8e8e8');
    drawCells(paper, columns, cells, { y: y + PAD, face: 'bold' });
    drawRule(paper, y + height, { x: paper.left, width: paper.width });
  };
  return { height, draw };
}

/** A very long row has several pieces. */
function rowPieces(paper: SheetPaper, columns: readonly Placed[], row: readonly string[]): Piece[] {
  const cells = columns.map(({ width, bold }, i) =>
    linesIn(paper, row[i] ?? '', width - 2 * PAD, { face: bold ? 'bold' : 'regular' }),
  );
  const lineCount = Math.max(1, ...cells.map((lines) => lines.length));
  const parts = Array.from({ length: Math.ceil(lineCount / MAX_LINES) }, (_, i) =>
    cells.map((lines) => lines.slice(i * MAX_LINES, (i + 1) * MAX_LINES)),
  );
  return parts.map((part, i) => {
    const height = Math.max(1, ...part.map((lines) => lines.length)) * LINE + 2 * PAD;
    const isLast = i === parts.length - 1;
    const draw = (y: number) => {
      drawCells(paper, columns, part, { y: y + PAD });
      if (i === 0) for (const column of columns) if (column.checkbox) drawCheckbox(paper, column, y + PAD);
      if (isLast) drawRule(paper, y + height, { x: paper.left, width: paper.width }, 0.3);
    };
    return { height, draw };
  });
}

function drawCells(
  paper: SheetPaper,
  columns: readonly Placed[],
  cells: readonly (readonly string[])[],
  { y, face }: { y: number; face?: Face },
): void {
  columns.forEach(({ x, width, align = 'left', bold }, i) => {
    const at = x + { left: PAD, center: width / 2, right: width - PAD }[align];
    write(paper, cells[i] ?? [], { x: at, y }, { size: TEXT, align, face: face ?? (bold ? 'bold' : 'regular') });
  });
}

function drawCheckbox(paper: SheetPaper, { x, width }: Placed, y: number): void {
  const side = mm(3.6);
  drawFrame(paper, { x: x + (width - side) / 2, y: y + (LINE - side) / 2, width: side, height: side }, 0.75);
}

/** Above an emphasized total is room for the tone marks of Thai, and a rule unless it is that of the table. */
function totalPiece(paper: SheetPaper, { name, value, emphasized = false }: SheetTotal, isBelowTotal: boolean): Piece {
  const ink = { size: emphasized ? 12 : TEXT, face: emphasized ? 'bold' : 'regular', align: 'right' } as const;
  const width = paper.width * 0.22;
  const over = emphasized ? mm(2.4) : 0;
  const draw = (top: number) => {
    if (emphasized && isBelowTotal)
      drawRule(paper, top + mm(0.8), { x: paper.left + paper.width * 0.45, width: paper.width * 0.55 });
    write(paper, name, { x: paper.left + paper.width - width - PAD, y: top + over }, ink);
    write(paper, value, { x: paper.left + paper.width - PAD, y: top + over }, ink);
  };
  return { height: over + ink.size * LEADING + (emphasized ? mm(1) : 0), draw };
}

const textPieces = (paper: SheetPaper, text: string): Piece[] =>
  linesIn(paper, text, paper.width).map((line) => ({
    height: LINE,
    draw: (y) => void write(paper, line, { x: paper.left, y }, { size: TEXT }),
  }));

function signaturePiece(paper: SheetPaper, signatures: readonly string[]): Piece {
  const width = paper.width / Math.max(2, signatures.length);
  const left = paper.left + paper.width - signatures.length * width;
  const draw = (y: number) =>
    signatures.forEach((signer, i) => {
      const x = left + (i + 0.5) * width;
      const line = y + mm(16);
      drawRule(paper, line, { x: left + i * width + mm(8), width: width - mm(16) }, 0.5);
      const ink = { size: TEXT, align: 'center' } as const;
      const next = write(paper, `ลงชื่อ ${signer}`, { x, y: line + mm(1) }, ink);
      write(paper, 'วันที่ ........ / ........ / ........  เวลา ........', { x, y: next + mm(1) }, ink);
    });
  return { height: mm(32), draw };
}
