import { orderEntries } from '../../../domain/orders/list/entries.ts';
import { ordersToPack } from '../../../domain/orders/packing.ts';
import { Columns, Empty, Time } from '../../page/components.tsx';
import { count } from '../../page/format.ts';
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
      <table class="list tight pairs">
        <Columns of={[t.number, t.recipient, t.items, [t.pieces, 'number'], t.parcel, t.since]} />
        <tbody>
          {orders.map((order) => (
            <tr>
              <th scope="row">
                <a href={`/office/orders/${order.id}/pack`}>#{order.orderNumber}</a>
              </th>
              <td data-label={t.recipient} class="break">
                {order.recipientName}
              </td>
              <td data-label={t.items} class="break wide">
                {order.firstLine}
                {order.lines > 1 && <span class="muted"> {t.andMore(order.lines - 1)}</span>}
              </td>
              <td data-label={t.pieces} class="number">
                {count(order.pieces)}
              </td>
              <td data-label={t.parcel} class="break">
                {order.parcels.find(({ status }) => status === 'booked')?.trackingNumber ??
                  courierLabel(order.shippingType, context.language)}
              </td>
              <td data-label={t.since}>
                <Time at={order.createTime} ago />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
