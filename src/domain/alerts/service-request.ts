import { fetchFailure } from '../../lib/fetch-failure.ts';
import type { Message } from '../../lib/messages/catalogue.ts';
import { message } from '../../lib/messages/message.ts';
import { outboundFetch, timeoutSignal } from '../../lib/runtime.ts';
import type { AlertConnection } from './connection.ts';

interface Request {
  url: string;
  method?: 'GET' | 'POST';
  headers: Record<string, string>;
  body?: string | Uint8Array;
}

export type ServiceResponse =
  | { is: 'received'; status: number; headers: Headers; text: string }
  /** The request certainly did not reach the service. */
  | { is: 'unsent'; reason: Message }
  /** The request may have reached the service. */
  | { is: 'unknown'; reason: Message };

const RESPONSE_TIMEOUT = 10_000; // milliseconds
const MAX_RESPONSE_BYTES = 65_536;

/** Sends one request, without following redirects. Never rejects. */
export async function request(connection: AlertConnection, wanted: Request): Promise<ServiceResponse> {
  const { url, method = 'POST', headers, body } = wanted;
  const problem = connection.urlProblem(url);
  if (problem) return { is: 'unsent', reason: problem };
  try {
    const target = new URL(url);
    const response = await outboundFetch(target, {
      ...{ method, redirect: 'manual', signal: timeoutSignal(RESPONSE_TIMEOUT) },
      dispatcher: await connection.dispatchers(target),
      headers: { 'User-Agent': 'raan', ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : Uint8Array.from(body) }),
    });
    const { status, headers: received } = response;
    // The status alone decides the outcome, so a body that breaks off does not matter.
    return { is: 'received', status, headers: received, text: await startOf(response).catch(() => '') };
  } catch (error) {
    return failure(error as Error);
  }
}

/** The start of the body, as text. */
async function startOf(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > MAX_RESPONSE_BYTES) break; // leaving the loop closes the connection
  }
  return Buffer.concat(chunks).toString('utf8');
}

function failure(error: Error): ServiceResponse {
  if (error.name === 'TimeoutError')
    return { is: 'unknown', reason: message('alert_service_timed_out', { millis: RESPONSE_TIMEOUT }) };
  const { isUnsent, why, refused } = fetchFailure(error);
  return isUnsent
    ? { is: 'unsent', reason: refused ?? message('alert_service_not_reached', { why }) }
    : { is: 'unknown', reason: message('alert_answer_cut_off', { why }) };
}

/** Milliseconds of a `Retry-After` in seconds. */
export function retryAfter(headers: Headers): number | undefined {
  const text = headers.get('Retry-After') ?? '';
  return /^\d{1,6}$/.test(text) ? Number(text) * 1_000 : undefined;
}
