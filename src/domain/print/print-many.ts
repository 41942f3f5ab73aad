import type { Reader } from '../../db/reader.ts';
import { AppError } from '../../lib/errors.ts';
import type { Id } from '../../lib/ids.ts';
import type { Receipt } from '../orders/payments/receipts.ts';
import { shipmentsOf } from '../orders/shipments/read.ts';
import type { Printed } from './printed.ts';
import { print } from './run.ts';
import { manifestOf, manifestSheet } from './sheets/manifest.ts';
import { receiptSheet } from './sheets/receipt.ts';
import { receiptOf } from './sheets/receipt-of.ts';

/**
 * A manifest for each courier that has parcels of these orders to pick up.
 *
 * @throws AppError not_found; invalid_request where no parcel waits
 */
export async function printManifests(db: Reader, storeId: Id, orderIds: readonly Id[], now: number): Promise<Printed> {
  const waiting = orderIds.flatMap((id) => shipmentsOf(db, id).filter(({ status }) => status === 'booked'));
  const couriers = Map.groupBy(waiting, ({ shippingType }) => shippingType);
  if (couriers.size === 0) throw new AppError('invalid_request', 'no_parcel_to_hand_over');
  const sheets = [...couriers].map(([shippingType, parcels]) => {
    const ids = parcels.map(({ orderId }) => orderId);
    return manifestSheet(manifestOf(db, { storeId, shippingType, orderIds: ids }), now);
  });
  return print({ is: 'sheets', title: 'ใบส่งมอบพัสดุ', sheets, now });
}

/** Receipts as they were given, one after the other. */
export const printReceipts = (receipts: readonly (Receipt & { isCopy: boolean })[], now: number): Promise<Printed> =>
  print({
    is: 'sheets',
    title: 'ใบเสร็จรับเงิน',
    sheets: receipts.map((receipt) => receiptSheet(receiptOf(receipt))),
    now,
  });
