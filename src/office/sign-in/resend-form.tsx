import { sessionOf, switchStore } from '../../domain/accounts/sessions.ts';
import { storeById } from '../../domain/stores.ts';
import { AppError } from '../../lib/errors.ts';
import type { Page } from '../answer.ts';
import { Post, Submit } from '../forms/inputs.tsx';
import { csrfKeyOf, csrfToken } from '../http/csrf.ts';
import type { PendingForm } from '../http/pending-form.ts';
import { RenderContext } from '../page/render-context.ts';
import { AccountContext, type GuestContext } from '../request-context.ts';
import { signInTexts } from './sign-in-texts.ts';

/** Selects the store of the pending form in the new session, if the account may access it. */
export async function selectStoreOf({ app }: GuestContext, token: string, { store }: PendingForm): Promise<void> {
  if (store === undefined) return;
  try {
    await app.write((tx) => switchStore(tx, token, store));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
}

/** Shows the form that was submitted after the session expired, to be submitted again. */
export function resendPage(guest: GuestContext, token: string, pending: PendingForm, to: string): Page {
  const session = sessionOf(guest.db, token, guest.app.steadyNow());
  if (!session) throw new Error('the session that was just started is gone');
  const { account, storeId } = session;
  const context = new AccountContext({ ...guest.request, csrf: csrfToken(csrfKeyOf(session)) }, session, token);
  const t = signInTexts(context.language);
  return {
    title: t.resend,
    bare: true,
    body: (
      <section class="card narrow">
        <h1>{t.resend}</h1>
        <p>{t.resendHint}</p>
        <p>{t.resendAs(account.name, storeId === null ? '' : storeById(context.db, storeId).name)}</p>
        {pending.hadFiles && <p>{t.filesAgain}</p>}
        <RenderContext.Provider value={context}>
          <Post action={pending.path}>
            {Object.entries(pending.texts).flatMap(([name, values]) =>
              values.map((value) => <input type="hidden" name={name} value={value} />),
            )}
            <Submit autofocus label={t.submit} />
          </Post>
        </RenderContext.Provider>
        <p>
          <a href={`/office${to}`}>{t.discard}</a>
        </p>
      </section>
    ),
  };
}
