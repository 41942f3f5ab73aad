import type { Order } from '../../../domain/orders/order.ts';
import { amountBuyerOwes } from '../../../domain/orders/payments/expected-payments.ts';
import { isConfirmable, type ReferenceUse } from '../../../domain/orders/payments/transfer.ts';
import type { Id } from '../../../lib/ids.ts';
import { money } from '../../../lib/number-format.ts';
import { FieldIdPrefix, Post, Submit, TextField } from '../../forms/inputs.tsx';
import { Confirm } from '../../page/components.tsx';
import { Dialog, DialogOpener } from '../../page/dialog.tsx';
import { ActionButton } from './action-form.tsx';
import { orderDetailTexts } from './order-detail-texts.ts';
import { listQuery } from './origin-list.tsx';
import { PaymentFacts, type PaymentProps } from './payment-facts.tsx';
import { paymentTexts } from './payment-texts.ts';
import { ShareFields, shareableUses } from './shared-transfer.tsx';

// The dialog that decides on a reported payment: the large slip, the amount due, and the buttons.

const dialogId = (paymentId: Id): string => `review-${paymentId}`;

export const slipPath = ({ order, payment }: Pick<PaymentProps, 'order' | 'payment'>): string =>
  `/office/orders/${order.id}/payments/${payment.id}/slip`;

/** Opens the review of the first payment that waits for one. */
export function ReviewOpener({ order, label }: { order: Order; label: string }) {
  const waiting = order.payments.find(({ status }) => status === 'notified');
  return waiting === undefined ? null : <DialogOpener id={dialogId(waiting.id)} label={label} />;
}

/** The small slip, which opens the review. */
export const SlipButton = (props: PaymentProps) => (
  <DialogOpener
    id={dialogId(props.payment.id)}
    class="slip-opener"
    label={<img class="slip" src={slipPath(props)} alt={paymentTexts(props.context.language).zoom} loading="lazy" />}
  />
);

export function ReviewDialog(props: PaymentProps) {
  const { context, order, payment } = props;
  const t = orderDetailTexts(context.language);
  const due = amountBuyerOwes(context.db, order);
  return (
    <Dialog id={dialogId(payment.id)} title={t.reviewPayment} class="slip-review">
      {payment.slipType !== null && (
        <a href={slipPath(props)} target="_blank" rel="noopener" data-enlarges="">
          <img src={slipPath(props)} alt={t.slip} loading="lazy" />
        </a>
      )}
      <div>
        <dl class="totals">
          <div class="sum">
            <dt>{t.due}</dt>
            <dd class="money">{money(due)}</dd>
          </div>
        </dl>
        <PaymentFacts {...props} />
        <Decision {...props} />
      </div>
    </Dialog>
  );
}

/** Errors are shown in the card of the payments. A transfer that was used before needs the decision that it pays both. */
function Decision(props: PaymentProps) {
  const { context, order, payment } = props;
  const t = orderDetailTexts(context.language);
  const path = `/payments/${payment.id}/confirm`;
  const isConfirmed = isConfirmable(context.db, order.storeId, payment);
  const uses = isConfirmed ? [] : shareableUses(props);
  return (
    <div class="actions">
      {isConfirmed && (
        <ActionButton context={context} order={order} open={undefined} path={path} label={t.confirm} main />
      )}
      {uses.length > 0 && (
        <Confirm label={paymentTexts(context.language).share(order.orderNumber)} danger={false}>
          <ShareForm {...props} uses={uses} />
        </Confirm>
      )}
      <Confirm label={t.reject}>
        <RejectForm {...props} />
      </Confirm>
    </div>
  );
}

function ShareForm({ context, order, payment, uses }: PaymentProps & { uses: readonly ReferenceUse[] }) {
  return (
    <Post action={`/orders/${order.id}/payments/${payment.id}/confirm${listQuery(context)}`}>
      <FieldIdPrefix.Provider value={`${dialogId(payment.id)}-`}>
        <ShareFields context={context} uses={uses} payment={payment} />
      </FieldIdPrefix.Provider>
      <Submit label={orderDetailTexts(context.language).confirm} />
    </Post>
  );
}

function RejectForm({ context, order, payment }: PaymentProps) {
  const t = orderDetailTexts(context.language);
  return (
    <Post action={`/orders/${order.id}/payments/${payment.id}/reject${listQuery(context)}`}>
      <FieldIdPrefix.Provider value={`${dialogId(payment.id)}-`}>
        <TextField name="reason" label={t.reason} required />
      </FieldIdPrefix.Provider>
      <Submit class="danger" label={t.reject} />
    </Post>
  );
}
