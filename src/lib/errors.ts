import type { Message } from './messages/catalogue.ts';
import { message, type Where } from './messages/message.ts';
import { describe, type Filled, type MessageKey } from './messages/messages.ts';
import type { Path } from './messages/path.ts';

/** The codes of docs/partner-api.md#errors, and one for each status that shares a code. */
export type ErrorCode =
  | 'invalid_request'
  | 'method_not_allowed'
  | 'body_too_large'
  | 'unsupported_grant_type'
  | 'invalid_client'
  | 'invalid_token'
  | 'access_denied'
  | 'quota_exceeded'
  | 'not_found'
  | 'slow_down';

export interface AppErrorOptions extends Where {
  /** Seconds to wait, for `slow_down`. */
  retryAfter?: number | undefined;
}

/**
 * An error for the caller: an API client, a user of the office, a command. It is data: the edges turn the code into an
 * HTTP status, and key and values into a text. `message` is the English text for logs; nothing may branch on it.
 */
export class AppError<Key extends MessageKey = MessageKey> extends Error implements Message {
  readonly code: ErrorCode;
  readonly key: Key;
  readonly params: Readonly<Record<string, unknown>>;
  readonly path: Path | undefined;
  /** Seconds to wait, for `slow_down`. */
  readonly retryAfter: number | undefined;

  /** @param what a key, or a message that is there already */
  constructor(code: ErrorCode, what: Key | Message, ...[options]: Filled<Key, AppErrorOptions>) {
    const { retryAfter, ...more } = (options ?? {}) as AppErrorOptions;
    const { key, params, path } = typeof what === 'string' ? message(what, ...([more] as never)) : what;
    super(describe({ key, params, path }));
    this.name = 'AppError';
    this.code = code;
    this.key = key as Key;
    this.params = params;
    this.path = path;
    this.retryAfter = retryAfter;
  }
}

/** The most frequent error: something about the request is wrong. */
export const invalidRequest = <Key extends MessageKey>(what: Key | Message, ...options: Filled<Key, AppErrorOptions>) =>
  new AppError('invalid_request', what, ...options);

export const notFound = <Key extends MessageKey>(what: Key | Message, ...options: Filled<Key, AppErrorOptions>) =>
  new AppError('not_found', what, ...options);

/**
 * What the operator has to fix before the program can go on. The command line prints each problem on a line of its own
 * and ends with status 1. `message` is the English text for logs; nothing may branch on it.
 */
export class OperatorError<Key extends MessageKey = MessageKey> extends Error {
  readonly problems: readonly Message[];

  /** @param what a key, or problems that are there already */
  constructor(what: Key | readonly Message[], ...options: Filled<Key, Where>) {
    const problems = typeof what === 'string' ? [message(what, ...options)] : what;
    super(problems.map((problem) => describe(problem)).join('\n'));
    this.name = 'OperatorError';
    this.problems = problems;
  }
}

/** An `OperatorError` that only the operator can end: no restart of the service cures it. */
export class PermanentError extends OperatorError {}

/** An `OperatorError` that no request causes and that passes. The API and the office answer it with status 500. */
export class TransientError<Key extends MessageKey> extends OperatorError<Key> {}

export function messageOfError(error: unknown): Message {
  if (error instanceof AppError) return { key: error.key, params: error.params, path: error.path };
  if (error instanceof OperatorError && error.problems.length === 1) return error.problems[0] as Message;
  if (error instanceof OperatorError) return message('several', { messages: error.problems });
  return message('foreign_text', { text: error instanceof Error ? error.message : String(error) });
}
