import { isUtf8 } from 'node:buffer';
import * as v from 'valibot';
import { BLOCKED_PORTS } from '../../../lib/blocked-ports.ts';
import { invalidRequest } from '../../../lib/errors.ts';
import { fetchFailure } from '../../../lib/fetch-failure.ts';
import { text } from '../../../lib/field-schemas.ts';
import type { Message } from '../../../lib/messages/catalogue.ts';
import { message } from '../../../lib/messages/message.ts';
import { outboundFetch, timeoutSignal } from '../../../lib/runtime.ts';
import { invalid } from '../../../lib/validation.ts';
import type { CourierConnection } from './connection.ts';

interface PostRequest {
  connection: CourierConnection;
  url: string;
  headers: Record<string, string>;
  body: string;
  /** Milliseconds for the complete response. */
  timeout?: number | undefined;
}

export type CourierResponse =
  /** `body` is parsed JSON; undefined if malformed. */
  | { is: 'received'; status: number; body: unknown }
  /** The request certainly did not reach the courier. */
  | { is: 'unsent'; reason: Message }
  /** The request may have reached the courier: the response is late, truncated or unusable. */
  | { is: 'unknown'; reason: Message };

const RESPONSE_TIMEOUT = 10_000; // milliseconds
const MAX_RESPONSE_BYTES = 1_048_576; // bytes, decompressed

/** Posts once, without following redirects. Never rejects. */
export async function post(request: PostRequest): Promise<CourierResponse> {
  const { connection, url, headers, body, timeout = RESPONSE_TIMEOUT } = request;
  const target = URL.parse(url);
  const problem = target ? targetProblem(target, connection) : message('not_a_web_address');
  if (!target || problem) return { is: 'unsent', reason: problem as Message };
  try {
    const response = await outboundFetch(target, {
      dispatcher: await connection.dispatchers(target),
      method: 'POST',
      headers: { 'User-Agent': 'raan', ...headers },
      body,
      redirect: 'manual',
      signal: timeoutSignal(timeout),
    });
    const bytes = await readBody(response);
    if (!bytes) return { is: 'unknown', reason: message('courier_answer_too_large', { most: MAX_RESPONSE_BYTES }) };
    return { is: 'received', status: response.status, body: parsed(bytes) };
  } catch (error) {
    return failure(error as Error, timeout);
  }
}

function targetProblem(target: URL, { urlProblem }: CourierConnection): Message | undefined {
  const port = Number(target.port);
  return BLOCKED_PORTS.has(port) ? message('web_port_reserved', { port }) : urlProblem(target.href);
}

/** Statuses of temporary failures. */
const TEMPORARY = new Set([408, 425, 429]);

/** A status that means a rejection, also of a repeated request. */
export const isRefusal = (status: number): boolean => status >= 400 && status < 500 && !TEMPORARY.has(status);

/** Undefined if it is too large. */
async function readBody(response: Response): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > MAX_RESPONSE_BYTES) return undefined; // leaving the loop closes the connection
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Undefined if it is not UTF-8 or not JSON. */
function parsed(bytes: Buffer): unknown {
  try {
    return isUtf8(bytes) ? JSON.parse(bytes.toString('utf8')) : undefined;
  } catch {
    return undefined;
  }
}

function failure(error: Error, timeout: number): CourierResponse {
  if (error.name === 'TimeoutError')
    return { is: 'unknown', reason: message('courier_timed_out', { millis: timeout }) };
  const { isUnsent, why, refused } = fetchFailure(error);
  return isUnsent
    ? { is: 'unsent', reason: refused ?? message('courier_not_reached', { why }) }
    : { is: 'unknown', reason: message('courier_answer_cut_off', { why }) };
}

/** Printable as a Code 128 barcode. */
export const trackingNumber = v.pipe(text, v.regex(/^[!-~]{1,64}$/, invalid('tracking_number_malformed')));

/** A whole number, as a number or a text. */
export const numeric = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.digits(), v.transform(Number))]),
  v.safeInteger(),
);

/** @throws AppError invalid_request */
export function parseJson(body: Buffer): unknown {
  const json = parsed(body);
  if (json === undefined) throw invalidRequest('body_not_json');
  return json;
}
