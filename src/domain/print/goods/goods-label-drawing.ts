import { symbologyOf } from '../../../lib/barcodes.ts';
import { type Bars, code128Of, eanOf, qrOf } from '../paper/barcode-encoders.ts';
import { type Box, drawBars, drawMatrix, fitsBars } from '../paper/blocks.ts';
import { mm, type Paper, write } from '../paper/paper.ts';
import { thaiMoney } from '../paper/thai.ts';
import { type Face, fit, LEADING } from '../paper/typeset.ts';
import type { GoodsLabel, GoodsLabelKind } from './goods-label.ts';

interface Room {
  width: number;
  height: number;
}

const PAD = mm(1.5);

/** Draws a label into its room. */
export function drawGoodsLabel(paper: Paper, label: GoodsLabel, kind: GoodsLabelKind, room: Room): void {
  const inner = { x: PAD, y: PAD, width: room.width - 2 * PAD, height: room.height - 2 * PAD };
  if (kind === 'shelf') drawShelfLabel(paper, label, inner);
  else drawBarcodeLabel(paper, label, inner);
}

/** Shares of the height. */
const NAME = 0.3;
const FOOT = 0.14;

/** Name, code, and a line of SKU and price. */
function drawBarcodeLabel(paper: Paper, label: GoodsLabel, box: Box): void {
  const name = { ...box, height: box.height * NAME };
  const foot = Math.max(5.5, Math.min(9, (box.height * FOOT) / LEADING));
  drawName(paper, name, label.name, { max: 9, min: 5 });
  const code = { ...box, y: name.y + name.height, height: box.height - name.height - foot * LEADING };
  drawCode(paper, label, code);
  const y = box.y + box.height - foot * LEADING;
  const price = label.price === null ? '' : priceText(label);
  const priceWidth = (paper.measure(price, 'bold') * foot) / 1000;
  write(paper, price, { x: box.x + box.width, y }, { size: foot, face: 'bold', align: 'right' });
  if (label.sku === label.code) return;
  const sku = { x: box.x, y, width: box.width - priceWidth - PAD, height: foot * LEADING };
  drawCut(paper, sku, label.sku, { max: foot, min: 5, face: 'regular' });
}

/** Name, shelf location next to a large price, SKU and code. */
function drawShelfLabel(paper: Paper, label: GoodsLabel, box: Box): void {
  const name = { ...box, height: box.height * 0.32 };
  drawName(paper, name, label.name, { max: 13, min: 6 });
  const price = { ...box, y: name.y + name.height, height: box.height * 0.3 };
  const shelfWidth = label.shelf === '' ? 0 : box.width * (label.price === null ? 1 : 0.45);
  drawCut(paper, { ...price, width: shelfWidth }, label.shelf, { max: 16, min: 7, face: 'bold' });
  const priceBox = { ...price, x: box.x + shelfWidth, width: box.width - shelfWidth };
  if (label.price !== null) drawPrice(paper, priceBox, label);
  const top = price.y + price.height + mm(1);
  const bottom = { y: top, height: box.y + box.height - top };
  const sku = label.sku === label.code ? '' : label.sku;
  const skuWidth = sku === '' ? 0 : box.width * 0.28;
  drawCut(paper, { ...bottom, x: box.x, width: skuWidth }, sku, { max: 8, min: 5, face: 'regular' });
  drawCode(paper, label, { ...bottom, x: box.x + skuWidth, width: box.width - skuWidth });
}

const priceText = ({ price }: GoodsLabel): string => (price === null ? '' : `฿${thaiMoney(price)}`);

function drawPrice(paper: Paper, box: Box, label: GoodsLabel): void {
  const text = priceText(label);
  const size = Math.min(box.height / LEADING, (box.width * 1000) / paper.measure(text, 'bold'));
  const y = box.y + (box.height - size * LEADING) / 2;
  write(paper, text, { x: box.x + box.width, y }, { size, face: 'bold', align: 'right' });
}

const drawName = (paper: Paper, box: Box, text: string, sizes: { max: number; min: number }): void =>
  drawCut(paper, box, text, { ...sizes, face: 'bold' });

/** As large as fits; text that does not fit at the minimum size ends with an ellipsis. */
function drawCut(
  paper: Paper,
  box: Box,
  text: string,
  { max, min, face }: { max: number; min: number; face: Face },
): void {
  if (text === '') return;
  const { lines, size, rest } = fit(paper.textFlow(text, face), box, { max, min });
  const last = lines.pop() ?? '';
  const ending = rest ? shortened(last, (cut) => (paper.measure(cut, face) * size) / 1000 <= box.width) : last;
  write(paper, [...lines, ending], { x: box.x, y: box.y }, { size, face });
}

function shortened(line: string, fits: (text: string) => boolean): string {
  const characters = [...line];
  while (characters.length > 1 && !fits(`${characters.join('')}…`)) characters.pop();
  return `${characters.join('')}…`;
}

/** Bars with their text below, or a QR code next to its text where bars would be too narrow to scan. */
function drawCode(paper: Paper, { code }: GoodsLabel, box: Box): void {
  const size = Math.max(5.5, Math.min(8, box.height * 0.2));
  const bars = barsOf(code);
  if (bars && fitsBars(bars, box.width)) {
    drawBars(paper, bars, { ...box, height: box.height - size * LEADING - mm(0.3) });
    const y = box.y + box.height - size * LEADING;
    write(paper, code, { x: box.x + box.width / 2, y }, { size, align: 'center' });
    return;
  }
  const side = Math.min(box.height, box.width / 2);
  drawMatrix(paper, qrOf(code), { x: box.x, y: box.y, side });
  const text = { x: box.x + side, y: box.y + PAD, width: box.width - side, height: side - 2 * PAD };
  drawCut(paper, text, code, { max: size, min: 5, face: 'regular' });
}

function barsOf(code: string): Bars | undefined {
  const symbology = symbologyOf(code);
  if (symbology === 'qrcode') return undefined;
  return symbology === 'code128' ? code128Of(code) : eanOf(code);
}
