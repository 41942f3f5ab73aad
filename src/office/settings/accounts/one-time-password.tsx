import type { WriteTx } from '../../../context.ts';
import { type Account, changeableAccount } from '../../../domain/accounts/accounts.ts';
import { type AccountWithPassword, passwordVersion } from '../../../domain/accounts/one-time-passwords.ts';
import type { SecretValues } from '../../../domain/accounts/uncopied-secrets.ts';
import { idText } from '../../../lib/ids.ts';
import { CopiedButton, keepSecret, type SecretKind, ShownHint } from '../../forms/uncopied-secret.tsx';
import type { Page } from '../../office-response.ts';
import { CopyButton, Facts, Heading } from '../../page/components.tsx';
import type { StoreContext } from '../../request-context.ts';
import { accountTexts } from './account-texts.ts';

export const ACCOUNTS = '/settings/accounts';

/** The account in the path, if the signed-in owner may change it. @throws AppError not_found */
export const requestedAccount = (context: StoreContext): Account =>
  changeableAccount(context.db, context.account, context.store.id, context.id());

/** The one-time password of an account. */
export const oneTimePassword: SecretKind<Account> = {
  path: `${ACCOUNTS}/:id/password`,
  access: 'owner',
  ownerIn: requestedAccount,
  subjectOf: ({ id }) => `password of account ${idText(id)}`,
  pathOf: ({ id }) => `${ACCOUNTS}/${id}/password`,
  nextOf: () => ACCOUNTS,
  isCurrent: ({ db }, { id }, { version }) => passwordVersion(db, id) === version,
  page: passwordPage,
};

/** Lets the session show the password, in the transaction that makes it. */
export const keepPassword =
  (context: StoreContext) =>
  (tx: WriteTx, { account, password }: AccountWithPassword): void => {
    const values = { password, version: passwordVersion(tx, account.id) };
    keepSecret(tx, context, { kind: oneTimePassword, owner: account, values });
  };

function passwordPage(context: StoreContext, account: Account, { password }: SecretValues): Page {
  const t = accountTexts(context.language);
  const title = t.passwordOf(account.name);
  return {
    title,
    body: (
      <>
        <Heading title={title} />
        <ShownHint context={context} />
        <p>{t.passOn}</p>
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
        <CopiedButton context={context} kind={oneTimePassword} owner={account} />
      </>
    ),
  };
}
