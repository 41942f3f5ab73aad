import type { OrderEntry } from '../../../domain/orders/list/entries.ts';
import { existingOrder, type Order } from '../../../domain/orders/order.ts';
import { missingOnTaxInvoice, receiptOfOrder } from '../../../domain/orders/payments/receipts.ts';
import type { Money } from '../../../lib/money.ts';
import { fields, flag } from '../../forms/fields.ts';
import { Post, Submit } from '../../forms/inputs.tsx';
import type { Page } from '../../office-response.ts';
import { ButtonLink, Notice, Tag } from '../../page/components.tsx';
import { List } from '../../page/list.tsx';
import type { StoreContext, StoreProps } from '../../request-context.ts';
import { receiptTexts } from '../detail/receipt-texts.ts';
import { orderListTexts } from './order-list-texts.ts';
import { listPath, questionPage, SelectionFields } from './selected-orders.tsx';

const isConfirmed = (context: StoreContext): boolean =>
  context.form(fields({ confirmed: flag })).value?.confirmed ?? false;

/** Asks before orders get their receipts; undefined if all of them have one, or the user has confirmed it. */
export function receiptQuestion(context: StoreContext, orders: readonly OrderEntry[]): Page | undefined {
  const issuing = orders.filter(({ id }) => receiptOfOrder(context.db, id) === undefined);
  if (issuing.length === 0 || isConfirmed(context)) return undefined;
  const t = receiptTexts(context.language);
  const isTaxInvoice = context.store.vatPercent > 0;
  const copies = orders.length - issuing.length;
  return questionPage(
    context,
    t.issueMany(issuing.length, isTaxInvoice),
    <>
      <Notice tone="warn">{t.final(isTaxInvoice)}</Notice>
      {copies > 0 && <p>{t.copies(copies)}</p>}
      <Receipts context={context} orders={issuing.map(({ id }) => existingOrder(context.db, id, 0))} />
      <div class="actions spaced">
        <Post action="/orders/print/receipts" plain>
          <SelectionFields context={context} orders={orders} />
          <input type="hidden" name="confirmed" value="yes" />
          <Submit label={t.issueAndPrint} />
        </Post>
        <ButtonLink href={`/office${listPath(context)}`} label={orderListTexts(context.language).toList} />
      </div>
    </>,
  );
}

/** Each order leads to the page that issues its receipt, where its buyer can be changed. */
function Receipts({ context, orders }: StoreProps<{ orders: readonly Order[] }>) {
  const t = receiptTexts(context.language);
  return (
    <List
      rows={orders}
      columns={(column) => [
        column(orderListTexts(context.language).order, ({ id, orderNumber }) => (
          <a href={`/office/orders/${id}/receipt`}>#{orderNumber}</a>
        )),
        column(t.buyer, 'break', (order) => <Buyer context={context} order={order} />),
        column.money(t.total, ({ total, waived }) => (total - waived) as Money),
      ]}
    />
  );
}

function Buyer({ context, order }: StoreProps<{ order: Order }>) {
  const t = receiptTexts(context.language);
  const { name, legal_entity_id } = order.recipientAddress;
  const missing = context.store.vatPercent > 0 ? missingOnTaxInvoice(order.recipientAddress) : [];
  return (
    <div>
      {name}
      {legal_entity_id !== undefined && <div class="muted">{legal_entity_id}</div>}
      {missing.length > 0 && <Tag tone="warn">{t.lacks(missing.map((field) => t[field]).join(', '))}</Tag>}
      {order.codStatus === 'pending' && <Tag tone="warn">{t.codNotCollected}</Tag>}
    </div>
  );
}
