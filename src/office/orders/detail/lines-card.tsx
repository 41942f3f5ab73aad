import { variantPictures } from '../../../domain/catalogue/variant-pictures.ts';
import { countLines, lineName, type Order, type OrderLine } from '../../../domain/orders/order.ts';
import { balanceDue } from '../../../domain/orders/payments/balance.ts';
import { paidOutShort } from '../../../domain/orders/payments/cod-parcels.ts';
import { codToReceive } from '../../../domain/orders/payments/expected-payments.ts';
import { returnableQty } from '../../../domain/orders/shipments/return.ts';
import { courierName } from '../../../lib/courier-names.ts';
import { idText } from '../../../lib/ids.ts';
import { type Money, ZERO } from '../../../lib/money.ts';
import { count, money } from '../../../lib/number-format.ts';
import { TextLink } from '../../page/components.tsx';
import { List } from '../../page/list.tsx';
import { Thumb } from '../../page/thumb.tsx';
import type { StoreContext } from '../../request-context.ts';
import { MAX_SHOWN_LINES } from '../line-limits.ts';
import { orderDetailTexts } from './order-detail-texts.ts';

export const LinesCard = ({ context, order }: { context: StoreContext; order: Order }) => {
  const t = orderDetailTexts(context.language);
  const [expanded, collapsed] = [order.lines.slice(0, MAX_EXPANDED), order.lines.slice(MAX_EXPANDED, MAX_SHOWN_LINES)];
  const hidden = order.lines.length > MAX_SHOWN_LINES ? countLines(context.db, order.id) - MAX_SHOWN_LINES : 0;
  return (
    <section class="card">
      <h2>{t.lines}</h2>
      <LineTable context={context} lines={expanded} />
      {collapsed.length > 0 && (
        <details>
          <summary>{t.moreLines(collapsed.length + hidden)}</summary>
          <LineTable context={context} lines={collapsed} />
          {hidden > 0 && (
            <p class="muted">
              {t.hiddenLines(count(hidden))}{' '}
              <a
                href={`/office/orders/${idText(order.id)}/packing-slip.pdf`}
                target="_blank"
                hx-boost="false"
                rel="noopener"
              >
                {t.itemList}
              </a>
            </p>
          )}
        </details>
      )}
      <Totals context={context} order={order} />
    </section>
  );
};

const MAX_EXPANDED = 20; // lines; more are collapsed

function LineTable({ context, lines }: { context: StoreContext; lines: readonly OrderLine[] }) {
  const t = orderDetailTexts(context.language);
  const pictures = variantPictures(
    context.db,
    lines.map(({ variantId }) => variantId),
  );
  return (
    <List
      class="list plain tight"
      rows={lines}
      columns={(column) => [
        column(t.product, (line) => (
          <div class="line-product">
            <Thumb url={pictures.get(line.variantId)} name={line.name} />
            <div>
              <TextLink href={`/office/products/${line.productId}`}>{lineName(line)}</TextLink>
              {line.sku !== null && <div class="muted break">{line.sku}</div>}
            </div>
          </div>
        )),
        column(t.qty, 'number', (line) => <Quantities context={context} line={line} />),
        column(t.price, 'money', ({ price }) => money(price)),
        column(t.amount, 'money', ({ amount }) => money(amount)),
      ]}
    />
  );
}

function Quantities({ context, line }: { context: StoreContext; line: OrderLine }) {
  const t = orderDetailTexts(context.language);
  const returned = line.shippedQty > 0 ? line.shippedQty - returnableQty(context.db, line) : 0;
  return (
    <div>
      {count(line.qty)}
      {line.shippedQty > 0 && <div class="muted">{t.shippedQty(line.shippedQty)}</div>}
      {returned > 0 && <div class="muted">{t.returnedQty(returned)}</div>}
      {line.shortQty > 0 && <div class="muted">{t.missingQty(line.shortQty)}</div>}
    </div>
  );
}

function Totals({ context, order }: { context: StoreContext; order: Order }) {
  const t = orderDetailTexts(context.language);
  const short = order.isCod ? paidOutShort(context.db, order.id) : ZERO;
  const cod = codToReceive(context.db, order);
  const due = (balanceDue(order) - cod) as Money;
  return (
    <dl class="totals">
      <Total label={t.subtotal} amount={order.subtotal} />
      {order.discount !== ZERO && <Total label={t.discount} amount={-order.discount as Money} />}
      {order.shippingFee !== ZERO && <Total label={t.shippingFee} amount={order.shippingFee} />}
      {order.otherFee !== ZERO && <Total label={t.otherFee} amount={order.otherFee} />}
      {order.codFee !== null && order.codFee !== ZERO && <Total label={t.codFee} amount={order.codFee} />}
      <Total label={t.total} amount={order.total} kind="sum" />
      {order.receivedAmount > 0 && <Total label={t.paid} amount={order.receivedAmount} />}
      {order.refundedAmount > 0 && <Total label={t.refundedAmount} amount={order.refundedAmount} />}
      {short > 0 && <Total label={t.paidOutShort} amount={short} kind="due" />}
      {order.overpaidAmount > 0 && <Total label={t.overpaid} amount={order.overpaidAmount} kind="due" />}
      {cod > 0 && <Total label={t.codToReceive(courierName(order.shippingType, context.language))} amount={cod} />}
      {due > 0 && <Total label={t.due} amount={due} kind="due" />}
    </dl>
  );
}

const Total = ({ label, amount, kind }: { label: string; amount: Money; kind?: 'sum' | 'due' }) => (
  <div class={kind}>
    <dt>{label}</dt>
    <dd class="money">{money(amount)}</dd>
  </div>
);
