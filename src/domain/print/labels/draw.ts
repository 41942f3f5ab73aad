import { courierTitle } from '../../couriers/names.ts';
import { type Block, type Box, drawBlock, drawChip, drawFrame, drawRule, type Overflow } from '../paper/blocks.ts';
import type { Bars, Matrix } from '../paper/codes.ts';
import { drawBars, drawMatrix } from '../paper/draw-codes.ts';
import { mm, type Paper, write } from '../paper/paper.ts';
import { thaiDay, thaiMoney, thaiWeight } from '../paper/thai.ts';
import { fit, LEADING } from '../paper/typeset.ts';
import { type LabelBoxes, labelBoxes, NOTE_HEAD } from './boxes.ts';
import type { Label, Party } from './label.ts';

export interface LabelCodes {
  /** Undefined where there is no number, or none that a Code 128 can say. */
  bars: Bars | undefined;
  qr: Matrix;
}

interface Drawing {
  paper: Paper;
  label: Label;
  /** What no other figure may come up to: the size of the COD amount. */
  cap: number;
  overflow: Overflow[];
}

/**
 * Draws the label from the upper left corner. What does not go onto it is answered; that its bars are too narrow to be
 * relied on is warned of.
 */
export function drawLabel(
  paper: Paper,
  label: Label,
  codes: LabelCodes,
  { width, height }: { width: number; height: number },
): Overflow[] {
  const boxes = labelBoxes(paper, label, width, height);
  const drawing: Drawing = { paper, label, cap: Number.POSITIVE_INFINITY, overflow: [] };
  if (boxes.cod) drawing.cap = drawCod(drawing, boxes.cod, boxes.sizes.cod) - 2;
  drawHeader(drawing, boxes);
  drawTracking(drawing, boxes, codes.bars);
  drawRecipient(drawing, boxes);
  drawSender(drawing, boxes);
  drawMatrix(paper, codes.qr, boxes.qr);
  drawFacts(drawing, boxes);
  if (boxes.note) {
    drawFrame(paper, boxes.note, 0.75);
    const text = { text: NOTE_HEAD + label.note, face: 'bold', most: boxes.sizes.note, least: 6 } as const;
    drawText(drawing, inset(boxes.note, mm(1), mm(0.6)), { ...text, head: 'หมายเหตุ', stands: 'middle' });
  }
  return drawing.overflow;
}

function drawText({ paper, cap, overflow }: Drawing, box: Box, block: Block): number {
  const most = Math.min(block.most, cap);
  const drawn = drawBlock(paper, box, { ...block, most, least: Math.min(block.least, most) });
  overflow.push(...drawn.overflow);
  return drawn.end;
}

const inset = ({ x, y, width, height }: Box, side: number, top = side): Box => ({
  x: x + side,
  y: y + top,
  width: width - 2 * side,
  height: height - 2 * top,
});

/** The amount in its box; answers its size. */
function drawCod({ paper, label }: Drawing, box: Box, most: number): number {
  const chip = { ...box, width: box.width * 0.29 };
  paper.doc.rect(chip.x, chip.y, chip.width, chip.height).fill('black');
  drawFrame(paper, box, 2);
  const unit = box.height * 0.2;
  const middle = { x: chip.x + chip.width / 2, y: box.y + (box.height - unit * 2.6 * LEADING) / 2 };
  const y = write(paper, 'COD', middle, { face: 'bold', size: unit * 1.6, align: 'center', color: 'white' });
  const cash = Math.min(unit, (chip.width - mm(2)) / (paper.measure(CASH, 'bold') / 1000));
  write(paper, CASH, { ...middle, y }, { face: 'bold', size: cash, align: 'center', color: 'white' });

  const amount = thaiMoney(label.codAmount ?? (0 as never));
  const baht = (paper.measure(BAHT, 'bold') * unit) / 1000;
  const room = box.width - chip.width - baht - mm(5);
  const size = Math.min(most, box.height / LEADING, (room * 1000) / paper.measure(amount, 'bold'));
  const right = box.x + box.width - mm(2);
  const line = box.y + (box.height - size * LEADING) / 2;
  const base = line + ASCENT * (size - unit);
  write(paper, BAHT, { x: right, y: base }, { face: 'bold', size: unit, align: 'right' });
  write(paper, amount, { x: right - baht - mm(1.5), y: line }, { face: 'bold', size, align: 'right' });
  return size;
}

const CASH = 'เก็บเงินปลายทาง';
const BAHT = 'บาท';
const ASCENT = 1.068; // of the fonts, for texts of two sizes on one base line

function drawHeader(drawing: Drawing, { header, sizes }: LabelBoxes): void {
  const { courier, shippingType, piece, pieces } = drawing.label;
  const narrow = header.width * 0.3;
  const name = courierTitle(courier, shippingType);
  const left = { ...header, width: header.width - narrow };
  const right = { ...header, x: header.x + left.width, width: narrow };
  const style = { face: 'bold', most: sizes.courier, stands: 'middle' } as const;
  drawText(drawing, left, { ...style, text: name, least: 7, head: 'ขนส่ง' });
  const count = `ชิ้นที่ ${piece}/${pieces}`;
  drawText(drawing, right, { ...style, text: count, most: sizes.courier * 0.8, least: 6, head: 'ชิ้นที่', align: 'right' });
  drawRule(drawing.paper, header.y + header.height + mm(0.4), header);
}

function drawTracking(drawing: Drawing, { bars: box, header, sizes }: LabelBoxes, bars: Bars | undefined): void {
  const { paper, label } = drawing;
  const numberHeight = sizes.number * LEADING;
  const barsBox = { ...box, height: box.height - numberHeight - mm(0.5) };
  if (bars && !drawBars(paper, bars, barsBox))
    paper.warnings.add(`order ${label.orderNumber}: the bars of ${label.trackingNumber} are narrower than 0.25 mm`);
  const text = label.trackingNumber || 'ยังไม่มีเลขพัสดุ';
  const under = { x: header.x, width: header.width, y: box.y + box.height - numberHeight, height: numberHeight };
  const place = bars ? under : { ...under, y: box.y, height: box.height };
  if (!bars) drawFrame(paper, place, 0.75);
  const style = { text, face: 'bold', align: 'center', stands: 'middle', head: 'เลขพัสดุ' } as const;
  drawText(drawing, place, { ...style, most: sizes.number, least: 6 });
  drawRule(paper, box.y + box.height + mm(0.6), header);
}

/** Name and address, and at its foot telephone and postcode. */
function drawRecipient(drawing: Drawing, { recipient: box, sizes }: LabelBoxes): void {
  const { paper, label, cap } = drawing;
  const { recipient } = label;
  const chip = drawChip(paper, 'ผู้รับ', { x: box.x, y: box.y + mm(0.8), size: sizes.address * 0.8 });
  const postcode = Math.min(sizes.postcode, cap);
  const foot = recipient.postalCode || recipient.telephone ? postcode * 1.25 : 0;
  const body = { ...box, height: box.height - foot - mm(0.5) };
  drawWho(drawing, body, recipient, { beside: chip + mm(1.5), name: sizes.name, address: sizes.address, of: 'ผู้รับ' });
  const footTop = box.y + box.height - foot;
  const width = drawPostcode(drawing, recipient, { right: box.x + box.width, y: footTop, size: postcode });
  const left = { ...box, y: footTop, width: box.width - width - mm(2), height: foot };
  const telephone = { text: telephoneOf(recipient), head: 'โทรศัพท์ผู้รับ', face: 'bold', stands: 'middle' } as const;
  drawText(drawing, left, { ...telephone, most: sizes.name, least: 6 });
}

/** How large name and address are set at first, and beside what the name begins. */
interface Who {
  beside: number;
  name: number;
  address: number;
  of: string;
}

/** Name and address, both set smaller until both go into the box. */
function drawWho(drawing: Drawing, box: Box, { name, address }: Party, who: Who): void {
  const nameBox = { ...box, x: box.x + who.beside, width: box.width - who.beside, height: box.height * 0.45 };
  const sizeOf = (most: number, scale: number) => ({ most: Math.min(most, drawing.cap) * scale, least: 6 });
  const fits = (scale: number) => {
    const { paper } = drawing;
    const named = fit(paper.copy(name, 'bold'), nameBox, sizeOf(who.name, scale));
    const height = box.height - named.lines.length * named.size * LEADING;
    return !named.rest && !fit(paper.copy(address, 'regular'), { ...box, height }, sizeOf(who.address, 1)).rest;
  };
  const scale = [1, 0.85, 0.7, 0.6].find(fits) ?? 0.5;
  const nameSize = { ...sizeOf(who.name, scale), face: 'bold', head: `ชื่อ${who.of}` } as const;
  const y = drawText(drawing, nameBox, { ...nameSize, text: name });
  const addressBox = { ...box, y, height: box.y + box.height - y };
  drawText(drawing, addressBox, { ...sizeOf(who.address, 1), text: address, head: `ที่อยู่${who.of}` });
}

/** Answers how wide it is. */
function drawPostcode(
  { paper }: Drawing,
  { postalCode }: Party,
  at: { right: number; y: number; size: number },
): number {
  if (postalCode === '') return 0;
  const { right, y, size } = at; // digits are as high as capitals, 0.7 of the size
  const width = (paper.measure(postalCode, 'bold') * size) / 1000 + size * 0.5;
  drawFrame(paper, { x: right - width, y: y + size * 0.1, width, height: size * 1.15 }, 1.25);
  write(paper, postalCode, { x: right - size * 0.25, y: y - size * 0.02 }, { face: 'bold', size, align: 'right' });
  return width;
}

const telephoneOf = ({ telephone }: Party): string => (telephone === '' ? '' : `โทร. ${telephone}`);

function drawSender(drawing: Drawing, { sender: box, sizes, facts }: LabelBoxes): void {
  const { paper, label } = drawing;
  const { sender } = label;
  drawRule(paper, box.y - mm(0.5), box);
  const small = sizes.address * 0.66;
  const chip = drawChip(paper, 'ผู้ส่ง', { x: box.x, y: box.y + mm(0.5), size: small * 0.9 });
  const text = { x: box.x + chip + mm(1.5), y: box.y, width: box.width - chip - mm(1.5) };
  if (facts.lines === 'several') {
    const all = [sender.name, telephoneOf(sender), sender.address, sender.postalCode].filter(Boolean).join('  ');
    drawText(
      drawing,
      { ...text, height: box.height },
      { text: all, most: 8, least: 5.5, head: 'ผู้ส่ง', stands: 'middle' },
    );
    return;
  }
  const foot = 12 * LEADING;
  const body = { ...box, height: box.height - foot };
  drawWho(drawing, body, sender, { beside: chip + mm(1.5), name: 10, address: 9, of: 'ผู้ส่ง' });
  const line = [sender.postalCode, telephoneOf(sender)].filter(Boolean).join('   ');
  const footBox = { ...box, y: box.y + body.height, height: foot };
  drawText(drawing, footBox, {
    text: line,
    face: 'bold',
    most: 12,
    least: 6,
    head: 'โทรศัพท์ผู้ส่ง',
    stands: 'middle',
  });
}

function drawFacts(drawing: Drawing, { facts }: LabelBoxes): void {
  const { orderNumber, date, weight } = drawing.label;
  const parts = [
    `คำสั่งซื้อ ${orderNumber}`,
    `วันที่ ${thaiDay(date)}`,
    ...(weight === null ? [] : [`น้ำหนัก ${thaiWeight(weight)}`]),
  ];
  const text = parts.join(facts.lines === 'one' ? '   •   ' : '\n');
  drawText(drawing, facts, {
    text,
    face: 'bold',
    most: facts.lines === 'one' ? 9.5 : 8,
    least: 5.5,
    head: 'คำสั่งซื้อ',
    align: 'center',
  });
}
