import type { Context } from '../../context.ts';
import { needsTouch, type Session, sessionOf, touchSession } from '../../domain/accounts/sessions.ts';
import { listStores, type Store, storeById } from '../../domain/stores.ts';
import { Refusal } from '../../lib/errors.ts';
import type { Who } from '../screen.ts';
import { type Asked, Guest, Member, Visit } from '../visit.ts';

export const SIGN_IN = '/sign-in';
/** The same with a form that waits to be sent. */
export const SIGN_IN_AGAIN = '/sign-in/again';
export const FIRST_RUN = '/first-run';
export const OWN_PASSWORD = '/me/password';

/**
 * The session that the cookie's token opens.
 *
 * @param isUse somebody does something, which keeps it awake; a page that asks by itself for news does not
 */
export async function openSession(
  ctx: Context,
  token: string | undefined,
  isUse: boolean,
): Promise<Session | undefined> {
  const session = token === undefined ? undefined : sessionOf(ctx.db, token, ctx.steadyNow());
  if (isUse && token !== undefined && session && needsTouch(session, ctx.steadyNow()))
    await ctx.write((db) => touchSession(db, token, ctx.steadyNow()));
  return session;
}

/** Where somebody is sent instead of the screen. */
export interface Elsewhere {
  path: string;
}

/**
 * Who stands at the screen, or where to go first: to sign in, to a password of one's own, to the first store.
 *
 * @throws Refusal access_denied where the account may not open the screen
 */
export function admit(asked: Asked, who: Who, session: Session | undefined, token = ''): Guest | Elsewhere {
  if (who === 'anyone') return session ? new Member(asked, session, token) : new Guest(asked);
  if (!session) return { path: signInPath(asked) };
  if (session.account.mustChangePassword && asked.path !== OWN_PASSWORD && asked.path !== '/sign-out')
    return { path: OWN_PASSWORD };
  if (who === 'account') return new Member(asked, session, token);
  const visit = visitOf(asked, session, token);
  if (!visit) return { path: FIRST_RUN };
  if (who !== 'staff' && !visit.isOwner) throw new Refusal('access_denied', 'only an owner of the store may open this');
  if (who === 'operator' && !visit.isOperator)
    throw new Refusal('access_denied', 'only an owner of every store may open this');
  return visit;
}

/** Somebody at work in the store that the session looks at; undefined where there is none yet. */
function visitOf(asked: Asked, session: Session, token: string): Visit | undefined {
  const stores = storesOf(asked.ctx, session);
  const store = stores.find(({ id }) => id === session.storeId) ?? stores[0];
  return store && new Visit(asked, session, token, store, stores);
}

/** Whoever is told why a screen is not for him, or that there is none: at work, if that is what he is let in to. */
export function turnedAway(visitor: Guest, session: Session | undefined, token = ''): Guest {
  if (visitor instanceof Visit || !session || session.account.mustChangePassword) return visitor;
  return visitOf(visitor.asked, session, token) ?? visitor;
}

const storesOf = ({ db }: Context, { account }: Session): Store[] =>
  account.storeId === null ? listStores(db) : [storeById(db, account.storeId)];

/** After signing in it goes on where it was asked for. */
const signInPath = ({ method, path, url }: Asked): string =>
  method === 'GET' && path + url.search !== '/' ? `${SIGN_IN}?to=${encodeURIComponent(path + url.search)}` : SIGN_IN;
