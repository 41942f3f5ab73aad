import { MAX_HOLDER_LENGTH } from '../../../domain/bank-accounts.ts';
import type { Order } from '../../../domain/orders/order.ts';
import type { PaymentMethod } from '../../../domain/orders/order-states.ts';
import type { RefundAccount } from '../../../domain/orders/payments/payment-rows.ts';
import { refundAccountsOf, type TypedRefundAccount } from '../../../domain/orders/payments/refund-account.ts';
import { leavesBankAccount } from '../../../domain/orders/payments/refund-transfer.ts';
import type { Id } from '../../../lib/ids.ts';
import type { Language } from '../../../lib/messages/catalogue.ts';
import { BANK_CODES, BANKS, bankName } from '../../../lib/thai-banks.ts';
import { requireAccess } from '../../access.ts';
import { optionalChoice, optionalText } from '../../forms/fields.ts';
import { SelectField, TextField, useForm } from '../../forms/inputs.tsx';
import type { StoreContext, StoreProps } from '../../request-context.ts';
import { bankAccountName, methodName } from '../order-labels.ts';
import { paymentTexts } from './payment-texts.ts';
import { refundAccountTexts } from './refund-account-texts.ts';
import { type RefundQr, RefundQrCode, ShowQrButton } from './refund-qr.tsx';

// The customer's account to which a refund is sent.

/** The schema of `RefundAccountFields`. */
export const refundAccountFields = {
  to_promptpay: optionalText(30),
  to_bank: optionalChoice(BANK_CODES),
  to_number: optionalText(30),
  to_name: optionalText(MAX_HOLDER_LENGTH),
};

type Typed = { [Field in keyof typeof refundAccountFields]?: string | undefined };

/** Cash goes to no account, although the form may suggest one. @throws AppError access_denied */
export function typedAccount(
  { account }: StoreContext,
  method: PaymentMethod,
  { to_promptpay: promptpay, to_bank: bank, to_number: number, to_name: name }: Typed,
): TypedRefundAccount | undefined {
  const typed = { promptpay, bank, number, name };
  if (Object.values(typed).every((text) => text === undefined)) return undefined;
  requireAccess(account, 'customer_data');
  return leavesBankAccount(method) ? typed : undefined;
}

interface FieldsProps {
  order: Order;
  /** The account of the customer's last refund. */
  last: RefundAccount | undefined;
  qr: RefundQr | undefined;
}

/** Collapsed unless something is filled in. Only for accounts that see customer data. */
export function RefundAccountFields({ context, order, last, qr }: StoreProps<FieldsProps>) {
  const form = useForm();
  if (!context.may('customer_data')) return null;
  const t = refundAccountTexts(context.language);
  const isTyped = Object.keys(refundAccountFields).some((name) => (form?.typed(name) ?? '') !== '');
  const banks = BANKS.map(({ code }) => ({ value: code, label: bankName(code, context.language) }));
  return (
    <details class="refund-to" open={isTyped || last !== undefined}>
      <summary>{t.refundTo}</summary>
      <p class="muted">{last ? t.fromLastRefund : t.refundToHint}</p>
      <div class="fields">
        <div class="wide">
          <TextField
            name="to_promptpay"
            label={t.promptpay}
            hint={t.promptpayHint}
            value={last?.promptpayId}
            inputmode="numeric"
          />
        </div>
        <SelectField name="to_bank" label={t.bank} empty="—" options={banks} value={last?.bank} />
        <TextField name="to_number" label={t.number} value={last?.number} inputmode="numeric" />
        <TextField name="to_name" label={t.name} value={last?.name} />
      </div>
      <ShowQrButton order={order} />
      <RefundQrCode order={order} qr={qr} />
    </details>
  );
}

/** By refund; without the permission none. */
export const visibleRefundAccounts = (context: StoreContext, { id }: Order): ReadonlyMap<Id, RefundAccount> =>
  context.may('money') && context.may('customer_data') ? refundAccountsOf(context.db, id) : new Map();

/** `To PromptPay 0812345678 · Name` */
export function RefundAccountText({ account, language }: { account: RefundAccount; language: Language }) {
  const { promptpayId, bank, number, name } = account;
  const place =
    bank !== null && number !== null
      ? bankAccountName({ bank, number }, language)
      : `${methodName('promptpay', language)} ${promptpayId ?? ''}`;
  return <>{[paymentTexts(language).into(place), name].filter((part) => part !== null).join(' · ')}</>;
}
