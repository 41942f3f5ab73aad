import { type CodParcel, recipientNames } from '../../../domain/orders/payments/cod-parcels.ts';
import { courierName } from '../../../lib/courier-names.ts';
import { type Money, sum, ZERO } from '../../../lib/money.ts';
import { count, sameDecimals } from '../../../lib/number-format.ts';
import { Time } from '../../page/components.tsx';
import { List } from '../../page/list.tsx';
import type { StoreContext } from '../../request-context.ts';
import { CodTag } from '../status-tags.tsx';
import { codTexts } from './cod-texts.ts';

interface Props {
  context: StoreContext;
  parcels: readonly CodParcel[];
  /** Shows whose parcels they are, if the account may know it. */
  withRecipients?: boolean;
  /** All parcels are listed, not only a page of them. */
  isComplete?: boolean;
  /** Address of the page that undoes the payout of the parcel. */
  undo?: (parcel: CodParcel) => string;
}

/** COD parcels with their amounts, statuses and sums. */
export function ParcelTable({ context, parcels, withRecipients = false, isComplete = false, undo }: Props) {
  const t = codTexts(context.language);
  const hasRecipients = withRecipients && context.may('customer_data');
  const amountText = amountFormat(parcels);
  const names = hasRecipients ? recipientNames(context.db, parcels) : new Map();
  return (
    <List
      class="list tight parcels"
      rows={parcels}
      opensRows
      columns={(column) => [
        column(t.order, (parcel) => <a href={`/office/orders/${parcel.orderId}`}>#{parcel.orderNumber}</a>),
        hasRecipients && column(t.recipient, 'recipient break', (parcel) => names.get(parcel.orderId)),
        column(t.tracking, 'tracking', (parcel) => (
          <>
            {parcel.trackingNumber ?? '—'}{' '}
            <small class="muted">{courierName(parcel.shippingType, context.language)}</small>
          </>
        )),
        column(t.booked, 'booked', (parcel) => <Time at={parcel.createTime} />),
        column(
          t.status,
          'state',
          (parcel) => parcel.codStatus !== null && <CodTag state={parcel.codStatus} language={context.language} />,
        ),
        column(t.delivered, 'delivered', (parcel) =>
          parcel.deliverTime === null ? undefined : <Time at={parcel.deliverTime} />,
        ),
        column(t.amount, 'amount money', (parcel) => (parcel.amount === null ? '—' : amountText(parcel.amount))),
        column(t.paid, 'paid money', (parcel) => (parcel.paid === null ? undefined : amountText(parcel.paid))),
        undo !== undefined &&
          column({ hidden: t.undoPayout }, 'undo', (parcel) => (
            <a href={undo(parcel)} aria-label={`${t.undoParcel} ${parcel.trackingNumber ?? ''}`}>
              {t.undoParcel}
            </a>
          )),
      ]}
      foot={
        parcels.length > 1 && (
          <SumRow {...{ context, parcels, isComplete }} span={hasRecipients ? 6 : 5} hasUndo={undo !== undefined} />
        )
      }
    />
  );
}

/** On a phone the amounts stand without the headings, so they have their unit. */
function amountFormat(parcels: readonly CodParcel[]): (amount: Money) => string {
  const text = sameDecimals(parcels.flatMap(({ amount, paid }) => [amount ?? ZERO, paid ?? ZERO]));
  return (amount) => `฿${text(amount)}`;
}

/** The sums of the listed parcels, below their columns. */
function SumRow({ context, parcels, isComplete, span, hasUndo }: Props & { span: number; hasUndo: boolean }) {
  const t = codTexts(context.language);
  const paid = parcels.flatMap((parcel) => parcel.paid ?? []);
  const amountText = amountFormat(parcels);
  const total = (amounts: readonly Money[]) => amountText(sum(...amounts) ?? ZERO);
  return (
    <tr>
      <th scope="row" colspan={span}>
        {isComplete ? t.allListed(count(parcels.length)) : t.listed(count(parcels.length))}
      </th>
      <td class="amount money">{total(parcels.flatMap(({ amount }) => amount ?? []))}</td>
      <td class="paid money" data-label={paid.length > 0 ? t.paid : undefined}>
        {paid.length > 0 && total(paid)}
      </td>
      {hasUndo && <td />}
    </tr>
  );
}
