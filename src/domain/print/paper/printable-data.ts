import { EMOJI } from './scripts.ts';

/** Replaces characters that the fonts lack. */
const REPLACEMENT = '[?]';

/** Whether the fonts have a character, or an emoji with its modifiers. */
export type HasGlyph = (character: string) => boolean;

/** Normalizes all texts in the data for printing. Characters that the fonts lack become `[?]` and are reported. */
export function printableData<T>(data: T, hasGlyph: HasGlyph, report: (missing: string) => void): T {
  if (typeof data === 'string') return printableText(data, hasGlyph, report) as T;
  if (Array.isArray(data)) return data.map((item) => printableData(item, hasGlyph, report)) as T;
  if (data === null || typeof data !== 'object') return data;
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [name, printableData(value, hasGlyph, report)]),
  ) as T;
}

function printableText(text: string, hasGlyph: HasGlyph, report: (missing: string) => void): string {
  const normalized = normalizeText(text);
  if (COMMON.test(normalized)) return normalized.trim();
  let printed = '';
  let missing = '';
  for (const [part] of normalized.matchAll(PARTS)) {
    if (part === '\n' || hasGlyph(part)) {
      if (missing !== '') printed += REPLACEMENT;
      if (missing !== '') report(missing);
      missing = '';
      printed += part;
    } else missing += part.replace(INVISIBLE, '');
  }
  if (missing === '') return printed.trim();
  report(missing);
  return (printed + REPLACEMENT).trim();
}

/** Latin and Thai characters, which every font has. */
const COMMON = /^[\n\x20-\x7e\u0e01-\u0e3a\u0e3f-\u0e5b]*$/;

/** An emoji with its modifiers, or a character. */
const PARTS = new RegExp(`${EMOJI.source}|.`, 'gsv');
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;

/** The joiners within an emoji are part of it; other invisible characters are removed. */
const CONTROLS = new RegExp(`(?<emoji>${EMOJI.source})|[\\p{Cc}\\p{Cf}]+`, 'gv');

const normalizeText = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[\r\n\v\f\u0085\u2028\u2029]+/g, '\n')
    .replace(/[^\S\n]+/g, ' ')
    .replace(CONTROLS, (part, emoji) => emoji ?? (part.includes('\n') ? '\n' : ''))
    // sara am entered as two characters, with or without a tone mark
    .replace(/\u0e4d([\u0e48-\u0e4b]?)\u0e32/g, '$1\u0e33')
    .replace(/([\u0e48-\u0e4b])\u0e4d\u0e32/g, '$1\u0e33');
