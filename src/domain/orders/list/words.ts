import { arabicDigits } from '../../../lib/numbers.ts';
import { telephoneKey } from '../../../lib/telephone.ts';
import { foldCase } from '../../../lib/text.ts';

// The words that the index knows an order by, and those that a search asks it for. A word begins with what it is of:
// n a name's three characters in a row, b a name's first two, t a telephone, e its last four digits, p its first six,
// s a SKU.

/** Who gets an order. */
export interface Person {
  name: string;
  telephone: string | null;
}

/** What of an order is searched. */
export interface Searched extends Person {
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

/** Whether the order is one that is looked for: by who gets it, or by a part of a SKU. */
export const isSought = (sought: Sought, { skus, ...person }: Searched): boolean =>
  isSoughtPerson(sought, person) || (skus !== null && foldCase(skus).includes(sought.folded));

/** Whether it is by who gets it: by a part of the name, or by the telephone, its beginning or end. */
export function isSoughtPerson({ folded, digits }: Sought, { name, telephone }: Person): boolean {
  if (fold(name).includes(folded)) return true;
  const own = digits && digitsOf(telephone);
  return digits !== undefined && own ? own.startsWith(digits) || own.endsWith(digits) : false;
}

/** What a telephone is known by: empty where there is none. */
export const digitsOf = (telephone: string | null): string =>
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
 * What the index is asked for people; empty where it knows nobody by that. What it finds is to be compared: of a name it
 * knows parts of three characters, and two that begin a word.
 *
 * @param names some of those that are searched, as `foldedNames` has them: they tell what many of them have
 */
export function askForPerson({ folded, digits }: Sought, names: string): string {
  const asked = [...telephoneWords(digits).map((word) => [word]), nameWords(folded, names)];
  return anyOf(asked.filter((words) => words.length > 0));
}

/** The same for all who have exactly this telephone. */
export const askForTelephone = (key: string): string => quoted(`t${key}`);

/** The same for what is in the orders: that it finds is so. */
export const askForSkus = (skus: readonly string[]): string => anyOf(skus.map((sku) => [skuWord(sku)]));

const anyOf = (asked: readonly (readonly string[])[]): string =>
  asked.map((words) => `(${words.map(quoted).join(' AND ')})`).join(' OR ');

/** A word that ends with a star is the beginning of one. */
const quoted = (word: string): string => (word.endsWith('*') ? `"${word.slice(0, -1)}"*` : `"${word}"`);

/** Each of them tells of a telephone that may be meant. */
function telephoneWords(digits: string | undefined): string[] {
  if (digits === undefined) return [];
  const end = `e${digits.slice(-4)}`;
  if (digits.length < 6) return [`t${digits}`, end];
  return digits.length === 6 ? [`p${digits}`, end] : [`t${digits}*`, end];
}

/** The parts of a folded name, in characters. */
const partsOf = (folded: string): string[][] =>
  folded
    .split(/[^\p{L}\p{M}\p{N}\p{So}]+/u)
    .filter((part) => part !== '')
    .map((part) => [...part]);

const start = ([first, second]: readonly string[]): string => `b${first}${second}`;

const trigrams = (part: readonly string[]): string[] =>
  part.slice(2).map((third, i) => `n${part[i]}${part[i + 1]}${third}`);

const LEAST = 2;
const MOST = 4;

/** Names as they are compared, each with a U+0000 behind it: at once they are folded ten times as quick as one by one. */
export const foldedNames = (names: readonly string[]): string => fold(`${names.join('\0')}\0`);

/** A word, and which names have it, by where they end. */
interface Known {
  word: string;
  ends: readonly number[];
}

/**
 * The words of a name that leave the fewest other names, each time the one that tells most more of them apart, until none
 * is left: each word costs the index, and so does each order that is compared in vain.
 */
function nameWords(folded: string, names: string): string[] {
  const known = (word: string): Known => ({ word, ends: endsOf(names, word.slice(1)) });
  const rarest = (parts: readonly string[]) =>
    parts.map(known).sort((one, other) => one.ends.length - other.ends.length);
  const words = inTurn(partsOf(folded).map((part) => rarest(part.length === 2 ? [start(part)] : trigrams(part))));
  const own = new Set(endsOf(names, folded));
  let others = new Set(endsOf(names, '\0').filter((end) => !own.has(end)));
  const asked: string[] = [];
  while (words.size > 0 && (asked.length < LEAST || (others.size > 0 && asked.length < MOST))) {
    const left = [...words.values()].map(({ word, ends }) => ({ word, others: ends.filter((end) => others.has(end)) }));
    const best = left.reduce((one, other) => (other.others.length < one.others.length ? other : one));
    asked.push(best.word);
    words.delete(best.word);
    others = new Set(best.others);
  }
  return asked;
}

/** Of some lists first what each begins with, then what follows that, and so on, each once. */
function inTurn(lists: readonly (readonly Known[])[]): Map<string, Known> {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  const all = Array.from({ length: longest }, (_, i) => lists.flatMap((list) => list[i] ?? [])).flat();
  return new Map(all.map((known) => [known.word, known]));
}

/** Where the names end that have this part: the text of all is searched at once, which takes half as long. */
function endsOf(names: string, part: string): number[] {
  const ends: number[] = [];
  for (let at = names.indexOf(part); at >= 0 && at < names.length; ) {
    const end = names.indexOf('\0', at);
    ends.push(end);
    at = names.indexOf(part, end + 1);
  }
  return ends;
}

/** In hexadecimal, since a SKU may have any character. */
const skuWord = (sku: string): string => `s${Buffer.from(foldCase(sku)).toString('hex')}`;
