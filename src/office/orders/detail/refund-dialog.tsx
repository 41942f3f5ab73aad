import type { Order, Payment } from '../../../domain/orders/order.ts';
import type { PaymentMethod } from '../../../domain/orders/order-states.ts';
import { type OwedGoods, owedGoods, suggestedRefund } from '../../../domain/orders/owed-refunds.ts';
import type { RefundAccount } from '../../../domain/orders/payments/payment-rows.ts';
import { receiptOfOrder } from '../../../domain/orders/payments/receipts.ts';
import { lastRefundAccount } from '../../../domain/orders/payments/refund-account.ts';
import { reducesTaxInvoice } from '../../../domain/orders/payments/refund-documents.ts';
import { possibleReasons, type RefundReason } from '../../../domain/orders/payments/refund-reasons.ts';
import { leavesBankAccount } from '../../../domain/orders/payments/refund-transfer.ts';
import { type Money, moneyText } from '../../../lib/money.ts';
import { money, typedBaht } from '../../../lib/number-format.ts';
import { TimeField } from '../../forms/date-fields.tsx';
import { AmountField, SelectField, TextField } from '../../forms/inputs.tsx';
import { PictureField } from '../../forms/picture-field.tsx';
import type { StoreContext, StoreProps } from '../../request-context.ts';
import { ActionDialog } from './action-form.tsx';
import { orderDetailTexts } from './order-detail-texts.ts';
import { AccountField, methodOptions } from './payment-fields.tsx';
import { paymentTexts } from './payment-texts.ts';
import { RefundAccountFields } from './refund-account-fields.tsx';
import { RefundLines } from './refund-lines.tsx';
import { RefundPreview } from './refund-preview.tsx';
import type { SectionProps } from './section-props.ts';

export const mayRefund = (context: StoreContext, order: Order): boolean =>
  order.paidAmount > 0 && context.mayOpen(`/orders/${order.id}/refund`, 'POST');

/** Refunds the suggested or the typed amount. */
export function RefundDialog(props: SectionProps) {
  const { context, order, open } = props;
  const t = orderDetailTexts(context.language);
  const texts = paymentTexts(context.language);
  const owed = owedGoods(context.db, order);
  const { short, returned } = owed;
  const amount = suggestedRefund(order, owed);
  const last = context.may('customer_data') ? lastRefundAccount(context.db, order) : undefined;
  const method = suggestedMethod(order, last);
  const receipt = receiptOfOrder(context.db, order.id);
  const isTaxInvoice = receipt !== undefined && receipt.document.vatPercent > 0;
  const isTyped = open?.path.endsWith('/refund') === true;
  const submit = <SubmitLabel label={t.refund} amount={isTyped ? undefined : amount} />;
  return (
    <ActionDialog {...props} path="/refund" label={t.refund} submit={submit} files>
      <input type="hidden" name="refunded" value={moneyText(order.refundedAmount)} />
      {short && <p class="muted">{texts.shortRefund(lineNames(short.lines), money(short.amount))}</p>}
      {returned && <p class="muted">{texts.returnedRefund(lineNames(returned.lines), money(returned.amount))}</p>}
      {receipt && <p class="muted">{texts.documentHint}</p>}
      {(!isTyped || open?.refundQr) && <input type="hidden" name="suggested" value={moneyText(amount)} />}
      <RefundLines context={context} order={order} />
      <div class="fields">
        <AmountField name="amount" label={t.paidAmount} value={typedBaht(amount)} autofocus />
        <TransferFields context={context} method={method} />
        {isTaxInvoice && (
          <ReasonField {...props} amount={amount} reason={returned ? 'returned' : short && 'not_delivered'} />
        )}
        <TextField name="note" label={isTaxInvoice ? texts.reasonDetails : t.note} />
      </div>
      <RefundAccountFields context={context} order={order} last={last} qr={isTyped ? open?.refundQr : undefined} />
      <PictureField language={context.language} name="slip" label={texts.refundSlip} />
      <RefundPreview order={order} amount={isTyped ? undefined : amount} method={method} />
    </ActionDialog>
  );
}

/** A script keeps the amount equal to the typed one. */
const SubmitLabel = ({ label, amount }: { label: string; amount: Money | undefined }) => (
  <>
    {label}{' '}
    <span class="scripted-only money" data-amount-of="field-refund-amount">
      {amount === undefined ? '' : money(amount)}
    </span>
  </>
);

/** How, from which account and when the money was sent. */
function TransferFields({ context, method }: StoreProps<{ method: PaymentMethod }>) {
  const texts = paymentTexts(context.language);
  return (
    <>
      <SelectField name="method" label={texts.refundMethod} value={method} options={methodOptions(context.language)} />
      <div class="wide">
        <AccountField context={context} label={texts.sentFrom} hint={texts.sentFromHint} />
      </div>
      <TimeField name="send_time" label={texts.sendTime} hint={texts.sendTimeHint} pickedTime="now" />
    </>
  );
}

type ReasonProps = SectionProps & { amount: Money; reason: RefundReason | undefined };

/** Why the refund reduces the tax invoice. @param amount and reason that are suggested */
function ReasonField({ context, order, amount, reason }: ReasonProps) {
  const texts = paymentTexts(context.language);
  return (
    <div class="wide">
      <SelectField
        name="reason"
        label={texts.refundReason}
        hint={texts.reasonHint}
        empty={texts.chooseReason}
        value={reason}
        options={possibleReasons(order).map((value) => ({ value, label: texts[value] }))}
        required={reducesTaxInvoice(context.db, order, amount)}
      />
    </div>
  );
}

const lineNames = (lines: OwedGoods['lines']): string => lines.map(({ name, qty }) => `${name} × ${qty}`).join(', ');

/** The method of the largest payment; if that is a transfer, the one that fits the customer's account. */
function suggestedMethod(order: Order, last: RefundAccount | undefined): PaymentMethod {
  const method = largestPayment(order)?.method ?? 'transfer';
  if (!last || !leavesBankAccount(method)) return method;
  return last.bank === null ? 'promptpay' : 'transfer';
}

/** The payment with the most to refund. */
const largestPayment = ({ payments }: Order): Payment | undefined =>
  payments
    .filter(({ status }) => status === 'confirmed')
    .toSorted((a, b) => b.amount - b.refunded - (a.amount - a.refunded))[0];
