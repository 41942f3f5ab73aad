/**
 * Why something was refused, in words for whoever asked. The codes are the specification's ("Errors"), plus the few
 * that the specification tells apart only by status. Only app.ts turns them into HTTP; the command line prints the message.
 */
export type RefusalCode =
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

export class Refusal extends Error {
  readonly code: RefusalCode;
  /** Seconds to wait, for `slow_down`. */
  readonly retryAfter: number | undefined;

  constructor(code: RefusalCode, message: string, retryAfter?: number) {
    super(message);
    this.name = 'Refusal';
    this.code = code;
    this.retryAfter = retryAfter;
  }
}

/** What the operator has to mend before the program can go on: one line each, saying what to do. Exit status 1. */
export class Fault extends Error {
  readonly lines: readonly string[];

  constructor(lines: string | readonly string[]) {
    const list = typeof lines === 'string' ? [lines] : lines;
    super(list.join('\n'));
    this.name = 'Fault';
    this.lines = list;
  }
}
