import { crc32, deflateSync } from 'node:zlib';
import { qrOf } from './codes.ts';

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
  const head = Buffer.alloc(13);
  head.writeUInt32BE(size, 0);
  head.writeUInt32BE(size, 4);
  head[8] = 1; // bit of a pixel; all else 0: grey, deflated, not filtered, not interlaced
  const pixels = Buffer.concat(grid.flatMap((row) => new Array<Buffer>(PIXELS).fill(pixelRow(row))));
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', deflateSync(pixels)), chunk('IEND')]);
}

/** One byte per module row: its eight pixels. */
const pixelRow = (row: readonly boolean[]): Buffer => Buffer.from([0, ...row.map((black) => (black ? 0x00 : 0xff))]);

function chunk(name: string, data: Buffer = Buffer.alloc(0)): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const whole = Buffer.alloc(named.length + 8);
  whole.writeUInt32BE(data.length, 0);
  named.copy(whole, 4);
  whole.writeUInt32BE(crc32(named), named.length + 4);
  return whole;
}

/** By whether the upper and the lower module are white. */
const BLOCKS = { true: { true: '█', false: '▀' }, false: { true: '▄', false: ' ' } } as const;

/** Lines of block characters for dark terminals, two modules per character. */
export function qrBlocks(text: string): string[] {
  const grid = modulesOf(text);
  const isWhite = (x: number, y: number) => `${!grid[y]?.[x]}` as const;
  return Array.from({ length: Math.ceil(grid.length / 2) }, (_, line) =>
    grid.map((_row, x) => BLOCKS[isWhite(x, 2 * line)][isWhite(x, 2 * line + 1)]).join(''),
  );
}
