import { type Remittance, undonePayouts } from '../../../domain/orders/payments/remittance-rows.ts';
import { courierName } from '../../../lib/courier-names.ts';
import { count } from '../../../lib/number-format.ts';
import { TextLink, Time } from '../../page/components.tsx';
import { List } from '../../page/list.tsx';
import type { StoreProps } from '../../request-context.ts';
import { codTexts, undoReasonNames } from './cod-texts.ts';

const MAX_SHOWN = 200;

/** The parcels of a payout that are unpaid again, by whom and why. */
export function UndoneParcels({ context, remittance }: StoreProps<{ remittance: Remittance }>) {
  const { language } = context;
  const t = codTexts(language);
  if (remittance.undoneCount === 0) return null;
  const undone = undonePayouts(context.db, remittance.id);
  return (
    <>
      <h2>{t.undoneParcels}</h2>
      <List
        class="list tight"
        rows={undone.slice(0, MAX_SHOWN)}
        columns={(column) => [
          column(t.order, ({ orderId, orderNumber }) => (
            <TextLink href={`/office/orders/${orderId}`}>#{orderNumber}</TextLink>
          )),
          column(t.tracking, 'break', ({ trackingNumber, shippingType }) => (
            <>
              {trackingNumber ?? '—'} <small class="muted">{courierName(shippingType, language)}</small>
            </>
          )),
          column.money(t.paid, ({ amount }) => amount),
          column(t.whyUndo, 'break', ({ reason, note }) =>
            [undoReasonNames(language)[reason], ...(note === null ? [] : [note])].join(' · '),
          ),
          column(t.by, ({ userName }) => userName ?? undefined),
          column(t.undoneWhen, ({ undoTime }) => <Time at={undoTime} />),
        ]}
      />
      {undone.length > MAX_SHOWN && <p class="muted">{t.firstOf(count(MAX_SHOWN))}</p>}
    </>
  );
}
