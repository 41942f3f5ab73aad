import type { AccountWithPassword } from '../../../domain/accounts/one-time-passwords.ts';
import type { Page } from '../../office-response.ts';
import { ButtonLink, CopyButton, Facts, Heading, Notice } from '../../page/components.tsx';
import type { StoreContext } from '../../request-context.ts';
import { accountTexts } from './account-texts.ts';

export const ACCOUNTS = '/settings/accounts';

/** The response to the form that created the password; no other page shows it. */
export function passwordPage(context: StoreContext, { account, password }: AccountWithPassword): Page {
  const t = accountTexts(context.language);
  const title = t.passwordOf(account.name);
  return {
    title,
    body: (
      <>
        <Heading title={title} />
        <Notice tone="warn">{t.shownOnce}</Notice>
        <section class="card">
          <Facts
            facts={[
              [t.name, account.name],
              [
                t.password,
                <>
                  <code id="password">{password}</code> <CopyButton targetId="password" />
                </>,
              ],
              [t.signInAt, `${context.request.origin}/office`],
            ]}
          />
        </section>
        <ButtonLink href={`/office${ACCOUNTS}`} main label={t.backToAccounts} />
      </>
    ),
  };
}
