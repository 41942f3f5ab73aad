import type { Reader } from '../../db/reader.ts';
import { invalidRequest } from '../../lib/errors.ts';
import type { Id } from '../../lib/ids.ts';
import type { Message } from '../../lib/messages/catalogue.ts';
import { messageToJson } from '../../lib/messages/message.ts';
import { nextTurn } from '../../lib/runtime.ts';
import type { PrintedReceipt } from '../orders/payments/receipts.ts';
import type { PrintedRefundDocument } from '../orders/payments/refund-documents.ts';
import { shipmentsOf } from '../orders/shipments/shipment.ts';
import type { Label, LabelSize } from './labels/label.ts';
import { addressLabel, type LabelWithWarnings, orderLabels } from './labels/order-labels.ts';
import type { ParcelSelection } from './parcels.ts';
import { type Printed, print } from './print-job.ts';
import { handedOverManifest, type ManifestRequest, manifestOf, manifestSheet } from './sheets/manifest.ts';
import { packingSlipSheet, packingSlips } from './sheets/packing-slip.ts';
import { pickListSheet, pickLists } from './sheets/pick-list.ts';
import type { Sheet, SheetFormat } from './sheets/printed-sheet.ts';
import { receiptOf, receiptSheet } from './sheets/receipt.ts';
import { refundDocumentSheet } from './sheets/refund-document.ts';

// Documents of orders: read here, drawn in a thread. All throw AppError not_found for a missing order.

interface LabelOptions extends ParcelSelection {
  size: LabelSize;
  now: number;
}

/** @throws AppError invalid_request if an order has no tracking number */
export const printOrderLabels = (db: Reader, orderIds: readonly Id[], options: LabelOptions): Promise<Printed> =>
  printLabelsOf(orderIds, (id) => orderLabels(db, id, options), options);

/** Labels without tracking numbers. @throws AppError invalid_request if an order has a number or is not open */
export const printAddressLabels = (db: Reader, orderIds: readonly Id[], options: LabelOptions): Promise<Printed> =>
  printLabelsOf(orderIds, (id) => [addressLabel(db, id, options.now)], options);

async function printLabelsOf(
  orderIds: readonly Id[],
  labelsOf: (id: Id) => LabelWithWarnings[],
  { size, now }: LabelOptions,
): Promise<Printed> {
  const labels: Label[] = [];
  const labelWarnings = new Map<string, Message>();
  for (const id of new Set(orderIds)) {
    await nextTurn();
    for (const { label, warnings } of labelsOf(id)) {
      labels.push(label);
      for (const warning of warnings) labelWarnings.set(messageToJson(warning), warning);
    }
  }
  const printed = await print({ is: 'labels', labels, size, now });
  return { ...printed, warnings: [...labelWarnings.values(), ...printed.warnings] };
}

/** At least a page per warehouse. @throws AppError invalid_request if an order has nothing to pick */
export async function printPickLists(db: Reader, orderIds: readonly Id[], now: number): Promise<Printed> {
  const sheets = pickLists(db, orderIds).map((list) => pickListSheet(list, now));
  return print({ is: 'sheets', title: 'ใบหยิบสินค้า', sheets, now });
}

interface SlipOptions extends ParcelSelection {
  now: number;
  /** Default: true. */
  withRecipient?: boolean;
  /** Default: A4. */
  format?: SheetFormat | undefined;
}

/** A page or more for each parcel. */
export async function printPackingSlips(
  db: Reader,
  orderIds: readonly Id[],
  { now, withRecipient = true, onlyWaiting, format }: SlipOptions,
): Promise<Printed> {
  const sheets: Sheet[] = [];
  for (const id of new Set(orderIds)) {
    await nextTurn();
    sheets.push(...packingSlips(db, id, { onlyWaiting }).map((slip) => packingSlipSheet(slip, { withRecipient })));
  }
  return print({ is: 'sheets', title: 'ใบแพ็กสินค้า', sheets, format, now });
}

/** The list that a courier signs. @throws AppError invalid_request if no parcel waits */
export async function printManifest(db: Reader, request: ManifestRequest, now: number): Promise<Printed> {
  const sheets = [manifestSheet(await manifestOf(db, request), { now })];
  return print({ is: 'sheets', title: 'ใบส่งมอบพัสดุ', sheets, now });
}

/** The same list of the parcels handed over today. @throws AppError invalid_request if there are none */
export async function printHandedOver(
  db: Reader,
  request: Omit<ManifestRequest, 'orderIds'>,
  options: SlipOptions,
): Promise<Printed> {
  const sheets = [manifestSheet(await handedOverManifest(db, request, options.now), options)];
  return print({ is: 'sheets', title: 'ใบส่งมอบพัสดุ', sheets, now: options.now });
}

/** The first print has the original for the customer, and the copy that the store must keep. */
const originalAndCopy = <Document extends { isCopy: boolean }>(document: Document): Document[] =>
  document.isCopy ? [document] : [document, { ...document, isCopy: true }];

/** The documents of refunds as they were issued. */
export const printRefundDocuments = (documents: readonly PrintedRefundDocument[], now: number): Promise<Printed> =>
  print({ is: 'sheets', title: 'ใบลดหนี้', sheets: documents.flatMap(originalAndCopy).map(refundDocumentSheet), now });

/** A manifest per courier. @throws AppError not_found; invalid_request if no parcel waits */
export async function printManifests(db: Reader, storeId: Id, orderIds: readonly Id[], now: number): Promise<Printed> {
  const waiting = orderIds.flatMap((id) => shipmentsOf(db, id).filter(({ status }) => status === 'booked'));
  const couriers = Map.groupBy(waiting, ({ shippingType }) => shippingType);
  if (couriers.size === 0) throw invalidRequest('no_parcel_to_hand_over');
  const sheets: Sheet[] = [];
  for (const [shippingType, parcels] of couriers) {
    const ids = parcels.map(({ orderId }) => orderId);
    sheets.push(manifestSheet(await manifestOf(db, { storeId, shippingType, orderIds: ids }), { now }));
  }
  return print({ is: 'sheets', title: 'ใบส่งมอบพัสดุ', sheets, now });
}

/** Receipts as they were issued. */
export const printReceipts = (receipts: readonly PrintedReceipt[], now: number): Promise<Printed> =>
  print({
    is: 'sheets',
    title: 'ใบเสร็จรับเงิน',
    sheets: receipts.flatMap(originalAndCopy).map((receipt) => receiptSheet(receiptOf(receipt))),
    now,
  });
