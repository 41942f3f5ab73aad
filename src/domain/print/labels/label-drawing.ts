import { message } from '../../../lib/messages/message.ts';
import type { Money } from '../../../lib/money.ts';
import type { Bars, Matrix } from '../paper/barcode-encoders.ts';
import {
  type Block,
  type Box,
  CHIP_HEIGHT,
  chipWidth,
  drawBars,
  drawBlock,
  drawChip,
  drawFrame,
  drawMatrix,
  drawRule,
  type Overflow,
} from '../paper/blocks.ts';
import { mm, type Paper, write } from '../paper/paper.ts';
import { thaiDay, thaiMoney, thaiWeight } from '../paper/thai.ts';
import { fit, LEADING, ROOMY } from '../paper/typeset.ts';
import type { Party } from '../party.ts';
import { type LabelBoxes, labelBoxes, NOTE_HEAD, NOTE_INSET } from './boxes.ts';
import type { Label } from './label.ts';

interface LabelCodes {
  /** Undefined without a number, or if Code 128 cannot encode it. */
  bars: Bars | undefined;
  qr: Matrix;
}

interface Drawing {
  paper: Paper;
  label: Label;
  /** Maximum font size of everything but the COD amount. */
  cap: number;
  overflow: Overflow[];
}

const POINTS_BELOW_COD = 2; // font size of the other texts

/** Draws the label. Warns of bars that are too narrow to scan. @returns text that does not fit */
export function drawLabel(
  paper: Paper,
  label: Label,
  codes: LabelCodes,
  { width, height }: { width: number; height: number },
): Overflow[] {
  const boxes = labelBoxes(paper, label, width, height);
  const drawing: Drawing = { paper, label, cap: Number.POSITIVE_INFINITY, overflow: [] };
  if (boxes.cod && label.codAmount !== null)
    drawing.cap = drawCod(paper, label.codAmount, boxes.cod, boxes.sizes.cod) - POINTS_BELOW_COD;
  drawHeader(drawing, boxes);
  drawTracking(drawing, boxes, codes.bars);
  drawRecipient(drawing, boxes);
  drawSender(drawing, boxes);
  drawMatrix(paper, codes.qr, boxes.qr);
  drawFacts(drawing, boxes);
  if (boxes.note) {
    drawFrame(paper, boxes.note, 0.75);
    const size = { face: 'bold', max: boxes.sizes.note, min: 6, roomy: true } as const;
    const text = NOTE_HEAD + label.note;
    drawText(drawing, inset(boxes.note, NOTE_INSET), { ...size, text, head: 'หมายเหตุ', verticalAlign: 'middle' });
  }
  return drawing.overflow;
}

function drawText({ paper, cap, overflow }: Drawing, box: Box, block: Block): { end: number; size: number } {
  const max = Math.min(block.max, cap);
  const drawn = drawBlock(paper, box, { ...block, max, min: Math.min(block.min, max) });
  overflow.push(...drawn.overflow);
  return drawn;
}

const inset = ({ x, y, width, height }: Box, { side, top }: typeof NOTE_INSET): Box => ({
  x: x + side,
  y: y + top,
  width: width - 2 * side,
  height: height - 2 * top,
});

/** Shares of the box: width of the black area, height of the small text. */
const COD_CHIP = 0.29;
const COD_UNIT = 0.2;
/** `COD` relative to the small text below it. */
const COD_HEAD = 1.6;
const CASH = 'เก็บเงินปลายทาง';
const BAHT = 'บาท';
const ASCENT = 1.068; // of the fonts, for texts of two sizes on one base line

/** Draws the amount and returns its font size. */
function drawCod(paper: Paper, codAmount: Money, box: Box, max: number): number {
  const chip = { ...box, width: box.width * COD_CHIP };
  paper.doc.rect(chip.x, chip.y, chip.width, chip.height).fill('black');
  drawFrame(paper, box, 2);
  const unit = box.height * COD_UNIT;
  const middle = { x: chip.x + chip.width / 2, y: box.y + (box.height - unit * (COD_HEAD + 1) * LEADING) / 2 };
  const white = { face: 'bold', align: 'center', color: 'white' } as const;
  const y = write(paper, 'COD', middle, { ...white, size: unit * COD_HEAD });
  const cash = Math.min(unit, (chip.width - mm(2)) / (paper.measure(CASH, 'bold') / 1000));
  write(paper, CASH, { ...middle, y }, { ...white, size: cash });

  const amount = thaiMoney(codAmount);
  const baht = (paper.measure(BAHT, 'bold') * unit) / 1000;
  const room = box.width - chip.width - baht - mm(5);
  const size = Math.min(max, box.height / LEADING, (room * 1000) / paper.measure(amount, 'bold'));
  const right = box.x + box.width - mm(2);
  const line = box.y + (box.height - size * LEADING) / 2;
  const base = line + ASCENT * (size - unit);
  write(paper, BAHT, { x: right, y: base }, { face: 'bold', size: unit, align: 'right' });
  write(paper, amount, { x: right - baht - mm(1.5), y: line }, { face: 'bold', size, align: 'right' });
  return size;
}

/** Shares of the header's width, and of the courier's size. */
const COUNT = { width: 0.3, size: 0.8 };

function drawHeader(drawing: Drawing, { header, sizes }: LabelBoxes): void {
  const { courier, parcelNumber, parcelCount } = drawing.label;
  const narrow = header.width * COUNT.width;
  const left = { ...header, width: header.width - narrow };
  const right = { ...header, x: header.x + left.width, width: narrow };
  const style = { face: 'bold', max: sizes.courier, verticalAlign: 'middle' } as const;
  drawText(drawing, left, { ...style, text: courier, min: 7, head: 'ขนส่ง' });
  const count = `ชิ้นที่ ${parcelNumber}/${parcelCount}`;
  drawText(drawing, right, {
    ...style,
    text: count,
    max: sizes.courier * COUNT.size,
    min: 6,
    head: 'ชิ้นที่',
    align: 'right',
  });
  drawRule(drawing.paper, header.y + header.height + mm(0.4), header);
}

function drawTracking(drawing: Drawing, { bars: box, header, sizes }: LabelBoxes, bars: Bars | undefined): void {
  const { paper, label } = drawing;
  const numberHeight = sizes.number * LEADING;
  const barsBox = { ...box, height: box.height - numberHeight - mm(0.5) };
  if (bars && !drawBars(paper, bars, barsBox))
    paper.warn(message('label_bars_narrow', { orderNumber: label.orderNumber, trackingNumber: label.trackingNumber }));
  const text = label.trackingNumber || 'ยังไม่มีเลขพัสดุ';
  const under = { x: header.x, width: header.width, y: box.y + box.height - numberHeight, height: numberHeight };
  const numberBox = bars ? under : { ...under, y: box.y, height: box.height };
  if (!bars) drawFrame(paper, numberBox, 0.75);
  const style = { text, face: 'bold', align: 'center', verticalAlign: 'middle', head: 'เลขพัสดุ' } as const;
  drawText(drawing, numberBox, { ...style, max: sizes.number, min: 6 });
  drawRule(paper, box.y + box.height + mm(0.6), header);
}

/** Size of the chip text relative to the address. */
const CHIP = { recipient: 0.62, sender: 0.44 };

/** Name and address, with telephone and postcode below. */
function drawRecipient(drawing: Drawing, { recipient: box, sizes }: LabelBoxes): void {
  const { label, cap } = drawing;
  const { recipient } = label;
  const postcode = Math.min(sizes.postcode, cap);
  const foot = recipient.postalCode || recipient.telephone ? postcode * POSTCODE.row : 0;
  const body = { ...box, height: box.height - foot - mm(0.5) };
  drawParty(drawing, body, recipient, {
    role: 'ผู้รับ',
    chip: sizes.address * CHIP.recipient,
    name: sizes.name,
    address: sizes.address,
  });
  const footTop = box.y + box.height - foot;
  const width = drawPostcode(drawing, recipient, { right: box.x + box.width, y: footTop, size: postcode });
  const left = { ...box, y: footTop, width: box.width - width - mm(2), height: foot };
  const telephone = { text: telephoneOf(recipient), head: 'โทรศัพท์ผู้รับ', face: 'bold', verticalAlign: 'middle' } as const;
  drawText(drawing, left, { ...telephone, max: sizes.telephone, min: 6 });
}

/** Chip text and size, maximum sizes of name and address. */
interface PartyStyle {
  role: 'ผู้รับ' | 'ผู้ส่ง';
  chip: number;
  name: number;
  address: number;
}

const MIN_SIZE = 6;
/** Scales to try, largest first. */
const SCALES = [1, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4] as const;
/** The address may shrink this far before the name does. */
const MIN_ADDRESS_SCALE = 0.8;
/** Share of the box's height. */
const NAME_ROOM = 0.5;
/** The name may shrink this far before a line breaks inside a surname. */
const MIN_UNBROKEN_NAME = 0.5;
/** Middle of the letters below the top of a roomy line, relative to the size. */
const LETTERS_MIDDLE = ROOMY.bold - LEADING + ASCENT - 0.3;

/** Name and address, shrunk until both fit. */
function drawParty(drawing: Drawing, box: Box, { name, address }: Party, style: PartyStyle): void {
  const { paper, cap } = drawing;
  const { chip } = style;
  const chipSpace = chipWidth(paper, style.role, chip) + mm(1.5);
  const nameBox = { ...box, x: box.x + chipSpace, width: box.width - chipSpace, height: box.height * NAME_ROOM };
  const sizeOf = (max: number, min = MIN_SIZE) => ({ max: Math.min(max, cap), min, roomy: true });
  const nameSize = (scale: number) => ({
    ...sizeOf(style.name * scale),
    wholeWordsFrom: style.name * MIN_UNBROKEN_NAME,
  });
  const fits = (scale: number) => {
    const named = fit(paper.textFlow(name, 'bold'), nameBox, nameSize(scale));
    const height = box.height - named.lines.length * named.size * named.leading;
    const size = Math.min(style.address * scale, cap);
    const min = Math.max(MIN_SIZE, size * MIN_ADDRESS_SCALE);
    return !named.rest && !fit(paper.textFlow(address, 'regular'), { ...box, height }, sizeOf(size, min)).rest;
  };
  const scale = SCALES.find(fits) ?? 0.4;
  const set = drawText(drawing, nameBox, { ...nameSize(scale), text: name, face: 'bold', head: `ชื่อ${style.role}` });
  const chipTop = box.y + Math.max(0, set.size * LETTERS_MIDDLE - (chip * CHIP_HEIGHT) / 2);
  drawChip(paper, style.role, { x: box.x, y: chipTop, size: chip });
  const y = Math.max(set.end, chipTop + chip * CHIP_HEIGHT);
  const addressBox = { ...box, y, height: box.y + box.height - y };
  drawText(drawing, addressBox, { ...sizeOf(style.address * scale), text: address, head: `ที่อยู่${style.role}` });
}

/** Relative to the postcode's size: its row and frame. Digits are 0.7 high. */
const POSTCODE = { row: 1.25, side: 0.25, top: 0.1, height: 1.15, baselineShift: -0.02 };

/** Returns its width. */
function drawPostcode(
  { paper }: Drawing,
  { postalCode }: Party,
  { right, y, size }: { right: number; y: number; size: number },
): number {
  if (postalCode === '') return 0;
  const width = (paper.measure(postalCode, 'bold') * size) / 1000 + 2 * POSTCODE.side * size;
  const frame = { x: right - width, y: y + POSTCODE.top * size, width, height: POSTCODE.height * size };
  drawFrame(paper, frame, 1.25);
  const at = { x: right - POSTCODE.side * size, y: y + POSTCODE.baselineShift * size };
  write(paper, postalCode, at, { face: 'bold', size, align: 'right' });
  return width;
}

const telephoneOf = ({ telephone }: Party): string => (telephone === '' ? '' : `โทร. ${telephone}`);

const SENDER_FOOT = 12;

function drawSender(drawing: Drawing, { header, sender: box, sizes, facts }: LabelBoxes): void {
  drawRule(drawing.paper, box.y - mm(0.5), header);
  if (facts.lines === 'several') drawSenderLine(drawing, box, sizes.address * CHIP.sender);
  else drawSenderParts(drawing, box, sizes.address * CHIP.sender);
}

function drawSenderParts(drawing: Drawing, box: Box, chip: number): void {
  const { sender } = drawing.label;
  const foot = SENDER_FOOT * LEADING;
  const body = { ...box, height: box.height - foot };
  drawParty(drawing, body, sender, { role: 'ผู้ส่ง', chip, name: 11, address: 10 });
  const line = [sender.postalCode, telephoneOf(sender)].filter(Boolean).join('   ');
  const footBox = { ...box, y: box.y + body.height, height: foot };
  const style = { face: 'bold', head: 'โทรศัพท์ผู้ส่ง', verticalAlign: 'middle' } as const;
  drawText(drawing, footBox, { ...style, text: line, max: SENDER_FOOT, min: MIN_SIZE });
}

/** Small labels have the whole sender in one text. */
function drawSenderLine(drawing: Drawing, box: Box, size: number): void {
  const { paper, label } = drawing;
  const { sender } = label;
  drawChip(paper, 'ผู้ส่ง', { x: box.x, y: box.y + mm(0.5), size });
  const chipSpace = chipWidth(paper, 'ผู้ส่ง', size) + mm(1.5);
  const text = [sender.name, telephoneOf(sender), sender.address, sender.postalCode].filter(Boolean).join('  ');
  const textBox = { ...box, x: box.x + chipSpace, width: box.width - chipSpace };
  drawText(drawing, textBox, { text, max: 8, min: 5.5, head: 'ผู้ส่ง', verticalAlign: 'middle' });
}

function drawFacts(drawing: Drawing, { facts }: LabelBoxes): void {
  const { orderNumber, date, weight } = drawing.label;
  const parts = [
    `คำสั่งซื้อ #${orderNumber}`,
    `วันที่ ${thaiDay(date)}`,
    ...(weight === null ? [] : [`น้ำหนัก ${thaiWeight(weight)}`]),
  ];
  const text = parts.join(facts.lines === 'one' ? '   •   ' : '\n');
  drawText(drawing, facts, {
    text,
    face: 'bold',
    max: facts.lines === 'one' ? 9.5 : 8,
    min: 5.5,
    head: 'คำสั่งซื้อ',
    align: 'center',
  });
}
