import { asset } from '../../../lib/assets.ts';
import { bangkokMinute } from '../../../lib/calendar.ts';
import { readCsv } from '../../../lib/csv.ts';
import { type Money, moneyText } from '../../../lib/money.ts';
import { bankName } from '../../../lib/thai-banks.ts';
import { mark, rect } from './colours.ts';
import type { DrawnSlipCode } from './slip-codes.ts';

export interface DrawnSlip {
  amount: Money;
  time: number;
  /** A number that no other slip has. */
  serial: number;
  /** Number of the transfer that it shows. */
  transfer: number;
}

export const SLIP_WIDTH = 360;
const HEIGHT = 684;

interface Outline {
  width: number;
  path: string;
}

const UNITS = 1_000; // of the font, per em

/** Made by build/demo/slip-texts.ts. */
function readOutlines(): Map<string, Outline> {
  const file = 'slip-texts.csv';
  const { rows } = readCsv(asset(`src/domain/demo/pictures/${file}`), file);
  return new Map(
    rows.map(({ cells }) => [
      cells.get('text') ?? '',
      { width: Number(cells.get('width')), path: cells.get('path') ?? '' },
    ]),
  );
}

let outlines: Map<string, Outline> | undefined;

const SPACE: Outline = { width: 300, path: '' };

/** Outlines of the whole text, else of its words, else of their characters. */
function outlinesOf(text: string): Outline[] {
  outlines ??= readOutlines();
  const whole = outlines.get(text);
  if (whole) return [whole];
  return text.includes(' ')
    ? text.split(' ').flatMap((word, i) => [...(i > 0 ? [SPACE] : []), ...outlinesOf(word)])
    : [...text].map((character) => outlines?.get(character) ?? SPACE);
}

interface Written {
  x: number;
  y: number;
  size: number;
  colour?: string;
  /** Ends at `x`, or has its middle there. */
  anchor?: 'end' | 'middle';
}

function write(text: string, { x, y, size, colour = '#1d2733', anchor }: Written): string {
  const parts = outlinesOf(text);
  const scale = size / UNITS;
  const width = parts.reduce((sum, part) => sum + part.width, 0) * scale;
  let at = x - (anchor === 'end' ? width : anchor === 'middle' ? width / 2 : 0);
  const drawn = parts.map(({ width: own, path }) => {
    const placed = `<path transform="translate(${at.toFixed(1)} ${y}) scale(${scale} ${-scale})" d="${path}"/>`;
    at += own * scale;
    return placed;
  });
  return `<g fill="${colour}">${drawn.join('')}</g>`;
}

const GREY = '#6b7683';
const [LEFT, RIGHT, MIDDLE] = [32, 328, 180];
const MODULE = 4; // of the QR code

/** A slip of the bank that its QR code names, marked as a sample. */
export function slipPicture(
  { amount, time, serial }: DrawnSlip,
  { sendingBank, reference, rows }: DrawnSlipCode,
): string {
  const hue = (serial * 47) % 360;
  const account = (number: number) => `xxx-x-x${String(number % 10_000).padStart(4, '0')}-x`;
  const parts = [
    rect([0, 0, SLIP_WIDTH, HEIGHT], `hsl(${hue} 32% 88%)`, 0),
    rect([16, 16, 328, HEIGHT - 32], '#fff', 16),
    mark(MIDDLE, 62, 46, `hsl(${hue} 45% 42%)`),
    write('โอนเงินสำเร็จ', { x: MIDDLE, y: 116, size: 24, anchor: 'middle' }),
    write(thaiMinute(time), { x: MIDDLE, y: 140, size: 14, colour: GREY, anchor: 'middle' }),
    rect([LEFT, 158, RIGHT - LEFT, 1], '#d6dbe0', 0),
    write('จาก', { x: LEFT, y: 188, size: 14, colour: GREY }),
    write(`${bankName(sendingBank, 'th')} ตัวอย่าง`, { x: RIGHT, y: 188, size: 16, anchor: 'end' }),
    write(account(serial * 3_571), { x: RIGHT, y: 210, size: 14, colour: GREY, anchor: 'end' }),
    write('ไปยัง', { x: LEFT, y: 246, size: 14, colour: GREY }),
    write('หมอกเช้า กาแฟและชา', { x: RIGHT, y: 246, size: 16, anchor: 'end' }),
    write(account(1_234), { x: RIGHT, y: 268, size: 14, colour: GREY, anchor: 'end' }),
    rect([LEFT, 290, RIGHT - LEFT, 1], '#d6dbe0', 0),
    write('จำนวนเงิน', { x: LEFT, y: 328, size: 14, colour: GREY }),
    write(amountText(amount), { x: RIGHT - 40, y: 330, size: 28, anchor: 'end' }),
    write('บาท', { x: RIGHT, y: 330, size: 16, anchor: 'end' }),
    write('เลขที่รายการ', { x: LEFT, y: 368, size: 14, colour: GREY }),
    write(reference, { x: RIGHT, y: 368, size: 14, anchor: 'end' }),
    stamp(),
    qr(rows),
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SLIP_WIDTH} ${HEIGHT}">${parts.join('')}</svg>`;
}

/** Ends at the right of the slip, below the stamp. */
function qr(rows: readonly string[]): string {
  const modules = rows.flatMap((row, y) => [...row].map((module, x) => (module === '1' ? `M${x} ${y}h1v1h-1z` : '')));
  const place = `translate(${RIGHT - rows.length * MODULE} 524) scale(${MODULE})`;
  return `<path transform="${place}" shape-rendering="crispEdges" d="${modules.join('')}"/>`;
}

const MONTHS = 'ม.ค. ก.พ. มี.ค. เม.ย. พ.ค. มิ.ย. ก.ค. ส.ค. ก.ย. ต.ค. พ.ย. ธ.ค.'.split(' ');
const BUDDHIST_ERA = 543;

/** Such as `26 พ.ย. 2569 14:52`. */
function thaiMinute(time: number): string {
  const [year, month, day, hourAndMinute] = bangkokMinute(time).split(/[- ]/);
  return `${Number(day)} ${MONTHS[Number(month) - 1]} ${Number(year) + BUDDHIST_ERA} ${hourAndMinute}`;
}

function amountText(amount: Money): string {
  const [baht = '', satang = ''] = moneyText(amount).split('.');
  return `${baht.replace(/\B(?=(\d{3})+$)/g, ',')}.${satang.padEnd(2, '0')}`;
}

const RED = '#b3261e';

const stamp = (): string =>
  `<g transform="rotate(-8 ${MIDDLE} 450)">${rect([58, 408, 244, 84], '#fbe9e7', 10)}<rect x="58" y="408" width="244" height="84" rx="10" fill="none" stroke="${RED}" stroke-width="3"/>${write('ตัวอย่าง / SAMPLE', { x: MIDDLE, y: 446, size: 26, colour: RED, anchor: 'middle' })}${write('ไม่ใช่สลิปจริง', { x: MIDDLE, y: 476, size: 17, colour: RED, anchor: 'middle' })}</g>`;
