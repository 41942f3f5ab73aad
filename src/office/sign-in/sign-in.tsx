import type { Child } from 'hono/jsx';
import type { Account } from '../../domain/accounts/accounts.ts';
import { needsFirstRun } from '../../domain/accounts/first-run.ts';
import { endSession, lookAtStore, startSession } from '../../domain/accounts/sessions.ts';
import { signIn } from '../../domain/accounts/sign-in.ts';
import type { Answer, Page } from '../answer.ts';
import { fields, id, optionalText, password, text } from '../forms/fields.ts';
import { Form } from '../forms/form.ts';
import { PasswordField, Post, Submit, TextField } from '../forms/inputs.tsx';
import { SIGN_IN, SIGN_IN_AGAIN } from '../http/authorize.ts';
import { SESSION_COOKIE } from '../http/cookies.ts';
import {
  isInside,
  MAX_SIGN_IN_BYTES,
  type PendingForm,
  parsePendingForm,
  pendingFormText,
} from '../http/pending-form.ts';
import { Notice } from '../page/components.tsx';
import { AccountContext, type GuestContext } from '../request-context.ts';
import { get, post, type Screen } from '../screen.ts';
import { LanguageSwitch, languageScreen } from './language-switch.tsx';
import { againPage, lookAgain } from './resend-form.tsx';
import { signInTexts } from './sign-in-texts.ts';

const credentials = fields({ name: text(200), password, to: optionalText(500) });

/** Signing in and out, and what is chosen for the whole of the office: the language, the store that is looked at. */
export const signInScreens: readonly Screen[] = [
  get(SIGN_IN, 'anyone', (context) =>
    context instanceof AccountContext ? context.redirect('/') : page(context, context.form(credentials), toOf(context)),
  ),
  post(SIGN_IN, 'anyone', enter),
  post(SIGN_IN_AGAIN, 'anyone', enter, { upload: MAX_SIGN_IN_BYTES }),
  post('/sign-out', 'account', async (context) => {
    await context.write((db) => endSession(db, context.token));
    context.setCookie(SESSION_COOKIE, '', 0);
    return context.redirect(SIGN_IN, signInTexts(context.language).signedOut);
  }),
  post('/store', 'account', async (context) => {
    const { value } = context.form(fields({ store_id: id }));
    if (value) await context.write((db) => lookAtStore(db, context.token, value.store_id));
    return context.redirect('/');
  }),
  languageScreen,
];

function enter(context: GuestContext): Promise<Answer> {
  const form = context.form(credentials);
  const kept = form.typed('kept');
  return form.submit(
    async ({ to, ...typed }) => {
      const signed = await signIn(context.app, { ...typed, address: context.request.address });
      if ('account' in signed) return welcome(context, signed.account, to, kept);
      const t = signInTexts(context.language);
      form.addError(signed.refused === 'wrong' ? t.wrong : t.blocked(Math.ceil(signed.seconds / 60)));
      return { ...page(context, form, to, kept), status: signed.refused === 'wrong' ? 422 : 429 };
    },
    () => page(context, form, form.typed('to'), kept),
  );
}

/** Starts a session, always a new one, and goes on to where it was asked for, or with the form that was not sent. */
export async function welcome(context: GuestContext, account: Account, to?: string, waiting = ''): Promise<Answer> {
  const token = await context.write((db) => {
    if (context instanceof AccountContext) endSession(db, context.token);
    return startSession(db, account, context.app.steadyNow());
  });
  context.setCookie(SESSION_COOKIE, token);
  const next = to !== undefined && isInside(to) ? to : '/';
  const kept = account.mustChangePassword ? undefined : parsePendingForm(waiting);
  if (!kept) return context.redirect(next);
  await lookAgain(context, token, kept);
  return againPage(context, token, kept, next);
}

/**
 * Somebody sent a form after his session had ended: he signs in first, and what he typed is kept meanwhile.
 *
 * @param to where it goes on if he does not send it then
 */
export function expiredPage(context: GuestContext, kept: PendingForm | undefined, to = '/'): Page {
  const t = signInTexts(context.language);
  if (context.request.partial) for (const [name, value] of WHOLE) context.headers.set(name, value);
  const form = new Form(credentials, undefined, context.language);
  const said = (
    <Notice tone="warn">
      {t.expired} {kept ? t.inputSaved : t.inputTooLarge}
    </Notice>
  );
  return { ...page(context, form, to, kept && pendingFormText(kept), said), status: 401 };
}

/** Has htmx show a page whole though it asked for a part. */
const WHOLE = Object.entries({ 'HX-Retarget': 'body', 'HX-Reswap': 'innerHTML', 'HX-Reselect': '.bare' });

const toOf = (context: GuestContext): string | undefined => context.request.url.searchParams.get('to') ?? undefined;

function page(context: GuestContext, form: Form<unknown>, to: string | undefined, kept = '', said?: Child): Page {
  const t = signInTexts(context.language);
  return {
    title: t.title,
    bare: true,
    body: (
      <section class="card narrow">
        <h1>{t.title}</h1>
        {said}
        {needsFirstRun(context.db) && <Notice>{t.noAccount}</Notice>}
        <Post context={context} action={kept === '' ? SIGN_IN : SIGN_IN_AGAIN} form={form}>
          <input type="hidden" name="to" value={to ?? ''} />
          {kept !== '' && <input type="hidden" name="kept" value={kept} />}
          <TextField form={form} name="name" label={t.name} autocomplete="username" autocapitalize="none" autofocus />
          <PasswordField form={form} name="password" label={t.password} />
          <Submit>{t.signIn}</Submit>
        </Post>
        <p>
          <small>{t.forgotten}</small>
        </p>
        {said === undefined && kept === '' && <LanguageSwitch context={context} />}
      </section>
    ),
  };
}
