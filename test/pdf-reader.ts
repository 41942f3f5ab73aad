import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { inflateSync } from 'node:zlib';
import { temporaryFolder } from './support.ts';

// Reads PDF files as people and scanners do, with poppler-utils and zbar-tools.

const run = promisify(execFile);

const TOOLS = ['pdftoppm', 'pdftotext', 'zbarimg'];

const missing = TOOLS.filter((tool) => spawnSync(tool, ['-h']).error !== undefined);

/** For tests that inspect pages: skipped without the tools, except in CI. */
export const NEEDS_PDF_TOOLS = {
  skip:
    missing.length > 0 && !process.env.CI
      ? `${missing.join(', ')} missing: apt-get install poppler-utils zbar-tools`
      : false,
};

if (missing.length > 0 && process.env.CI)
  throw new Error(`${missing.join(', ')} missing; install poppler-utils and zbar-tools`);

const fileOf = (pdf: Buffer): { folder: string; file: string } => {
  const folder = temporaryFolder();
  const file = path.join(folder, 'printed.pdf');
  writeFileSync(file, pdf);
  return { folder, file };
};

/** Only the printed kinds of barcode, because zbar finds other kinds in lines of text. */
const SYMBOLOGIES = ['code128', 'qrcode'];

/** The barcodes on each page, read at the resolution of a label printer. */
export async function barcodesOf(
  pdf: Buffer,
  { dpi = 203, pages, symbologies = SYMBOLOGIES }: { dpi?: number; pages?: number; symbologies?: string[] } = {},
) {
  const { folder, file } = fileOf(pdf);
  const kinds = symbologies.map((kind) => `-S${kind}.enable`);
  const last = pages === undefined ? [] : ['-l', String(pages)];
  await run('pdftoppm', ['-r', String(dpi), '-gray', ...last, file, path.join(folder, 'page')]);
  const pictures = readdirSync(folder).filter((name) => name.endsWith('.pgm'));
  // One process reads all pages. Status 4: no barcode on some page.
  const { stdout } = await run(
    'zbarimg',
    ['--quiet', '--xml', '-Sdisable', ...kinds, ...pictures.sort().map((name) => path.join(folder, name))],
    { maxBuffer: 1e7 },
  ).catch((error) => {
    assert.equal(error.code, 4, error.stderr);
    return error as { stdout: string };
  });
  return pictures.map((name) => codesIn(stdout, path.join(folder, name)));
}

/** The codes of a picture in the output of zbarimg, each as its kind and text. */
function codesIn(xml: string, file: string): string[] {
  const [, page = ''] = xml.split(`<source href='${file}'>`);
  const [found = ''] = page.split('</source>');
  return [...found.matchAll(/<symbol type='([^']+)'[\s\S]*?<data><!\[CDATA\[([\s\S]*?)\]\]><\/data>/g)]
    .map(([, kind, text]) => `${kind}:${text}`)
    .sort();
}

/** The text of the whole file without spaces and line breaks, which depend on the layout. */
export const textOf = async (pdf: Buffer): Promise<string> => unspaced(await rawText(pdf));

/** The lines of all pages, each without spaces. */
export const linesOf = async (pdf: Buffer): Promise<string[]> => (await rawText(pdf)).split('\n').map(unspaced);

async function rawText(pdf: Buffer): Promise<string> {
  const { file } = fileOf(pdf);
  return (await run('pdftotext', ['-raw', file, '-'])).stdout;
}

export const unspaced = (text: string): string =>
  text
    .replace(/\s+/g, '')
    // Sara am is drawn as two glyphs and read as the two letters that compose it.
    .replace(/\u0e4d([\u0e48-\u0e4b]?)\u0e32/g, '$1\u0e33')
    .replace(/([\u0e48-\u0e4b])\u0e4d\u0e32/g, '$1\u0e33');

export interface Word {
  text: string;
  page: number;
  left: number;
  right: number;
  top: number;
  bottom: number;
  height: number;
  pageWidth: number;
  pageHeight: number;
}

/** Every word with its position in points. */
export async function wordsOf(pdf: Buffer): Promise<Word[]> {
  const { file } = fileOf(pdf);
  const { stdout } = await run('pdftotext', ['-bbox', file, '-'], { maxBuffer: 1e8 });
  const words: Word[] = [];
  let [page, pageWidth, pageHeight] = [0, 0, 0];
  for (const line of stdout.split('\n')) {
    const size = /<page width="([\d.]+)" height="([\d.]+)"/.exec(line);
    if (size) [page, pageWidth, pageHeight] = [page + 1, Number(size[1]), Number(size[2])];
    const word = /<word xMin="([-\d.]+)" yMin="([-\d.]+)" xMax="([-\d.]+)" yMax="([-\d.]+)">(.*)<\/word>/.exec(line);
    if (!word) continue;
    const [left = 0, top = 0, right = 0, bottom = 0] = word.slice(1, 5).map(Number);
    const position = { page, left, right, top, bottom, height: bottom - top, pageWidth, pageHeight };
    words.push({ text: word[5] as string, ...position });
  }
  return words;
}

/** Words that exceed their page. */
export const outsidePage = (words: readonly Word[]): Word[] =>
  words.filter(
    ({ left, right, top, bottom, pageWidth, pageHeight }) =>
      left < 0 || top < 0 || right > pageWidth || bottom > pageHeight,
  );

/** Pairs of overlapping words on a page, with a tolerance of one point. */
export function overlapping(words: readonly Word[]): string[] {
  const found: string[] = [];
  words.forEach((word, i) => {
    for (const other of words.slice(i + 1)) {
      if (word.page !== other.page) continue;
      const across = Math.min(word.right, other.right) - Math.max(word.left, other.left);
      const down = Math.min(word.bottom, other.bottom) - Math.max(word.top, other.top);
      if (across > 1 && down > 1) found.push(`${word.text} | ${other.text}`);
    }
  });
  return found;
}

/** The number of missing-glyph symbols on all pages, which is the first glyph of each font. */
export function missingGlyphs(pdf: Buffer): number {
  let count = 0;
  for (const content of contents(pdf))
    for (const [, codes = ''] of content.matchAll(/<([0-9a-f]+)>/g))
      count += (codes.match(/.{4}/g) ?? []).filter((code) => code === '0000').length;
  return count;
}

/** The PDF drawing operations of each page. */
function contents(pdf: Buffer): string[] {
  const text = pdf.toString('latin1');
  const found: string[] = [];
  for (const { index } of text.matchAll(/(?<!end)stream\n/g)) {
    const start = index + 'stream\n'.length;
    const content = inflated(pdf.subarray(start, text.indexOf('\nendstream', start)));
    if (/ Tf$/m.test(content)) found.push(content);
  }
  assert.ok(found.length > 0);
  return found;
}

function inflated(bytes: Buffer): string {
  try {
    return inflateSync(bytes).toString('latin1');
  } catch {
    return ''; // font data that looks like the beginning of a stream
  }
}
