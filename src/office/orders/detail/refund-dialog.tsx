import type { Reader } from '../../../context.ts';
import type { Order, Payment } from '../../../domain/orders/order.ts';
import { receiptOfOrder } from '../../../domain/orders/payments/receipts.ts';
import { reducesTaxInvoice } from '../../../domain/orders/payments/refund-documents.ts';
import { REFUND_REASONS } from '../../../domain/orders/payments/refund-reasons.ts';
import { type ShortShipment, shortShipment } from '../../../domain/orders/short.ts';
import { type Money, moneyText, sum, ZERO } from '../../../lib/money.ts';
import { money, typedBaht } from '../../../lib/number-format.ts';
import { TimeField } from '../../forms/date-fields.tsx';
import { AmountField, SelectField, TextField } from '../../forms/inputs.tsx';
import { PictureField } from '../../forms/picture-field.tsx';
import type { StoreContext } from '../../request-context.ts';
import { ActionDialog } from './action-form.tsx';
import { orderDetailTexts } from './order-detail-texts.ts';
import { AccountField, methodOptions } from './payment-fields.tsx';
import { paymentTexts } from './payment-texts.ts';
import { RefundPreview } from './refund-preview.tsx';
import type { SectionProps } from './section-props.ts';

export const mayRefund = (context: StoreContext, order: Order): boolean =>
  order.paidAmount > 0 && context.mayOpen(`/orders/${order.id}/refund`, 'POST');

/** What was overpaid and what was paid for goods that were not shipped, else everything. */
const suggestedAmount = (db: Reader, order: Order): Money => {
  const owed = sum(order.overpaidAmount, shortShipment(db, order)?.amount ?? ZERO) ?? ZERO;
  return owed > 0 && owed <= order.paidAmount ? owed : order.paidAmount;
};

/** Refunds the suggested or the typed amount. */
export function RefundDialog(props: SectionProps) {
  const { context, order, open } = props;
  const t = orderDetailTexts(context.language);
  const texts = paymentTexts(context.language);
  const amount = suggestedAmount(context.db, order);
  const method = largestPayment(order)?.method ?? 'transfer';
  const short = shortShipment(context.db, order);
  const receipt = receiptOfOrder(context.db, order.id);
  const isTaxInvoice = receipt !== undefined && receipt.document.vatPercent > 0;
  const isOpen = open?.path.endsWith('/refund') === true;
  const shown = isOpen ? '' : money(amount);
  const submit = (
    <>
      {t.refund}{' '}
      <span class="scripted-only money" data-amount-of="field-refund-amount">
        {shown}
      </span>
    </>
  );
  return (
    <ActionDialog {...props} path="/refund" label={t.refund} submit={submit} files>
      <input type="hidden" name="refunded" value={moneyText(order.refundedAmount)} />
      {short && <p class="muted">{texts.shortRefund(lineNames(short.lines), money(short.amount))}</p>}
      {receipt && <p class="muted">{texts.documentHint}</p>}
      <div class="fields">
        <AmountField name="amount" label={t.paidAmount} value={typedBaht(amount)} autofocus />
        <SelectField
          name="method"
          label={texts.refundMethod}
          value={method}
          options={methodOptions(context.language)}
        />
        <div class="wide">
          <AccountField context={context} label={texts.sentFrom} hint={texts.sentFromHint} />
        </div>
        <TimeField name="send_time" label={texts.sendTime} hint={texts.sendTimeHint} pickedTime="now" />
        {isTaxInvoice && (
          <ReasonField
            {...props}
            isRequired={reducesTaxInvoice(context.db, order, amount)}
            isShort={short !== undefined}
          />
        )}
        <TextField name="note" label={isTaxInvoice ? texts.reasonDetails : t.note} />
      </div>
      <PictureField language={context.language} name="slip" label={texts.refundSlip} />
      <RefundPreview order={order} amount={isOpen ? undefined : amount} method={method} />
    </ActionDialog>
  );
}

type ReasonProps = SectionProps & { isRequired: boolean; isShort: boolean };

/** Why the refund reduces the tax invoice. */
function ReasonField({ context, isRequired, isShort }: ReasonProps) {
  const texts = paymentTexts(context.language);
  return (
    <div class="wide">
      <SelectField
        name="reason"
        label={texts.refundReason}
        hint={texts.reasonHint}
        empty={texts.chooseReason}
        value={isShort ? 'not_delivered' : undefined}
        options={REFUND_REASONS.map((value) => ({ value, label: texts[value] }))}
        required={isRequired}
      />
    </div>
  );
}

const lineNames = (lines: ShortShipment['lines']): string =>
  lines.map(({ name, qty }) => `${name} × ${qty}`).join(', ');

/** The payment with the most to refund. */
const largestPayment = ({ payments }: Order): Payment | undefined =>
  payments
    .filter(({ status }) => status === 'confirmed')
    .toSorted((a, b) => b.amount - b.refunded - (a.amount - a.refunded))[0];
