import type { WriteTx } from '../../../context.ts';
import type { Account } from '../../../domain/accounts/accounts.ts';
import { hasRecoveryCode } from '../../../domain/accounts/recovery-codes.ts';
import type { SecretValues } from '../../../domain/accounts/uncopied-secrets.ts';
import { idText } from '../../../lib/ids.ts';
import { CopiedButton, keepSecret, type SecretKind } from '../../forms/uncopied-secret.tsx';
import { SECOND_FACTOR } from '../../http/authorize.ts';
import type { Page } from '../../office-response.ts';
import { Heading, Notice } from '../../page/components.tsx';
import type { StoreContext } from '../../request-context.ts';
import { secondFactorTexts } from './second-factor-texts.ts';

const PATH = `${SECOND_FACTOR}/recovery-codes`;

const codesIn = ({ codes = '' }: SecretValues): string[] => codes.split('\n');

/** New recovery codes of the signed-in account. */
export const recoveryCodes: SecretKind<Account> = {
  path: PATH,
  access: 'staff',
  ownerIn: ({ account }) => account,
  subjectOf: ({ id }) => `recovery codes of account ${idText(id)}`,
  pathOf: () => PATH,
  nextOf: () => SECOND_FACTOR,
  isCurrent: ({ db }, { id }, values) => codesIn(values).some((code) => hasRecoveryCode(db, id, code)),
  page: codesPage,
};

/** Lets the session show new codes, in the transaction that makes them. Without new ones there is nothing to show. */
export const keepCodes =
  (context: StoreContext) =>
  (tx: WriteTx, codes: readonly string[]): void => {
    if (codes.length > 0)
      keepSecret(tx, context, { kind: recoveryCodes, owner: context.account, values: { codes: codes.join('\n') } });
  };

/** After a second factor was added: its recovery codes, if it is the first one. */
export const redirectToCodes = (context: StoreContext, codes: readonly string[], notice: string): Response =>
  context.redirect(codes.length > 0 ? PATH : SECOND_FACTOR, notice);

function codesPage(context: StoreContext, account: Account, values: SecretValues): Page {
  const t = secondFactorTexts(context.language);
  return {
    title: t.codes,
    body: (
      <>
        <Heading title={t.codes} />
        <Notice tone="warn">{t.codesHint}</Notice>
        <section class="card">
          <ul id="codes">
            {codesIn(values).map((code) => (
              <li>
                <code>{code}</code>
              </li>
            ))}
          </ul>
        </section>
        <CopiedButton context={context} kind={recoveryCodes} owner={account} label={t.done} />
      </>
    ),
  };
}
