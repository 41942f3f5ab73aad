import type { Reader } from '../../../db/reader.ts';
import { query } from '../../../db/statement.ts';
import { courierName } from '../../../lib/courier-names.ts';
import { invalidRequest, notFound } from '../../../lib/errors.ts';
import type { Id } from '../../../lib/ids.ts';
import { message } from '../../../lib/messages/message.ts';
import { sum, ZERO } from '../../../lib/money.ts';
import { nextTurn } from '../../../lib/runtime.ts';
import { shownOrder } from '../../orders/order.ts';
import { handedOverTo } from '../../orders/shipments/hand-over-list.ts';
import { storeById } from '../../stores.ts';
import { thaiDay, thaiMoney, thaiNumber } from '../paper/thai.ts';
import { parcelsOf } from '../parcels.ts';
import type { Sheet } from './printed-sheet.ts';

/** The parcels that a courier picks up or has picked up, signed by both sides. */
type Manifest = Awaited<ReturnType<typeof manifestOf>>;

type ListedParcel = ReturnType<typeof listedParcels>[number];

export interface ManifestRequest {
  storeId: Id;
  shippingType: string;
  /** Undefined: all booked parcels. */
  orderIds?: readonly Id[] | undefined;
}

const ordersToHandOver = query<{ id: Id }>(
  { reads: ['orders', 'shipments'] },
  `SELECT DISTINCT o.id, o.order_number FROM shipments s JOIN orders o ON o.id = s.order_id
  WHERE o.store_id = ? AND s.status = 'booked' AND s.shipping_type = ? ORDER BY o.order_number`,
);

/** @throws AppError not_found; invalid_request if no parcel of the shipping type is booked, or an order has none */
export async function manifestOf(db: Reader, { storeId, shippingType, orderIds }: ManifestRequest) {
  const ids = orderIds ?? db.all(ordersToHandOver, storeId, shippingType).map(({ id }) => id);
  const parcels: ListedParcel[] = [];
  for (const id of new Set(ids)) {
    await nextTurn();
    const booked = listedParcels(db, id, storeId).filter(
      ({ shipment }) => shipment.status === 'booked' && shipment.shippingType === shippingType,
    );
    if (booked.length === 0) throw invalidRequest('order_has_no_parcel_to_hand_over', { order: id, shippingType });
    parcels.push(...booked);
  }
  if (parcels.length === 0) throw invalidRequest('no_parcel_of_courier_to_hand_over', { shippingType });
  return manifestWith(db, { storeId, shippingType }, parcels);
}

/** The parcels handed over to the courier today, in that order. @throws AppError invalid_request if there are none */
export async function handedOverManifest(
  db: Reader,
  { storeId, shippingType }: Omit<ManifestRequest, 'orderIds'>,
  now: number,
): Promise<Manifest> {
  const handedOver = handedOverTo(db, storeId, shippingType, now);
  const parcels = new Map<Id, ListedParcel>();
  for (const id of new Set(handedOver.map(({ orderId }) => orderId))) {
    await nextTurn();
    for (const parcel of listedParcels(db, id, storeId)) parcels.set(parcel.shipment.id, parcel);
  }
  if (parcels.size === 0) throw invalidRequest('no_parcel_of_courier_handed_over', { shippingType });
  return manifestWith(
    db,
    { storeId, shippingType },
    handedOver.flatMap(({ id }) => parcels.get(id) ?? []),
  );
}

const manifestWith = (db: Reader, { storeId, shippingType }: ManifestRequest, parcels: readonly ListedParcel[]) => ({
  store: storeById(db, storeId).name,
  courier: courierName(shippingType, 'th'),
  shippingType,
  parcels: parcels.map(({ shipment: _, ...parcel }) => parcel),
});

function listedParcels(db: Reader, orderId: Id, storeId: Id) {
  const order = shownOrder(db, orderId);
  if (order.storeId !== storeId) throw notFound('order_not_found_in_store', { order: orderId });
  return parcelsOf(order).map(({ shipment, parcelNumber, parcelCount }) => ({
    shipment,
    trackingNumber: shipment.trackingNumber ?? '',
    orderNumber: String(order.orderNumber),
    recipient: order.recipientAddress.name,
    codAmount: shipment.codAmount,
    parcelNumber,
    parcelCount,
  }));
}

interface ManifestOptions {
  now: number;
  /** Default: true. */
  withRecipient?: boolean;
}

export function manifestSheet(
  { store, courier, shippingType, parcels }: Manifest,
  { now, withRecipient = true }: ManifestOptions,
): Sheet {
  const cod = parcels.flatMap(({ codAmount }) => (codAmount === null ? [] : [codAmount]));
  return {
    title: 'ใบส่งมอบพัสดุ',
    nameInWarnings: message('document_manifest', { shippingType }),
    facts: [
      ['ขนส่ง', courier],
      ['ร้าน', store],
      ['วันที่', thaiDay(now)],
    ],
    tables: [
      {
        columns: [
          { head: 'ที่', widthShare: 8, align: 'right' },
          { head: 'เลขพัสดุ', widthShare: 34, bold: true },
          { head: 'คำสั่งซื้อ', widthShare: 18 },
          ...(withRecipient ? [{ head: 'ผู้รับ', widthShare: 40 }] : []),
          { head: 'ชิ้น', widthShare: 10, align: 'center' },
          { head: 'ยอด COD (บาท)', widthShare: 24, align: 'right' },
        ],
        rows: parcels.map((parcel, i) => [
          thaiNumber(i + 1),
          parcel.trackingNumber,
          parcel.orderNumber,
          ...(withRecipient ? [parcel.recipient] : []),
          `${parcel.parcelNumber}/${parcel.parcelCount}`,
          parcel.codAmount === null ? '–' : thaiMoney(parcel.codAmount),
        ]),
      },
    ],
    totals: [
      { name: `COD รวม ${thaiNumber(cod.length)} ชิ้น`, value: `${thaiMoney(sum(...cod) ?? ZERO)} บาท` },
      { name: 'พัสดุทั้งหมด', value: `${thaiNumber(parcels.length)} ชิ้น`, emphasized: true },
    ],
    signatures: ['ผู้ส่งมอบ (ร้าน)', 'ผู้รับมอบ (ขนส่ง)'],
  };
}
