import { orderEntries } from '../../../domain/orders/list/entries.ts';
import { ordersToPack } from '../../../domain/orders/packing.ts';
import { Empty, Time } from '../../page/components.tsx';
import { count } from '../../page/format.ts';
import { List } from '../../page/list.tsx';
import type { StoreContext } from '../../request-context.ts';
import { courierLabel } from '../display-names.ts';
import { texts } from './packing-texts.ts';

const SHOWN = 50;

/** Orders to pack, oldest first. */
export function OrdersToPack({ context }: { context: StoreContext }) {
  const t = texts(context.language);
  const { db } = context;
  const orders = orderEntries(db, ordersToPack(db, context.store.id, SHOWN), context.now);
  if (orders.length === 0) return <Empty title={t.nothingToPack} />;
  return (
    <>
      <h2>{t.toPack}</h2>
      <List
        class="list tight pairs"
        rows={orders}
        columns={(column) => [
          column(t.number, (order) => <a href={`/office/orders/${order.id}/pack`}>#{order.orderNumber}</a>),
          column(t.recipient, 'break', (order) => order.recipientName),
          column(t.items, 'break wide', (order) => (
            <>
              {order.firstLine}
              {order.lines > 1 && <span class="muted"> {t.andMore(order.lines - 1)}</span>}
            </>
          )),
          column(t.pieces, 'number', (order) => count(order.pieces)),
          column(
            t.parcel,
            'break',
            (order) =>
              order.parcels.find(({ status }) => status === 'booked')?.trackingNumber ??
              courierLabel(order.shippingType, context.language),
          ),
          column(t.since, (order) => <Time at={order.createTime} ago />),
        ]}
      />
    </>
  );
}
