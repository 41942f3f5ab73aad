/** Sarabun has Latin and Thai. Every other script has its own font. */
export type Script = 'sarabun' | 'burmese' | 'chinese' | 'emoji';

/** An emoji with its modifiers. Symbols that Sarabun has are text. */
export const EMOJI = /\p{RGI_Emoji}|[\p{Extended_Pictographic}--[©®™]]|\p{Regional_Indicator}/v;

/** Simplified and traditional Chinese with its punctuation. Japanese kana are in the same font. */
export const CHINESE =
  /[\p{Script=Han}\p{Script=Bopomofo}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\u30fb\u30fc\uff00-\uffef]/v;

export const BURMESE = /\p{Script=Myanmar}/v;

const RUN = new RegExp(
  `(?<emoji>(?:${EMOJI.source})+)|(?<burmese>${BURMESE.source}+)|(?<chinese>${CHINESE.source}+)`,
  'gv',
);

/** Most texts: a fast test that no other font is needed. */
const SARABUN_ONLY = /^[\0-\u0fff\u2010-\u2027]*$/;

export interface Run {
  script: Script;
  text: string;
}

/** Parts of the text, each for one font. */
export function runsOf(text: string): Run[] {
  if (SARABUN_ONLY.test(text)) return [{ script: 'sarabun', text }];
  const runs: Run[] = [];
  let end = 0;
  for (const match of text.matchAll(RUN)) {
    if (match.index > end) runs.push({ script: 'sarabun', text: text.slice(end, match.index) });
    runs.push({ script: scriptOf(match.groups), text: match[0] });
    end = match.index + match[0].length;
  }
  if (end < text.length) runs.push({ script: 'sarabun', text: text.slice(end) });
  return runs;
}

const scriptOf = (groups: Record<string, string | undefined> = {}): Script =>
  (['emoji', 'burmese', 'chinese'] as const).find((script) => groups[script] !== undefined) ?? 'sarabun';
