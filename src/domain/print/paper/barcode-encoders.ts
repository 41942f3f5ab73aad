import { crc32, deflateSync } from 'node:zlib';
import bwipjs from 'bwip-js/generic';

// The only file that knows bwip-js.

/** A black run, in modules. */
interface Run {
  x: number;
  width: number;
}

/** A bar code in modules (the narrowest bar), without quiet zones. */
export interface Bars {
  modules: number;
  bars: readonly Run[];
}

/** A two-dimensional code by rows, without its quiet zone. */
export interface Matrix {
  modules: number;
  rows: readonly (readonly Run[])[];
}

/** Longer texts do not fit a label and are slow to encode. */
const MAX_LENGTH = 80;

/** Undefined if Code 128 cannot encode the text. */
export function code128Of(text: string): Bars | undefined {
  if (text.length > MAX_LENGTH || !/^[\x20-\x7e]+$/.test(text)) return undefined;
  return barsOf('code128', text);
}

/** An EAN-8, EAN-13 or UPC-A with its check digit. A UPC-A has the bars of the EAN-13 that begins with zero. */
export const eanOf = (code: string): Bars =>
  code.length === 8 ? barsOf('ean8', code) : barsOf('ean13', code.padStart(13, '0'));

function barsOf(bcid: 'code128' | 'ean8' | 'ean13', text: string): Bars {
  const [code] = bwipjs.raw({ bcid, text });
  if (!code || !('sbs' in code)) throw new Error(`no ${bcid} of ${text.length} characters`);
  let modules = 0;
  const bars: Run[] = [];
  code.sbs.forEach((width, i) => {
    if (i % 2 === 0) bars.push({ x: modules, width }); // bars and spaces alternate
    modules += width;
  });
  return { modules, bars };
}

/** Error correction level M: survives 15 % damage. */
export function qrOf(text: string): Matrix {
  const [code] = bwipjs.raw({ bcid: 'qrcode', text });
  if (!code || !('pixs' in code)) throw new Error(`no QR of ${text.length} characters`);
  const { pixs, pixx } = code;
  const rows = Array.from({ length: pixs.length / pixx }, (_, row) => runsOf(pixs.slice(row * pixx, (row + 1) * pixx)));
  return { modules: pixx, rows };
}

function runsOf(row: readonly number[]): Run[] {
  const runs: Run[] = [];
  row.forEach((black, x) => {
    const last = runs.at(-1);
    if (black && last && last.x + last.width === x) last.width += 1;
    else if (black) runs.push({ x, width: 1 });
  });
  return runs;
}

const QUIET = 4; // modules of white around a QR code
const PIXELS = 8; // of a module

/** A QR code with quiet zone; true is black. */
function modulesOf(text: string): boolean[][] {
  const { modules, rows } = qrOf(text);
  const size = modules + 2 * QUIET;
  const grid = Array.from({ length: size }, () => new Array<boolean>(size).fill(false));
  rows.forEach((runs, y) => {
    for (const { x, width } of runs) grid[y + QUIET]?.fill(true, x + QUIET, x + QUIET + width);
  });
  return grid;
}

/** Black on white. */
export function qrPng(text: string): Buffer {
  const grid = modulesOf(text);
  const size = grid.length * PIXELS;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  header[8] = 1; // bit depth; the rest is 0: grayscale, deflate, no filter, not interlaced
  const pixels = Buffer.concat(grid.flatMap((row) => new Array<Buffer>(PIXELS).fill(pixelRow(row))));
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', deflateSync(pixels)), chunk('IEND')]);
}

/** One byte per module row: its eight pixels. */
const pixelRow = (row: readonly boolean[]): Buffer => Buffer.from([0, ...row.map((black) => (black ? 0x00 : 0xff))]);

function chunk(name: string, data: Buffer = Buffer.alloc(0)): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const bytes = Buffer.alloc(named.length + 8);
  bytes.writeUInt32BE(data.length, 0);
  named.copy(bytes, 4);
  bytes.writeUInt32BE(crc32(named), named.length + 4);
  return bytes;
}

/** Block characters, by whether the upper and the lower module are white. */
const BLOCKS = { true: { true: '█', false: '▀' }, false: { true: '▄', false: ' ' } } as const;

/** Lines of block characters for dark terminals, two modules per character. */
export function qrBlocks(text: string): string[] {
  const grid = modulesOf(text);
  const isWhite = (x: number, y: number) => `${!grid[y]?.[x]}` as const;
  return Array.from({ length: Math.ceil(grid.length / 2) }, (_, line) =>
    grid.map((_row, x) => BLOCKS[isWhite(x, 2 * line)][isWhite(x, 2 * line + 1)]).join(''),
  );
}
