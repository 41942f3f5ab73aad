import type { Reader } from '../../../context.ts';
import { type CodParcel, recipientNames } from '../../../domain/orders/payments/cod-parcels.ts';
import { type ParcelPayout, payoutsOfParcels } from '../../../domain/orders/payments/cod-payout-facts.ts';
import { netAmount, type Remittance } from '../../../domain/orders/payments/remittance-rows.ts';
import { courierName } from '../../../lib/courier-names.ts';
import type { Id } from '../../../lib/ids.ts';
import { type Money, ZERO } from '../../../lib/money.ts';
import { fileTexts } from '../../page/file-texts.ts';
import {
  type Columns,
  dayColumn,
  type ListFile,
  listFile,
  longListFile,
  mapColumns,
  minuteColumn,
  moneyColumn,
} from '../../page/list-file.ts';
import type { StoreContext } from '../../request-context.ts';
import { codStatusName } from '../order-labels.ts';
import { codTexts } from './cod-texts.ts';

// The exports of COD parcels and payouts.

type PaidParcel = CodParcel & { recipient: string | undefined; payout: ParcelPayout | undefined };

/** COD parcels with their payouts. */
export function parcelsFile(context: StoreContext, pages: Iterable<readonly CodParcel[]>): ListFile {
  const t = codTexts(context.language);
  const cells = parcelCells(context.language);
  const columns: Columns<PaidParcel> = {
    [t.order]: cells.order,
    [t.tracking]: cells.tracking,
    ...(context.may('customer_data') && { [t.recipient]: ({ recipient }: PaidParcel) => recipient }),
    [t.courier]: cells.courier,
    [t.status]: cells.status,
    [t.amount]: cells.amount,
    [t.paid]: cells.paid,
    [t.difference]: moneyColumn(({ amount, paid }) => (paid === null ? null : ((paid - (amount ?? ZERO)) as Money))),
    [t.feeOnce]: moneyColumn(({ payout }) => payout?.fee),
    [t.received]: dayColumn(({ payout }) => payout?.receiveTime),
    [t.payout]: ({ remittanceId }) => remittanceId,
    [t.note]: ({ payout }) => payout?.note,
    [t.delivered]: cells.delivered,
  };
  return longListFile(t.title, withPayouts(context, pages), columns, 'cod');
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

type ParcelColumn = keyof ReturnType<typeof parcelCells>;

const parcelCells = (language: StoreContext['language']) =>
  ({
    order: ({ orderNumber }) => orderNumber,
    tracking: ({ trackingNumber }) => trackingNumber,
    courier: ({ shippingType }) => courierName(shippingType, language),
    status: ({ codStatus }) => codStatus && codStatusName(codStatus, language),
    amount: moneyColumn(({ amount }) => amount),
    paid: moneyColumn(({ paid }) => paid),
    delivered: minuteColumn(({ deliverTime }) => deliverTime),
  }) satisfies Columns<CodParcel>;

/** The parcels of a payout. A last row takes the courier's fee off, so the column of paid amounts sums to the net payout. */
export function payoutFile(context: StoreContext, id: Id, parcels: readonly CodParcel[], fee: Money | null): ListFile {
  const t = codTexts(context.language);
  const ofFee: Record<string, string | number> = { [t.tracking]: t.feeRow, [t.paid]: -(fee ?? ZERO) };
  const cells = Object.entries(parcelCells(context.language));
  const ofParcel = Object.fromEntries(cells.map(([key, column]) => [t[key as ParcelColumn], column]));
  const columns = mapColumns(ofParcel, (row: CodParcel | 'fee', heading, cell) =>
    row === 'fee' ? ofFee[heading] : cell(row),
  );
  const rows = fee !== null && fee > 0 ? [...parcels, 'fee' as const] : parcels;
  return listFile(`${t.remittances} ${id}`, rows, columns, `remittance-${id}`);
}

/** COD payouts as a file. */
export function remittancesFile({ language }: StoreContext, remittances: readonly Remittance[]): ListFile {
  const t = codTexts(language);
  const columns: Columns<Remittance> = {
    [fileTexts(language).id]: ({ id }) => String(id),
    [t.received]: dayColumn(({ receiveTime }) => receiveTime),
    [t.time]: minuteColumn(({ createTime }) => createTime),
    [t.note]: ({ note }) => note,
    [t.by]: ({ userName }) => userName,
    [t.matchedCount]: ({ parcelCount }) => parcelCount,
    [t.codTotal]: moneyColumn(({ amount }) => amount),
    [t.fee]: moneyColumn(({ fee }) => fee),
    [t.net]: moneyColumn((remittance) => netAmount(remittance)),
    [t.undoneParcels]: ({ undoneCount }) => undoneCount,
  };
  return listFile(t.remittances, remittances, columns, 'remittances');
}
