import { foldCase } from './text.ts';

export const MAX_TAG_LENGTH = 40;
/** Of an order, a customer or a product. */
export const MAX_TAGS = 20;

/** The tag as it is stored: composed, without leading, trailing and repeated spaces, and without commas. */
export const normalTag = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[\s,]+/g, ' ')
    .trim();

const isSameTag = (one: string, other: string): boolean => foldCase(one) === foldCase(other);

/** The tags of a text that is separated by commas or lines, each once. */
export function tagsIn(text: string): string[] {
  const tags = text
    .split(/[,\n،、]/)
    .map(normalTag)
    .filter((tag) => tag !== '');
  return tags.filter((tag, i) => tags.findIndex((other) => isSameTag(tag, other)) === i);
}

/** The known tag that differs in case only, or the tag itself. */
export const spelledAs = (known: readonly string[], tag: string): string =>
  known.find((other) => isSameTag(other, tag)) ?? tag;
