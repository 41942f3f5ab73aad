import { arabicDigits } from '../../../lib/numbers.ts';
import { telephoneKey } from '../../../lib/telephone.ts';
import { foldCase } from '../../../lib/text.ts';

// The words of the search index. The first letter is the kind: n trigram of a name, b its first two characters, t
// telephone, e its last four digits, p its first six, s SKU.

export interface Person {
  name: string;
  telephone: string | null;
}

/** The searched texts of an order. */
export interface SearchedTexts extends Person {
  /** One per line. */
  skus: string | null;
}

/** A search text in comparable form. */
export interface SearchTerm {
  folded: string;
  /** Telephone digits; undefined if fewer than four. */
  digits: string | undefined;
  /** Whether to compare it with persons. */
  inPersons: boolean;
  /** Whether to compare it with SKUs. */
  inSkus: boolean;
}

const SPACES = /\s+/g;
const fold = (text: string): string => foldCase(text).replace(SPACES, ' ').trim();

export function searchTermOf(text: string, inPersons = true): SearchTerm {
  const bare = arabicDigits(text).replace(/[\s().+-]/g, '');
  const digits = /^\d{4,15}$/.test(bare) ? (telephoneKey(text) ?? bare) : undefined;
  return { folded: fold(text), digits, inPersons, inSkus: true };
}

/** The term matches the person, or is a part of a SKU. */
export const matchesOrder = (term: SearchTerm, { skus, ...person }: SearchedTexts): boolean =>
  matchesPerson(term, person) || (term.inSkus && skus !== null && foldCase(skus).includes(term.folded));

/** The term is a part of the name, or the start or end of the telephone. */
export function matchesPerson({ folded, digits, inPersons }: SearchTerm, { name, telephone }: Person): boolean {
  if (!inPersons) return false;
  if (fold(name).includes(folded)) return true;
  const own = digits && digitsOf(telephone);
  return digits !== undefined && own ? own.startsWith(digits) || own.endsWith(digits) : false;
}

/** Normalized digits; empty without a telephone. */
export const digitsOf = (telephone: string | null): string =>
  telephone === null ? '' : (telephoneKey(telephone) ?? arabicDigits(telephone).replace(/\D/g, ''));

/** The order's index words, separated by spaces. */
export function wordsOf({ name, telephone, skus }: SearchedTexts): string {
  const digits = digitsOf(telephone);
  const words = new Set<string>();
  for (const part of partsOf(fold(name))) {
    if (part.length > 1) words.add(prefixWord(part));
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
 * The index query for a person; empty if the index cannot help. Results must be compared with the term, because
 * the index contains only trigrams and starts of names.
 * @param names a sample of names (`foldedNames`), to prefer rare words
 */
export function personQuery({ folded, digits, inPersons }: SearchTerm, names: string): string {
  if (!inPersons) return '';
  const chosen = [...telephoneWords(digits).map((word) => [word]), nameWords(folded, names)];
  return anyOf(chosen.filter((words) => words.length > 0));
}

/** The index query for SKUs. Results need no comparison. */
export const skuQuery = (skus: readonly string[]): string => anyOf(skus.map((sku) => [skuWord(sku)]));

const anyOf = (alternatives: readonly (readonly string[])[]): string =>
  alternatives.map((words) => `(${words.map(quoted).join(' AND ')})`).join(' OR ');

/** A trailing star makes it a prefix query. */
const quoted = (word: string): string => (word.endsWith('*') ? `"${word.slice(0, -1)}"*` : `"${word}"`);

/** Alternatives: each may match the telephone. */
function telephoneWords(digits: string | undefined): string[] {
  if (digits === undefined) return [];
  const end = `e${digits.slice(-4)}`;
  if (digits.length < 6) return [`t${digits}`, end];
  return digits.length === 6 ? [`p${digits}`, end] : [`t${digits}*`, end];
}

/** Words of a folded name, as arrays of characters. */
const partsOf = (folded: string): string[][] =>
  folded
    .split(/[^\p{L}\p{M}\p{N}\p{So}]+/u)
    .filter((part) => part !== '')
    .map((part) => [...part]);

const prefixWord = ([first, second]: readonly string[]): string => `b${first}${second}`;

const trigrams = (part: readonly string[]): string[] =>
  part.slice(2).map((third, i) => `n${part[i]}${part[i + 1]}${third}`);

const MIN_WORDS = 2;
const MAX_WORDS = 4;

/** Folded names, each followed by U+0000. Folding one joined text is ten times as fast. */
export const foldedNames = (names: readonly string[]): string => fold(`${names.join('\0')}\0`);

/** A word and the names that contain it, by their ends. */
interface WordMatches {
  word: string;
  ends: readonly number[];
}

/** The words that exclude most sampled names: each word costs a lookup, each false match a comparison. */
function nameWords(folded: string, names: string): string[] {
  const matchesOf = (word: string): WordMatches => ({ word, ends: endsOf(names, word.slice(1)) });
  const rarest = (parts: readonly string[]) => parts.map(matchesOf).sort((a, b) => a.ends.length - b.ends.length);
  const words = interleave(
    partsOf(folded).map((part) => rarest(part.length === 2 ? [prefixWord(part)] : trigrams(part))),
  );
  const own = new Set(endsOf(names, folded));
  let others = new Set(endsOf(names, '\0').filter((end) => !own.has(end)));
  const chosen: string[] = [];
  while (words.size > 0 && (chosen.length < MIN_WORDS || (others.size > 0 && chosen.length < MAX_WORDS))) {
    const remaining = [...words.values()].map(({ word, ends }) => ({
      word,
      others: ends.filter((end) => others.has(end)),
    }));
    const best = remaining.reduce((a, b) => (b.others.length < a.others.length ? b : a));
    chosen.push(best.word);
    words.delete(best.word);
    others = new Set(best.others);
  }
  return chosen;
}

/** Interleaves the lists without duplicates. */
function interleave(lists: readonly (readonly WordMatches[])[]): Map<string, WordMatches> {
  const maxLength = Math.max(0, ...lists.map(({ length }) => length));
  const all = Array.from({ length: maxLength }, (_, i) => lists.flatMap((list) => list[i] ?? [])).flat();
  return new Map(all.map((match) => [match.word, match]));
}

/** Ends of the names that contain the part. Searching one joined text takes half the time. */
function endsOf(names: string, part: string): number[] {
  const ends: number[] = [];
  for (let at = names.indexOf(part); at >= 0 && at < names.length; ) {
    const end = names.indexOf('\0', at);
    ends.push(end);
    at = names.indexOf(part, end + 1);
  }
  return ends;
}

/** Hexadecimal, because a SKU may contain any character. */
const skuWord = (sku: string): string => `s${Buffer.from(foldCase(sku)).toString('hex')}`;
