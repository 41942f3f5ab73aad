import type { Account } from '../../domain/accounts/accounts.ts';
import { endSession, lookAtStore, startSession } from '../../domain/accounts/sessions.ts';
import { signIn } from '../../domain/accounts/sign-in.ts';
import type { Page } from '../answer.ts';
import { SESSION_COOKIE } from '../door/cookies.ts';
import { SIGN_IN } from '../door/guard.ts';
import { fields, id, optionalText, password, text } from '../forms/fields.ts';
import type { Form } from '../forms/form.ts';
import { PasswordField, Post, Submit, TextField } from '../forms/inputs.tsx';
import { get, post, type Screen } from '../screen.ts';
import { type Guest, Member } from '../visit.ts';
import { LanguageSwitch, languageScreen } from './language.tsx';
import { texts } from './texts.ts';

const credentials = fields({ name: text(200), password, to: optionalText(500) });

/** Signing in and out, and what is chosen for the whole of the office: the language, the store that is looked at. */
export const signInScreens: readonly Screen[] = [
  get(SIGN_IN, 'anyone', (guest) =>
    guest instanceof Member ? guest.redirect('/') : page(guest, guest.form(credentials), toOf(guest)),
  ),
  post(SIGN_IN, 'anyone', (guest) => {
    const form = guest.form(credentials);
    return form.submit(
      async ({ to, ...typed }) => {
        const signed = await signIn(guest.ctx, { ...typed, address: guest.asked.address });
        if ('account' in signed) return welcome(guest, signed.account, to);
        const t = texts(guest.language);
        form.blame(signed.refused === 'wrong' ? t.wrong : t.blocked(Math.ceil(signed.seconds / 60)));
        return { ...page(guest, form, to), status: signed.refused === 'wrong' ? 422 : 429 };
      },
      () => page(guest, form, form.typed('to')),
    );
  }),
  post('/sign-out', 'account', async (member) => {
    await member.ctx.write((db) => endSession(db, member.token));
    member.setCookie(SESSION_COOKIE, '', 0);
    return member.redirect(SIGN_IN, texts(member.language).signedOut);
  }),
  post('/store', 'account', async (member) => {
    const { value } = member.form(fields({ store_id: id }));
    if (value) await member.ctx.write((db) => lookAtStore(db, member.token, value.store_id));
    return member.redirect('/');
  }),
  languageScreen,
];

/** Starts a session, always a new one, and goes on to where it was asked for. */
export async function welcome(guest: Guest, account: Account, to?: string): Promise<Response> {
  const token = await guest.ctx.write((db) => {
    if (guest instanceof Member) endSession(db, guest.token);
    return startSession(db, account, guest.ctx.now());
  });
  guest.setCookie(SESSION_COOKIE, token);
  return guest.redirect(isInside(to) ? to : '/');
}

/** A path of the office and of nowhere else. */
const isInside = (to: string | undefined): to is string =>
  to !== undefined && /^\/[a-z0-9?]/.test(to) && !/[\\\s]/.test(to);

const toOf = (guest: Guest): string | undefined => guest.asked.url.searchParams.get('to') ?? undefined;

function page(guest: Guest, form: Form<unknown>, to: string | undefined): Page {
  const t = texts(guest.language);
  return {
    title: t.title,
    bare: true,
    body: (
      <section class="card narrow">
        <h1>{t.title}</h1>
        <Post visitor={guest} action={SIGN_IN} form={form}>
          <input type="hidden" name="to" value={to ?? ''} />
          <TextField form={form} name="name" label={t.name} autocomplete="username" autocapitalize="none" autofocus />
          <PasswordField form={form} name="password" label={t.password} />
          <Submit>{t.enter}</Submit>
        </Post>
        <p>
          <small>{t.forgotten}</small>
        </p>
        <LanguageSwitch visitor={guest} />
      </section>
    ),
  };
}
