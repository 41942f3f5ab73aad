import {
  type BankAccount,
  changeBankAccount,
  MAX_HOLDER_LENGTH,
  openBankAccount,
} from '../../../domain/bank-accounts.ts';
import { BANK_CODES, BANKS, bankName } from '../../../lib/thai-banks.ts';
import { choice, fields, text } from '../../forms/fields.ts';
import type { Form } from '../../forms/form.ts';
import { Post, SelectField, Submit, TextField } from '../../forms/inputs.tsx';
import type { Page } from '../../office-response.ts';
import { commonTexts } from '../../page/common-texts.ts';
import { Heading } from '../../page/components.tsx';
import type { StoreContext } from '../../request-context.ts';
import { formScreens, type Screen } from '../../screen.ts';
import { paymentSettingTexts } from './payment-setting-texts.ts';

const PATH = '/settings/payments';

export const accountForm = fields({ bank: choice(BANK_CODES), number: text(30), name: text(MAX_HOLDER_LENGTH) });

/** Sensitive, as adding an account is. */
export const bankAccountScreens: readonly Screen[] = formScreens(`${PATH}/accounts/:id`, 'settings', {
  schema: accountForm,
  page: editPage,
  submit: async (context, account) => {
    const id = context.id();
    await context.write((tx) => changeBankAccount(tx, context.store.id, id, account));
    return context.redirect(PATH, commonTexts(context.language).saved);
  },
  sensitive: true,
});

function editPage(context: StoreContext, form: Form<unknown>): Page {
  const t = paymentSettingTexts(context.language);
  const account = openBankAccount(context.db, context.store.id, context.id());
  return {
    title: t.editAccount,
    body: (
      <>
        <Heading title={t.editAccount} back={{ href: `/office${PATH}`, label: t.title }} />
        <section class="card form-only">
          <p class="hint">{t.editAccountHint}</p>
          <Post action={`${PATH}/accounts/${account.id}`} form={form}>
            <AccountFields context={context} account={account} />
            <Submit label={commonTexts(context.language).save} />
          </Post>
        </section>
      </>
    ),
  };
}

export function AccountFields({ context, account }: { context: StoreContext; account?: BankAccount }) {
  const t = paymentSettingTexts(context.language);
  const banks = BANKS.map(({ code }) => ({ value: code, label: bankName(code, context.language) }));
  return (
    <div class="fields">
      <SelectField name="bank" label={t.bank} options={banks} value={account?.bank} />
      <TextField name="number" label={t.number} value={account?.number} inputmode="numeric" required />
      <TextField name="name" label={t.name} value={account?.name} required />
    </div>
  );
}
