import type { Block, DocsPage } from './docs-page.ts';

// Pages as plain text for a terminal.

interface TerminalStyle {
  /** Columns. Code and tables that do not fit stay as wide as they are. */
  width: number;
  /** Emphasizes a heading; returns the text unchanged if the output is not a terminal. */
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

/** An indented list in two columns: names and wrapped texts. */
export function indentedList(rows: readonly (readonly [name: string, text: string])[], width: number): string[] {
  const widest = Math.max(0, ...rows.map(([name]) => name.length));
  return rows.flatMap(([name, text]) => {
    const lines = wrapText(text, width - widest - 4);
    return indent(lines, `  ${name.padEnd(widest)}  `, ' '.repeat(widest + 4));
  });
}

// Tables

const GAP = 2;
const MIN_COLUMN_WIDTH = 12;

/** Aligned columns with wrapped cells. If even narrow columns do not fit, the cells of a row are below each other. */
function tableLines({ header, rows }: Block & { type: 'table' }, width: number): string[] {
  const all = header.every((head) => head === '') ? rows : [header, ...rows];
  const natural = header.map((_, column) => Math.max(...all.map((row) => textWidth(row[column] ?? ''))));
  const widths = fitColumns(natural, width - GAP * (header.length - 1));
  if (!widths)
    return rows.flatMap((row) =>
      row.flatMap((cell, i) => wrapText(cell, width - i * GAP).map((line) => ' '.repeat(i * GAP) + line)),
    );
  const lines = all.map((row) => rowLines(row, widths));
  const isWrapped = lines.some((row) => row.length > 1);
  const rule = all === rows ? [] : [widths.map((columnWidth) => '-'.repeat(columnWidth)).join(' '.repeat(GAP))];
  const [head = [], ...others] = all === rows ? [[], ...lines] : lines;
  return [...head, ...rule, ...others.flatMap((row, i) => (isWrapped && i > 0 ? ['', ...row] : row))];
}

/** Column widths with a sum of at most `room`, made by narrowing the widest columns; undefined if they do not fit. */
function fitColumns(natural: readonly number[], room: number): number[] | undefined {
  const widths = [...natural];
  for (let excess = widths.reduce((sum, columnWidth) => sum + columnWidth, 0) - room; excess > 0; excess -= 1) {
    const widest = widths.indexOf(Math.max(...widths));
    if ((widths[widest] as number) <= MIN_COLUMN_WIDTH) return undefined;
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

/** Lines of at most `width` columns, broken at spaces; a longer word is broken within. */
function wrapText(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ').flatMap((longWord) => breakWord(longWord, width))) {
    if (line !== '' && textWidth(line) + 1 + textWidth(word) > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

function breakWord(word: string, width: number): string[] {
  if (textWidth(word) <= width || width < MIN_COLUMN_WIDTH) return [word];
  const parts: string[] = [];
  // Created on demand, because loading the rules of ICU takes 10 ms and few words are that long.
  const graphemes = new Intl.Segmenter('th', { granularity: 'grapheme' });
  for (const { segment } of graphemes.segment(word)) {
    const last = parts.at(-1);
    if (last === undefined || textWidth(last) + textWidth(segment) > width) parts.push(segment);
    else parts[parts.length - 1] = last + segment;
  }
  return parts;
}

const padText = (text: string, width: number): string => text + ' '.repeat(Math.max(0, width - textWidth(text)));

/** In columns. Thai vowels and tone marks above or below a consonant have no width. */
const textWidth = (text: string): number => [...text].filter((character) => !/\p{Mn}/u.test(character)).length;
