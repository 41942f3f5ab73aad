/** Whether text can be stored: well-formed Unicode without U+0000, at which SQLite and other programs truncate text. */
export const isSafeText = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

/** Length in code points, the unit of all length limits. */
export const codePoints = (text: string): number => {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
};

/** Whether text has more than `most` code points. */
export const isLongerThan = (text: string, most: number): boolean =>
  text.length > 2 * most || (text.length > most && codePoints(text) > most);

/** The first `most` code points. */
export const firstCodePoints = (text: string, most: number): string =>
  text.length <= most ? text : [...text.slice(0, 2 * most)].slice(0, most).join('');

/** The first `most` code points, with an ellipsis if there are more. */
export const truncate = (text: string, most: number): string =>
  isLongerThan(text, most) ? `${firstCodePoints(text, most)}…` : text;

/** Whether text would be visible in print: not only spaces, control characters and invisible characters. */
export const hasVisibleCharacter = (text: string): boolean =>
  /[^\p{White_Space}\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Default_Ignorable_Code_Point}]/u.test(text);

/** Normalizes text for case-insensitive comparison: NFC and lower case. */
export const foldCase = (text: string): string => text.normalize('NFC').toLowerCase().normalize('NFC');

/** Compares by code point, like SQLite. @param decode converts each UTF-16 unit of encoded texts */
export function compareText(a: string, b: string, decode = (unit: number) => unit): number {
  const shared = Math.min(a.length, b.length);
  for (let i = 0; i < shared; i += 1) {
    const [unitA, unitB] = [a.charCodeAt(i), b.charCodeAt(i)];
    if (unitA !== unitB) return compareUnits(decode(unitA), decode(unitB));
  }
  return a.length - b.length;
}

const FIRST_SURROGATE = 0xd800;

/** Compares two UTF-16 units by code point order: surrogates sort after U+E000 to U+FFFF. */
function compareUnits(a: number, b: number): number {
  if (a < FIRST_SURROGATE || b < FIRST_SURROGATE || isSurrogate(a) === isSurrogate(b)) return a - b;
  return isSurrogate(a) ? 1 : -1;
}

const isSurrogate = (unit: number): boolean => unit >= FIRST_SURROGATE && unit <= 0xdfff;

/** A name after a Thai word, which a space separates from other scripts only. */
export const afterThai = (name: string): string => (/^[\u0e00-\u0e7f]/.test(name) ? name : ` ${name}`);

/** Shortens text for a message to 60 code points. */
export const shorten = (text: string): string => truncate(text, 60);
