import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Context as Call } from 'hono';
import type { Context } from '../../context.ts';
import { isLanguage, type Language } from '../../domain/accounts/accounts.ts';
import type { Session } from '../../domain/accounts/sessions.ts';
import { callerAddress } from '../../lib/caller.ts';
import { networks } from '../../lib/networks.ts';
import type { Bindings } from '../../lib/request.ts';
import type { Asked } from '../visit.ts';
import { cookie, GUEST_COOKIE, LANGUAGE_COOKIE, NOTICE_COOKIE, SESSION_COOKIE } from './cookies.ts';
import { csrfKeyOf, csrfToken } from './csrf.ts';
import { openSession } from './guard.ts';
import { Origins } from './origin.ts';
import { NOTHING_SENT } from './read-form.ts';

export type OfficeCall = Call<{ Bindings: Bindings }>;

/** The office lies below it. */
export const ROOT = '/office';

export interface Received {
  asked: Asked;
  session: Session | undefined;
  /** The session cookie's. */
  token: string | undefined;
  /** What the tokens of its forms are made of. */
  csrfKey: string;
  /** To be kept by a browser that has not signed in. */
  guestKey: string;
}

/** Reads requests up to their form. */
export function receiver(ctx: Context) {
  const origins = new Origins(ctx);
  const trusted = networks(ctx.config.listen.trusted_proxies);
  const receive = async (c: OfficeCall): Promise<Received> => {
    const { incoming } = c.env;
    const secure = origins.isSecure(incoming);
    const token = cookie(incoming, SESSION_COOKIE, secure);
    const partial = incoming.headers['hx-request'] === 'true' && incoming.headers['hx-boosted'] !== 'true';
    const session = await openSession(ctx, token, !partial || incoming.method === 'POST');
    const guestKey = cookie(incoming, GUEST_COOKIE, secure) || randomBytes(16).toString('base64url');
    const csrfKey = session ? csrfKeyOf(session) : guestKey;
    const asked: Asked = {
      ctx,
      method: incoming.method === 'POST' ? 'POST' : 'GET',
      path: c.req.path.slice(ROOT.length) || '/',
      params: c.req.param() as Record<string, string>,
      url: new URL(c.req.url),
      language: session?.account.language ?? languageOf(incoming, secure),
      sent: NOTHING_SENT,
      secure,
      origin: origins.originOf(incoming),
      address: callerAddress(incoming, trusted),
      csrf: csrfToken(csrfKey),
      partial,
      notice: noticeOf(incoming, secure),
    };
    return { asked, session, token, csrfKey, guestKey };
  };
  return { receive, requireOwnOrigin: (c: OfficeCall) => origins.requireOwn(c.env.incoming) };
}

/** Thai, unless another was chosen. */
function languageOf(incoming: IncomingMessage, secure: boolean): Language {
  const chosen = cookie(incoming, LANGUAGE_COOKIE, secure);
  return isLanguage(chosen) ? chosen : 'th';
}

function noticeOf(incoming: IncomingMessage, secure: boolean): string | undefined {
  try {
    return decodeURIComponent(cookie(incoming, NOTICE_COOKIE, secure) ?? '') || undefined;
  } catch {
    return undefined; // not one of ours
  }
}
