import type { components } from './schema.d.ts';

/** Codes of the API. They never change. */
export type ApiErrorCode = components['schemas']['Error']['error'];

/**
 * `connection_failed`: no complete response arrived. `unexpected_response`: the response is not one of the API, for
 * example the page of a proxy. `invalid_signature`: the webhook is not signed with your secret.
 */
export type ClientErrorCode = 'connection_failed' | 'unexpected_response' | 'invalid_signature';

export type ErrorCode = ApiErrorCode | ClientErrorCode;

export interface ErrorDetails {
  /** The HTTP status; absent if no response arrived. */
  status?: number | undefined;
  /** Value of X-Request-Id. Quote it when you ask the store about a call. */
  requestId?: string | undefined;
  /** The field that the description names, for example `products[1].qty`. */
  field?: string | undefined;
  /** Seconds to wait, as Retry-After gives them. */
  retryAfter?: number | undefined;
  cause?: unknown;
}

/** Every failure of a call and of a webhook check, except aborted signals. Branch on `code`. */
export class RaanError extends Error {
  override readonly name = 'RaanError';
  readonly code: ErrorCode;
  readonly status: number | undefined;
  readonly requestId: string | undefined;
  readonly field: string | undefined;
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message, { cause: details.cause });
    this.code = code;
    this.status = details.status;
    this.requestId = details.requestId;
    this.field = details.field;
    this.retryAfter = details.retryAfter;
  }
}

const API_CODES: Readonly<Record<ApiErrorCode, true>> = {
  invalid_request: true,
  unsupported_grant_type: true,
  invalid_client: true,
  invalid_token: true,
  access_denied: true,
  quota_exceeded: true,
  not_found: true,
  slow_down: true,
  server_error: true,
};

const isApiCode = (code: unknown): code is ApiErrorCode => typeof code === 'string' && Object.hasOwn(API_CODES, code);

const FIELD = /^([a-z]\w*(?:\[\d+\]|\.[a-z]\w*)*): /;

/** The error of an unsuccessful response. @param body its JSON, or its text if it is not JSON */
export function errorOf({ status, headers }: Response, body: unknown): RaanError {
  const details = { status, requestId: headers.get('X-Request-Id') ?? undefined, retryAfter: secondsIn(headers) };
  const { error, error_description } = (body ?? {}) as { error?: unknown; error_description?: unknown };
  if (!isApiCode(error))
    return new RaanError(codeOfStatus(status), `Unexpected response with status ${status}`, details);
  const description = String(error_description);
  return new RaanError(error, description, { ...details, field: FIELD.exec(description)?.[1] });
}

/** A proxy in front of the service answers in its own words. */
function codeOfStatus(status: number): ErrorCode {
  if (status === 429) return 'slow_down';
  return status >= 500 ? 'server_error' : 'unexpected_response';
}

function secondsIn(headers: Headers): number | undefined {
  const value = headers.get('Retry-After') ?? '';
  return /^\d+$/.test(value) ? Number(value) : undefined;
}
