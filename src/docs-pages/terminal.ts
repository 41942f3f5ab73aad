import type { Block, DocsPage } from './page.ts';

// Pages as plain text for a terminal.

export interface TerminalStyle {
  /** Columns. Code and tables that do not fit stay as wide as they are. */
  width: number;
  /** How a heading is emphasized; the identity where the output is not a terminal. */
  strong: (text: string) => string;
}

export function pageLines({ title, blocks }: DocsPage, style: TerminalStyle): string[] {
  return [style.strong(title.toUpperCase()), '', ...blocksLines(blocks, style)];
}

const blocksLines = (blocks: readonly Block[], style: TerminalStyle): string[] =>
  blocks.flatMap((block, i) => [...(i > 0 ? [''] : []), ...blockLines(block, style)]);

function blockLines(block: Block, style: TerminalStyle): string[] {
  switch (block.type) {
    case 'heading':
      return headingLines(block, style);
    case 'paragraph':
      return wrapText(block.text, style.width);
    case 'code':
      return block.text
        .replaceAll('\t', '    ')
        .split('\n')
        .map((line) => (line === '' ? '' : `    ${line}`));
    case 'list':
      return listLines(block, style);
    case 'table':
      return tableLines(block, style.width);
    case 'quote':
      return indent(blocksLines(block.blocks, { ...style, width: style.width - 2 }), '| ', '| ');
  }
}

const headingLines = ({ level, text }: Block & { type: 'heading' }, { strong }: TerminalStyle): string[] =>
  level <= 2 ? [strong(text.toUpperCase())] : [strong(text), '-'.repeat(textWidth(text))];

function listLines({ start, items }: Block & { type: 'list' }, style: TerminalStyle): string[] {
  return items.flatMap((item, i) => {
    const mark = start === null ? '- ' : `${start + i}. `;
    const lines = item.flatMap((block) => blockLines(block, { ...style, width: style.width - mark.length }));
    return indent(lines, mark, ' '.repeat(mark.length));
  });
}

const indent = (lines: readonly string[], first: string, others: string): string[] =>
  lines.map((line, i) => (line === '' ? '' : (i === 0 ? first : others) + line));

/** Names with a wrapped text beside each, indented. */
export function indentedList(rows: readonly (readonly [name: string, text: string])[], width: number): string[] {
  const widest = Math.max(0, ...rows.map(([name]) => name.length));
  return rows.flatMap(([name, text]) => {
    const lines = wrapText(text, width - widest - 4);
    return indent(lines, `  ${name.padEnd(widest)}  `, ' '.repeat(widest + 4));
  });
}

// Tables

const GAP = 2;
const NARROWEST = 12; // a column that is made narrower than its text

/** Aligned columns with wrapped cells; below each other where even narrow columns do not fit. */
function tableLines({ heads, rows }: Block & { type: 'table' }, width: number): string[] {
  const all = heads.every((head) => head === '') ? rows : [heads, ...rows];
  const natural = heads.map((_, column) => Math.max(...all.map((row) => textWidth(row[column] ?? ''))));
  const widths = fitColumns(natural, width - GAP * (heads.length - 1));
  if (!widths)
    return rows.flatMap((row) =>
      row.flatMap((cell, i) => wrapText(cell, width - i * GAP).map((line) => ' '.repeat(i * GAP) + line)),
    );
  const lines = all.map((row) => rowLines(row, widths));
  const isWrapped = lines.some((row) => row.length > 1);
  const rule = all === rows ? [] : [widths.map((one) => '-'.repeat(one)).join(' '.repeat(GAP))];
  const [head = [], ...others] = all === rows ? [[], ...lines] : lines;
  return [...head, ...rule, ...others.flatMap((row, i) => (isWrapped && i > 0 ? ['', ...row] : row))];
}

/** Column widths that sum up to at most `room`: the widest columns become narrower first. */
function fitColumns(natural: readonly number[], room: number): number[] | undefined {
  const widths = [...natural];
  for (let excess = widths.reduce((sum, one) => sum + one, 0) - room; excess > 0; excess -= 1) {
    const widest = widths.indexOf(Math.max(...widths));
    if ((widths[widest] as number) <= NARROWEST) return undefined;
    widths[widest] = (widths[widest] as number) - 1;
  }
  return widths;
}

function rowLines(row: readonly string[], widths: readonly number[]): string[] {
  const cells = widths.map((width, column) => wrapText(row[column] ?? '', width));
  const height = Math.max(...cells.map((lines) => lines.length));
  return Array.from({ length: height }, (_, i) =>
    cells
      .map((lines, column) => padText(lines[i] ?? '', widths[column] as number))
      .join(' '.repeat(GAP))
      .trimEnd(),
  );
}

// Text

/** Lines of at most `width` columns, broken at spaces; a longer word is broken where it must be. */
function wrapText(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ').flatMap((one) => breakWord(one, width))) {
    if (line !== '' && textWidth(line) + 1 + textWidth(word) > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

function breakWord(word: string, width: number): string[] {
  if (textWidth(word) <= width || width < NARROWEST) return [word];
  const parts: string[] = [];
  // Made here, because loading ICU's rules takes 10 ms and few words are that long.
  const graphemes = new Intl.Segmenter('th', { granularity: 'grapheme' });
  for (const { segment } of graphemes.segment(word)) {
    const last = parts.at(-1);
    if (last === undefined || textWidth(last) + textWidth(segment) > width) parts.push(segment);
    else parts[parts.length - 1] = last + segment;
  }
  return parts;
}

const padText = (text: string, width: number): string => text + ' '.repeat(Math.max(0, width - textWidth(text)));

/** In columns: Thai vowels and tone marks above and below take none of their own. */
const textWidth = (text: string): number => [...text].filter((character) => !/\p{Mn}/u.test(character)).length;
