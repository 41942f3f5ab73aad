import type { Order } from '../../../domain/orders/order.ts';
import { balanceDue } from '../../../domain/orders/payments/balance.ts';
import { amountBuyerOwes, amountToTransfer, codToReceive } from '../../../domain/orders/payments/expected-payments.ts';
import { paymentDetails, type Refund, refundsTogether } from '../../../domain/orders/payments/payment-details.ts';
import { receiptObstacle, receiptOfOrder } from '../../../domain/orders/payments/receipts.ts';
import { courierName } from '../../../lib/courier-names.ts';
import { money, typedBaht } from '../../../lib/number-format.ts';
import { ButtonLink, Notice } from '../../page/components.tsx';
import type { StoreContext } from '../../request-context.ts';
import { ActionForm, DialogButton } from './action-form.tsx';
import { orderDetailTexts } from './order-detail-texts.ts';
import { OrderDocuments } from './order-documents.tsx';
import { orderPath } from './origin-list.tsx';
import { PaymentEntry } from './payment-entry.tsx';
import { PaymentFields } from './payment-fields.tsx';
import { ReviewDialog } from './payment-review.tsx';
import { visibleRefundAccounts } from './refund-account-fields.tsx';
import { mayRefund } from './refund-dialog.tsx';
import { RefundEntry } from './refund-entry.tsx';
import type { SectionProps } from './section-props.ts';
import { ShareChoice } from './shared-transfer.tsx';

const NEW_PAYMENT = 'new-payment';

/** Payments with their slips and actions. */
export function PaymentsCard(props: SectionProps) {
  const { context, order } = props;
  const t = orderDetailTexts(context.language);
  const payments = paymentDetails(context.db, order.id);
  const accounts = visibleRefundAccounts(context, order);
  return (
    <section class="card" id="payments">
      <h2>{t.payments}</h2>
      {payments.length === 0 && <p class="muted">{noPaymentText(context, order)}</p>}
      {payments.map((payment) => (
        <PaymentEntry {...props} payment={payment} />
      ))}
      {payments.map((payment) => payment.status === 'notified' && <ReviewDialog {...props} payment={payment} />)}
      {refundsTogether(payments).map((refunds) => (
        <RefundEntry
          context={context}
          order={order}
          refunds={refunds}
          account={accounts.get((refunds[0] as Refund).id)}
        />
      ))}
      {order.refundedAmount > 0 && (
        <p>
          {t.netPaid} <strong class="money">{money(order.paidAmount)}</strong>
        </p>
      )}
      <OrderDocuments context={context} order={order} />
      {receiptObstacle(context.db, order) === 'no_tax_id' && <MissingTaxId context={context} />}
      <PaymentActions {...props} />
    </section>
  );
}

/** The first buttons open the forms of a new payment. */
function PaymentActions(props: SectionProps) {
  const { context, order } = props;
  const t = orderDetailTexts(context.language);
  const owed = amountBuyerOwes(context.db, order);
  const isDue = owed > 0;
  const due = isDue ? typedBaht(owed) : undefined;
  return (
    <div class="actions">
      {isDue && (
        <ActionForm {...props} path="/payments" label={t.markPaid} group={NEW_PAYMENT} files>
          <p class="muted">{t.markPaidHint}</p>
          <PaymentFields context={context} amount={due} />
          <ShareChoice {...props} path="/payments" />
        </ActionForm>
      )}
      {order.status === 'open' && !isReversed(order) && (
        <ActionForm {...props} path="/payments/notify" label={t.notify} group={NEW_PAYMENT} files>
          <p class="muted">{t.notifyHint}</p>
          <PaymentFields context={context} amount={due} />
          <ShareChoice {...props} path="/payments/notify" />
        </ActionForm>
      )}
      {context.store.promptpayId !== null && amountToTransfer(context.db, order) > 0 && (
        <ButtonLink href={`/office${orderPath(context, order.id, '/promptpay')}`} label={t.promptpay} />
      )}
      {mayIssueReceipt(context, order) && (
        <ButtonLink href={`/office/orders/${order.id}/receipt`} label={t.issueReceipt(context.store.vatPercent > 0)} />
      )}
      {mayRefund(context, order) && <DialogButton path="/refund" label={t.refund} class="secondary outline" />}
    </div>
  );
}

const mayIssueReceipt = ({ db }: StoreContext, order: Order): boolean =>
  receiptOfOrder(db, order.id) === undefined && receiptObstacle(db, order) === undefined;

/** COD that a courier collects is not a payment before its payout. */
function noPaymentText({ db, language }: StoreContext, order: Order): string {
  const t = orderDetailTexts(language);
  const cod = codToReceive(db, order);
  if (cod > 0) {
    const text = order.codStatus === 'collected' ? t.codAwaitingPayout : t.codPending;
    return text(courierName(order.shippingType, language), money(cod));
  }
  return balanceDue(order) > 0 ? t.noPaymentYet : t.noPayment;
}

/** Fully refunded and returned. */
const isReversed = ({ paymentStatus, shippingStatus }: Order): boolean =>
  paymentStatus === 'refunded' && shippingStatus === 'returned';

const MissingTaxId = ({ context }: { context: StoreContext }) => {
  const t = orderDetailTexts(context.language);
  return (
    <Notice tone="warn">
      {t.noTaxId} {context.mayOpen('/settings/addresses') && <a href="/office/settings/addresses">{t.toAddresses}</a>}
    </Notice>
  );
};
