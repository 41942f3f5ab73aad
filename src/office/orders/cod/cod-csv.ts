import type { CodParcel } from '../../../domain/orders/payments/cod-parcels.ts';
import type { Remittance } from '../../../domain/orders/payments/remittance-rows.ts';
import { bangkokMinute } from '../../../lib/calendar.ts';
import { type Money, moneyText } from '../../../lib/money.ts';
import { csvFile } from '../../page/downloads.ts';
import type { StoreContext } from '../../request-context.ts';
import { codStatusName, courierLabel } from '../display-names.ts';
import { texts } from './cod-texts.ts';

/** COD parcels as a CSV file. */
export function parcelsFile({ language }: StoreContext, name: string, parcels: readonly CodParcel[]): Response {
  const t = texts(language);
  return csvFile(
    name,
    [t.order, t.tracking, t.courier, t.status, t.amount, t.paid, t.delivered],
    parcels.map((parcel) => [
      parcel.orderNumber,
      parcel.trackingNumber,
      courierLabel(parcel.shippingType, language),
      parcel.codStatus && codStatusName(parcel.codStatus, language),
      bahtCell(parcel.amount),
      bahtCell(parcel.paid),
      parcel.deliverTime === null ? null : bangkokMinute(parcel.deliverTime),
    ]),
  );
}

/** COD payouts as a CSV file. */
export function remittancesFile({ language }: StoreContext, remittances: readonly Remittance[]): Response {
  const t = texts(language);
  return csvFile(
    'remittances',
    ['id', t.time, t.note, t.by, t.matchedCount, t.paid],
    remittances.map(({ id, createTime, note, userName, parcelCount, amount }) => [
      String(id),
      bangkokMinute(createTime),
      note,
      userName,
      parcelCount,
      moneyText(amount),
    ]),
  );
}

const bahtCell = (amount: Money | null): string | null => (amount === null ? null : moneyText(amount));
