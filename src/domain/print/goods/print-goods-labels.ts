import { message } from '../../../lib/messages/message.ts';
import { mm, openPaper, type Paper, within } from '../paper/paper.ts';
import { printableData } from '../paper/printable-data.ts';
import type { Printed } from '../print-job.ts';
import { type CopiedLabel, GOODS_LABEL_SIZES, type GoodsLabelKind, type GoodsLabelSize } from './goods-label.ts';
import { drawGoodsLabel } from './goods-label-drawing.ts';

/** Prints labels of goods into one PDF: one per page on a roll, or on A4 sheets. */
export async function printGoodsLabels(
  labels: readonly CopiedLabel[],
  { kind, size }: { kind: GoodsLabelKind; size: GoodsLabelSize },
  now: number,
): Promise<Printed> {
  const paper = openPaper(kind === 'shelf' ? 'ป้ายราคา' : 'ป้ายบาร์โค้ด', now);
  const drawInNextCell = cellDrawer(paper, size);
  for (const { label, copies } of labels) {
    const document = message('foreign_text', { text: label.code });
    const warnMissingGlyphs = (characters: string) =>
      paper.warn(message('characters_without_glyph', { document, characters }));
    const printed = { ...printableData(label, paper.hasGlyph, warnMissingGlyphs), code: label.code };
    for (let i = 0; i < copies; i += 1) drawInNextCell((room) => drawGoodsLabel(paper, printed, kind, room));
  }
  return paper.close();
}

const A4 = { width: 210, height: 297 };

/** Draws into the next free cell, on a new page if needed. */
function cellDrawer(paper: Paper, size: GoodsLabelSize) {
  const { width, height } = GOODS_LABEL_SIZES[size];
  const sheet = { across: 1, down: 1, left: 0, gap: 0, top: 0, ...GOODS_LABEL_SIZES[size] };
  const page = sheet.across > 1 ? A4 : { width, height };
  let used = 0;
  return (draw: (room: { width: number; height: number }) => void): void => {
    const cell = used % (sheet.across * sheet.down);
    if (cell === 0) paper.addPage(mm(page.width), mm(page.height));
    used += 1;
    const x = mm(sheet.left + (cell % sheet.across) * (width + sheet.gap));
    const y = mm(sheet.top + Math.floor(cell / sheet.across) * height);
    within(paper, { x, y }, () => draw({ width: mm(width), height: mm(height) }));
  };
}
