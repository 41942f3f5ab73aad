import type { Language } from '../../../domain/accounts/accounts.ts';
import { bankAccounts } from '../../../domain/bank-accounts.ts';
import { PAYMENT_METHODS } from '../../../domain/orders/order-states.ts';
import type { TransferRow } from '../../../domain/orders/payments/transfer.ts';
import { bangkokMinute } from '../../../lib/calendar.ts';
import { BANK_CODES, BANKS, bankName } from '../../../lib/thai-banks.ts';
import { TimeField } from '../../forms/date-fields.tsx';
import { optionalChoice, optionalId, optionalText, optionalTime } from '../../forms/fields.ts';
import { AmountField, type Option, SelectField, TextField } from '../../forms/inputs.tsx';
import type { StoreContext, StoreProps } from '../../request-context.ts';
import { bankAccountName, methodName } from '../order-labels.ts';
import { FoldedFields } from './action-form.tsx';
import { orderDetailTexts } from './order-detail-texts.ts';
import { paymentTexts } from './payment-texts.ts';

export const methodOptions = (language: Language): Option[] =>
  PAYMENT_METHODS.map((value) => ({ value, label: methodName(value, language) }));

interface PaymentFieldsProps {
  language: Language;
  amount?: string | undefined;
}

/** Fields for amount, method and note. */
export function PaymentFields({ language, amount }: PaymentFieldsProps) {
  const t = orderDetailTexts(language);
  return (
    <div class="fields">
      <AmountField name="amount" label={t.paidAmount} value={amount} />
      <SelectField name="method" label={t.method} options={methodOptions(language)} />
      <TextField name="note" label={t.note} />
    </div>
  );
}

/** The schema of `TransferFields`. */
export const transferFields = {
  pay_time: optionalTime,
  bank_account_id: optionalId,
  sending_bank: optionalChoice(BANK_CODES),
  reference: optionalText(64),
};

/** Fields for time, accounts and reference of a transfer. */
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
      <SelectField
        name="bank_account_id"
        label={t.bankAccount}
        empty="—"
        options={accountOptions(context)}
        value={transfer?.bankAccountId}
      />
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

/** `TransferFields`, unfolded if they have errors. */
export const FoldedTransferFields = ({ context }: { context: StoreContext }) => (
  <FoldedFields label={paymentTexts(context.language).transferDetails}>
    <TransferFields context={context} />
  </FoldedFields>
);

const accountOptions = ({ db, store, language }: StoreContext): Option[] =>
  bankAccounts(db, store.id).map((account) => ({
    value: String(account.id),
    label: bankAccountName(account, language),
  }));
