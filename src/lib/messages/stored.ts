import type { Message } from './catalogue.ts';
import { message } from './message.ts';

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
