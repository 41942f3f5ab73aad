import type { Reader } from '../../../context.ts';
import { type CodParcel, recipientNames } from '../../../domain/orders/payments/cod-parcels.ts';
import { type ParcelPayout, payoutsOfParcels } from '../../../domain/orders/payments/cod-payout-facts.ts';
import { netAmount, type Remittance } from '../../../domain/orders/payments/remittance-rows.ts';
import { bangkokMinute } from '../../../lib/calendar.ts';
import { courierName } from '../../../lib/courier-names.ts';
import type { Id } from '../../../lib/ids.ts';
import { type Money, ZERO } from '../../../lib/money.ts';
import { csvTexts } from '../../page/csv-texts.ts';
import { type CsvColumns, csvFile, csvMoney, csvStream } from '../../page/downloads.ts';
import type { StoreContext } from '../../request-context.ts';
import { codStatusName } from '../order-labels.ts';
import { codTexts } from './cod-texts.ts';

// The CSV files of COD parcels and payouts.

type PaidParcel = CodParcel & { recipient: string | undefined; payout: ParcelPayout | undefined };

/** COD parcels with their payouts. */
export function parcelsFile(context: StoreContext, pages: Iterable<readonly CodParcel[]>): Response {
  const t = codTexts(context.language);
  const cells = parcelCells(context.language);
  const columns: CsvColumns<PaidParcel> = {
    [t.order]: cells.order,
    [t.tracking]: cells.tracking,
    ...(context.may('customer_data') && { [t.recipient]: ({ recipient }: PaidParcel) => recipient }),
    [t.courier]: cells.courier,
    [t.status]: cells.status,
    [t.amount]: cells.amount,
    [t.paid]: cells.paid,
    [t.difference]: ({ amount, paid }) => csvMoney(paid === null ? null : ((paid - (amount ?? ZERO)) as Money)),
    [t.feeOnce]: ({ payout }) => csvMoney(payout?.fee),
    [t.received]: ({ payout }) => payout && bangkokMinute(payout.receiveTime).slice(0, 10),
    [t.payout]: ({ remittanceId }) => remittanceId,
    [t.note]: ({ payout }) => payout?.note,
    [t.delivered]: cells.delivered,
  };
  return csvStream(t.title, withPayouts(context, pages), columns, 'cod');
}

function* withPayouts({ db }: { db: Reader }, pages: Iterable<readonly CodParcel[]>): Generator<PaidParcel[]> {
  for (const parcels of pages) {
    const names = recipientNames(db, parcels);
    const payouts = payoutsOfParcels(
      db,
      parcels.map(({ shipmentId }) => shipmentId),
    );
    yield parcels.map((parcel) => ({
      ...parcel,
      recipient: names.get(parcel.orderId),
      payout: payouts.get(parcel.shipmentId),
    }));
  }
}

const parcelCells = (language: StoreContext['language']) =>
  ({
    order: ({ orderNumber }) => orderNumber,
    tracking: ({ trackingNumber }) => trackingNumber,
    courier: ({ shippingType }) => courierName(shippingType, language),
    status: ({ codStatus }) => codStatus && codStatusName(codStatus, language),
    amount: ({ amount }) => csvMoney(amount),
    paid: ({ paid }) => csvMoney(paid),
    delivered: ({ deliverTime }) => (deliverTime === null ? null : bangkokMinute(deliverTime)),
  }) satisfies CsvColumns<CodParcel>;

type ParcelColumn = keyof ReturnType<typeof parcelCells>;
type CsvRow = Partial<Record<ParcelColumn, ReturnType<CsvColumns<CodParcel>[string]>>>;

/** The parcels of a payout. A last row takes the courier's fee off, so the column of paid amounts sums to the net payout. */
export function payoutFile(context: StoreContext, id: Id, parcels: readonly CodParcel[], fee: Money | null): Response {
  const t = codTexts(context.language);
  const ofFee: CsvRow = { tracking: t.feeRow, paid: csvMoney(-(fee ?? ZERO) as Money) };
  const columns = Object.entries(parcelCells(context.language)).map(
    ([key, cell]) =>
      [
        t[key as ParcelColumn],
        (row: CodParcel | 'fee') => (row === 'fee' ? ofFee[key as ParcelColumn] : cell(row)),
      ] as const,
  );
  const rows = fee !== null && fee > 0 ? [...parcels, 'fee' as const] : parcels;
  return csvFile(`${t.remittances} ${id}`, rows, Object.fromEntries(columns), `remittance-${id}`);
}

/** COD payouts as a CSV file. */
export function remittancesFile({ language }: StoreContext, remittances: readonly Remittance[]): Response {
  const t = codTexts(language);
  const columns: CsvColumns<Remittance> = {
    [csvTexts(language).id]: ({ id }) => String(id),
    [t.received]: ({ receiveTime }) => bangkokMinute(receiveTime).slice(0, 10),
    [t.time]: ({ createTime }) => bangkokMinute(createTime),
    [t.note]: ({ note }) => note,
    [t.by]: ({ userName }) => userName,
    [t.matchedCount]: ({ parcelCount }) => parcelCount,
    [t.codTotal]: ({ amount }) => csvMoney(amount),
    [t.fee]: ({ fee }) => csvMoney(fee),
    [t.net]: (remittance) => csvMoney(netAmount(remittance)),
    [t.undoneParcels]: ({ undoneCount }) => undoneCount,
  };
  return csvFile(t.remittances, remittances, columns, 'remittances');
}
