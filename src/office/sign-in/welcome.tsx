import type { Account } from '../../domain/accounts/accounts.ts';
import { BROWSER_COOKIE_SECONDS, knownBrowserMark, rememberBrowser } from '../../domain/accounts/known-browsers.ts';
import { lacksSecondFactor } from '../../domain/accounts/second-factor.ts';
import { endSession, type SignInMethod, sessionOf, startSession, switchStore } from '../../domain/accounts/sessions.ts';
import { storeById } from '../../domain/stores.ts';
import { AppError } from '../../lib/errors.ts';
import { Post, Submit } from '../forms/inputs.tsx';
import { BROWSER_COOKIE, SESSION_COOKIE } from '../http/cookies.ts';
import { csrfKeyOf, csrfToken } from '../http/csrf.ts';
import { isOfficePath, type PendingForm, parsePendingForm } from '../http/pending-form.ts';
import type { OfficeResponse, Page } from '../office-response.ts';
import { RenderContext } from '../page/render-context.ts';
import { AccountContext, type GuestContext } from '../request-context.ts';
import { signInTexts } from './sign-in-texts.ts';

interface Welcome {
  account: Account;
  method?: SignInMethod;
  /** The page to continue to. */
  to?: string | undefined;
  /** The text of a pending form. */
  pending?: string | undefined;
}

/** Starts a new session and continues to the requested page, or to the pending form. */
export async function welcome(
  context: GuestContext,
  { account, method, to, pending: pendingText = '' }: Welcome,
): Promise<OfficeResponse> {
  const now = context.app.steadyNow();
  const { browser: known = '' } = context.request;
  const { token, browser } = await context.write((tx) => {
    if (context instanceof AccountContext) endSession(tx, context.token);
    const isNewDevice = knownBrowserMark(tx, account.id, known) === undefined;
    return {
      token: startSession(tx, account, { ...clientOf(context), ...(method && { method }), isNewDevice }, now),
      browser: rememberBrowser(tx, account.id, context.request.browser, now),
    };
  });
  context.setCookie(SESSION_COOKIE, token);
  context.setCookie(BROWSER_COOKIE, browser, BROWSER_COOKIE_SECONDS);
  const next = to !== undefined && isOfficePath(to) ? to : '/';
  const mustDoFirst = account.mustChangePassword || lacksSecondFactor(context.db, account);
  const pending = mustDoFirst ? undefined : parsePendingForm(pendingText);
  if (!pending) return context.redirect(next);
  await selectStoreOf(context, token, pending);
  return resendPage(context, token, pending, next);
}

const clientOf = ({ request: { userAgent, address } }: GuestContext) => ({ userAgent, address });

/** Selects the store of the pending form in the new session, if the account may access it. */
async function selectStoreOf({ app }: GuestContext, token: string, { store }: PendingForm): Promise<void> {
  if (store === undefined) return;
  try {
    await app.write((tx) => switchStore(tx, token, store));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
}

/** Shows the form that was submitted after the session expired, to be submitted again. */
function resendPage(guest: GuestContext, token: string, pending: PendingForm, to: string): Page {
  const session = sessionOf(guest.db, token, guest.app.steadyNow());
  if (!session) throw new Error('the session that was just started does not exist');
  const { account, storeId } = session;
  const context = new AccountContext({ ...guest.request, csrf: csrfToken(csrfKeyOf(session)) }, session, token);
  const t = signInTexts(context.language);
  return {
    title: t.resend,
    bare: true,
    body: (
      <section class="card narrow">
        <h1>{t.resend}</h1>
        <p>{t.resendHint}</p>
        <p>{t.resendAs(account.name, storeId === null ? '' : storeById(context.db, storeId).name)}</p>
        {pending.hadFiles && <p>{t.filesAgain}</p>}
        <RenderContext.Provider value={context}>
          <Post action={pending.path}>
            {Object.entries(pending.texts).flatMap(([name, values]) =>
              values.map((value) => <input type="hidden" name={name} value={value} />),
            )}
            <Submit autofocus label={t.submit} />
          </Post>
        </RenderContext.Provider>
        <p>
          <a href={`/office${to}`}>{t.discard}</a>
        </p>
      </section>
    ),
  };
}
