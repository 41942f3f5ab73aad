import type { CodParcel } from '../../../domain/orders/payments/cod-parcels.ts';
import type { Remittance } from '../../../domain/orders/payments/rows.ts';
import { bangkokMinute } from '../../../lib/calendar.ts';
import { type Money, moneyText } from '../../../lib/money.ts';
import { csvFile } from '../../page/downloads.ts';
import type { StoreContext } from '../../request-context.ts';
import { codStatusName, courierLabel } from '../display-names.ts';
import { texts } from './cod-texts.ts';

/** COD parcels as a CSV file. */
export function parcelsFile({ language }: StoreContext, name: string, parcels: readonly CodParcel[]): Response {
  const t = texts(language);
  return csvFile(name, parcels, {
    [t.order]: ({ orderNumber }) => orderNumber,
    [t.tracking]: ({ trackingNumber }) => trackingNumber,
    [t.courier]: ({ shippingType }) => courierLabel(shippingType, language),
    [t.status]: ({ codStatus }) => codStatus && codStatusName(codStatus, language),
    [t.amount]: ({ amount }) => bahtCell(amount),
    [t.paid]: ({ paid }) => bahtCell(paid),
    [t.delivered]: ({ deliverTime }) => (deliverTime === null ? null : bangkokMinute(deliverTime)),
  });
}

/** COD payouts as a CSV file. */
export function remittancesFile({ language }: StoreContext, remittances: readonly Remittance[]): Response {
  const t = texts(language);
  return csvFile('remittances', remittances, {
    id: ({ id }) => String(id),
    [t.time]: ({ createTime }) => bangkokMinute(createTime),
    [t.note]: ({ note }) => note,
    [t.by]: ({ userName }) => userName,
    [t.matchedCount]: ({ parcelCount }) => parcelCount,
    [t.paid]: ({ amount }) => moneyText(amount),
  });
}

const bahtCell = (amount: Money | null): string | null => (amount === null ? null : moneyText(amount));
