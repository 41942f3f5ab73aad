import type * as v from 'valibot';
import { requirePassword } from '../../../domain/accounts/confirm-password.ts';
import { choosePassword, requireStrongOwnPassword } from '../../../domain/accounts/one-time-passwords.ts';
import { endOwnSession, publicSessionId } from '../../../domain/accounts/own-sessions.ts';
import { MIN_PASSWORD } from '../../../domain/accounts/passwords.ts';
import { signOutEverywhere } from '../../../domain/accounts/sessions.ts';
import { fields, optionalText, password, text } from '../../forms/fields.ts';
import type { Form } from '../../forms/form.ts';
import { Post, SelectField, Submit } from '../../forms/inputs.tsx';
import { PasswordField } from '../../forms/secret-fields.tsx';
import { OWN_PASSWORD, SIGN_IN } from '../../http/authorize.ts';
import { SESSION_COOKIE } from '../../http/cookies.ts';
import type { Page } from '../../office-response.ts';
import { ButtonLink, Facts, Heading } from '../../page/components.tsx';
import type { AccountContext, StoreContext } from '../../request-context.ts';
import { get, post, type Screen } from '../../screen.ts';
import { signInTexts } from '../../sign-in/sign-in-texts.ts';
import { alertTexts } from '../alerts/alert-texts.ts';
import { accountTexts } from './account-texts.ts';
import { roleNameOf } from './role-field.tsx';
import { SecondFactorCard, secondFactorScreens } from './second-factor-page.tsx';
import { END_ALL_SESSIONS, END_SESSION, SessionList } from './session-list.tsx';

const ME = '/me';

const sessionForm = fields({ session: text(50) });
const passwordForm = fields({ current: optionalText(1000), password, again: password });

/** The signed-in account's own page: password, language, sessions. */
export const ownAccountScreens: readonly Screen[] = [
  get(ME, 'staff', (context) => ownPage(context, context.form(passwordForm))),
  get(OWN_PASSWORD, 'account', (context) => passwordPage(context, context.form(passwordForm))),
  post(OWN_PASSWORD, 'account', async (context) => {
    const form = context.form(passwordForm);
    const t = accountTexts(context.language);
    await checkPasswords(context, form);
    return form.submit(
      async ({ password }) => {
        const choice = { ...currentPassword(context, form), password, token: context.token };
        context.setCookie(SESSION_COOKIE, await choosePassword(context.app, context.account, choice));
        return context.redirect(context.account.mustChangePassword ? '/' : ME, t.passwordChanged);
      },
      () => passwordPage(context, form),
    );
  }),
  post(
    END_SESSION,
    'account',
    async (context) => {
      const t = accountTexts(context.language);
      const { value } = context.form(sessionForm);
      if (value) await context.write((tx) => endOwnSession(tx, context.account, value.session));
      if (value?.session !== publicSessionId(context.token)) return context.redirect(ME, t.sessionEnded);
      context.forgetSession();
      return context.redirect(SIGN_IN, signInTexts(context.language).signedOut);
    },
    { sensitive: endsOtherSession },
  ),
  post(
    END_ALL_SESSIONS,
    'account',
    async (context) => {
      await context.write((tx) => signOutEverywhere(tx, context.account));
      context.forgetSession();
      return context.redirect(SIGN_IN, accountTexts(context.language).signedOut);
    },
    { sensitive: true },
  ),
  ...secondFactorScreens,
];

type PasswordInput = v.InferOutput<typeof passwordForm>;

const currentPassword = ({ request }: AccountContext, form: Form<PasswordInput>) => ({
  current: form.typed('current'),
  browser: request.browser,
  address: request.address,
});

/** Adds the errors of all three fields. If the new password is valid, `choosePassword` checks the current one. */
async function checkPasswords(context: AccountContext, form: Form<PasswordInput>): Promise<void> {
  const { password, again } = form.valid ?? {};
  if (password !== undefined) form.check(() => requireStrongOwnPassword(context.db, context.account, password));
  if (password !== undefined && again !== undefined && password !== again)
    form.addError(accountTexts(context.language).mismatch, 'again');
  if (!form.hasErrors || context.account.mustChangePassword) return;
  try {
    await requirePassword(context.app, context.account, currentPassword(context, form));
  } catch (error) {
    form.check(() => {
      throw error;
    });
  }
}

/** Signing out this browser needs no password. */
function endsOtherSession(context: AccountContext): boolean {
  return context.form(sessionForm).value?.session !== publicSessionId(context.token);
}

function ownPage(context: StoreContext, form: Form<unknown>): Page {
  const t = accountTexts(context.language);
  return {
    title: t.me,
    body: (
      <>
        <Heading title={t.me} />
        <section class="card">
          <Facts
            facts={[
              [t.name, context.account.name],
              [t.role, roleNameOf(context, context.account)],
            ]}
          />
        </section>
        <div class="columns">
          <section class="card">
            <h2>{t.changePassword}</h2>
            <PasswordForm context={context} form={form} />
          </section>
          <div>
            <section class="card">
              <h2>{t.language}</h2>
              <LanguageForm context={context} />
            </section>
            <SecondFactorCard context={context} />
            <AlertsCard context={context} />
          </div>
        </div>
        <SessionList context={context} />
      </>
    ),
  };
}

function AlertsCard({ context }: { context: StoreContext }) {
  const alerts = alertTexts(context.language);
  return (
    <section class="card">
      <h2>{alerts.title}</h2>
      <p class="hint">{alerts.mineHint}</p>
      <ButtonLink href="/office/me/alerts" label={alerts.open} />
    </section>
  );
}

function LanguageForm({ context }: { context: StoreContext }) {
  const t = accountTexts(context.language);
  const languages = [
    { value: 'th', label: 'ไทย' },
    { value: 'en', label: 'English' },
  ];
  return (
    <Post action="/language" class="inline" plain>
      <input type="hidden" name="from" value={ME} />
      <SelectField name="language" label={t.language} labelHidden value={context.language} options={languages} />
      <Submit class="secondary outline" label={t.save} />
    </Post>
  );
}

/** A page of its own, because it is mandatory after a one-time password. */
function passwordPage(context: AccountContext, form: Form<unknown>): Page {
  const t = accountTexts(context.language);
  const isFirst = context.account.mustChangePassword;
  const title = isFirst ? t.firstPassword : t.changePassword;
  return {
    title,
    bare: true,
    body: (
      <section class="card narrow">
        <h1>{title}</h1>
        {isFirst && <p class="hint">{t.firstPasswordHint}</p>}
        <PasswordForm context={context} form={form} />
      </section>
    ),
  };
}

function PasswordForm({ context, form }: { context: AccountContext; form: Form<unknown> }) {
  const t = accountTexts(context.language);
  return (
    <Post action={OWN_PASSWORD} form={form}>
      <input type="text" autocomplete="username" value={context.account.name} hidden readonly />
      {!context.account.mustChangePassword && <PasswordField name="current" label={t.current} required />}
      <PasswordField
        name="password"
        label={t.newPassword}
        hint={t.passwordHint(MIN_PASSWORD)}
        autocomplete="new-password"
        required
      />
      <PasswordField name="again" label={t.again} autocomplete="new-password" required />
      <Submit label={t.changePassword} />
    </Post>
  );
}
