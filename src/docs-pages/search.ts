import { foldCase } from '../lib/text.ts';
import type { Block, DocsPage } from './docs-page.ts';

/** A section of a page in which every word of the query occurs. */
export interface SearchResult {
  page: string;
  pageTitle: string;
  /** Empty for text above the first heading of the page. */
  anchor: string;
  heading: string;
  /** Text around the first match. */
  excerpt: readonly ExcerptPart[];
}

interface ExcerptPart {
  text: string;
  isMatch: boolean;
}

interface Section extends Omit<SearchResult, 'excerpt'> {
  text: string;
  folded: Record<'pageTitle' | 'heading' | 'text', string>;
}

const MAX_QUERY_LENGTH = 100; // characters
const MAX_WORDS = 8;
const MAX_RESULTS = 30;

/** A case-insensitive search for substrings, because Thai has no spaces between words. */
export function docsSearch(pages: readonly DocsPage[]): (query: string) => SearchResult[] {
  const sections = pages.flatMap(sectionsOf);
  return (query) => {
    const words = queryWords(query);
    if (words.length === 0) return [];
    return sections
      .map((section) => ({ section, score: scoreOf(section, words) }))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score)
      .slice(0, MAX_RESULTS)
      .map(({ section: { text, folded: _, ...found } }) => ({ ...found, excerpt: excerptOf(text, words) }));
  };
}

const queryWords = (query: string): string[] =>
  foldCase(query.slice(0, MAX_QUERY_LENGTH)).split(/\s+/).filter(Boolean).slice(0, MAX_WORDS);

/** Headings count more than text. Zero if a word is missing. */
function scoreOf({ folded: { pageTitle, heading, text } }: Section, words: readonly string[]): number {
  let score = 0;
  for (const word of words) {
    const points = (heading.includes(word) ? 20 : 0) + (pageTitle.includes(word) ? 8 : 0) + occurrences(text, word);
    if (points === 0) return 0;
    score += points;
  }
  return score;
}

const occurrences = (text: string, word: string): number => Math.min(5, text.split(word).length - 1);

function sectionsOf({ name, title, blocks }: DocsPage): Section[] {
  const sections: { anchor: string; heading: string; texts: string[] }[] = [{ anchor: '', heading: title, texts: [] }];
  for (const block of blocks) {
    if (block.type === 'heading')
      sections.push({ anchor: block.anchor, heading: block.text.replaceAll('`', ''), texts: [] });
    else sections.at(-1)?.texts.push(textOf(block));
  }
  return sections.map(({ anchor, heading, texts }) => {
    const text = texts.join(' ').replaceAll('`', '').normalize('NFC');
    const folded = { pageTitle: foldCase(title), heading: foldCase(heading), text: foldCase(text) };
    return { page: name, pageTitle: title, anchor, heading, text, folded };
  });
}

function textOf(block: Block): string {
  switch (block.type) {
    case 'list':
      return block.items.map((item) => item.map(textOf).join(' ')).join(' ');
    case 'table':
      return [block.header, ...block.rows].map((row) => row.join(' ')).join(' ');
    case 'quote':
      return block.blocks.map(textOf).join(' ');
    default:
      return block.text;
  }
}

const EXCERPT_BEFORE = 80; // characters around the first match
const EXCERPT_AFTER = 160;

function excerptOf(text: string, words: readonly string[]): ExcerptPart[] {
  const folded = foldCase(text);
  const positions = words.map((word) => folded.indexOf(word)).filter((at) => at >= 0);
  const first = positions.length > 0 ? Math.min(...positions) : 0;
  const start = first <= EXCERPT_BEFORE ? 0 : wordStart(text, first - EXCERPT_BEFORE);
  const end = text.length <= first + EXCERPT_AFTER ? text.length : wordStart(text, first + EXCERPT_AFTER);
  const excerpt = [...(start > 0 ? ['… '] : []), text.slice(start, end).trim(), ...(end < text.length ? [' …'] : [])];
  return markMatches(excerpt.join(''), words);
}

/** The next start of a word within 30 characters of `from`, else `from`. */
function wordStart(text: string, from: number): number {
  const space = text.indexOf(' ', from);
  return space < 0 || space > from + 30 ? from : space + 1;
}

function markMatches(text: string, words: readonly string[]): ExcerptPart[] {
  const pattern = new RegExp(`(${words.map(escapePattern).join('|')})`, 'gi');
  return text
    .split(pattern)
    .map((part, i) => ({ text: part, isMatch: i % 2 === 1 }))
    .filter((part) => part.text !== '');
}

const escapePattern = (word: string): string => word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
