import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import * as v from 'valibot';
import { invalidRequest } from '../lib/errors.ts';
import { readBytes } from '../lib/read-bytes.ts';
import { problem } from '../lib/validation.ts';

/** See docs/partner-api.md#limits: bytes as received. */
export const MAX_BODY_BYTES = 1_048_576;

/** The bytes of a call's body. @throws AppError body_too_large */
export const readBody = (incoming: IncomingMessage): Promise<Buffer> => readBytes(incoming, MAX_BODY_BYTES);

/** Checks the headers of a JSON body (docs/decisions.md#content-type-and-encoding). @throws AppError invalid_request */
export function checkJsonHeaders(incoming: IncomingMessage, bytes: Buffer, optional = false): void {
  checkEncoding(incoming);
  if (!optional || bytes.length > 0) checkContentType(incoming, 'application/json');
}

/** Parses a JSON body (docs/decisions.md#json). An empty optional body is `{}`. @throws AppError invalid_request */
export function parseJson(bytes: Buffer, optional = false): unknown {
  if (bytes.length === 0) {
    if (optional) return {};
    throw invalidRequest('body_missing');
  }
  if (!isUtf8(bytes)) throw invalidRequest('body_not_utf8');
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    throw invalidRequest('body_not_json');
  }
}

/** Validates a body. @throws AppError invalid_request with the path of the first invalid field */
export function checkBody<Body>(schema: v.GenericSchema<unknown, Body>, body: unknown): Body {
  const parsed = v.safeParse(schema, body, { abortEarly: true });
  if (parsed.success) return parsed.output;
  throw invalidRequest(problem(parsed.issues[0], 'body'));
}

/** @throws AppError invalid_request if the body is compressed */
export function checkEncoding(incoming: IncomingMessage): void {
  const encoding = incoming.headers['content-encoding'];
  if (encoding !== undefined && encoding.trim().toLowerCase() !== 'identity')
    throw invalidRequest('content_encoding_not_supported');
}

/** @throws AppError invalid_request if the body is not of `type` in UTF-8 */
export function checkContentType(incoming: IncomingMessage, type: string): void {
  const header = incoming.headers['content-type'];
  if (header === type) return;
  const [media = '', ...parameters] = (header ?? '').split(';').map((part) => part.trim().toLowerCase());
  if (media !== type) throw invalidRequest('wrong_content_type', { type });
  if (parameters.some((parameter) => /^charset\s*=(?!\s*"?utf-?8"?$)/.test(parameter)))
    throw invalidRequest('wrong_charset');
}
