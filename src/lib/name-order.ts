import { arabicDigits } from './numbers.ts';
import { compareText, foldCase } from './text.ts';

// The order of names in lists: see docs/decisions.md#order-of-names.

/**
 * A text that sorts by code point as the name does in a Thai dictionary. Case, spaces and punctuation are ignored.
 * Vowels written before a consonant sort after it, tone marks and other accents only decide between equal letters, and
 * digits count as numbers. Symbols sort first, then numbers, then Thai, Latin and other letters.
 */
export function collationKey(name: string): string {
  const text = normalized(name);
  let letters = '';
  let accents = '';
  let sinceAccent = 0;
  for (let i = 0; i < text.length; ) {
    const part = partAt(text, i);
    const { letter, accent } = weightOf(part);
    if (letter !== '') {
      letters += letter;
      sinceAccent += 1;
    } else if (accent !== '') {
      accents += distance(sinceAccent) + accent;
      sinceAccent = 0;
    }
    i += part.length;
  }
  return accents === '' ? letters : letters + END_OF_LETTERS + accents;
}

/** A name with its columns for search and order. */
export const nameColumns = (name: string) => ({ name, foldedName: foldCase(name), collationKey: collationKey(name) });

/** The items sorted by name; equal names by code point. */
export const sortedByName = <Item>(items: Iterable<Item>, nameOf: (item: Item) => string): Item[] =>
  Array.from(items, (item) => ({ item, name: nameOf(item), key: collationKey(nameOf(item)) }))
    .sort((a, b) => compareText(a.key, b.key) || compareText(a.name, b.name))
    .map(({ item }) => item);

export const sortedNames = (names: Iterable<string>): string[] => sortedByName(names, String);

const normalized = (name: string): string =>
  arabicDigits(name.normalize('NFKD').toLowerCase())
    .replaceAll('\u0e4d\u0e32', '\u0e32\u0e4d') // sara am sorts as a kind of sara aa
    .replace(/([\u0e40-\u0e44])([\u0e01-\u0e2e])/g, '$2$1');

const isDigit = (unit: number): boolean => unit >= 0x30 && unit <= 0x39;

/** A character, or the digits of a number. */
function partAt(text: string, start: number): string {
  const unit = text.charCodeAt(start);
  if (!isDigit(unit))
    return unit < 0xd800 ? text.charAt(start) : String.fromCodePoint(text.codePointAt(start) as number);
  let end = start + 1;
  while (isDigit(text.charCodeAt(end))) end += 1;
  return text.slice(start, end);
}

/** Of a character that is a letter or an accent; both are empty if it is ignored. */
interface Weight {
  letter: string;
  accent: string;
}

/** By UTF-16 unit, of the scripts before Lao. */
const knownWeights: Weight[] = [];
const FIRST_LAO = 0xe80;

/** @param part a character, or the digits of a number */
function weightOf(part: string): Weight {
  if (part.length > 1) return newWeight(part);
  const unit = part.charCodeAt(0);
  const weight = knownWeights[unit] ?? newWeight(part);
  if (unit < FIRST_LAO) knownWeights[unit] = weight;
  return weight;
}

function newWeight(part: string): Weight {
  const letter = letterWeight(part);
  return { letter, accent: letter === '' ? accentWeight(part) : '' };
}

// The first character of a weight is its group. Most weights are one ASCII character, so that keys are short.
const END_OF_LETTERS = '\x01';
const SYMBOL = '\x02';
const CURRENCY = '\x03';
const NUMBER = '\x04';
const FIRST_THAI = 0x05;

function letterWeight(part: string): string {
  if (/\d/.test(part)) return numberWeight(part);
  if (/[\u0e01-\u0e2e\u0e30-\u0e3a\u0e40-\u0e45\u0e4d]/.test(part)) return thaiWeight(part);
  if (/[\p{P}\p{Z}\p{M}\p{Cc}\p{Default_Ignorable_Code_Point}ฯๆ]/u.test(part)) return '';
  if (/\p{S}/u.test(part)) return (/\p{Sc}/u.test(part) ? CURRENCY : SYMBOL) + part;
  return part;
}

const MAX_DIGITS = 90;

/** A number with more digits is greater. */
function numberWeight(part: string): string {
  const digits = part.replace(/^0+/, '');
  return NUMBER + String.fromCharCode(0x20 + Math.min(digits.length, MAX_DIGITS)) + digits;
}

/** Nikhahit, lakkhangyao and phinthu at the code points where they sort; no other letter has these. */
const MOVED: Readonly<Record<string, number>> = { '\u0e4d': 0xe2f, '\u0e45': 0xe32, '\u0e3a': 0xe45 };

const thaiWeight = (letter: string): string =>
  String.fromCharCode(FIRST_THAI + (MOVED[letter] ?? letter.charCodeAt(0)) - 0xe01);

/** Yamakkan, thanthakhat, maitaikhu and the four tone marks, in their order. */
const THAI_ACCENTS = '\u0e4e\u0e4c\u0e47\u0e48\u0e49\u0e4a\u0e4b';

function accentWeight(part: string): string {
  const at = THAI_ACCENTS.indexOf(part);
  if (at >= 0) return String(at);
  return /\p{M}/u.test(part) && !/\p{Default_Ignorable_Code_Point}/u.test(part) ? part : '';
}

const MAX_DISTANCE = 0x5e;

/** The letters since the last accent. More sort first: a letter without an accent sorts before the same one with it. */
const distance = (letters: number): string =>
  letters <= MAX_DISTANCE
    ? String.fromCharCode(0x7f - letters)
    : String.fromCharCode(0x7f - MAX_DISTANCE - 1) + distance(letters - MAX_DISTANCE - 1);
