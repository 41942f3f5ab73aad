import bwipjs from 'bwip-js/generic';

// The only file that knows bwip-js.

/** A black run, in modules. */
export interface Run {
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

/** Longer texts fit no label, and take long to encode. */
const LONGEST = 80;

/** Undefined if Code 128 cannot encode the text. */
export function code128Of(text: string): Bars | undefined {
  if (text.length > LONGEST || !/^[\x20-\x7e]+$/.test(text)) return undefined;
  const [code] = bwipjs.raw({ bcid: 'code128', text });
  if (!code || !('sbs' in code)) throw new Error(`no Code 128 of ${text}`);
  let modules = 0;
  const bars: Run[] = [];
  code.sbs.forEach((width, i) => {
    if (i % 2 === 0) bars.push({ x: modules, width }); // bars and spaces take turns
    modules += width;
  });
  return { modules, bars };
}

/** Error correction level M: survives 15 % damage. */
export function qrOf(text: string): Matrix {
  const [code] = bwipjs.raw({ bcid: 'qrcode', text });
  if (!code || !('pixs' in code)) throw new Error(`no QR of ${text}`);
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
