import { choosePassword } from '../../../domain/accounts/one-time.ts';
import { MIN_PASSWORD } from '../../../domain/accounts/passwords.ts';
import { endSessionsOf } from '../../../domain/accounts/sessions.ts';
import type { Page } from '../../answer.ts';
import { SESSION_COOKIE } from '../../door/cookies.ts';
import { OWN_PASSWORD, SIGN_IN } from '../../door/guard.ts';
import { fields, optionalText, password } from '../../forms/fields.ts';
import type { Form } from '../../forms/form.ts';
import { PasswordField, Post, SelectField, Submit } from '../../forms/inputs.tsx';
import { Confirm, Facts, Heading } from '../../page/parts.tsx';
import { get, post, type Screen } from '../../screen.ts';
import type { Member, Visit } from '../../visit.ts';
import { accountTexts } from './account-texts.ts';

const ME = '/me';

const passwordForm = fields({ current: optionalText(1000), password, again: password });

/** What each account does with itself. */
export const ownAccountScreens: readonly Screen[] = [
  get(ME, 'staff', (visit) => ownPage(visit, visit.form(passwordForm))),
  get(OWN_PASSWORD, 'account', (member) => passwordPage(member, member.form(passwordForm))),
  post(OWN_PASSWORD, 'account', (member) => {
    const form = member.form(passwordForm);
    const { value } = form;
    const t = accountTexts(member.language);
    if (value && value.password !== value.again) form.blame(t.unlike, 'again');
    return form.submit(
      async ({ password }) => {
        const choice = { current: form.typed('current'), password, token: member.token, address: member.asked.address };
        await choosePassword(member.ctx, member.account, choice);
        return member.redirect(member.account.mustChangePassword ? '/' : ME, t.passwordChanged);
      },
      () => passwordPage(member, form),
    );
  }),
  post(`${ME}/sign-out`, 'account', async (member) => {
    await member.ctx.write((db) => endSessionsOf(db, member.account.id));
    member.setCookie(SESSION_COOKIE, '', 0);
    return member.redirect(SIGN_IN, accountTexts(member.language).signedOut);
  }),
];

function ownPage(visit: Visit, form: Form<unknown>): Page {
  const t = accountTexts(visit.language);
  return {
    title: t.me,
    body: (
      <>
        <Heading title={t.me} />
        <section class="card">
          <Facts
            facts={[
              [t.name, visit.account.name],
              [t.role, t[visit.account.role]],
            ]}
          />
        </section>
        <div class="columns">
          <section class="card">
            <h2>{t.changePassword}</h2>
            <PasswordForm member={visit} form={form} />
          </section>
          <div>
            <section class="card">
              <h2>{t.language}</h2>
              <LanguageForm visit={visit} />
            </section>
            <section class="card">
              <h2>{t.everywhere}</h2>
              <p class="hint">{t.everywhereHint}</p>
              <Confirm label={t.everywhere}>
                <Post visitor={visit} action={`${ME}/sign-out`} plain>
                  <Submit>{t.everywhere}</Submit>
                </Post>
              </Confirm>
            </section>
          </div>
        </div>
      </>
    ),
  };
}

function LanguageForm({ visit }: { visit: Visit }) {
  const t = accountTexts(visit.language);
  const languages = [
    { value: 'th', label: 'ไทย' },
    { value: 'en', label: 'English' },
  ];
  return (
    <Post visitor={visit} action="/language" class="inline" plain>
      <input type="hidden" name="from" value={ME} />
      <SelectField name="language" label={t.language} labelHidden value={visit.language} options={languages} />
      <Submit class="secondary outline">{t.save}</Submit>
    </Post>
  );
}

/** By itself: the first thing after a one-time password. */
function passwordPage(member: Member, form: Form<unknown>): Page {
  const t = accountTexts(member.language);
  const isFirst = member.account.mustChangePassword;
  const title = isFirst ? t.firstPassword : t.changePassword;
  return {
    title,
    bare: true,
    body: (
      <section class="card narrow">
        <h1>{title}</h1>
        {isFirst && <p class="hint">{t.firstPasswordHint}</p>}
        <PasswordForm member={member} form={form} />
      </section>
    ),
  };
}

function PasswordForm({ member, form }: { member: Member; form: Form<unknown> }) {
  const t = accountTexts(member.language);
  return (
    <Post visitor={member} action={OWN_PASSWORD} form={form}>
      <input type="text" autocomplete="username" value={member.account.name} hidden readonly />
      {!member.account.mustChangePassword && <PasswordField form={form} name="current" label={t.current} required />}
      <PasswordField
        form={form}
        name="password"
        label={t.newPassword}
        hint={t.passwordHint(MIN_PASSWORD)}
        autocomplete="new-password"
        required
      />
      <PasswordField form={form} name="again" label={t.again} autocomplete="new-password" required />
      <Submit>{t.changePassword}</Submit>
    </Post>
  );
}
