/** Text we keep: well-formed Unicode without U+0000, which SQLite and most readers cut short. */
export const isSafeText = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

/** Length in code points, the unit of every length limit. */
export const codePoints = (text: string): number => {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
};

/** Something a reader of a label would see: not only spaces, controls and characters that draw nothing. */
export const hasVisibleCharacter = (text: string): boolean =>
  /[^\p{White_Space}\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Default_Ignorable_Code_Point}]/u.test(text);

/** The form in which names are compared without regard to case: composed, then lower-cased. */
export const foldCase = (text: string): string => text.normalize('NFC').toLowerCase().normalize('NFC');

/** Compares by code points, as SQLite does. @param decode of each UTF-16 unit, where texts are kept in another form */
export function compareText(a: string, b: string, decode = (unit: number) => unit): number {
  const shared = Math.min(a.length, b.length);
  for (let i = 0; i < shared; i += 1) {
    const [one, other] = [a.charCodeAt(i), b.charCodeAt(i)];
    if (one !== other) return compareUnits(decode(one), decode(other));
  }
  return a.length - b.length;
}

const SURROGATES = 0xd800;

/** The first two units in which texts differ: a character beyond U+FFFF comes after all others, though its first half does not. */
function compareUnits(one: number, other: number): number {
  if (one < SURROGATES || other < SURROGATES || isHalf(one) === isHalf(other)) return one - other;
  return isHalf(one) ? 1 : -1;
}

const isHalf = (unit: number): boolean => unit >= SURROGATES && unit <= 0xdfff;

/** `text` for a message: at most 60 code points of it. */
export const shorten = (text: string): string => {
  const points = [...text.slice(0, 200)];
  return points.length > 60 ? `${points.slice(0, 60).join('')}…` : text;
};
