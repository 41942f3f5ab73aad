import type { IncomingMessage } from 'node:http';
import { TLSSocket } from 'node:tls';
import type { Context } from '../../context.ts';
import { AppError } from '../../lib/errors.ts';
import { type Networks, networks } from '../../lib/networks.ts';

/** The origin under which browsers reach this server, from the configuration or the request. */
export class Origins {
  readonly #own: string | undefined;
  readonly #trusted: Networks;

  constructor({ config }: Context) {
    this.#own = config.listen.base_url === '' ? undefined : new URL(config.listen.base_url).origin;
    this.#trusted = networks(config.listen.trusted_proxies);
  }

  /** `https://shop.example`: the origin of `base_url`, else of the request. */
  originOf(incoming: IncomingMessage): string {
    return this.#own ?? `${this.#isHttps(incoming) ? 'https' : 'http'}://${incoming.headers.host ?? ''}`;
  }

  isSecure(incoming: IncomingMessage): boolean {
    return this.originOf(incoming).startsWith('https:');
  }

  #isHttps(incoming: IncomingMessage): boolean {
    if (incoming.socket instanceof TLSSocket) return true;
    return incoming.headers['x-forwarded-proto'] === 'https' && this.#trusted(incoming.socket.remoteAddress ?? '');
  }

  /** Requires that the office's own pages submitted the form. @throws AppError access_denied */
  requireOwn(incoming: IncomingMessage): void {
    const { origin, 'sec-fetch-site': site } = incoming.headers;
    const isOwn =
      origin === undefined ? site === undefined || site === 'same-origin' : origin === this.originOf(incoming);
    if (!isOwn) throw new AppError('access_denied', 'form_from_another_site');
  }
}
