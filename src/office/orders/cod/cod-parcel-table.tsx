import type { CodParcel } from '../../../domain/orders/payments/cod-parcels.ts';
import { Columns, Time } from '../../page/components.tsx';
import { baht } from '../../page/format.ts';
import type { StoreContext } from '../../request-context.ts';
import { courierLabel } from '../display-names.ts';
import { CodTag } from '../status-tags.tsx';
import { texts } from './cod-texts.ts';

/** COD parcels with their amounts and statuses. */
export function ParcelTable({ context, parcels }: { context: StoreContext; parcels: readonly CodParcel[] }) {
  const t = texts(context.language);
  return (
    <table class="list tight pairs">
      <Columns of={[t.order, t.tracking, t.courier, t.status, t.delivered, [t.amount, 'money'], [t.paid, 'money']]} />
      <tbody>
        {parcels.map((parcel) => (
          <tr>
            <th scope="row">
              <a href={`/office/orders/${parcel.orderId}`}>#{parcel.orderNumber}</a>
            </th>
            <td data-label={t.tracking} class="break">
              {parcel.trackingNumber ?? '—'}
            </td>
            <td data-label={t.courier}>{courierLabel(parcel.shippingType, context.language)}</td>
            <td data-label={t.status}>
              {parcel.codStatus !== null && <CodTag state={parcel.codStatus} language={context.language} />}
            </td>
            <td data-label={t.delivered}>{parcel.deliverTime === null ? '—' : <Time at={parcel.deliverTime} />}</td>
            <td data-label={t.amount} class="money">
              {parcel.amount === null ? '—' : baht(parcel.amount)}
            </td>
            <td data-label={t.paid} class="money">
              {parcel.paid === null ? '—' : baht(parcel.paid)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
