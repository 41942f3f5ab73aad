import assert from 'node:assert/strict';
import { AppError, type ErrorCode, OperatorError } from '../src/lib/errors.ts';
import type { Language, Message, Render } from '../src/lib/messages/catalogue.ts';
import { pathLabel } from '../src/lib/messages/field-labels.ts';
import { fill } from '../src/lib/messages/formats.ts';
import {
  describe,
  type FieldNaming,
  type Filled,
  type MessageKey,
  textFor,
  wordingOf,
} from '../src/lib/messages/messages.ts';
import { type Path, pathText } from '../src/lib/messages/path.ts';

// Tests compare the data of errors. messages.test.ts tests their texts.

/** Known data of an error. Absent fields are not compared. */
export interface ExpectedError {
  code?: ErrorCode;
  key?: MessageKey;
  path?: string;
  params?: Record<string, unknown>;
}

/** The problem with its path as text. */
export const withPathText = ({ path, ...problem }: Message): Message => ({
  ...problem,
  path: path === undefined ? undefined : pathText(path),
});

function compare(error: Message, expected: ExpectedError): void {
  const { key, path, params = {} } = expected;
  const of = (names: readonly string[], from: object) =>
    Object.fromEntries(Object.entries(from).filter(([name]) => names.includes(name)));
  const wanted = { ...(key !== undefined && { key }), ...(path !== undefined && { path }), params };
  const { params: given, ...rest } = withPathText(error);
  assert.deepEqual({ ...of(Object.keys(wanted), rest), params: of(Object.keys(params), given) }, wanted);
}

/** For `assert.throws` and `assert.rejects`: an AppError with this data. */
export const appError =
  ({ code, ...expected }: ExpectedError) =>
  (error: unknown): true => {
    assert.ok(error instanceof AppError, String(error));
    compare(error, expected);
    if (code !== undefined) assert.equal(error.code, code);
    return true;
  };

/** Matches an OperatorError with exactly these problems. */
export const operatorError =
  (...expected: readonly Omit<ExpectedError, 'code'>[]) =>
  (error: unknown): true => {
    assert.ok(error instanceof OperatorError, String(error));
    assert.equal(error.problems.length, expected.length, error.message);
    for (const [i, problem] of error.problems.entries()) compare(problem, expected[i] as ExpectedError);
    return true;
  };

/** The text on the command line and in the API: `english('order_not_found', { order })`. */
export const english = <Key extends MessageKey>(key: Key, values?: Values<Key>): string =>
  describe(partialMessage(key, values));

/** The text in the Thai office. */
export const thai = <Key extends MessageKey>(key: Key, values?: Values<Key>): string =>
  describe(partialMessage(key, values), 'th', 'label');

/** Any text, as a part of a value in `errorPattern` and `officePattern`. */
export const ANY = '\uE000';

/**
 * Matches a line on stderr, or an `error_description`, that is this message in English. A value that is not given
 * matches any text: `errorPattern('port_in_use', { port })`.
 */
export function errorPattern<Key extends MessageKey>(key: Key, values?: Values<Key>): RegExp {
  return new RegExp(`^(raan: |warning: |OperatorError: )*${sourceOf(partialMessage(key, values), 'path')}$`, 'm');
}

/** Matches a page of the office, in English by default, with this message. */
export const officePattern = <Key extends MessageKey>(key: Key, values?: Values<Key>, language?: Language): RegExp =>
  new RegExp(sourceOf(partialMessage(key, values), 'label', language));

/** A message with some of its values, to be a value of another one in `errorPattern`. */
export function partialMessage<Key extends MessageKey>(key: Key, values: Values<Key> = {}): Message {
  const { path, ...params } = values as { path?: Path };
  return { key, params, path };
}

/** The values of a message. Ids may be plain numbers here. */
type Values<Key extends MessageKey> = {
  [Name in keyof NonNullable<Filled<Key, { path: string }>[0]>]?: Name extends 'path' ? Path : unknown;
};

const sourceOf = (message: Message, naming: FieldNaming, language: Language = 'en'): string =>
  textWithAny(message, naming, language)
    .replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replaceAll(ANY, '.*');

function textWithAny({ key, params, path }: Message, naming: FieldNaming, language: Language): string {
  const entry = textFor(key, language, naming) ?? key;
  const render = rendererWithAny(naming, language);
  const text =
    typeof entry === 'string'
      ? fill(withAny(entry, params), params, { language, wording: wordingOf(naming), render })
      : entry(new Proxy(params, { get: (known, name) => known[name as string] ?? ANY }) as never, render);
  if (path === undefined) return text;
  return `${naming === 'path' ? pathText(path) : pathLabel(path, language)}: ${text}`;
}

const withAny = (template: string, known: object): string =>
  template.replaceAll(/\{(\w+)[^}]*\}/g, (placeholder, name) => (name in known ? placeholder : ANY));

const rendererWithAny = (naming: FieldNaming, language: Language) =>
  ((inside: Message | readonly Message[] | typeof ANY) => {
    if (inside === ANY) return ANY;
    return Array.isArray(inside)
      ? inside.map((message) => textWithAny(message, naming, language))
      : textWithAny(inside as Message, naming, language);
  }) as Render;
