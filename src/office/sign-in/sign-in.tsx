import type { Child } from 'hono/jsx';
import type { Account } from '../../domain/accounts/accounts.ts';
import { needsFirstRun } from '../../domain/accounts/first-run.ts';
import { endSession, lookAtStore, startSession } from '../../domain/accounts/sessions.ts';
import { signIn } from '../../domain/accounts/sign-in.ts';
import type { Answer, Page } from '../answer.ts';
import { SESSION_COOKIE } from '../door/cookies.ts';
import { SIGN_IN, SIGN_IN_AGAIN } from '../door/guard.ts';
import { isInside, type Kept, keptText, LARGEST_AGAIN, parseKept } from '../door/kept.ts';
import { fields, id, optionalText, password, text } from '../forms/fields.ts';
import { Form } from '../forms/form.ts';
import { PasswordField, Post, Submit, TextField } from '../forms/inputs.tsx';
import { Notice } from '../page/parts.tsx';
import { get, post, type Screen } from '../screen.ts';
import { type Guest, Member } from '../visit.ts';
import { LanguageSwitch, languageScreen } from './language-switch.tsx';
import { againPage, lookAgain } from './resend-form.tsx';
import { signInTexts } from './sign-in-texts.ts';

const credentials = fields({ name: text(200), password, to: optionalText(500) });

/** Signing in and out, and what is chosen for the whole of the office: the language, the store that is looked at. */
export const signInScreens: readonly Screen[] = [
  get(SIGN_IN, 'anyone', (guest) =>
    guest instanceof Member ? guest.redirect('/') : page(guest, guest.form(credentials), toOf(guest)),
  ),
  post(SIGN_IN, 'anyone', enter),
  post(SIGN_IN_AGAIN, 'anyone', enter, { upload: LARGEST_AGAIN }),
  post('/sign-out', 'account', async (member) => {
    await member.ctx.write((db) => endSession(db, member.token));
    member.setCookie(SESSION_COOKIE, '', 0);
    return member.redirect(SIGN_IN, signInTexts(member.language).signedOut);
  }),
  post('/store', 'account', async (member) => {
    const { value } = member.form(fields({ store_id: id }));
    if (value) await member.ctx.write((db) => lookAtStore(db, member.token, value.store_id));
    return member.redirect('/');
  }),
  languageScreen,
];

function enter(guest: Guest): Promise<Answer> {
  const form = guest.form(credentials);
  const kept = form.typed('kept');
  return form.submit(
    async ({ to, ...typed }) => {
      const signed = await signIn(guest.ctx, { ...typed, address: guest.asked.address });
      if ('account' in signed) return welcome(guest, signed.account, to, kept);
      const t = signInTexts(guest.language);
      form.blame(signed.refused === 'wrong' ? t.wrong : t.blocked(Math.ceil(signed.seconds / 60)));
      return { ...page(guest, form, to, kept), status: signed.refused === 'wrong' ? 422 : 429 };
    },
    () => page(guest, form, form.typed('to'), kept),
  );
}

/** Starts a session, always a new one, and goes on to where it was asked for, or with the form that was not sent. */
export async function welcome(guest: Guest, account: Account, to?: string, waiting = ''): Promise<Answer> {
  const token = await guest.ctx.write((db) => {
    if (guest instanceof Member) endSession(db, guest.token);
    return startSession(db, account, guest.ctx.steadyNow());
  });
  guest.setCookie(SESSION_COOKIE, token);
  const next = to !== undefined && isInside(to) ? to : '/';
  const kept = account.mustChangePassword ? undefined : parseKept(waiting);
  if (!kept) return guest.redirect(next);
  await lookAgain(guest, token, kept);
  return againPage(guest, token, kept, next);
}

/**
 * Somebody sent a form after his session had ended: he signs in first, and what he typed is kept meanwhile.
 *
 * @param to where it goes on if he does not send it then
 */
export function expiredPage(guest: Guest, kept: Kept | undefined, to = '/'): Page {
  const t = signInTexts(guest.language);
  if (guest.asked.partial) for (const [name, value] of WHOLE) guest.headers.set(name, value);
  const form = new Form(credentials, undefined, guest.language);
  const said = (
    <Notice tone="warn">
      {t.expired} {kept ? t.kept : t.notKept}
    </Notice>
  );
  return { ...page(guest, form, to, kept && keptText(kept), said), status: 401 };
}

/** Has htmx show a page whole though it asked for a part. */
const WHOLE = Object.entries({ 'HX-Retarget': 'body', 'HX-Reswap': 'innerHTML', 'HX-Reselect': '.bare' });

const toOf = (guest: Guest): string | undefined => guest.asked.url.searchParams.get('to') ?? undefined;

function page(guest: Guest, form: Form<unknown>, to: string | undefined, kept = '', said?: Child): Page {
  const t = signInTexts(guest.language);
  return {
    title: t.title,
    bare: true,
    body: (
      <section class="card narrow">
        <h1>{t.title}</h1>
        {said}
        {needsFirstRun(guest.ctx.db) && <Notice>{t.noAccount}</Notice>}
        <Post visitor={guest} action={kept === '' ? SIGN_IN : SIGN_IN_AGAIN} form={form}>
          <input type="hidden" name="to" value={to ?? ''} />
          {kept !== '' && <input type="hidden" name="kept" value={kept} />}
          <TextField form={form} name="name" label={t.name} autocomplete="username" autocapitalize="none" autofocus />
          <PasswordField form={form} name="password" label={t.password} />
          <Submit>{t.enter}</Submit>
        </Post>
        <p>
          <small>{t.forgotten}</small>
        </p>
        {said === undefined && kept === '' && <LanguageSwitch visitor={guest} />}
      </section>
    ),
  };
}
