import { lineName, type Order, type OrderLine } from '../../../domain/orders/read.ts';
import { canComeBack } from '../../../domain/orders/shipments/return.ts';
import { type Money, sum, ZERO } from '../../../lib/money.ts';
import { baht, count } from '../../page/format.ts';
import { List } from '../../page/list.tsx';
import type { StoreContext } from '../../request-context.ts';
import { texts } from './order-detail-texts.ts';

export const LinesCard = ({ context, order }: { context: StoreContext; order: Order }) => {
  const t = texts(context.language);
  const [shown, hidden] = [order.lines.slice(0, SHOWN), order.lines.slice(SHOWN)];
  return (
    <section class="card">
      <h2>{t.lines}</h2>
      <LineTable context={context} lines={shown} />
      {hidden.length > 0 && (
        <details>
          <summary>{t.moreLines(hidden.length)}</summary>
          <LineTable context={context} lines={hidden} />
        </details>
      )}
      <Totals context={context} order={order} />
    </section>
  );
};

const SHOWN = 20; // lines; more are folded

function LineTable({ context, lines }: { context: StoreContext; lines: readonly OrderLine[] }) {
  const t = texts(context.language);
  return (
    <List
      class="list plain tight"
      rows={lines}
      columns={(column) => [
        column(t.product, (line) => (
          <div>
            <a href={`/office/products/${line.productId}`}>{lineName(line)}</a>
            {line.sku !== null && <div class="muted break">{line.sku}</div>}
          </div>
        )),
        column(t.qty, 'number', (line) => <Quantities context={context} line={line} />),
        column(t.price, 'money', ({ price }) => baht(price)),
        column(t.amount, 'money', ({ amount }) => baht(amount)),
      ]}
    />
  );
}

function Quantities({ context, line }: { context: StoreContext; line: OrderLine }) {
  const t = texts(context.language);
  const returned = line.shippedQty > 0 ? line.shippedQty - canComeBack(context.db, line) : 0;
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
  const t = texts(context.language);
  const short = paidOutShort(order);
  const refunded = sum(...order.payments.map((payment) => payment.refunded)) ?? ZERO;
  const due = Math.max(order.total - order.paidAmount, 0) as Money;
  const rows: [string, Money, boolean?][] = [
    [t.subtotal, order.subtotal],
    [t.discount, -order.discount as Money],
    [t.shippingFee, order.shippingFee],
    [t.otherFee, order.otherFee],
    [t.codFee, order.codFee ?? ZERO],
  ];
  return (
    <dl class="totals">
      {rows
        .filter(([name, amount]) => amount !== ZERO || name === t.subtotal)
        .map(([name, amount]) => (
          <div>
            <dt>{name}</dt>
            <dd class="money">{baht(amount)}</dd>
          </div>
        ))}
      <div class="sum">
        <dt>{t.total}</dt>
        <dd class="money">{baht(order.total)}</dd>
      </div>
      {order.paidAmount > 0 && (
        <div>
          <dt>{t.paid}</dt>
          <dd class="money">{baht(order.paidAmount)}</dd>
        </div>
      )}
      {refunded > 0 && (
        <div>
          <dt>{t.refundedAmount}</dt>
          <dd class="money">{baht(refunded)}</dd>
        </div>
      )}
      {short > 0 && (
        <div class="due">
          <dt>{t.paidOutShort}</dt>
          <dd class="money">{baht(short)}</dd>
        </div>
      )}
      {order.status === 'open' && order.paymentStatus !== 'paid' && (
        <div class="due">
          <dt>{t.due}</dt>
          <dd class="money">{baht(due)}</dd>
        </div>
      )}
    </dl>
  );
}

/** The difference if the courier paid out less COD than due and the store accepted it. */
function paidOutShort({ codStatus, total, payments }: Order): Money {
  if (codStatus !== 'remitted') return ZERO;
  const received = payments.filter(({ status }) => status === 'confirmed' || status === 'refunded');
  return Math.max(0, total - received.reduce((sum, { amount }) => sum + amount, 0)) as Money;
}
