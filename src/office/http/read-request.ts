import type { IncomingMessage } from 'node:http';
import { TLSSocket } from 'node:tls';
import type { Context as GenericHonoContext } from 'hono';
import { actingContext, type Context } from '../../context.ts';
import type { Session } from '../../domain/accounts/sessions.ts';
import type { Actor } from '../../lib/audit-stamp.ts';
import { clientAddress } from '../../lib/client-address.ts';
import { AppError } from '../../lib/errors.ts';
import { isLanguage, type Language } from '../../lib/messages/catalogue.ts';
import { type Networks, networks } from '../../lib/networks.ts';
import type { Bindings } from '../../lib/request-bindings.ts';
import { randomBytes } from '../../lib/runtime.ts';
import type { OfficeRequest } from '../request-context.ts';
import { preferredLanguage } from './accept-language.ts';
import { openSession } from './authorize.ts';
import { BROWSER_COOKIE, cookie, GUEST_COOKIE, LANGUAGE_COOKIE, NOTICE_COOKIE, SESSION_COOKIE } from './cookies.ts';
import { csrfKeyOf, csrfToken } from './csrf.ts';
import { EMPTY_INPUT } from './read-form.ts';

export type HonoContext = GenericHonoContext<{ Bindings: Bindings }>;

/** Path of the office. */
export const ROOT = '/office';

export interface ReadRequest {
  request: OfficeRequest;
  session: Session | undefined;
  /** The token of the session cookie. */
  token: string | undefined;
  /** CSRF key of a browser without a session, kept in a cookie. */
  guestKey: string;
}

/** Reads everything of a request except its body. */
export function requestReader(ctx: Context, { accessOf }: Pick<OfficeRequest, 'accessOf'>) {
  const origins = new Origins(ctx);
  const trusted = networks(ctx.config.listen.trusted_proxies);
  const processId = randomBytes(6).toString('base64url'); // the counters of changes begin again with each process
  const readRequest = async (c: HonoContext): Promise<ReadRequest> => {
    ctx.db.checkExternalWrites(); // a command may have changed what the page shows
    const { incoming } = c.env;
    const address = clientAddress(incoming, trusted);
    const secure = origins.isSecure(incoming);
    const token = cookie(incoming, SESSION_COOKIE, secure);
    const partial = incoming.headers['hx-request'] === 'true' && incoming.headers['hx-boosted'] !== 'true';
    const session = await openSession(ctx, token, !partial || incoming.method === 'POST' ? address : undefined);
    const guestKey = cookie(incoming, GUEST_COOKIE, secure) || randomBytes(16).toString('base64url');
    const csrfKey = session ? csrfKeyOf(session) : guestKey;
    const request: OfficeRequest = {
      accessOf,
      app: actingContext(ctx, actorOf(session, address)),
      method: incoming.method === 'POST' ? 'POST' : 'GET',
      path: c.req.path.slice(ROOT.length) || '/',
      params: c.req.param() as Record<string, string>,
      url: withFewParameters(c.req.url),
      language: languageOf(incoming, secure, session),
      input: EMPTY_INPUT,
      secure,
      origin: origins.originOf(incoming),
      address,
      userAgent: incoming.headers['user-agent'] ?? '',
      browser: cookie(incoming, BROWSER_COOKIE, secure),
      csrf: csrfToken(csrfKey),
      csrfKey,
      partial,
      version: `${processId}.${ctx.db.changeVersion()}`,
      notice: noticeOf(incoming, secure),
    };
    return { request, session, token, guestKey };
  };
  return { readRequest, requireOwnOrigin: (c: HonoContext) => origins.requireOwn(c.env.incoming) };
}

const actorOf = (session: Session | undefined, address: string): Actor =>
  session ? { kind: 'account', id: session.account.id, address } : { kind: 'visitor', address };

/** The language chosen by the account or in this browser, else the browser's preference (docs/decisions.md#language). */
function languageOf(incoming: IncomingMessage, secure: boolean, session: Session | undefined): Language {
  const chosen = session?.account.language ?? cookie(incoming, LANGUAGE_COOKIE, secure);
  return isLanguage(chosen) ? chosen : (preferredLanguage(incoming.headers['accept-language']) ?? 'th');
}

function noticeOf(incoming: IncomingMessage, secure: boolean): string | undefined {
  try {
    return decodeURIComponent(cookie(incoming, NOTICE_COOKIE, secure) ?? '') || undefined;
  } catch {
    return undefined; // malformed
  }
}

/** The origin under which browsers reach this server, from the configuration or the request. */
class Origins {
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

/** Query parameters: more than a page that prints 500 orders needs. Each link of a list copies them. */
const MAX_PARAMETERS = 600;

function withFewParameters(address: string): URL {
  const url = new URL(address);
  url.search = url.search.split('&', MAX_PARAMETERS).join('&');
  return url;
}
