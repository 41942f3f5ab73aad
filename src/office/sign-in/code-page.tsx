import { fields, text } from '../forms/fields.ts';
import type { Form } from '../forms/form.ts';
import { Post, Submit, TextField } from '../forms/inputs.tsx';
import { SIGN_IN } from '../http/authorize.ts';
import type { Page } from '../office-response.ts';
import type { GuestContext } from '../request-context.ts';
import { showFullPage } from './full-page.ts';
import { signInTexts } from './sign-in-texts.ts';

export const SIGN_IN_CODE = '/sign-in/code';
/** With a form that was submitted after the session had expired. */
export const SIGN_IN_CODE_AGAIN = '/sign-in/code/again';

export const codeForm = fields({ code: text(60) });

interface CodePageProps {
  /** Of the pending sign-in. */
  token: string;
  to: string | undefined;
  pending: string | undefined;
  form?: Form<unknown>;
}

/** Asks for a code of the authenticator app, after the right password. */
export function codePage(context: GuestContext, { token, to = '', pending = '', form }: CodePageProps): Page {
  const t = signInTexts(context.language);
  showFullPage(context);
  return {
    title: t.codeTitle,
    bare: true,
    body: (
      <section class="card narrow">
        <h1>{t.codeTitle}</h1>
        <Post action={pending === '' ? SIGN_IN_CODE : SIGN_IN_CODE_AGAIN} form={form}>
          <input type="hidden" name="sign_in" value={token} />
          <input type="hidden" name="to" value={to} />
          {pending !== '' && <input type="hidden" name="pending_form" value={pending} />}
          <TextField
            name="code"
            label={t.code}
            hint={t.codeHint}
            autocomplete="one-time-code"
            autocapitalize="none"
            required
            autofocus
          />
          <Submit label={t.signIn} />
        </Post>
        <p>
          <a href={`/office${SIGN_IN}`}>{t.cancel}</a>
        </p>
        <p>
          <small>{t.codeLost}</small>
        </p>
      </section>
    ),
  };
}
