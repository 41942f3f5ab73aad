import type { Order } from '../../../domain/orders/order.ts';
import { receiptOfOrder } from '../../../domain/orders/payments/receipts.ts';
import { moneyText } from '../../../lib/money.ts';
import { money } from '../../../lib/number-format.ts';
import type { StoreContext } from '../../request-context.ts';
import { ActionDialog } from './action-form.tsx';
import { orderDetailTexts } from './order-detail-texts.ts';
import { PaymentFields } from './payment-fields.tsx';
import { paymentTexts } from './payment-texts.ts';
import type { SectionProps } from './section-props.ts';

export const mayRefund = (context: StoreContext, order: Order): boolean =>
  order.paidAmount > 0 && context.mayOpen(`/orders/${order.id}/refund`, 'POST');

/** Refunds what was overpaid, else everything, or the typed amount. */
export function RefundDialog(props: SectionProps) {
  const { context, order, open } = props;
  const t = orderDetailTexts(context.language);
  const amount = order.overpaidAmount > 0 ? order.overpaidAmount : order.paidAmount;
  const shown = open?.path.endsWith('/refund') ? '' : money(amount);
  const submit = (
    <>
      {t.refund}{' '}
      <span class="scripted-only money" data-amount-of="field-refund-amount">
        {shown}
      </span>
    </>
  );
  return (
    <ActionDialog {...props} path="/refund" label={t.refund} submit={submit} danger>
      {receiptOfOrder(context.db, order.id) && <p class="muted">{paymentTexts(context.language).documentHint}</p>}
      <PaymentFields
        language={context.language}
        amount={moneyText(amount)}
        method={methodOf(order)}
        optionalMethod
        autofocus
      />
    </ActionDialog>
  );
}

/** The method of the payments that can be refunded, if they have the same. */
function methodOf({ payments }: Order): string | undefined {
  const methods = new Set(payments.filter(({ status }) => status === 'confirmed').map(({ method }) => method));
  return methods.size === 1 ? [...methods][0] : undefined;
}
