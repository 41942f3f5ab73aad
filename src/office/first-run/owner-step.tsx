import type * as v from 'valibot';
import { requireFreeName } from '../../domain/accounts/account-changes.ts';
import { addFirstOwner, firstRunMatches, needsFirstRun } from '../../domain/accounts/first-run.ts';
import { MIN_PASSWORD, requireStrongPassword } from '../../domain/accounts/passwords.ts';
import { fields, optionalText, password, text } from '../forms/fields.ts';
import type { Form } from '../forms/form.ts';
import { Post, Submit, TextField } from '../forms/inputs.tsx';
import { PasswordField } from '../forms/secret-fields.tsx';
import { FIRST_RUN } from '../http/authorize.ts';
import type { OfficeResponse, Page } from '../office-response.ts';
import { AccountContext, type GuestContext } from '../request-context.ts';
import { get, post, type Screen } from '../screen.ts';
import { welcome } from '../sign-in/welcome.tsx';
import { firstRunTexts } from './first-run-texts.ts';
import { nextStepPath, wizardPage } from './wizard.tsx';

const OWNER = `${FIRST_RUN}/owner`;

const ownerForm = fields({ key: optionalText(100), name: text(60), password, again: password });

/** The first step, opened with the one-time link. A signed-in account continues at the next step. */
export const ownerStepScreens: readonly Screen[] = [
  get(FIRST_RUN, 'anyone', (context): OfficeResponse => {
    if (context instanceof AccountContext) return context.redirect(nextStepPath(context));
    if (!needsFirstRun(context.db)) return context.redirect('/sign-in');
    const key = context.request.url.searchParams.get('key') ?? '';
    return firstRunMatches(context.db, key, context.app.steadyNow())
      ? ownerPage(context, context.form(ownerForm), key)
      : invalidLinkPage(context);
  }),
  post(OWNER, 'anyone', (context): OfficeResponse | Promise<OfficeResponse> => {
    const form = context.form(ownerForm);
    const key = form.typed('key') ?? '';
    if (!firstRunMatches(context.db, key, context.app.steadyNow())) return invalidLinkPage(context);
    checkOwner(context, form);
    return form.submit(
      async ({ name, password }) =>
        welcome(context, {
          account: await addFirstOwner(context.app, { key, name, password, language: context.language }),
          to: FIRST_RUN,
        }),
      () => ownerPage(context, form, key),
    );
  }),
];

function checkOwner(context: GuestContext, form: Form<v.InferOutput<typeof ownerForm>>): void {
  const { name, password, again } = form.valid ?? {};
  if (name !== undefined) form.check(() => requireFreeName(context.db, name));
  if (password !== undefined) form.check(() => requireStrongPassword(password, name ?? ''));
  if (password !== undefined && again !== undefined && password !== again)
    form.addError(firstRunTexts(context.language).mismatch, 'again');
}

function ownerPage(context: GuestContext, form: Form<unknown>, key: string): Page {
  const t = firstRunTexts(context.language);
  return wizardPage(context, 'owner', {
    title: t.ownerTitle,
    body: (
      <section class="card">
        <p class="hint">{t.ownerHint}</p>
        <Post action={OWNER} form={form}>
          <input type="hidden" name="key" value={key} />
          <TextField
            name="name"
            label={t.name}
            hint={t.nameHint}
            autocomplete="username"
            autocapitalize="none"
            required
            autofocus={!form.hasErrors}
          />
          <div class="fields">
            <PasswordField
              name="password"
              label={t.password}
              hint={t.passwordHint(MIN_PASSWORD)}
              autocomplete="new-password"
              required
            />
            <PasswordField name="again" label={t.again} autocomplete="new-password" required />
          </div>
          <Submit label={t.createOwner} />
        </Post>
      </section>
    ),
  });
}

function invalidLinkPage(context: GuestContext): Page {
  const t = firstRunTexts(context.language);
  return {
    title: t.invalidLink,
    bare: true,
    status: 403,
    body: (
      <section class="card narrow">
        <h1>{t.invalidLink}</h1>
        <p>{t.invalidLinkHint}</p>
      </section>
    ),
  };
}
