import { bankAccounts } from '../../../domain/bank-accounts.ts';
import { PAYMENT_METHODS, type PaymentMethod } from '../../../domain/orders/order-states.ts';
import type { TransferRow } from '../../../domain/orders/payments/transfer.ts';
import { bangkokMinute } from '../../../lib/calendar.ts';
import type { Id } from '../../../lib/ids.ts';
import type { Language } from '../../../lib/messages/catalogue.ts';
import { BANK_CODES, BANKS, bankName } from '../../../lib/thai-banks.ts';
import { TimeField } from '../../forms/date-fields.tsx';
import { optionalChoice, optionalId, optionalText, optionalTime } from '../../forms/fields.ts';
import { AmountField, type Option, SelectField, TextField } from '../../forms/inputs.tsx';
import { PictureField } from '../../forms/picture-field.tsx';
import type { StoreContext, StoreProps } from '../../request-context.ts';
import { bankAccountName, methodName } from '../order-labels.ts';
import { FoldedFields } from './action-form.tsx';
import { orderDetailTexts } from './order-detail-texts.ts';
import { paymentTexts } from './payment-texts.ts';

export const methodOptions = (language: Language): Option[] =>
  PAYMENT_METHODS.map((value) => ({ value, label: methodName(value, language) }));

/** The fields of a new payment: amount, method, account, note, slip and, collapsed, the transfer. */
export function PaymentFields({ context, amount }: StoreProps<{ amount: string | undefined }>) {
  const { language } = context;
  const t = orderDetailTexts(language);
  return (
    <>
      <div class="fields">
        <AmountField name="amount" label={t.paidAmount} value={amount} />
        <SelectField name="method" label={t.method} options={methodOptions(language)} />
        <AccountField context={context} />
        <TextField name="note" label={t.note} />
      </div>
      <PictureField language={language} name="slip" label={t.slip} hint={paymentTexts(language).referenceHint} />
      <FoldedFields label={paymentTexts(language).transferDetails}>
        <TransferFields context={context} />
      </FoldedFields>
    </>
  );
}

type AccountProps = StoreProps<{ label?: string; hint?: string }>;

/** The account that received a new payment, or with another label sent a refund: the only one of the store, if it has one. */
export function AccountField({ context, ...texts }: AccountProps) {
  const t = paymentTexts(context.language);
  const accounts = accountOptions(context);
  if (accounts.length === 0) return null;
  return (
    <SelectField
      name="bank_account_id"
      label={texts.label ?? t.bankAccount}
      hint={texts.hint ?? t.bankAccountHint}
      empty="—"
      options={accounts}
      value={onlyAccount(context)}
    />
  );
}

/** The id of the store's bank account, if it has only one. */
export function onlyAccount(context: StoreContext): string | undefined {
  const [first, ...others] = accountOptions(context);
  return others.length === 0 ? first?.value : undefined;
}

/** Cash is in no account, although the form suggests one. */
export const accountOf = (method: PaymentMethod, bankAccountId: Id | undefined): Id | undefined =>
  method === 'cash' ? undefined : bankAccountId;

/** The schema of `TransferFields` and `AccountField`. */
export const transferFields = {
  pay_time: optionalTime,
  bank_account_id: optionalId,
  sending_bank: optionalChoice(BANK_CODES),
  reference: optionalText(64),
};

/** Fields for time, accounts and reference of a transfer; for a new one, the account is in `PaymentFields`. */
export function TransferFields({ context, transfer }: StoreProps<{ transfer?: TransferRow }>) {
  const t = paymentTexts(context.language);
  return (
    <div class="fields">
      <TimeField
        name="pay_time"
        label={t.payTime}
        pickedTime="now"
        value={transfer?.payTime && bangkokMinute(transfer.payTime).replace(' ', 'T')}
      />
      {transfer && (
        <SelectField
          name="bank_account_id"
          label={t.bankAccount}
          empty="—"
          options={accountOptions(context)}
          value={transfer.bankAccountId}
        />
      )}
      <SelectField
        name="sending_bank"
        label={t.sendingBank}
        empty="—"
        options={BANKS.map(({ code }) => ({ value: code, label: bankName(code, context.language) }))}
        value={transfer?.sendingBank}
      />
      <TextField name="reference" label={t.reference} value={transfer?.reference} />
    </div>
  );
}

const accountOptions = ({ db, store, language }: StoreContext): Option[] =>
  bankAccounts(db, store.id).map((account) => ({
    value: String(account.id),
    label: bankAccountName(account, language),
  }));
