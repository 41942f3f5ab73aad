import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

// README.md and the pages of src/docs, parsed for tests.

export const ROOT = path.join(import.meta.dirname, '..');

const DOCS = path.join('src', 'docs');
const PAGES = readdirSync(path.join(ROOT, DOCS)).filter((file) => file.endsWith('.md'));

/** The text of each document, by its path from the root. */
const DOCUMENTS: ReadonlyMap<string, string> = new Map(
  ['README.md', ...PAGES.map((file) => path.join(DOCS, file))].map((file) => [
    file,
    readFileSync(path.join(ROOT, file), 'utf8'),
  ]),
);

/** The paths of all documents from the root. */
export const FILES: readonly string[] = [...DOCUMENTS.keys()];

/** The text of all documents. */
export const TEXT: string = [...DOCUMENTS.values()].join('\n');

const BLOCK = /^( *)```(\w*)\n(.*?)^\1```$/gms;

/** The code blocks of a document in a language, without their indentation. */
export const blocksOf = (file: string, language: string): string[] =>
  [...(DOCUMENTS.get(file) ?? '').matchAll(BLOCK)]
    .filter(([, , its]) => its === language)
    .map(([, indent = '', , text = '']) => text.replaceAll(new RegExp(`^${indent}`, 'gm'), ''));

/** Those of all documents. */
export const blocksIn = (language: string): string[] => FILES.flatMap((file) => blocksOf(file, language));

/** The only block in a language that contains this text. */
export function blockWith(language: string, part: string): string {
  const found = blocksIn(language).filter((text) => text.includes(part));
  if (found.length !== 1) throw new Error(`the documents have ${found.length} blocks in ${language} with ${part}`);
  return found[0] as string;
}

const proseOf = (text: string): string => text.replaceAll(BLOCK, '');
const PROSE = proseOf(TEXT);

const codesIn = (text: string): string[] =>
  [...text.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code.replaceAll(/\s+/g, ' '));

/** The code spans of sentences and tables. */
export const CODES: readonly string[] = [...new Set(codesIn(PROSE))];

/** The code spans in the first cell of each table row. */
export const ROWS: readonly string[][] = PROSE.split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => codesIn(line.split(' | ')[0] as string));

interface Link {
  /** The document, by its path from the root. */
  from: string;
  /** As written in the document. */
  to: string;
}

/** Every link and picture. */
export const LINKS: readonly Link[] = [...DOCUMENTS].flatMap(([from, text]) =>
  [...proseOf(text).matchAll(/\]\(([^)]+)\)/g)].map(([, to = '']) => ({ from, to })),
);

/** The anchors of a document's headings, as GitHub and src/docs-pages make them. */
export const anchorsOf = (file: string): string[] =>
  [...proseOf(DOCUMENTS.get(file) ?? '').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{M}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
