import { arabicDigits } from '../numbers.ts';

/** The state of parsing: the fields found so far, and the rest of the text. */
export interface ParseState {
  rest: string;
  name?: string;
  telephone?: string;
  /** Other telephone numbers. */
  note?: string;
  /** What the buyer asks for in lines of their own, such as a color. */
  remark?: string;
  email?: string;
  legal_entity_id?: string;
  branch_type?: 'h' | 'b';
  branch_number?: string;
  /** The buyer wants to pay on delivery. */
  cod?: true;
  sub_district?: string;
  district?: string;
  province?: string;
  postal_code?: number;
}

/** Replaces extracted text, so that the text around it is not joined. */
export const GAP = '\ue000';

/** Replaces an address label; the text after it is not a name. */
export const ADDRESS = '\ue001';

/** A word boundary. */
export const EDGE = `[\\s,;|${GAP}${ADDRESS}]`;

/** Normalizes the spellings that keyboards and chats use for the same letters. */
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

/** Extracts the first match from the text. */
export function extract(state: ParseState, pattern: RegExp): RegExpExecArray | null {
  const found = pattern.exec(state.rest);
  if (found) extractAt(state, found.index, found[0].length);
  return found;
}

export function extractAt(state: ParseState, at: number, length: number): void {
  state.rest = `${state.rest.slice(0, at)}${GAP}${state.rest.slice(at + length)}`;
}
