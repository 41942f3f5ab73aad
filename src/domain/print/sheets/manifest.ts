import type { Reader } from '../../../db/reader.ts';
import { query } from '../../../db/statement.ts';
import { invalidRequest, notFound } from '../../../lib/errors.ts';
import type { Id } from '../../../lib/ids.ts';
import { courier as courierName } from '../../../lib/messages/terms.ts';
import { sum, ZERO } from '../../../lib/money.ts';
import { existingOrder } from '../../orders/read.ts';
import { storeById } from '../../stores.ts';
import { grouped, thaiDay, thaiMoney } from '../paper/thai.ts';
import { parcelsOf } from '../parcels.ts';
import type { Sheet } from './sheet.ts';

/** The parcels that a courier picks up, signed by both sides. */
type Manifest = ReturnType<typeof manifestOf>;

export interface Handover {
  storeId: Id;
  shippingType: string;
  /** Undefined: all booked parcels. */
  orderIds?: readonly Id[] | undefined;
}

const WAITING = query<{ id: Id }>(
  { reads: ['orders', 'shipments'] },
  `SELECT DISTINCT o.id, o.order_number FROM shipments s JOIN orders o ON o.id = s.order_id
  WHERE o.store_id = ? AND s.status = 'booked' AND s.shipping_type = ? ORDER BY o.order_number`,
);

/** @throws AppError not_found; invalid_request if no parcel of the shipping type is booked, or an order has none */
export function manifestOf(db: Reader, { storeId, shippingType, orderIds }: Handover) {
  const ids = orderIds ?? db.all(WAITING, storeId, shippingType).map(({ id }) => id);
  const parcels = [...new Set(ids)].flatMap((id) => {
    const found = waitingParcels(db, id, { storeId, shippingType });
    if (found.length === 0) throw invalidRequest('order_has_no_parcel_to_hand_over', { order: id, shippingType });
    return found;
  });
  if (parcels.length === 0) throw invalidRequest('no_parcel_of_courier_to_hand_over', { shippingType });
  return { store: storeById(db, storeId).name, courier: courierName(shippingType, 'th'), shippingType, parcels };
}

function waitingParcels(db: Reader, orderId: Id, { storeId, shippingType }: Handover) {
  const order = existingOrder(db, orderId);
  if (order.storeId !== storeId) throw notFound('order_not_found_in_store', { order: orderId });
  return parcelsOf(order)
    .filter(({ shipment }) => shipment.status === 'booked' && shipment.shippingType === shippingType)
    .map(({ shipment, piece, pieces }) => ({
      trackingNumber: shipment.trackingNumber ?? '',
      orderNumber: String(order.orderNumber),
      recipient: order.recipientAddress.name,
      codAmount: shipment.codAmount,
      piece,
      pieces,
    }));
}

export function manifestSheet({ store, courier, shippingType, parcels }: Manifest, now: number): Sheet {
  const cod = parcels.flatMap(({ codAmount }) => (codAmount === null ? [] : [codAmount]));
  return {
    title: 'ใบส่งมอบพัสดุ',
    about: `manifest of ${shippingType}`,
    facts: [
      ['ขนส่ง', courier],
      ['ร้าน', store],
      ['วันที่', thaiDay(now)],
    ],
    tables: [
      {
        columns: [
          { head: 'ที่', share: 8, align: 'right' },
          { head: 'เลขพัสดุ', share: 34, bold: true },
          { head: 'คำสั่งซื้อ', share: 18 },
          { head: 'ผู้รับ', share: 40 },
          { head: 'ชิ้น', share: 10, align: 'center' },
          { head: 'ยอด COD (บาท)', share: 24, align: 'right' },
        ],
        rows: parcels.map((parcel, i) => [
          grouped(i + 1),
          parcel.trackingNumber,
          parcel.orderNumber,
          parcel.recipient,
          `${parcel.piece}/${parcel.pieces}`,
          parcel.codAmount === null ? '–' : thaiMoney(parcel.codAmount),
        ]),
      },
    ],
    totals: [
      { name: `ยอด COD รวม ${grouped(cod.length)} ชิ้น (บาท)`, value: thaiMoney(sum(...cod) ?? ZERO) },
      { name: 'พัสดุทั้งหมด', value: `${grouped(parcels.length)} ชิ้น`, main: true },
    ],
    signatures: ['ผู้ส่งมอบ (ร้าน)', 'ผู้รับมอบ (ขนส่ง)'],
  };
}
