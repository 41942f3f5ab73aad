import assert from 'node:assert/strict';
import { AppError, type ErrorCode, OperatorError } from '../src/lib/errors.ts';
import type { Message } from '../src/lib/messages/catalogue.ts';
import { describe, type MessageKey } from '../src/lib/messages/messages.ts';
import { pathText } from '../src/lib/messages/path.ts';

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

/** The same for an OperatorError with exactly these problems. */
export const operatorError =
  (...expected: readonly Omit<ExpectedError, 'code'>[]) =>
  (error: unknown): true => {
    assert.ok(error instanceof OperatorError, String(error));
    assert.equal(error.problems.length, expected.length, error.message);
    for (const [i, problem] of error.problems.entries()) compare(problem, expected[i] as ExpectedError);
    return true;
  };

/** The text on the command line and in the API: `english('order_not_found', { order })`. */
export const english = (key: MessageKey, values: Values = {}): string => describe(messageOf(key, values));

/** The text in the Thai office. */
export const thai = (key: MessageKey, values: Values = {}): string => describe(messageOf(key, values), 'th', 'label');

/** Ids may be plain numbers here. */
type Values = { path?: string } & Readonly<Record<string, unknown>>;

const messageOf = (key: MessageKey, { path, ...params }: Values): Message => ({ key, params, path });
