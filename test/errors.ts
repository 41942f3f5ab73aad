import assert from 'node:assert/strict';
import { AppError, type ErrorCode, OperatorError } from '../src/lib/errors.ts';
import { describe, type Filled, type MessageKey, message } from '../src/lib/messages/messages.ts';

// Tests compare an error's data. What a key says is tested once, in messages.test.ts.

interface Expected {
  code?: ErrorCode;
  key: MessageKey;
  path?: string;
  /** Those that matter. */
  params?: Record<string, unknown>;
}

/** For `assert.throws` and `assert.rejects`: an AppError with this data. */
export const appError =
  ({ code, key, path, params = {} }: Expected) =>
  (error: unknown): true => {
    assert.ok(error instanceof AppError, String(error));
    assert.deepEqual({ key: error.key, path: error.path }, { key, path });
    if (code !== undefined) assert.equal(error.code, code);
    for (const [name, value] of Object.entries(params)) assert.deepEqual(error.params[name], value, name);
    return true;
  };

/** The same: an OperatorError with just these problems. */
export const operatorError =
  (...expected: readonly Omit<Expected, 'code'>[]) =>
  (error: unknown): true => {
    assert.ok(error instanceof OperatorError, String(error));
    assert.deepEqual(
      error.problems.map(({ key, path }) => ({ key, path })),
      expected.map(({ key, path }) => ({ key, path })),
    );
    for (const [i, { params = {} }] of expected.entries())
      for (const [name, value] of Object.entries(params))
        assert.deepEqual(error.problems[i]?.params[name], value, name);
    return true;
  };

/** What the command line and the API say: `english('order_not_found', { order })`. */
export const english = <Key extends MessageKey>(key: Key, ...options: Filled<Key, { path?: string }>): string =>
  describe(message(key, ...(options as Filled<Key, { path?: string | undefined }>)));

/** What the office says in Thai. */
export const thai = <Key extends MessageKey>(key: Key, ...options: Filled<Key, { path?: string }>): string =>
  describe(message(key, ...(options as Filled<Key, { path?: string | undefined }>)), 'th', 'label');
