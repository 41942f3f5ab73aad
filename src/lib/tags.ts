import type { Message } from './messages/catalogue.ts';
import { message } from './messages/message.ts';
import { foldCase, isLongerThan, shorten } from './text.ts';

export const MAX_TAG_LENGTH = 40;
/** Per order, customer or product. */
export const MAX_TAGS = 20;

/** The stored form of a tag: NFC, single spaces, no commas. */
export const normalizeTag = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[\s,]+/g, ' ')
    .trim();

const isSameTag = (a: string, b: string): boolean => foldCase(a) === foldCase(b);

/** Normalizes tags, drops empty ones, and removes duplicates case-insensitively. */
export function distinctTags(all: readonly string[]): string[] {
  const tags = all.map(normalizeTag).filter((tag) => tag !== '');
  return tags.filter((tag, i) => tags.findIndex((other) => isSameTag(tag, other)) === i);
}

/** Parses tags that are separated by commas or line breaks. */
export const parseTags = (text: string): string[] => distinctTags(text.split(/[,\n،、]/));

/** The error of these tags, if one is too long or there are too many. */
export function tagListProblem(tags: readonly string[]): Message | undefined {
  const long = tags.find((tag) => isLongerThan(tag, MAX_TAG_LENGTH));
  if (long !== undefined) return message('tag_too_long', { tag: shorten(long), most: MAX_TAG_LENGTH });
  return tags.length > MAX_TAGS ? message('too_many_tags', { most: MAX_TAGS }) : undefined;
}

/** The inverse of `parseTags`. */
export const formatTags = (tags: readonly string[]): string => tags.join(', ');
