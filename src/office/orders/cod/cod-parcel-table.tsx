import type { CodParcel } from '../../../domain/orders/payments/cod-parcels.ts';
import { courierName } from '../../../lib/courier-names.ts';
import { type Money, moneyText } from '../../../lib/money.ts';
import { baht } from '../../../lib/number-format.ts';
import { Time } from '../../page/components.tsx';
import { List } from '../../page/list.tsx';
import type { StoreContext } from '../../request-context.ts';
import { CodTag } from '../status-tags.tsx';
import { codTexts } from './cod-texts.ts';

export const bahtCell = (amount: Money | null): string | null => (amount === null ? null : moneyText(amount));

/** COD parcels with their amounts and statuses. */
export function ParcelTable({ context, parcels }: { context: StoreContext; parcels: readonly CodParcel[] }) {
  const t = codTexts(context.language);
  return (
    <List
      class="list tight pairs parcels"
      rows={parcels}
      columns={(column) => [
        column(t.order, (parcel) => <a href={`/office/orders/${parcel.orderId}`}>#{parcel.orderNumber}</a>),
        column(t.tracking, 'break', (parcel) => parcel.trackingNumber ?? '—'),
        column(t.courier, (parcel) => courierName(parcel.shippingType, context.language)),
        column(
          t.status,
          (parcel) => parcel.codStatus !== null && <CodTag state={parcel.codStatus} language={context.language} />,
        ),
        column(t.delivered, (parcel) => (parcel.deliverTime === null ? '—' : <Time at={parcel.deliverTime} />)),
        column(t.amount, 'money', (parcel) => (parcel.amount === null ? '—' : baht(parcel.amount))),
        column(t.paid, 'money', (parcel) => (parcel.paid === null ? '—' : baht(parcel.paid))),
      ]}
    />
  );
}
