import { lookAtStore, sessionOf } from '../../domain/accounts/sessions.ts';
import { storeById } from '../../domain/stores.ts';
import { Refusal } from '../../lib/errors.ts';
import type { Page } from '../answer.ts';
import { csrfKeyOf, csrfToken } from '../door/csrf.ts';
import type { Kept } from '../door/kept.ts';
import { Post, Submit } from '../forms/inputs.tsx';
import { type Guest, Member } from '../visit.ts';
import { signInTexts } from './sign-in-texts.ts';

/** Has the new session look at the store that the form is of, if its account may. */
export async function lookAgain({ ctx }: Guest, token: string, { store }: Kept): Promise<void> {
  if (store === undefined) return;
  try {
    await ctx.write((db) => lookAtStore(db, token, store));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
}

/** The form that was sent too late, to be sent again by whoever has just signed in. */
export function againPage(guest: Guest, token: string, kept: Kept, to: string): Page {
  const session = sessionOf(guest.ctx.db, token, guest.ctx.steadyNow());
  if (!session) throw new Error('a session that has just begun has ended');
  const { account, storeId } = session;
  const member = new Member({ ...guest.asked, csrf: csrfToken(csrfKeyOf(session)) }, session, token);
  const t = signInTexts(guest.language);
  return {
    title: t.again,
    bare: true,
    body: (
      <section class="card narrow">
        <h1>{t.again}</h1>
        <p>{t.againHint}</p>
        <p>{t.asWhom(account.name, storeId === null ? '' : storeById(guest.ctx.db, storeId).name)}</p>
        {kept.hadFiles && <p>{t.filesAgain}</p>}
        <Post visitor={member} action={kept.path}>
          {Object.entries(kept.texts).flatMap(([name, values]) =>
            values.map((value) => <input type="hidden" name={name} value={value} />),
          )}
          <Submit autofocus>{t.sendAgain}</Submit>
        </Post>
        <p>
          <a href={`/office${to}`}>{t.leaveIt}</a>
        </p>
      </section>
    ),
  };
}
