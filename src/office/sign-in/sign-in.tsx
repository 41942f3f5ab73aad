import type { Child } from 'hono/jsx';
import type { Account } from '../../domain/accounts/accounts.ts';
import { needsFirstRun } from '../../domain/accounts/first-run.ts';
import { BROWSER_COOKIE_SECONDS, rememberBrowser } from '../../domain/accounts/known-browsers.ts';
import { endSession, sessionOf, startSession, switchStore } from '../../domain/accounts/sessions.ts';
import { signIn } from '../../domain/accounts/sign-in.ts';
import { audit } from '../../domain/audit/audit-log.ts';
import { storeById } from '../../domain/stores.ts';
import { AppError } from '../../lib/errors.ts';
import { fields, id, optionalText, password, text } from '../forms/fields.ts';
import { Form } from '../forms/form.ts';
import { PasswordField, Post, Submit, TextField } from '../forms/inputs.tsx';
import { SIGN_IN, SIGN_IN_AGAIN } from '../http/authorize.ts';
import { BROWSER_COOKIE, SESSION_COOKIE } from '../http/cookies.ts';
import { csrfKeyOf, csrfToken } from '../http/csrf.ts';
import { isOfficePath, MAX_SIGN_IN_BYTES, type PendingForm, parsePendingForm } from '../http/pending-form.ts';
import type { OfficeResponse, Page } from '../office-response.ts';
import { Notice } from '../page/components.tsx';
import { RenderContext } from '../page/render-context.ts';
import { AccountContext, type GuestContext } from '../request-context.ts';
import { get, post, type Screen } from '../screen.ts';
import { showFullPage } from './full-page.ts';
import { LanguageSwitch, languageScreen } from './language-switch.tsx';
import { signInTexts } from './sign-in-texts.ts';

const credentials = fields({ name: text(200), password, to: optionalText(500) });

/** Sign-in and sign-out, and what applies to all pages: the language and the selected store. */
export const signInScreens: readonly Screen[] = [
  get(SIGN_IN, 'anyone', (context) =>
    context instanceof AccountContext
      ? context.redirect('/')
      : signInPage(context, context.form(credentials), requestedPath(context)),
  ),
  post(SIGN_IN, 'anyone', submitSignIn),
  post(SIGN_IN_AGAIN, 'anyone', submitSignIn, { maxBytes: MAX_SIGN_IN_BYTES }),
  post('/sign-out', 'account', async (context) => {
    const { id, storeId } = context.account;
    await context.write((tx) => {
      endSession(tx, context.token);
      audit(tx, 'signed_out', { storeId, subjectId: id });
    });
    context.setCookie(SESSION_COOKIE, '', 0);
    return context.redirect(SIGN_IN, signInTexts(context.language).signedOut);
  }),
  post('/store', 'account', async (context) => {
    const { value } = context.form(fields({ store_id: id }));
    if (value) await context.write((tx) => switchStore(tx, context.token, value.store_id));
    return context.redirect('/');
  }),
  languageScreen,
];

const clientOf = ({ request: { browser, address } }: GuestContext) => ({ browser, address });

function submitSignIn(context: GuestContext): Promise<OfficeResponse> {
  const form = context.form(credentials);
  const pending = form.typed('pending_form');
  return form.submit(
    async ({ to, ...typed }) => {
      const signed = await signIn(context.app, { ...typed, ...clientOf(context) });
      if ('account' in signed) return welcome(context, signed.account, to, pending);
      const t = signInTexts(context.language);
      if (context.app.config.log.failed_sign_ins)
        context.app.log.warn({ event: 'sign_in_failed', address: context.request.address }, 'sign-in failed');
      if (signed.refused === 'blocked') form.addError(t.blocked(Math.ceil(signed.seconds / 60)));
      else form.addError(signed.refused === 'wrong' ? t.wrong : t.passwordExpired);
      const refusal = signed.refused === 'blocked' ? { status: 429, retryAfter: signed.seconds } : { status: 422 };
      return { ...signInPage(context, form, to, pending), ...refusal };
    },
    () => signInPage(context, form, form.typed('to'), pending),
  );
}

/** Starts a new session and continues to the requested page, or to the pending form. */
export async function welcome(
  context: GuestContext,
  account: Account,
  to?: string,
  pendingText = '',
): Promise<OfficeResponse> {
  const now = context.app.steadyNow();
  const { token, browser } = await context.write((tx) => {
    if (context instanceof AccountContext) endSession(tx, context.token);
    return {
      token: startSession(tx, account, context.request, now),
      browser: rememberBrowser(tx, account.id, context.request.browser, now),
    };
  });
  context.setCookie(SESSION_COOKIE, token);
  context.setCookie(BROWSER_COOKIE, browser, BROWSER_COOKIE_SECONDS);
  const next = to !== undefined && isOfficePath(to) ? to : '/';
  const pending = account.mustChangePassword ? undefined : parsePendingForm(pendingText);
  if (!pending) return context.redirect(next);
  await selectStoreOf(context, token, pending);
  return resendPage(context, token, pending, next);
}

/**
 * The sign-in page for a form that was submitted after the session expired. It contains the submitted input.
 *
 * @param to the page to continue to if the form is discarded
 */
export function expiredPage(context: GuestContext, pending: string | undefined, to = '/'): Page {
  const t = signInTexts(context.language);
  showFullPage(context);
  const form = new Form(credentials, undefined, context.language);
  const notice = (
    <Notice tone="warn">
      {t.expired} {pending !== undefined ? t.inputSaved : t.inputTooLarge}
    </Notice>
  );
  return { ...signInPage(context, form, to, pending, notice), status: 401 };
}

const requestedPath = (context: GuestContext): string | undefined =>
  context.request.url.searchParams.get('to') ?? undefined;

function signInPage(
  context: GuestContext,
  form: Form<unknown>,
  to: string | undefined,
  pending = '',
  notice?: Child,
): Page {
  const t = signInTexts(context.language);
  return {
    title: t.title,
    bare: true,
    body: (
      <section class="card narrow">
        <h1>{t.title}</h1>
        {notice}
        {needsFirstRun(context.db) && <Notice>{t.noAccount}</Notice>}
        <Post action={pending === '' ? SIGN_IN : SIGN_IN_AGAIN} form={form}>
          <input type="hidden" name="to" value={to ?? ''} />
          {pending !== '' && <input type="hidden" name="pending_form" value={pending} />}
          <TextField name="name" label={t.name} autocomplete="username" autocapitalize="none" autofocus />
          <PasswordField name="password" label={t.password} />
          <Submit label={t.signIn} />
        </Post>
        <p>
          <small>{t.forgotten}</small>
        </p>
        {notice === undefined && pending === '' && <LanguageSwitch />}
      </section>
    ),
  };
}

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
