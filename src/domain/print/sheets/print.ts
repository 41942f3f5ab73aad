import { legible } from '../paper/legible.ts';
import { mm, openPaper, type Paper, write } from '../paper/paper.ts';
import type { Printed } from '../run.ts';
import { LEFT, type Piece, pieces, WIDTH } from './lay.ts';
import type { Sheet } from './sheet.ts';

const PAGE = { width: mm(210), height: mm(297) };
const TOP = mm(14);
/** The page number is below. */
const BOTTOM = PAGE.height - mm(16);

/** Prints sheets into one PDF. Each sheet starts a page. */
export async function printSheets(title: string, sheets: readonly Sheet[], now: number): Promise<Printed> {
  const paper = openPaper(title, now);
  for (const raw of sheets) {
    const lacks = (lacking: string) =>
      paper.warnings.add(`${raw.about}: no font has ${lacking}, which is printed as [?]`);
    const sheet = legible(raw, paper.hasGlyph, lacks);
    const pages = paged(pieces(paper, sheet));
    for (const [i, page] of pages.entries()) {
      paper.addPage(PAGE.width, PAGE.height);
      let y = TOP;
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
function paged(all: readonly Piece[]): Piece[][] {
  const pages: Piece[][] = [[]];
  let y = TOP;
  for (const piece of all) {
    if (y + piece.height + (piece.keep ?? 0) > BOTTOM && pages.at(-1)?.length) {
      pages.push(piece.head ? [piece.head] : []);
      y = TOP + (piece.head?.height ?? 0);
    }
    pages.at(-1)?.push(piece);
    y += piece.height;
  }
  return pages;
}

function drawFooter(paper: Paper, { title, facts }: Sheet, page: string): void {
  const [name, value] = facts[0] ?? ['', ''];
  const y = PAGE.height - mm(11);
  write(paper, `${title}   ${name} ${value}`, { x: LEFT, y }, { size: 8, color: '#555555' });
  write(paper, page, { x: LEFT + WIDTH, y }, { size: 8, align: 'right', color: '#555555' });
}
