import type { IncomingMessage } from 'node:http';
import { TLSSocket } from 'node:tls';
import type { Context } from '../../context.ts';
import { Refusal } from '../../lib/errors.ts';
import { type Networks, networks } from '../../lib/networks.ts';

/** How browsers reach this server, told by the configuration and the request. */
export class Origins {
  readonly #own: string | undefined;
  readonly #trusted: Networks;

  constructor({ config }: Context) {
    this.#own = config.listen.base_url === '' ? undefined : new URL(config.listen.base_url).origin;
    this.#trusted = networks(config.listen.trusted_proxies);
  }

  /** `https://shop.example`: `base_url`'s, else the address that was asked. */
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

  /** A form has to come from one of our own pages. @throws Refusal access_denied */
  requireOwn(incoming: IncomingMessage): void {
    const { origin, 'sec-fetch-site': site } = incoming.headers;
    const isOwn =
      origin === undefined ? site === undefined || site === 'same-origin' : origin === this.originOf(incoming);
    if (!isOwn) throw new Refusal('access_denied', 'this form was sent from another site');
  }
}
