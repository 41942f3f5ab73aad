import type { LineQty } from '../../../domain/orders/lines.ts';
import { lineName, type Order, type OrderLine } from '../../../domain/orders/order.ts';
import { hasLeft } from '../../../domain/orders/order-states.ts';
import { paidForLines } from '../../../domain/orders/payments/paid-for-lines.ts';
import { refundedQtys } from '../../../domain/orders/payments/payment-details.ts';
import { returnableQty } from '../../../domain/orders/shipments/return.ts';
import type { Id } from '../../../lib/ids.ts';
import { message } from '../../../lib/messages/message.ts';
import { type Money, sum, ZERO } from '../../../lib/money.ts';
import { money, typedBaht } from '../../../lib/number-format.ts';
import { errorText } from '../../error-text.ts';
import { fields } from '../../forms/fields.ts';
import { CheckField, useForm } from '../../forms/inputs.tsx';
import { Notice } from '../../page/components.tsx';
import type { StoreContext, StoreProps } from '../../request-context.ts';
import { get } from '../../screen.ts';
import { MAX_SHOWN_LINES } from '../line-limits.ts';
import { refundedTexts } from '../refunded-units.tsx';
import { enteredQuantities, type LineMax, LineQuantities, lineQuantityFields, linesUpTo } from './line-quantities.tsx';
import { orderPath } from './origin-list.tsx';
import { paymentTexts } from './payment-texts.ts';
import { requestedOrder } from './requested-order.ts';

// The items of a refund: a script fills in the amount that was paid for them.

/** The amounts of typed quantities. */
export const refundLinesScreen = get('/orders/:id/refund/lines', 'money', (context) => {
  const order = requestedOrder(context);
  if (!context.request.partial) return context.redirect(orderPath(context, order.id));
  const lines = enteredQuantities(context.query(fields(lineQuantityFields)));
  return { fragment: <RefundedItems context={context} order={order} lines={lines} /> };
});

/** What can still be refunded of each line with a price. */
function refundableLines({ db }: StoreContext, order: Order): LineMax[] {
  const refunded = refundedQtys(db, order.id);
  return linesUpTo(order, (line) => (line.price > 0 ? line.qty - (refunded.get(line.id) ?? 0) : 0));
}

interface Item {
  line: OrderLine;
  qty: number;
  amount: Money;
}

/** What was paid for each quantity. The amounts add up to that of the refund. Quantities that cannot be refunded are left out. */
export function refundItems(context: StoreContext, order: Order, lines: readonly LineQty[]): Item[] {
  const refundable = new Map(refundableLines(context, order).map((entry) => [entry.line.id, entry]));
  const refunded = new Map<Id, number>(refundedQtys(context.db, order.id));
  return lines.flatMap(({ lineId, qty }) => {
    const { line, max = 0 } = refundable.get(lineId) ?? {};
    if (!line || qty === 0 || qty > max) return [];
    const amount = paidForLines(order, [{ lineId, qty }], refunded);
    refunded.set(lineId, (refunded.get(lineId) ?? 0) + qty);
    return [{ line, qty, amount }];
  });
}

export const amountOfItems = (items: readonly Item[]): Money => sum(...items.map(({ amount }) => amount)) ?? ZERO;

/** Quantities of the lines, collapsed because a refund by amount is more frequent. */
export function RefundLines({ context, order }: StoreProps<{ order: Order }>) {
  const t = paymentTexts(context.language);
  const form = useForm();
  const lines = refundableLines(context, order);
  if (lines.length === 0 || order.lines.length > MAX_SHOWN_LINES) return null;
  const mayRestock = context.may('orders') && order.lines.some((line) => returnableQty(context.db, line) > 0);
  const mayClose = context.may('orders') && order.status === 'open' && order.lines.some(isLeftToShip);
  const typed = Array.from({ length: form?.count('qty') ?? 0 }, (_, at) => form?.typed('qty', at) ?? '');
  return (
    <details class="refund-lines" open={typed.some((qty) => qty !== '')}>
      <summary>{t.refundItems}</summary>
      <LineQuantities lines={lines} hint={mayRestock ? t.refundItemsHint : `${t.refundItemsHint} ${t.notRestocked}`} />
      {mayClose && (
        <CheckField
          name="close"
          label={refundedTexts(context.language).close}
          hint={refundedTexts(context.language).closeHint}
          checked={!order.shipments.some(hasLeft)}
        />
      )}
      {mayRestock && <CheckField name="restock" label={t.restock} hint={t.restockHint} />}
      <RefundedItems context={context} order={order} lines={[]} />
    </details>
  );
}

const isLeftToShip = ({ qty, shippedQty, shortQty }: OrderLine): boolean => qty > shippedQty + shortQty;

type ItemsProps = StoreProps<{ order: Order; lines: readonly LineQty[] }>;

function RefundedItems({ context, order, lines }: ItemsProps) {
  const items = refundItems(context, order, lines);
  const total = amountOfItems(items);
  const excessive = refundableLines(context, order).flatMap(({ line, max }) => {
    const qty = lines.find(({ lineId }) => lineId === line.id)?.qty ?? 0;
    return qty > max ? [{ line, problem: message('refund_qty_too_large', { qty, left: max }) }] : [];
  });
  return (
    <div
      id="refund-items"
      aria-live="polite"
      hx-get={`/office/orders/${order.id}/refund/lines`}
      hx-trigger="input delay:250ms from:.refund-lines"
      hx-include=".refund-lines input"
      hx-sync="this:replace"
      hx-swap="outerHTML"
      data-fills-field={items.length > 0 ? 'field-refund-amount' : undefined}
      data-amount={items.length > 0 ? typedBaht(total) : undefined}
    >
      {excessive.map(({ line, problem }) => (
        <Notice tone="bad">
          {lineName(line)}: {errorText(context.language, problem)}
        </Notice>
      ))}
      {items.length > 0 && (
        <dl class="totals">
          {items.map(({ line, qty, amount }) => (
            <div>
              <dt>
                {lineName(line)} × {qty}
              </dt>
              <dd class="money">{money(amount)}</dd>
            </div>
          ))}
          <div class="sum">
            <dt>{paymentTexts(context.language).itemsTotal}</dt>
            <dd class="money">{money(total)}</dd>
          </div>
        </dl>
      )}
    </div>
  );
}
