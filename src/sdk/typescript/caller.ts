import type { Client as FetchClient } from 'openapi-fetch';
import { RaanError } from './errors.ts';
import { type Answer, type AttemptInit, sendOnce } from './http.ts';
import { type RetryOptions, withRetries } from './retries.ts';
import type { paths } from './schema.d.ts';
import { TokenCache } from './token.ts';

export interface CallOptions {
  /** Aborts the call, its pauses included. The call then rejects with the reason of the signal. */
  signal?: AbortSignal | undefined;
  /** Value of X-Request-Id; by default the service generates one. */
  requestId?: string | undefined;
}

export interface CallerOptions extends RetryOptions {
  clientId: string;
  clientSecret: string;
  /** Milliseconds for each attempt as a whole. Default: 30,000. */
  timeout?: number | undefined;
}

/** The request options of a v1 call. */
export type CallInit = AttemptInit & { headers: Record<string, string> };

/** Sends one attempt. */
export type Request<Data> = (init: CallInit) => Promise<{ data?: Data; error?: unknown; response: Response }>;

/** Sends calls with a token, and retries them if that is safe. */
export class Caller {
  readonly #options: CallerOptions;
  readonly #timeout: number;
  readonly #tokens: TokenCache;

  constructor(api: FetchClient<paths>, options: CallerOptions) {
    const { clientId: client_id, clientSecret: client_secret, timeout = 30_000 } = options;
    this.#options = options;
    this.#timeout = timeout;
    const body = { grant_type: 'client_credentials', client_id, client_secret } as const;
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const requestToken = () => sendOnce((init) => api.POST('/oauth/token', { ...init, body, headers }), { timeout });
    this.#tokens = new TokenCache(async () => {
      const { data } = await withRetries(requestToken, { isRepeatable: true }, options);
      return data;
    });
  }

  /** The body of a call that may be repeated at any time. */
  async repeat<Data>(request: Request<Data>, options: CallOptions = {}): Promise<Data> {
    return (await this.call(request, { ...options, isRepeatable: true })).data;
  }

  /** @param isRepeatable whether the call may be sent again after an attempt whose result is unknown */
  async call<Data>(
    request: Request<Data>,
    { isRepeatable, signal, requestId }: CallOptions & { isRepeatable: boolean },
  ): Promise<Answer<Data>> {
    const attempt = { timeout: this.#timeout, signal };
    const sendWith = (token: string) => () =>
      sendOnce((init) => request({ ...init, headers: headersWith(token, requestId) }), attempt);
    const repetition = { isRepeatable, signal };
    const token = await this.#tokens.get(signal);
    try {
      return await withRetries(sendWith(token), repetition, this.#options);
    } catch (error) {
      if (!(error instanceof RaanError && error.code === 'invalid_token')) throw error;
      const another = await this.#tokens.replace(token, signal);
      return withRetries(sendWith(another), repetition, this.#options);
    }
  }
}

const headersWith = (token: string, requestId: string | undefined): Record<string, string> => ({
  Authorization: `Bearer ${token}`,
  ...(requestId !== undefined && { 'X-Request-Id': requestId }),
});
