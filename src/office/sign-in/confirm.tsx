import { confirmPassword } from '../../domain/accounts/confirm-password.ts';
import { isConfirmed } from '../../domain/accounts/sessions.ts';
import { fields, optionalText, password } from '../forms/fields.ts';
import { Form, type FormInput } from '../forms/form.ts';
import { PasswordField, Post, Submit } from '../forms/inputs.tsx';
import { isOfficePath } from '../http/pending-form.ts';
import type { OfficeResponse, Page } from '../office-response.ts';
import type { AccountContext } from '../request-context.ts';
import { formScreens, type Screen } from '../screen.ts';
import { showFullPage } from './full-page.ts';
import { signInTexts } from './sign-in-texts.ts';

// "Confirm it is you": sensitive actions need a recent check of the password. The page contains the submitted form and
// sends it again to its own path, together with the password.

const CONFIRM = '/me/confirm';

const confirmForm = fields({ confirm_password: password, to: optionalText(500) });

/** For sensitive pages and files, which have no form. */
export const confirmScreens: readonly Screen[] = [
  ...formScreens(
    CONFIRM,
    'account',
    confirmForm,
    (context, form) => {
      const to = form.typed('to') ?? context.request.url.searchParams.get('to') ?? '/';
      return confirmPage(context, { form, action: CONFIRM, texts: { to: [to] }, back: '/' });
    },
    async (context, { confirm_password: current, to = '/' }) => {
      await confirm(context, current);
      return context.redirect(isOfficePath(to) ? to : '/');
    },
    { fieldOf: () => 'confirm_password' },
  ),
];

/**
 * Checks the password before a sensitive action if the session's last check is too old.
 *
 * @param back the page to return to instead
 * @returns what to show instead of the action; undefined if it may run
 */
export async function confirmation(context: AccountContext, back: string): Promise<OfficeResponse | undefined> {
  const { request } = context;
  if (isConfirmed(context.session, context.app.steadyNow())) return undefined;
  const path = request.path + request.url.search;
  if (request.method === 'GET') return context.redirect(`${CONFIRM}?to=${encodeURIComponent(path)}`);
  const { confirm_password: typed, csrf: _, ...texts } = request.input.texts;
  const input = typed && { texts: { confirm_password: typed }, files: {} };
  const form = new Form(confirmForm, input, context.language);
  const page = () => confirmPage(context, { form, action: path, texts, back });
  if (input === undefined) return { ...page(), status: 401 };
  let isRight = false;
  const again = await form.submit(
    async ({ confirm_password: current }) => {
      await confirm(context, current);
      isRight = true;
      return page();
    },
    page,
    () => 'confirm_password',
  );
  return isRight ? undefined : again;
}

const confirm = ({ app, account, token, request: { browser, address } }: AccountContext, current: string) =>
  confirmPassword(app, account, { current, token, browser, address });

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
        <Post action={action} form={form} plain>
          {Object.entries(texts).flatMap(([name, values]) =>
            values.map((value) => <input type="hidden" name={name} value={value} />),
          )}
          <input type="text" autocomplete="username" value={context.account.name} hidden readonly />
          <PasswordField name="confirm_password" label={t.password} required autofocus />
          <Submit label={t.confirm} />
        </Post>
        <p>
          <a href={`/office${back}`}>{t.cancel}</a>
        </p>
      </section>
    ),
  };
}
