import type * as v from 'valibot';
import { bankAccounts, MAX_HOLDER_LENGTH, type NewBankAccount } from '../../domain/bank-accounts.ts';
import { setUpPayments, takesTransfers } from '../../domain/setup/payments.ts';
import { message } from '../../lib/messages/message.ts';
import { describe } from '../../lib/messages/messages.ts';
import { BANK_CODES, BANKS, bankName } from '../../lib/thai-banks.ts';
import { fields, optionalChoice, optionalText } from '../forms/fields.ts';
import type { Form } from '../forms/form.ts';
import { Post, SelectField, Submit, TextField } from '../forms/inputs.tsx';
import type { Page } from '../office-response.ts';
import { bankAccountName } from '../orders/order-labels.ts';
import { commonTexts } from '../page/common-texts.ts';
import { Notice } from '../page/components.tsx';
import type { StoreContext } from '../request-context.ts';
import { get, post, type Screen } from '../screen.ts';
import { paymentSettingTexts } from '../settings/payments/payment-setting-texts.ts';
import { PromptpayFields, promptpayFields } from '../settings/payments/promptpay-card.tsx';
import { firstRunTexts } from './first-run-texts.ts';
import { pathOf, wizardPage } from './wizard.tsx';

const PATH = pathOf('payments');
const NEXT = pathOf('channel');

const paymentsForm = fields({
  ...promptpayFields,
  bank: optionalChoice(BANK_CODES),
  number: optionalText(30),
  name: optionalText(MAX_HOLDER_LENGTH),
});
type Typed = v.InferOutput<typeof paymentsForm>;

/** The fourth step: PromptPay, a bank account, or both. Sensitive, as in the settings. */
export const paymentsStepScreens: readonly Screen[] = [
  get(PATH, 'owner', (context) => paymentsPage(context, context.form(paymentsForm))),
  post(
    PATH,
    'owner',
    (context) => {
      const form = context.form(paymentsForm);
      if (form.valid) checkPayments(context, form, form.valid);
      return form.submit(
        async ({ promptpay_id: promptpayId = null, promptpay_name: promptpayName = null, ...account }) => {
          const setup = { promptpayId, promptpayName, account: accountOf(account) };
          await context.write((tx) => setUpPayments(tx, context.store.id, setup, context.act()));
          return context.redirect(NEXT, firstRunTexts(context.language).paymentsSaved);
        },
        () => paymentsPage(context, form),
      );
    },
    { sensitive: true },
  ),
];

const accountOf = ({ bank, number, name }: Partial<Typed>): NewBankAccount | undefined =>
  bank !== undefined && number !== undefined && name !== undefined ? { bank, number, name } : undefined;

/** A bank account is complete or empty, and the form is not empty. */
function checkPayments(context: StoreContext, form: Form<Typed>, { promptpay_id, ...account }: Partial<Typed>): void {
  const { language } = context;
  const missing = (['bank', 'number', 'name'] as const).filter((field) => account[field] === undefined);
  const isEmpty = missing.length === 3;
  if (!isEmpty) for (const field of missing) form.addError(describe(message('input_empty'), language), field);
  else if (promptpay_id === undefined && !takesTransfers(context.db, context.store))
    form.addError(firstRunTexts(language).needPayments, 'promptpay_id');
}

function paymentsPage(context: StoreContext, form: Form<unknown>): Page {
  const t = firstRunTexts(context.language);
  const settings = paymentSettingTexts(context.language);
  const { optional, choose, next } = commonTexts(context.language);
  const accounts = bankAccounts(context.db, context.store.id);
  const banks = BANKS.map(({ code }) => ({ value: code, label: bankName(code, context.language) }));
  return wizardPage(context, 'payments', {
    title: t.paymentsTitle,
    next: { path: NEXT, label: takesTransfers(context.db, context.store) ? next : t.skip },
    body: (
      <>
        {accounts.length > 0 && (
          <Notice tone="good">
            {accounts.map((account) => bankAccountName(account, context.language)).join(', ')}
          </Notice>
        )}
        <section class="card">
          <p class="hint">{t.paymentsHint}</p>
          <Post action={PATH} form={form}>
            <PromptpayFields context={context} autofocus={!form.hasErrors} />
            <fieldset>
              <legend>
                {settings.addAccount} ({optional})
              </legend>
              <div class="fields">
                <SelectField name="bank" label={settings.bank} options={banks} empty={choose} />
                <TextField name="number" label={settings.number} inputmode="numeric" />
                <TextField name="name" label={settings.name} />
              </div>
            </fieldset>
            <Submit label={t.next} />
          </Post>
        </section>
      </>
    ),
  });
}
