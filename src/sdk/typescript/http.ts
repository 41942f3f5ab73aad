import { errorOf, RaanError } from './errors.ts';

export type Fetch = typeof globalThis.fetch;

/** What openapi-fetch returns. */
interface Result<Data> {
  data?: Data;
  error?: unknown;
  response: Response;
}

export interface Answer<Data> {
  data: Data;
  headers: Headers;
}

export interface AttemptOptions {
  /** Milliseconds for the whole attempt. */
  timeout: number;
  signal?: AbortSignal | undefined;
}

/** The rest of the request options of one attempt. */
export interface AttemptInit {
  signal: AbortSignal;
  /** A redirect would repeat the request, and its token, at another address. */
  redirect: 'manual';
}

/**
 * Sends a request once.
 *
 * @throws RaanError, or the reason of the signal
 */
export async function sendOnce<Data>(
  request: (init: AttemptInit) => Promise<Result<Data>>,
  { timeout, signal }: AttemptOptions,
): Promise<Answer<Data>> {
  const signals = [AbortSignal.timeout(timeout), ...(signal ? [signal] : [])];
  const result = await request({ signal: AbortSignal.any(signals), redirect: 'manual' }).catch((error: unknown) => {
    signal?.throwIfAborted();
    throw error;
  });
  const { data, error, response } = result;
  if (response.ok && typeof data === 'object' && data !== null) return { data, headers: response.headers };
  throw errorOf(response, error);
}

/** Reads the whole response: a connection that breaks halfway fails like one that never opens. */
export const completeFetch =
  (fetch: Fetch) =>
  async (request: Request): Promise<Response> => {
    const { response, text } = await read(fetch, request);
    if (!response.headers.get('Content-Type')?.startsWith('application/json')) throw errorOf(response, text);
    if (response.ok) requireJson(request, text);
    return new Response(text, response);
  };

async function read(fetch: Fetch, request: Request): Promise<{ response: Response; text: string }> {
  try {
    const response = await fetch(request);
    return { response, text: await response.text() };
  } catch (cause) {
    throw connectionFailed(request, cause);
  }
}

/** A proxy may end a response properly that it has received only in part. */
function requireJson(request: Request, text: string): void {
  try {
    JSON.parse(text);
  } catch (cause) {
    throw connectionFailed(request, cause);
  }
}

const connectionFailed = ({ url }: Request, cause: unknown): RaanError =>
  new RaanError('connection_failed', `No complete response from ${new URL(url).host}`, { cause });
