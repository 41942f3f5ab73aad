import { arabicDigits } from '../numbers.ts';

/** An address as it was pasted: what is known of it so far, and what is left of the text. */
export interface Scraps {
  rest: string;
  name?: string;
  telephone?: string;
  email?: string;
  sub_district?: string;
  district?: string;
  province?: string;
  postal_code?: number;
}

/** Stands where something was taken out; what is on its two sides does not belong together. */
export const GAP = '\ue000';

/** The same before what was labelled as the address, which is nobody's name. */
export const ADDRESS = '\ue001';

/** Where a word may begin or end. */
export const EDGE = `[\\s,;|${GAP}${ADDRESS}]`;

/** The text in one spelling: the ways in which keyboards and chats write the same letters become one. */
export const tidy = (text: string): string =>
  arabicDigits(text.normalize('NFC'))
    .replaceAll('ํา', 'ำ')
    .replaceAll('เเ', 'แ')
    .replace(/[\u200b-\u200f\u2060\ufeff\ue000\ue001]|\ufe0f/g, '')
    .replace(/\p{Extended_Pictographic}/gu, GAP)
    .replaceAll('：', ':')
    .replace(/\r\n?/g, '\n')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ \/ | ?\| ?/g, GAP)
    .replace(/^[ \-–•*>]+/gm, '')
    .trim();

/** Takes the first place that matches out of the text. */
export function take(scraps: Scraps, pattern: RegExp): RegExpExecArray | null {
  const found = pattern.exec(scraps.rest);
  if (found) takeAt(scraps, found.index, found[0].length);
  return found;
}

export function takeAt(scraps: Scraps, at: number, length: number): void {
  scraps.rest = `${scraps.rest.slice(0, at)}${GAP}${scraps.rest.slice(at + length)}`;
}
