import type { Message } from './catalogue.ts';
import type { Filled, MessageKey } from './messages.ts';
import { type Path, pathParts, pathText } from './path.ts';

// Messages as data. This file does not load the catalogue, so that worker threads stay small.

export interface Where {
  path?: Path | undefined;
}

/** A message of the catalogue: `message('too_large', { most: 5, path: 'qty' })`. */
export function message<Key extends MessageKey>(key: Key, ...[options]: Filled<Key, Where>): Message {
  const { path, ...params } = (options ?? {}) as Where & Record<string, unknown>;
  return { key, params, path };
}

/** The message with its path below another: `name` below `recipient_address` is `recipient_address.name`. */
export const below = (place: Path, { key, params, path }: Message): Message => ({
  key,
  params,
  path: path === undefined ? place : [...pathParts(place), ...pathParts(path)],
});

/** The message with its path in a file: `to.json: name`. */
export const inFile = (file: string, { key, params, path }: Message): Message => ({
  key,
  params,
  path: path === undefined ? file : `${file}: ${pathText(path)}`,
});

// Messages that are stored, such as why a courier rejected a booking, so that each reader gets them in their language.

export const messageToJson = ({ key, params, path }: Message): string => JSON.stringify({ key, params, path });

/** The message that `messageToJson` wrote. Any other text is a message of its own. */
export function messageFromJson(stored: string): Message {
  try {
    const { key, params, path } = JSON.parse(stored);
    if (typeof key === 'string' && typeof params === 'object' && params !== null) return { key, params, path };
  } catch {
    // a text
  }
  return message('foreign_text', { text: stored });
}
