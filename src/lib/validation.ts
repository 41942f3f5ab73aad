import type * as v from 'valibot';
import type { Message } from './messages/catalogue.ts';
import { message } from './messages/message.ts';
import type { Filled, MessageKey } from './messages/messages.ts';
import type { Path } from './messages/path.ts';
import { shorten } from './text.ts';

// Schemas refer to messages of the catalogue. A valibot issue carries only a string, so a message is encoded as JSON.

const MARK = '\u0001';

/** The message of a schema, for valibot's `message` arguments: `v.check(isUrl, invalid('not_a_web_address'))`. */
export const invalid = <Key extends MessageKey>(key: Key, ...options: Filled<Key, object>): string =>
  issueText(message(key, ...(options as Filled<Key, object>)));

/** Encodes a message for valibot. */
export const issueText = ({ key, params }: Message): string => MARK + JSON.stringify({ key, params });

/** The problems, each with the path of its field. @param root the path of a problem of the whole value: `body` */
export const problems = (issues: readonly v.BaseIssue<unknown>[], root?: string): Message[] =>
  issues.map((issue) => problem(issue, root));

export function problem(issue: v.BaseIssue<unknown>, root?: string): Message {
  const { key, params } = messageOf(issue);
  return { key, params, path: pathOf(issue) || root };
}

/** The path of an issue; undefined if it concerns the whole value. */
function pathOf({ path }: v.BaseIssue<unknown>): Path | undefined {
  const parts = path?.map(({ key }) => (typeof key === 'number' ? key : shorten(String(key)))) ?? [];
  const [first, ...rest] = parts;
  return rest.length === 0 && typeof first !== 'number' ? first : parts;
}

const EXPECTED: Readonly<Record<string, Message>> = {
  string: message('not_a_string'),
  number: message('not_a_number'),
  boolean: message('not_true_or_false'),
  Array: message('not_a_list'),
  Object: message('not_an_object'),
};

function messageOf(issue: v.BaseIssue<unknown>): Message {
  if (issue.message.startsWith(MARK) && issue.kind !== 'schema') return JSON.parse(issue.message.slice(1));
  if (issue.type === 'strict_object' && issue.expected === 'never') return message('unknown_field');
  if (issue.kind !== 'schema') return message('foreign_text', { text: issue.message });
  if (issue.input === undefined) return message('required');
  if (issue.message.startsWith(MARK)) return JSON.parse(issue.message.slice(1));
  return EXPECTED[issue.expected ?? ''] ?? message('foreign_text', { text: issue.message });
}
