import type { Child } from 'hono/jsx';
import { type OrderEntry, orderEntries } from '../../domain/orders/list/entries.ts';
import type { Id } from '../../lib/ids.ts';
import type { StoreContext } from '../request-context.ts';
import { EntryPaymentTag, OrderTag } from './status-tags.tsx';

/** Links to the orders of a list about money, each with its badge of the order list. */
export function orderLinks(context: StoreContext, ids: readonly Id[]) {
  const entries = orderEntries(context.db, [...new Set(ids)], context.now);
  const found = new Map(entries.map((entry) => [entry.id, entry]));
  return ({ id, name }: { id: Id; name: Child }) => {
    const entry = found.get(id);
    return (
      <span>
        <a href={`/office/orders/${id}`}>{name}</a> {entry && <Badge context={context} order={entry} />}
      </span>
    );
  };
}

/** That a closed order was canceled, and whether it is paid. */
const Badge = ({ context: { language }, order }: { context: StoreContext; order: OrderEntry }) => (
  <>
    {(order.status === 'canceled' || order.status === 'expired') && (
      <>
        <OrderTag state={order.status} language={language} />{' '}
      </>
    )}
    <EntryPaymentTag order={order} language={language} />
  </>
);
