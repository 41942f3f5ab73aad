import type { Message } from './messages/catalogue.ts';
import { message } from './messages/message.ts';
import { foldCase, isLongerThan, shorten } from './text.ts';

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

/** The tags without empty ones, each once whatever its case. */
export function distinctTags(all: readonly string[]): string[] {
  const tags = all.map(normalTag).filter((tag) => tag !== '');
  return tags.filter((tag, i) => tags.findIndex((other) => isSameTag(tag, other)) === i);
}

/** The tags of a text that is separated by commas or lines, each once. */
export const tagsIn = (text: string): string[] => distinctTags(text.split(/[,\n،、]/));

/** Why an order, a customer or a product cannot have these tags, if so. */
export function tagListProblem(tags: readonly string[]): Message | undefined {
  const long = tags.find((tag) => isLongerThan(tag, MAX_TAG_LENGTH));
  if (long !== undefined) return message('tag_too_long', { tag: shorten(long), most: MAX_TAG_LENGTH });
  return tags.length > MAX_TAGS ? message('too_many_tags', { most: MAX_TAGS }) : undefined;
}

/** The opposite of `tagsIn`. */
export const tagsText = (tags: readonly string[]): string => tags.join(', ');
