import type * as v from 'valibot';
import { confirmPassword } from '../../domain/accounts/confirm-password.ts';
import { confirmOptions, confirmWithPasskey } from '../../domain/accounts/passkey-sign-in.ts';
import { passkeysAt } from '../../domain/accounts/passkeys.ts';
import { hasSecondFactor, secondFactorsOf } from '../../domain/accounts/second-factor.ts';
import { isConfirmed, rotateToken } from '../../domain/accounts/sessions.ts';
import { pathText } from '../../lib/messages/path.ts';
import { fields, optionalText, password, text } from '../forms/fields.ts';
import { type FieldOf, Form, type FormInput } from '../forms/form.ts';
import { Post, Submit, TextField } from '../forms/inputs.tsx';
import { PasswordField } from '../forms/secret-fields.tsx';
import { CONFIRM } from '../http/authorize.ts';
import { isOfficePath } from '../http/pending-form.ts';
import type { OfficeResponse, Page } from '../office-response.ts';
import type { AccountContext } from '../request-context.ts';
import { get, post, type Screen } from '../screen.ts';
import { showFullPage } from './full-page.ts';
import { optionsResponse, PasskeyButton, passkeyAnswer, relyingPartyOf } from './passkey-button.tsx';
import { signInTexts } from './sign-in-texts.ts';

// "Confirm your identity": sensitive actions need a recent check of what a sign-in needs: the password, with a code if the
// account has a second factor, or a passkey in place of both. The page contains the submitted form and sends it again to
// its own path, together with the answers.

const OPTIONS = `${CONFIRM}/passkey-options`;

const passwordForm = fields({ confirm_password: password, to: optionalText(500) });
const passwordAndCodeForm = fields({ confirm_password: password, confirm_code: text(60), to: optionalText(500) });
const passkeyForm = fields({ confirm_passkey: text(8_000), to: optionalText(500) });

/** The form that the button of the page has sent. */
function formOf({ request: { input }, db, account }: AccountContext) {
  if (input.texts.confirm_passkey?.[0]) return passkeyForm;
  return hasSecondFactor(db, account.id) ? passwordAndCodeForm : passwordForm;
}

/** For sensitive pages and files, which have no form. */
export const confirmScreens: readonly Screen[] = [
  get(CONFIRM, 'account', (context) => confirmFirstPage(context, context.form(passwordForm))),
  post(CONFIRM, 'account', (context) => {
    const form = context.form<ConfirmSchema>(formOf(context));
    return form.submit(
      async (typed) => {
        await confirm(context, typed);
        return context.redirect(isOfficePath(typed.to ?? '') ? (typed.to ?? '/') : '/');
      },
      () => confirmFirstPage(context, form),
      fieldOf,
    );
  }),
  post(OPTIONS, 'account', (context) => {
    const relyingParty = relyingPartyOf(context.request);
    const challenge = { boundTo: context.request.csrfKey, now: context.app.steadyNow() };
    return optionsResponse(
      relyingParty && confirmOptions(context.db, context.account, { host: relyingParty.host, ...challenge }),
    );
  }),
];

function confirmFirstPage(context: AccountContext, form: Form<unknown>): Page {
  const to = form.typed('to') ?? context.request.url.searchParams.get('to') ?? '/';
  return confirmPage(context, { form, action: CONFIRM, texts: { to: [to] }, back: '/' });
}

/**
 * Checks password and code or a passkey before a sensitive action if the session's last check is too old.
 *
 * @param back the page to return to instead
 * @returns what to show instead of the action; undefined if it may run
 */
export async function confirmation(context: AccountContext, back: string): Promise<OfficeResponse | undefined> {
  const { request } = context;
  if (isConfirmed(context.session, context.app.steadyNow())) return undefined;
  const path = request.path + request.url.search;
  if (request.method === 'GET') return context.redirect(`${CONFIRM}?to=${encodeURIComponent(path)}`);
  const {
    confirm_password: typed,
    confirm_code: code,
    confirm_passkey: answer,
    csrf: _,
    ...texts
  } = request.input.texts;
  const input = (typed || answer) && {
    texts: {
      ...(typed && { confirm_password: typed }),
      ...(code && { confirm_code: code }),
      ...(answer && { confirm_passkey: answer }),
    },
    files: {},
  };
  const form = new Form<Confirmation>(formOf(context), input, context.language);
  const page = () => confirmPage(context, { form, action: path, texts, back });
  if (input === undefined) return { ...page(), status: 401 };
  let isRight = false;
  const again = await form.submit(
    async (confirmation) => {
      await confirm(context, confirmation);
      isRight = true;
      return page();
    },
    page,
    fieldOf,
  );
  return isRight ? undefined : again;
}

type Confirmation = { to: string | undefined } & (
  | { confirm_password: string; confirm_code?: string }
  | { confirm_passkey: string }
);
type ConfirmSchema = v.GenericSchema<unknown, Confirmation>;

/** Errors are shown at the password, also those of a passkey, except those of the code. */
const fieldOf: FieldOf = (path) => (pathText(path) === 'code' ? 'confirm_code' : 'confirm_password');

async function confirm(context: AccountContext, confirmation: Confirmation): Promise<void> {
  const { app, account, token, request } = context;
  const { browser, address } = request;
  if ('confirm_passkey' in confirmation)
    await confirmWithPasskey(app, account, { token, ...passkeyAnswer(context, confirmation.confirm_passkey) });
  else {
    const { confirm_password: current, confirm_code: code } = confirmation;
    await confirmPassword(app, account, { current, code, token, browser, address });
  }
  context.useToken(await context.write((tx) => rotateToken(tx, token)));
}

interface Confirmed {
  form: Form<unknown>;
  action: string;
  /** Fields that are sent with the password. */
  texts: FormInput['texts'];
  back: string;
}

function confirmPage(context: AccountContext, { form, action, texts, back }: Confirmed): Page {
  const t = signInTexts(context.language);
  showFullPage(context);
  return {
    title: t.confirmTitle,
    bare: true,
    body: (
      <section class="card narrow">
        <h1>{t.confirmTitle}</h1>
        <p class="hint">{t.confirmHint}</p>
        <Post action={action} form={form} invalid={t.checkFields} plain>
          {Object.entries(texts).flatMap(([name, values]) =>
            values.map((value) => <input type="hidden" name={name} value={value} />),
          )}
          <input type="text" autocomplete="username" value={context.account.name} hidden readonly />
          <PasswordField name="confirm_password" label={t.password} required autofocus />
          <CodeField context={context} />
          <Submit label={t.confirm} />
          {passkeysAt(context.db, context.account.id, relyingPartyOf(context.request)?.host).length > 0 && (
            <PasskeyButton
              is="get"
              class="secondary outline"
              name="confirm_passkey"
              action={action}
              options={OPTIONS}
              label={t.usePasskey}
            />
          )}
        </Post>
        <p>
          <a href={`/office${back}`}>{t.cancel}</a>
        </p>
      </section>
    ),
  };
}

function CodeField({ context }: { context: AccountContext }) {
  const t = signInTexts(context.language);
  const { app, passkeys } = secondFactorsOf(context.db, context.account.id);
  if (!app && passkeys === 0) return null;
  return (
    <TextField
      name="confirm_code"
      label={app ? t.code : t.recoveryCode}
      hint={app ? t.codeHint : t.recoveryCodeHint}
      autocomplete="one-time-code"
      autocapitalize="none"
      required
    />
  );
}
