import type { Chance } from '../chance.ts';
import { Actor, violation } from './actor.ts';
import type { Response } from './network.ts';
import { OWNER, PASSWORD } from './store-file.ts';

const PAGES = ['', '/orders?q=Shopper', '/stock', '/products', '/customers', '/reports', '/partners', '/orders/cod'];

/** The owner's browser. It signs in, and looks at pages of the back office. */
export class Office extends Actor {
  readonly #cookies = new Map<string, string>(); // `name=value` by name

  async visit(chance: Chance): Promise<void> {
    const path = chance.pick(PAGES);
    const first = await this.#request('GET', path, '', chance);
    if (first?.status === 303) await this.#signIn(chance);
    const page = first?.status === 303 ? await this.#request('GET', path, '', chance) : first;
    if (page?.status !== 200) return; // signed out again by a restore, or no answer
    if (!page.body.trimEnd().endsWith('</html>')) violation('a page is incomplete', path, page.body.slice(-200));
    this.world.acknowledged('page of the office');
  }

  async #signIn(chance: Chance): Promise<void> {
    const form = await this.#request('GET', '/sign-in', '', chance);
    const csrf = /name="csrf" value="([^"]+)"/.exec(form?.body ?? '')?.[1];
    if (csrf === undefined) return;
    const body = new URLSearchParams({ csrf, name: OWNER.name, password: PASSWORD, to: '' }).toString();
    const answer = await this.#request('POST', '/sign-in', body, chance);
    if (answer?.status === 303) this.world.acknowledged('sign-in');
  }

  async #request(method: string, page: string, body: string, chance: Chance): Promise<Response | undefined> {
    const path = `/office${page}`;
    const headers = {
      'Content-Type': 'application/x-www-form-urlencoded',
      'Accept-Encoding': 'gzip',
      Origin: 'http://shop.example',
      Cookie: [...this.#cookies.values()].join('; '),
    };
    const trouble = this.world.trouble(chance, body);
    const response = await this.world.request({ method, path, headers, body }, trouble);
    if (response && response.status >= 400 && response.status < 500 && trouble.kind !== 'cut')
      violation('a page is refused', path, response);
    for (const cookie of response?.headers.getSetCookie() ?? [])
      this.#cookies.set(cookie.split('=')[0] ?? '', cookie.split(';')[0] ?? '');
    return response;
  }
}
