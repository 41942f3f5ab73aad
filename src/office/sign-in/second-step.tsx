import { signInWithCode } from '../../domain/accounts/code-sign-in.ts';
import { finishSignInWithPasskey, pendingFactors, secondStepOptions } from '../../domain/accounts/passkey-sign-in.ts';
import { fields, optionalText, text } from '../forms/fields.ts';
import type { Form } from '../forms/form.ts';
import { Post, Submit, TextField } from '../forms/inputs.tsx';
import { SIGN_IN } from '../http/authorize.ts';
import { MAX_SIGN_IN_BYTES } from '../http/pending-form.ts';
import type { OfficeResponse, Page } from '../office-response.ts';
import type { GuestContext } from '../request-context.ts';
import { post, type Screen } from '../screen.ts';
import { showFullPage } from './full-page.ts';
import { OnServer } from './on-server.tsx';
import { optionsResponse, PasskeyButton, passkeyAnswer, relyingPartyOf } from './passkey-button.tsx';
import { showFailure, signInAgainPage } from './sign-in-page.tsx';
import { signInTexts } from './sign-in-texts.ts';
import { welcome } from './welcome.tsx';

// The second step of a sign-in, after the right password: a code of the app, a passkey or a recovery code. The variants
// with `/again` carry a form that was submitted after the session had expired.

const CODE = '/sign-in/code';
const CODE_AGAIN = '/sign-in/code/again';
const PASSKEY = '/sign-in/code/passkey';
const PASSKEY_AGAIN = '/sign-in/code/passkey/again';

const codeForm = fields({ code: text(60) });
const passkeyForm = fields({ passkey: optionalText(8_000) });

export const secondStepScreens: readonly Screen[] = [
  post(CODE, 'anyone', submitCode),
  post(CODE_AGAIN, 'anyone', submitCode, { maxBytes: MAX_SIGN_IN_BYTES }),
  post(`${PASSKEY}/options`, 'anyone', (context) => {
    const relyingParty = relyingPartyOf(context.request);
    const token = context.request.input.texts.sign_in?.[0] ?? '';
    const challenge = { boundTo: context.request.csrfKey, now: context.app.steadyNow() };
    return optionsResponse(
      relyingParty && secondStepOptions(context.db, token, { host: relyingParty.host, ...challenge }),
    );
  }),
  post(PASSKEY, 'anyone', submitPasskey),
  post(PASSKEY_AGAIN, 'anyone', submitPasskey, { maxBytes: MAX_SIGN_IN_BYTES }),
];

/** The fields that lead through the step. */
function carried(form: Form<unknown>): Carried {
  return { token: form.typed('sign_in') ?? '', to: form.typed('to'), pending: form.typed('pending_form') };
}

function submitCode(context: GuestContext): Promise<OfficeResponse> {
  const form = context.form(codeForm);
  const { token, ...rest } = carried(form);
  const page = () => secondStepPage(context, { token, ...rest, form });
  return form.submit(async ({ code }) => {
    const { browser, address } = context.request;
    const signed = await signInWithCode(context.app, { token, code, browser, address });
    if ('account' in signed) return welcome(context, { ...signed, method: 'password_and_code', ...rest });
    if (signed.refused === 'over') return signInAgainPage(context, rest.to, rest.pending);
    const failure = showFailure(context, form, signed, signInTexts(context.language).codeWrong);
    return { ...page(), ...failure };
  }, page);
}

function submitPasskey(context: GuestContext): Promise<OfficeResponse> {
  const form = context.form(passkeyForm);
  const { token, ...rest } = carried(form);
  const page = () => secondStepPage(context, { token, ...rest, form });
  return form.submit(async ({ passkey = '' }) => {
    const signed = await finishSignInWithPasskey(context.app, token, passkeyAnswer(context, passkey));
    if ('account' in signed) return welcome(context, { ...signed, method: 'password_and_passkey', ...rest });
    if (signed.refused === 'over') return signInAgainPage(context, rest.to, rest.pending);
    const failure = showFailure(context, form, signed, signInTexts(context.language).passkeyWrong);
    return { ...page(), ...failure };
  }, page);
}

interface Carried {
  /** Token of the pending sign-in. */
  token: string;
  to?: string | undefined;
  pending?: string | undefined;
}

/** Asks for the second factor, after the right password. */
export function secondStepPage(
  context: GuestContext,
  { token, to = '', pending = '', form }: Carried & { form?: Form<unknown> },
): Page {
  const t = signInTexts(context.language);
  showFullPage(context);
  const factors = pendingFactors(context.db, token, relyingPartyOf(context.request)?.host, context.app.steadyNow());
  const title = factors.app ? t.codeTitle : t.secondStepTitle;
  return {
    title,
    bare: true,
    body: (
      <section class="card narrow">
        <h1>{title}</h1>
        <Post action={pending === '' ? CODE : CODE_AGAIN} form={form} invalid={t.checkFields}>
          <input type="hidden" name="sign_in" value={token} />
          <input type="hidden" name="to" value={to} />
          {pending !== '' && <input type="hidden" name="pending_form" value={pending} />}
          <TextField
            name="code"
            label={factors.app ? t.code : t.recoveryCode}
            hint={factors.app ? t.codeHint : t.recoveryCodeHint}
            autocomplete="one-time-code"
            autocapitalize="none"
            required
            autofocus
          />
          <Submit label={t.signIn} />
          {factors.passkeysHere && (
            <PasskeyButton
              is="get"
              class="secondary outline"
              action={pending === '' ? PASSKEY : PASSKEY_AGAIN}
              options={`${PASSKEY}/options`}
              label={t.usePasskey}
              fallback={factors.app ? t.passkeyInsteadOfStep : t.passkeyInsteadOfStepRecovery}
            />
          )}
          {factors.passkeysElsewhere && <p class="hint">{t.passkeyElsewhere}</p>}
        </Post>
        <p>
          <a href={`/office${SIGN_IN}`}>{t.cancel}</a>
        </p>
        <p>
          <small>{t.codeLost}</small>
        </p>
        <OnServer />
      </section>
    ),
  };
}
