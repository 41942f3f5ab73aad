import { type OwnSession, ownSessions, publicSessionId } from '../../../domain/accounts/own-sessions.ts';
import { browserOf } from '../../../lib/user-agent.ts';
import { Post, PostButton, Submit } from '../../forms/inputs.tsx';
import { Confirm, Tag, Time } from '../../page/components.tsx';
import { List } from '../../page/list.tsx';
import type { AccountContext } from '../../request-context.ts';
import { accountTexts } from './account-texts.ts';

export const END_SESSION = '/me/sessions/sign-out';
export const END_ALL_SESSIONS = '/me/sign-out';

/** The browsers that are signed in as the account. */
export function SessionList({ context }: { context: AccountContext }) {
  const t = accountTexts(context.language);
  const current = publicSessionId(context.token);
  return (
    <section class="card">
      <h2>{t.sessions}</h2>
      <p class="hint">{t.sessionsHint}</p>
      <List
        rows={ownSessions(context.db, context.account.id, context.app.steadyNow())}
        columns={(column) => [
          column(t.browser, (session) => (
            <>
              {browserText(context, session)} {session.publicId === current && <Tag tone="good">{t.thisBrowser}</Tag>}
            </>
          )),
          column(t.ipAddress, 'break', ({ address }) => address),
          column(t.lastSeen, ({ useTime }) => <Time at={useTime} />),
          column({ hidden: t.endSession }, (session) => (
            <Post action={END_SESSION} class="in-row" plain={session.publicId === current}>
              <input type="hidden" name="session" value={session.publicId} />
              <Submit
                class="secondary outline small"
                aria-label={`${t.endSession} ${browserText(context, session)}`}
                label={t.endSession}
              />
            </Post>
          )),
        ]}
      />
      <SignOutEverywhere context={context} />
    </section>
  );
}

export function SignOutEverywhere({ context }: { context: AccountContext }) {
  const t = accountTexts(context.language);
  return (
    <Confirm label={t.signOutAll}>
      <p>{t.signOutAllHint}</p>
      <PostButton action={END_ALL_SESSIONS} plain label={t.signOutAll} />
    </Confirm>
  );
}

function browserText({ language }: AccountContext, { userAgent }: OwnSession): string {
  const t = accountTexts(language);
  const { browser = t.unknownBrowser, system } = browserOf(userAgent);
  return system === undefined ? browser : t.browserOn(browser, system);
}
