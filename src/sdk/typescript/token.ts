interface IssuedToken {
  access_token: string;
  /** Seconds. */
  expires_in: number;
}

interface CachedToken {
  text: string;
  /** Time of `performance.now()`. */
  renewAt: number;
}

const MAX_MARGIN = 60_000; // milliseconds between the renewal and the expiry

/** The token of a client: requested once for concurrent calls, and renewed shortly before it expires. */
export class TokenCache {
  readonly #request: () => Promise<IssuedToken>;
  #token: CachedToken | undefined;
  #pending: Promise<string> | undefined;

  constructor(request: () => Promise<IssuedToken>) {
    this.#request = request;
  }

  /** @param signal ends the wait of this call; other calls still get the token */
  async get(signal?: AbortSignal): Promise<string> {
    signal?.throwIfAborted();
    if (this.#token && performance.now() < this.#token.renewAt) return this.#token.text;
    this.#pending ??= this.#renew();
    return orAborted(this.#pending, signal);
  }

  /** A token other than the rejected one. */
  async replace(rejected: string, signal?: AbortSignal): Promise<string> {
    if (this.#token?.text === rejected) this.#token = undefined;
    return this.get(signal);
  }

  async #renew(): Promise<string> {
    try {
      const started = performance.now();
      const { access_token: text, expires_in } = await this.#request();
      const lifetime = expires_in * 1_000;
      this.#token = { text, renewAt: started + lifetime - Math.min(MAX_MARGIN, lifetime / 10) };
      return text;
    } finally {
      this.#pending = undefined;
    }
  }
}

function orAborted<T>(pending: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return pending;
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    pending.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
