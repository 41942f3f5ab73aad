import type { Order } from '../../../domain/orders/order.ts';
import { PAYMENT_METHODS, type PaymentMethod } from '../../../domain/orders/order-states.ts';
import { refundShares } from '../../../domain/orders/payments/refund.ts';
import type { Id } from '../../../lib/ids.ts';
import type { Money } from '../../../lib/money.ts';
import { money } from '../../../lib/number-format.ts';
import { fields, optionalAmount, optionalChoice } from '../../forms/fields.ts';
import { useRequest } from '../../page/render-context.ts';
import { get } from '../../screen.ts';
import { methodName } from '../order-labels.ts';
import { orderPath } from './origin-list.tsx';
import { paymentTexts } from './payment-texts.ts';
import { requestedOrder } from './requested-order.ts';

const query = fields({ amount: optionalAmount, method: optionalChoice(PAYMENT_METHODS) });

/** The preview of a typed amount and a chosen method. */
export const refundPreviewScreen = get('/orders/:id/refund/preview', 'money', (context) => {
  const order = requestedOrder(context);
  if (!context.request.partial) return context.redirect(orderPath(context, order.id));
  return { fragment: <RefundPreview order={order} {...context.query(query)} /> };
});

interface PreviewProps {
  order: Order;
  amount?: Money | undefined;
  method?: PaymentMethod | undefined;
}

/** Which payments a refund reduces, if there are several. Without JavaScript it is that of the suggested amount. */
export function RefundPreview({ order, amount, method }: PreviewProps) {
  const { language } = useRequest();
  const t = paymentTexts(language);
  if (order.payments.filter(({ status }) => status === 'confirmed').length < 2) return null;
  const shares = amount && method ? refundShares(order, amount, method) : [];
  const paymentOf = (id: Id) => {
    const payment = order.payments.find((candidate) => candidate.id === id);
    return payment ? `${methodName(payment.method, language)} ${money(payment.amount)}` : '';
  };
  return (
    <div
      id="refund-preview"
      aria-live="polite"
      hx-get={`/office/orders/${order.id}/refund/preview`}
      hx-trigger="input delay:250ms from:#field-refund-amount, change from:#field-refund-method"
      hx-include="#field-refund-amount, #field-refund-method"
      hx-sync="this:replace"
      hx-swap="outerHTML"
    >
      {amount && method && shares.length > 0 && (
        <>
          <p class="muted">{t.refundReduces(money(amount), methodName(method, language))}</p>
          <ul>
            {shares.map((share) => (
              <li>{t.refundShare(paymentOf(share.paymentId), money(share.amount))}</li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
