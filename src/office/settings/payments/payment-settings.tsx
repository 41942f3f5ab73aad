import { type BankAccount, bankAccounts, putBankAccount, removeBankAccount } from '../../../domain/bank-accounts.ts';
import { bankName } from '../../../lib/thai-banks.ts';
import type { Form } from '../../forms/form.ts';
import { Post, PostButton, Submit } from '../../forms/inputs.tsx';
import type { Page } from '../../office-response.ts';
import { accountNumber, bankAccountName } from '../../orders/order-labels.ts';
import { commonTexts } from '../../page/common-texts.ts';
import { ButtonLink, Heading } from '../../page/components.tsx';
import type { StoreContext } from '../../request-context.ts';
import { formScreens, post, type Screen } from '../../screen.ts';
import { settingsTexts } from '../settings-texts.ts';
import { AccountFields, accountForm, bankAccountScreens } from './bank-account-form.tsx';
import { CodCard, codScreens } from './cod-card.tsx';
import { paymentSettingTexts } from './payment-setting-texts.ts';
import { PromptpayCard, promptpayScreens } from './promptpay-card.tsx';
import { VerifierCard, verifierScreens } from './verifier-card.tsx';

const PATH = '/settings/payments';

/** Changing the accounts that receive money is sensitive. */
export const paymentSettingScreens: readonly Screen[] = [
  ...formScreens(PATH, 'settings', {
    schema: accountForm,
    page: (context, account) => paymentsPage(context, { account }),
    submit: async (context, account) => {
      await context.write((tx) => putBankAccount(tx, context.store.id, account));
      return context.redirect(PATH, paymentSettingTexts(context.language).added);
    },
    sensitive: true,
  }),
  ...bankAccountScreens,
  post(`${PATH}/accounts/:id/remove`, 'settings', removeAccount, { sensitive: true }),
  ...promptpayScreens((context, promptpay) => paymentsPage(context, { promptpay })),
  ...codScreens((context) => paymentsPage(context, {})),
  ...verifierScreens((context, verifier) => paymentsPage(context, { verifier })),
];

async function removeAccount(context: StoreContext): Promise<Response> {
  const id = context.id();
  await context.write((tx) => removeBankAccount(tx, context.store.id, id, context.now));
  return context.redirect(PATH, paymentSettingTexts(context.language).removed);
}

/** The submitted forms with their errors. */
type Forms = Partial<Record<'account' | 'promptpay' | 'verifier', Form<unknown>>>;

function paymentsPage(context: StoreContext, { account, promptpay, verifier }: Forms): Page {
  const t = paymentSettingTexts(context.language);
  return {
    title: t.title,
    body: (
      <>
        <Heading title={t.title} back={{ href: '/office/settings', label: settingsTexts(context.language).settings }} />
        <PromptpayCard context={context} form={promptpay} />
        <AccountsCard context={context} />
        <AddAccount context={context} form={account} />
        <CodCard context={context} />
        <VerifierCard context={context} form={verifier} />
      </>
    ),
  };
}

function AccountsCard({ context }: { context: StoreContext }) {
  const t = paymentSettingTexts(context.language);
  const accounts = bankAccounts(context.db, context.store.id);
  return (
    <section class="card form-only">
      <h2>{t.bankAccounts}</h2>
      <p class="hint">{t.bankAccountsHint}</p>
      {accounts.length === 0 ? (
        <p class="muted">{t.noAccount}</p>
      ) : (
        <ul class="bank-accounts">
          {accounts.map((account) => (
            <AccountRow context={context} account={account} />
          ))}
        </ul>
      )}
    </section>
  );
}

function AccountRow({ context, account }: { context: StoreContext; account: BankAccount }) {
  const t = paymentSettingTexts(context.language);
  const path = `${PATH}/accounts/${account.id}`;
  const name = bankAccountName(account, context.language);
  return (
    <li>
      <div class="break">
        <strong>{accountNumber(account.number)}</strong> {bankName(account.bank, context.language)}
        <br />
        <span class="muted">{account.name}</span>
      </div>
      <div class="actions">
        <ButtonLink
          href={`/office${path}`}
          class="button small"
          label={commonTexts(context.language).edit}
          aria-label={t.editOf(name)}
        />
        <PostButton
          action={`${path}/remove`}
          class="secondary outline small"
          aria-label={t.removeOf(name)}
          label={t.remove}
        />
      </div>
    </li>
  );
}

function AddAccount({ context, form }: { context: StoreContext; form: Form<unknown> | undefined }) {
  const t = paymentSettingTexts(context.language);
  return (
    <section class="card form-only">
      <h2>{t.addAccount}</h2>
      <Post action={PATH} form={form}>
        <AccountFields context={context} />
        <Submit label={commonTexts(context.language).add} />
      </Post>
    </section>
  );
}
