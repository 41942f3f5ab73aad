import { readFileSync } from 'node:fs';
import path from 'node:path';

export const ROOT = path.join(import.meta.dirname, '..');
export const README = readFileSync(path.join(ROOT, 'README.md'), 'utf8');

const BLOCK = /^( *)```(\w*)\n(.*?)^\1```$/gms;

/** The README's blocks in a language, without the spaces that they are indented by. */
export const blocksIn = (language: string): string[] =>
  [...README.matchAll(BLOCK)]
    .filter(([, , its]) => its === language)
    .map(([, indent = '', , text = '']) => text.replaceAll(new RegExp(`^${indent}`, 'gm'), ''));

/** The one block in a language that has this in it. */
export function blockWith(language: string, part: string): string {
  const found = blocksIn(language).filter((text) => text.includes(part));
  if (found.length !== 1) throw new Error(`README has ${found.length} blocks in ${language} with ${part}`);
  return found[0] as string;
}

const PROSE = README.replaceAll(BLOCK, '');

const codesIn = (text: string): string[] =>
  [...text.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code.replaceAll(/\s+/g, ' '));

/** What stands between backquotes in the README's sentences and tables. */
export const CODES: readonly string[] = [...new Set(codesIn(PROSE))];

/** Of each row of the README's tables what stands between backquotes in its first cell. */
export const ROWS: readonly string[][] = PROSE.split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => codesIn(line.split(' | ')[0] as string));

/** Where the README's links and pictures lead. */
export const LINKS: readonly string[] = [...PROSE.matchAll(/\]\(([^)]+)\)/g)].map(([, to = '']) => to);

/** What is linked to by `#…`: the headings as their addresses spell them. */
export const ANCHORS: readonly string[] = [...PROSE.matchAll(/^#+ (.+)$/gm)].map(
  ([, heading = '']) =>
    `#${heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{M}\p{N} _-]/gu, '')
      .replaceAll(' ', '-')}`,
);
