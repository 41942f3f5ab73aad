import { transferObstacle, transferToConfirm } from '../../../domain/orders/bulk/confirm-transfer.ts';
import { existingOrder } from '../../../domain/orders/order.ts';
import { confirmPayment } from '../../../domain/orders/payments/payments.ts';
import type { Id } from '../../../lib/ids.ts';
import type { Message } from '../../../lib/messages/catalogue.ts';
import { message } from '../../../lib/messages/message.ts';
import { errorText } from '../../error-text.ts';
import { fields, optionalInteger } from '../../forms/fields.ts';
import { Notice } from '../../page/components.tsx';
import type { StoreContext } from '../../request-context.ts';
import { post, type Screen } from '../../screen.ts';
import { orderDetailTexts } from '../detail/order-detail-texts.ts';
import { requestedPayment } from '../detail/requested-order.ts';
import { orderListTexts } from './order-list-texts.ts';
import { failurePage, listPath } from './selected-orders.tsx';

/** `next` is the order of a neighboring row: the list then opens at that row. */
const confirmForm = fields({ next: optionalInteger() });

/** Confirms a payment of exactly the balance due in the list of payments to review, and returns there. */
export const confirmListedScreen: Screen = post(
  '/orders/:id/payments/:payment/confirm-listed',
  'money',
  async (context) => {
    const { next } = context.form(confirmForm).value ?? {};
    const payment = requestedPayment(context);
    const obstacle = payment.status === 'confirmed' ? undefined : await confirm(context, payment.id);
    if (obstacle) return notConfirmed(context, obstacle);
    const { orderNumber } = existingOrder(context.db, payment.orderId, 0);
    const place = next === undefined ? '' : `#order-${next}`;
    return context.redirect(`${listPath(context)}${place}`, orderListTexts(context.language).confirmed(orderNumber));
  },
);

const confirm = (context: StoreContext, paymentId: Id): Promise<Message | undefined> =>
  context.write((tx) => {
    const order = existingOrder(tx, context.id(), 0);
    const obstacle = transferObstacle(tx, order);
    if (obstacle) return obstacle;
    if (transferToConfirm(order) !== paymentId) return message('no_payment_to_review');
    confirmPayment(tx, paymentId, context.act());
    return undefined;
  });

const notConfirmed = (context: StoreContext, obstacle: Message) =>
  failurePage(
    context,
    <Notice tone="warn">
      {errorText(context.language, obstacle)}{' '}
      <a href={`/office/orders/${context.id()}#payments`}>{orderDetailTexts(context.language).reviewPayment}</a>
    </Notice>,
  );
