import type { Child } from 'hono/jsx';
import { needsFirstRun } from '../../domain/accounts/first-run.ts';
import { assetPath } from '../assets.ts';
import { fields, optionalText, password, text } from '../forms/fields.ts';
import { Form } from '../forms/form.ts';
import { Post, Submit, TextField } from '../forms/inputs.tsx';
import { PasswordField } from '../forms/secret-fields.tsx';
import { SIGN_IN, SIGN_IN_AGAIN } from '../http/authorize.ts';
import type { Page } from '../office-response.ts';
import { Notice } from '../page/components.tsx';
import type { GuestContext } from '../request-context.ts';
import { showFullPage } from './full-page.ts';
import { LanguageSwitch } from './language-switch.tsx';
import { OnServer } from './on-server.tsx';
import { PasskeyButton, relyingPartyOf } from './passkey-button.tsx';
import { signInTexts } from './sign-in-texts.ts';

export const SIGN_IN_PASSKEY = '/sign-in/passkey';
/** With a form that was submitted after the session had expired. */
export const SIGN_IN_PASSKEY_AGAIN = '/sign-in/passkey/again';

export const credentials = fields({ name: text(200), password, to: optionalText(500) });

type SignInFailure = { refused: 'wrong' | 'over' | 'expired' | 'copied' } | { refused: 'blocked'; seconds: number };

/** Shows in the form why the sign-in failed, and logs it. */
export function showFailure(
  { app, request, language }: GuestContext,
  form: Form<unknown>,
  failure: SignInFailure,
  wrongText: string,
): Pick<Page, 'status' | 'retryAfter'> {
  const t = signInTexts(language);
  if (app.config.log.failed_sign_ins)
    app.log.warn({ event: 'sign_in_failed', address: request.address }, 'sign-in failed');
  if (failure.refused !== 'blocked') {
    form.addError(
      { wrong: wrongText, over: wrongText, expired: t.passwordExpired, copied: t.passkeyCopied }[failure.refused],
    );
    return { status: 422 };
  }
  form.addError(t.blocked(Math.ceil(failure.seconds / 60)));
  return { status: 429, retryAfter: failure.seconds };
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

export const requestedPath = (context: GuestContext): string | undefined =>
  context.request.url.searchParams.get('to') ?? undefined;

/** The sign-in page after the second step has expired. */
export function signInAgainPage(context: GuestContext, to: string | undefined, pending: string | undefined): Page {
  const t = signInTexts(context.language);
  const empty = new Form(credentials, undefined, context.language);
  return { ...signInPage(context, empty, to, pending, <Notice tone="warn">{t.codeTooLate}</Notice>), status: 401 };
}

export function signInPage(
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
        <p class="product">
          <img src={assetPath('icon.svg')} alt="" width="32" height="32" /> raan
        </p>
        <h1>{t.title}</h1>
        {notice}
        {needsFirstRun(context.db) && <Notice>{t.noAccount}</Notice>}
        <Post action={pending === '' ? SIGN_IN : SIGN_IN_AGAIN} form={form} invalid={t.checkFields}>
          <input type="hidden" name="to" value={to ?? ''} />
          {pending !== '' && <input type="hidden" name="pending_form" value={pending} />}
          <TextField name="name" label={t.name} autocomplete="username" autocapitalize="none" autofocus />
          <PasswordField name="password" label={t.password} />
          <Submit label={t.signIn} />
          {relyingPartyOf(context.request) && (
            <PasskeyButton
              is="get"
              class="secondary outline"
              action={pending === '' ? SIGN_IN_PASSKEY : SIGN_IN_PASSKEY_AGAIN}
              options={`${SIGN_IN_PASSKEY}/options`}
              label={t.signInWithPasskey}
              fallback={t.passkeyInstead}
            />
          )}
        </Post>
        <p>
          <small>{t.forgotten}</small>
        </p>
        <OnServer />
        {notice === undefined && pending === '' && <LanguageSwitch />}
      </section>
    ),
  };
}
