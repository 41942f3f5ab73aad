import type { Child } from 'hono/jsx';
import { signInWithCode } from '../../domain/accounts/code-sign-in.ts';
import { needsFirstRun } from '../../domain/accounts/first-run.ts';
import { startPendingSignIn } from '../../domain/accounts/pending-sign-ins.ts';
import { hasSecondFactor } from '../../domain/accounts/second-factor.ts';
import { endSession, switchStore } from '../../domain/accounts/sessions.ts';
import { type SignInResult, signIn } from '../../domain/accounts/sign-in.ts';
import { audit } from '../../domain/audit/audit-log.ts';
import { fields, id, optionalText, password, text } from '../forms/fields.ts';
import { Form } from '../forms/form.ts';
import { PasswordField, Post, Submit, TextField } from '../forms/inputs.tsx';
import { SIGN_IN, SIGN_IN_AGAIN } from '../http/authorize.ts';
import { SESSION_COOKIE } from '../http/cookies.ts';
import { MAX_SIGN_IN_BYTES } from '../http/pending-form.ts';
import type { OfficeResponse, Page } from '../office-response.ts';
import { Notice } from '../page/components.tsx';
import { AccountContext, type GuestContext } from '../request-context.ts';
import { get, post, type Screen } from '../screen.ts';
import { codeForm, codePage, SIGN_IN_CODE, SIGN_IN_CODE_AGAIN } from './code-page.tsx';
import { showFullPage } from './full-page.ts';
import { LanguageSwitch, languageScreen } from './language-switch.tsx';
import { signInTexts } from './sign-in-texts.ts';
import { welcome } from './welcome.tsx';

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
  post(SIGN_IN_CODE, 'anyone', submitCode),
  post(SIGN_IN_CODE_AGAIN, 'anyone', submitCode, { maxBytes: MAX_SIGN_IN_BYTES }),
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
      if ('account' in signed) {
        const { account } = signed;
        if (!hasSecondFactor(context.db, account.id)) return welcome(context, account, to, pending);
        const token = await context.write((tx) => startPendingSignIn(tx, account, context.app.steadyNow()));
        return codePage(context, { token, to, pending });
      }
      const refusal = refuse(context, form, signed, signInTexts(context.language).wrong);
      return { ...signInPage(context, form, to, pending), ...refusal };
    },
    () => signInPage(context, form, form.typed('to'), pending),
  );
}

/** The second step, for an account with a second factor. */
function submitCode(context: GuestContext): Promise<OfficeResponse> {
  const form = context.form(codeForm);
  const t = signInTexts(context.language);
  const [token = '', to, pending] = [form.typed('sign_in'), form.typed('to'), form.typed('pending_form')];
  const page = () => codePage(context, { token, to, pending, form });
  return form.submit(async ({ code }) => {
    const signed = await signInWithCode(context.app, { token, code, ...clientOf(context) });
    if ('account' in signed) return welcome(context, signed.account, to, pending);
    if (signed.refused !== 'over') {
      const refusal = refuse(context, form, signed, t.codeWrong);
      return { ...page(), ...refusal };
    }
    const empty = new Form(credentials, undefined, context.language);
    return { ...signInPage(context, empty, to, pending, <Notice tone="warn">{t.codeTooLate}</Notice>), status: 401 };
  }, page);
}

/** Says in the form why the sign-in failed, and to the log. */
function refuse(
  { app, request, language }: GuestContext,
  form: Form<unknown>,
  signed: Exclude<SignInResult, { account: unknown }>,
  wrong: string,
): Pick<Page, 'status' | 'retryAfter'> {
  const t = signInTexts(language);
  if (app.config.log.failed_sign_ins)
    app.log.warn({ event: 'sign_in_failed', address: request.address }, 'sign-in failed');
  if (signed.refused !== 'blocked') {
    form.addError(signed.refused === 'wrong' ? wrong : t.passwordExpired);
    return { status: 422 };
  }
  form.addError(t.blocked(Math.ceil(signed.seconds / 60)));
  return { status: 429, retryAfter: signed.seconds };
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
