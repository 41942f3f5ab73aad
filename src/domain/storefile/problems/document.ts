import type { Message } from '../../../lib/messages/catalogue.ts';
import { message } from '../../../lib/messages/message.ts';
import type { PathPart } from '../../../lib/messages/path.ts';

/** An unchecked object of a store file. The schema reports malformed values separately. */
export type Entry = Readonly<Record<string, unknown>>;

const isEntry = (value: unknown): value is Entry => typeof value === 'object' && value !== null;

/** The elements of a list. Non-objects become empty objects, so that indexes stay correct. */
export function entriesOf(parent: unknown, name: string): readonly Entry[] {
  const list = isEntry(parent) ? parent[name] : undefined;
  return Array.isArray(list) ? list.map((entry) => (isEntry(entry) ? entry : {})) : [];
}

export function entryOf(parent: Entry, name: string): Entry | undefined {
  const value = parent[name];
  return isEntry(value) ? value : undefined;
}

export const keysIn = (value: unknown): string[] => (isEntry(value) ? Object.keys(value) : []);

/** Whether the field is there and not null. */
export const isGiven = (entry: Entry, name: string): boolean => (entry[name] ?? undefined) !== undefined;

type Unknown = 'no_such_courier' | 'no_such_price_tier' | 'no_such_warehouse' | 'no_such_app';

/** The problem of a name that is not in `known`. Values that are not text are reported by the schema. */
export const unknownName = (
  path: readonly PathPart[],
  name: unknown,
  known: readonly string[],
  key: Unknown,
): Message[] => (typeof name !== 'string' || known.includes(name) ? [] : [message(key, { path, name })]);
