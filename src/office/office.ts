import { Hono } from 'hono';
import type { Context } from '../context.ts';
import { Refusal, type RefusalCode } from '../lib/errors.ts';
import { type Bindings, requestIdIn } from '../lib/request.ts';
import type { Answer } from './answer.ts';
import { assetRoutes } from './assets.ts';
import { answered, pageAbove } from './door/answer.ts';
import { GUEST_COOKIE } from './door/cookies.ts';
import { isCsrfToken } from './door/csrf.ts';
import { admit, turnedAway } from './door/guard.ts';
import { readKept } from './door/kept.ts';
import { LARGEST_FORM, LARGEST_GUEST_FORM, readForm } from './door/read-form.ts';
import { type OfficeCall, type Received, ROOT, receiver } from './door/receive.ts';
import { faultPage } from './page/fault-page.tsx';
import { get, type Screen } from './screen.ts';
import { SCREENS } from './screens.ts';
import { expiredPage } from './sign-in/sign-in.tsx';
import { type Asked, Guest } from './visit.ts';

export interface Wiring {
  /** With which status each refusal leaves. */
  statusOf: (code: RefusalCode) => number;
}

/**
 * The store's application. Each screen is a route; what holds for all of them is here once: who may come in, where a
 * form has to come from, and how a page leaves.
 */
export function office(ctx: Context, { statusOf }: Wiring): Hono<{ Bindings: Bindings }> {
  const { receive, requireOwnOrigin } = receiver(ctx);

  const open = (screen: Screen) => async (c: OfficeCall) => {
    c.env.route = ROOT + screen.path;
    const received = await receive(c);
    const { asked, session, token, guestKey } = received;
    let visitor = new Guest(asked);
    try {
      if (screen.method === 'POST') requireOwnOrigin(c);
      const admitted = admit(asked, screen.who, session, token);
      if (!(admitted instanceof Guest)) {
        if (session || !isWork(screen)) return answered(c, visitor, visitor.redirect(admitted.path));
        visitor.setCookie(GUEST_COOKIE, guestKey);
        const kept = await readKept(c.env.incoming, asked, token);
        return answered(c, visitor, expiredPage(visitor, kept, pageAbove(SCREENS, asked.path)));
      }
      visitor = admitted;
      if (screen.method === 'POST') asked.sent = await ownForm(c, received, screen);
      if (!session) visitor.setCookie(GUEST_COOKIE, guestKey);
      return await answered(c, visitor, await screen.handle(visitor as never));
    } catch (error) {
      if (error instanceof Refusal) visitor = turnedAway(visitor, session, token);
      return answered(c, visitor, faultAnswer(c, visitor, error));
    }
  };

  const faultAnswer = (c: OfficeCall, visitor: Guest, error: unknown): Answer => {
    if (error instanceof Refusal) {
      const back = error.code === 'body_too_large' ? formPage(c, visitor.asked) : undefined;
      return faultPage(visitor, error, statusOf(error.code), back);
    }
    if (ctx.db.isOpen) ctx.log.error({ err: error, request_id: requestIdIn(c.env) }, 'a page of the office failed');
    return faultPage(visitor, undefined, 500);
  };

  const routes = new Hono<{ Bindings: Bindings }>().basePath('/office');
  routes.route('/assets', assetRoutes());
  for (const screen of SCREENS) routes.on(screen.method, screen.path, open(screen));
  routes.all('/*', open(NOWHERE));
  routes.onError((error) => {
    throw error; // whoever called the office answers for what no page could
  });
  return routes;
}

/** The page whose form was sent: what the browser says, where it is one of ours, else the one above the form's address. */
function formPage(c: OfficeCall, { origin, path }: Asked): string | undefined {
  const from = URL.parse(c.env.incoming.headers.referer ?? '');
  if (from?.origin === origin && from.pathname.startsWith(`${ROOT}/`)) return from.pathname + from.search;
  const above = pageAbove(SCREENS, path);
  return above === undefined ? undefined : ROOT + above;
}

/** What is sent to it was typed at work, and is not to be lost. */
const isWork = ({ method, who }: Screen): boolean => method === 'POST' && who !== 'anyone' && who !== 'account';

/** A path that leads nowhere, unless what was meant is plain. */
const NOWHERE = get('/*', 'anyone', (guest) => {
  const { path } = guest.asked;
  const meant = path.endsWith('/') ? path.replace(/\/+$/, '') : pageAbove(SCREENS, path);
  if (guest.asked.method !== 'GET' || meant === undefined)
    throw new Refusal('not_found', 'there is nothing at this path');
  return guest.redirect(meant);
});

/** The form of one of our own pages. @throws Refusal access_denied where it is not, or is out of date */
async function ownForm(c: OfficeCall, { csrfKey }: Received, { who, upload }: Screen) {
  const largest = upload ?? (who === 'anyone' ? LARGEST_GUEST_FORM : LARGEST_FORM);
  const sent = await readForm(c.env.incoming, largest);
  if (!isCsrfToken(csrfKey, sent.texts.csrf?.[0] ?? ''))
    throw new Refusal('access_denied', 'this form is out of date: load its page anew and send it again');
  return sent;
}
