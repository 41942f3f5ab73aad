import type { Context } from '../../context.ts';
import { lacksSecondFactor } from '../../domain/accounts/second-factor.ts';
import { needsTouch, type Session, sessionOf, touchSession } from '../../domain/accounts/sessions.ts';
import { listStores, type Store, sandboxOf, storeById } from '../../domain/stores.ts';
import { type Access, requireAccess } from '../access.ts';
import { AccountContext, GuestContext, type OfficeRequest, StoreContext } from '../request-context.ts';

export const SIGN_IN = '/sign-in';
/** Sign-in that continues with a form submitted after the session had expired. */
export const SIGN_IN_AGAIN = '/sign-in/again';
export const FIRST_RUN = '/first-run';
export const OWN_PASSWORD = '/me/password';
export const SECOND_FACTOR = '/me/second-factor';
export const CONFIRM = '/me/confirm';
const SIGN_OUT = '/sign-out';

/**
 * The session of the cookie's token.
 *
 * @param activeAt the address of a request that extends the session; undefined for one that only polls
 */
export async function openSession(
  ctx: Context,
  token: string | undefined,
  activeAt: string | undefined,
): Promise<Session | undefined> {
  const session = token === undefined ? undefined : sessionOf(ctx.db, token, ctx.steadyNow());
  if (activeAt !== undefined && token !== undefined && session && needsTouch(session, ctx.steadyNow()))
    await ctx.write((tx) => touchSession(tx, token, activeAt, ctx.steadyNow()));
  return session;
}

interface RedirectTo {
  path: string;
}

/**
 * The context for a screen, or the page to visit first: sign-in, a password change, the setup of a second factor, the
 * setup wizard.
 *
 * @throws AppError access_denied if the account may not open the screen
 */
export function authorize(
  request: OfficeRequest,
  access: Access,
  session: Session | undefined,
  token = '',
): GuestContext | RedirectTo {
  if (access === 'anyone') return session ? new AccountContext(request, session, token) : new GuestContext(request);
  if (!session) return { path: signInPath(request) };
  const first = firstPage(request, session);
  if (first !== undefined) return { path: first };
  if (access === 'account') return new AccountContext(request, session, token);
  const context = storeContext(request, session, token);
  if (!context) return { path: FIRST_RUN };
  requireAccess(session.account, access);
  return context;
}

/** Steps that the account must complete first. */
function firstPage({ app, path }: OfficeRequest, { account }: Session): string | undefined {
  if (path === SIGN_OUT) return undefined;
  if (account.mustChangePassword) return path === OWN_PASSWORD ? undefined : OWN_PASSWORD;
  const isSetup = path === SECOND_FACTOR || path.startsWith(`${SECOND_FACTOR}/`) || path === CONFIRM;
  return isSetup || path.startsWith(`${CONFIRM}/`) || !lacksSecondFactor(app.db, account) ? undefined : SECOND_FACTOR;
}

/** Context of the selected store; undefined if no store exists yet. */
function storeContext(request: OfficeRequest, session: Session, token: string): StoreContext | undefined {
  const stores = storesOf(request.app, session);
  const selectableStores = withSandboxes(request.app, stores);
  const selected = selectableStores.find(({ id }) => id === session.storeId) ?? stores[0];
  const store = isOfRealStore(request) ? (stores.find(({ id }) => id === selected?.sandboxOf) ?? selected) : selected;
  return store && new StoreContext(request, session, token, { store, stores, selectableStores });
}

/** Accounts, alerts and backups are those of the store, also while its sandbox is selected. */
const isOfRealStore = ({ path }: OfficeRequest): boolean =>
  /^\/settings\/(accounts|alerts|backups)(\/|\.|$)/.test(path);

/** Context for error pages: with the store's navigation if the account has a store. */
export function errorPageContext(context: GuestContext, session: Session | undefined, token = ''): GuestContext {
  if (context instanceof StoreContext || !session || firstPage(context.request, session) !== undefined) return context;
  return storeContext(context.request, session, token) ?? context;
}

const storesOf = ({ db }: Context, { account }: Session): Store[] =>
  account.storeId === null ? listStores(db) : [storeById(db, account.storeId)];

/** The stores, each with its sandbox after it. */
const withSandboxes = ({ db }: Context, stores: readonly Store[]): Store[] =>
  stores.flatMap((store) => [store, sandboxOf(db, store.id) ?? []].flat());

/** After sign-in the browser returns to the requested page. */
const signInPath = ({ method, path, url }: OfficeRequest): string =>
  method === 'GET' && path + url.search !== '/' ? `${SIGN_IN}?to=${encodeURIComponent(path + url.search)}` : SIGN_IN;
