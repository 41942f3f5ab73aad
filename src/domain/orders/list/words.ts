import { arabicDigits } from '../../../lib/numbers.ts';
import { telephoneKey } from '../../../lib/telephone.ts';
import { foldCase } from '../../../lib/text.ts';

// The words that the index knows an order by, and those that a search asks it for. A word begins with what it is of:
// n a name's three characters in a row, b a name's first two, t a telephone, e its last four digits, p its first six,
// s a SKU.

/** What of an order is searched. */
export interface Searched {
  name: string;
  telephone: string | null;
  /** A line each. */
  skus: string | null;
}

/** What somebody looks for, as it is compared. */
export interface Sought {
  folded: string;
  /** Of a telephone or a part of one; shorter than four they are none. */
  digits: string | undefined;
}

const SPACES = /\s+/g;
const fold = (text: string): string => foldCase(text).replace(SPACES, ' ').trim();

export function soughtOf(text: string): Sought {
  const bare = arabicDigits(text).replace(/[\s().+-]/g, '');
  const digits = /^\d{4,15}$/.test(bare) ? (telephoneKey(text) ?? bare) : undefined;
  return { folded: fold(text), digits };
}

/** Whether the order is one that is looked for: by a part of the name or of a SKU, by the telephone, its beginning or end. */
export function isSought({ folded, digits }: Sought, { name, telephone, skus }: Searched): boolean {
  if (fold(name).includes(folded) || (skus !== null && foldCase(skus).includes(folded))) return true;
  const own = digits && digitsOf(telephone);
  return digits !== undefined && own ? own.startsWith(digits) || own.endsWith(digits) : false;
}

const digitsOf = (telephone: string | null): string =>
  telephone === null ? '' : (telephoneKey(telephone) ?? arabicDigits(telephone).replace(/\D/g, ''));

/** An order's words, with spaces between. */
export function wordsOf({ name, telephone, skus }: Searched): string {
  const digits = digitsOf(telephone);
  const words = new Set<string>();
  for (const part of partsOf(fold(name))) {
    if (part.length > 1) words.add(start(part));
    for (const word of trigrams(part)) words.add(word);
  }
  if (digits.length > 3)
    words
      .add(`t${digits}`)
      .add(`e${digits.slice(-4)}`)
      .add(`p${digits.slice(0, 6)}`);
  if (skus !== null) for (const sku of skus.split('\n')) words.add(skuWord(sku));
  return [...words].join(' ');
}

/**
 * What the index is asked for: what it finds is to be compared. Of a name it knows parts of three characters, and two
 * that begin a word.
 *
 * @param skus that the text may mean
 * @param names some of those that are searched: what many of them have makes the index read much
 */
export function askFor({ folded, digits }: Sought, skus: readonly string[], names: readonly string[]): string {
  const known = names.map(fold);
  const name = partsOf(folded).flatMap((part) =>
    part.length > 2 ? rarest(trigrams(part), known) : part.length === 2 ? [start(part)] : [],
  );
  const asked = [name, ...telephoneWords(digits).map((word) => [word]), ...skus.map((sku) => [skuWord(sku)])];
  return asked
    .filter((words) => words.length > 0)
    .map((words) => `(${words.map((word) => `"${word}"`).join(' AND ')})`)
    .join(' OR ');
}

const telephoneWords = (digits: string | undefined): string[] => {
  if (digits === undefined) return [];
  return [`t${digits}`, `e${digits.slice(-4)}`, ...(digits.length > 5 ? [`p${digits.slice(0, 6)}`] : [])];
};

/** The parts of a folded name, in characters. */
const partsOf = (folded: string): string[][] =>
  folded
    .split(/[^\p{L}\p{M}\p{N}\p{So}]+/u)
    .filter((part) => part !== '')
    .map((part) => [...part]);

const start = ([first, second]: readonly string[]): string => `b${first}${second}`;

const trigrams = (part: readonly string[]): string[] =>
  part.slice(2).map((third, i) => `n${part[i]}${part[i + 1]}${third}`);

const FEW = 3;

/** Those that the fewest names have: each one more costs the index, and what it finds is compared whole. */
function rarest(words: readonly string[], names: readonly string[]): string[] {
  const found = [...new Set(words)].map((word) => {
    const characters = word.slice(1);
    return { word, count: names.filter((name) => name.includes(characters)).length };
  });
  return found
    .sort((one, other) => one.count - other.count)
    .slice(0, FEW)
    .map(({ word }) => word);
}

/** In hexadecimal, since a SKU may have any character. */
const skuWord = (sku: string): string => `s${Buffer.from(foldCase(sku)).toString('hex')}`;
