import type { WriteTx } from '../../../db/write-tx.ts';
import { takeNumber } from '../../couriers/number-pools.ts';
import { byCourier, byUser } from '../../orders/history.ts';
import { existingOrder } from '../../orders/order.ts';
import { bookShipment } from '../../orders/shipments/book.ts';
import { moveShipment, type StatusAfterPickUp } from '../../orders/shipments/move.ts';
import { applyEvents } from '../../orders/tracking.ts';
import type { DemoOrder } from './demo-order.ts';
import { DETAILED } from './scene.ts';
import type { Moment } from './timeline.ts';

/** Books everything that is left to ship, or half of the first line. */
export function bookParcel(order: DemoOrder, { tx, now }: Moment, isPart = false): void {
  const { scene, orderId } = order;
  const [first] = existingOrder(tx, orderId).lines;
  const halfOfFirstLine = isPart && first ? [{ lineId: first.id, qty: Math.ceil(first.qty / 2) }] : undefined;
  order.trackingNumber = nextNumber(tx, order);
  const input = { trackingNumber: order.trackingNumber, lines: halfOfFirstLine };
  order.shipmentId = bookShipment(tx, orderId, input, byUser(scene.staff.packer, now)).id;
}

/** A number in the courier’s format; EMS numbers come from the range of the store. */
function nextNumber(tx: WriteTx, { scene, shippingType, serial }: DemoOrder): string {
  if (shippingType === 'ems') return takeNumber(tx, scene.ems, { cod: false, isUsed: () => false }) ?? '';
  const digits = String(serial * 7_919 + 1_000_000).padStart(9, '0');
  if (shippingType === 'flash') return `TH0147${digits}A`;
  return shippingType === 'kex' ? `KEX1${digits}` : `82${digits}3`;
}

const EVENT_TEXTS: Record<StatusAfterPickUp, readonly [description: string, location: string]> = {
  in_transit: ['พัสดุออกจากศูนย์คัดแยก', 'ศูนย์คัดแยกวังน้อย'],
  out_for_delivery: ['พนักงานกำลังนำส่ง', 'สาขาปลายทาง'],
  delivered: ['นำส่งสำเร็จ', 'ที่อยู่ผู้รับ'],
  delivery_failed: ['นำส่งไม่สำเร็จ ติดต่อผู้รับไม่ได้', 'สาขาปลายทาง'],
  returning: ['กำลังส่งคืนผู้ส่ง', 'ศูนย์คัดแยกวังน้อย'],
  returned: ['ส่งคืนผู้ส่งแล้ว', 'ที่อยู่ผู้ส่ง'],
};

/** The courier reports it. Older parcels have no events, so that the demo starts sooner. */
export function moveParcel(order: DemoOrder, { tx, now }: Moment, to: StatusAfterPickUp): void {
  const { scene, shippingType, shipmentId, trackingNumber } = order;
  if (shipmentId === undefined || trackingNumber === undefined) return;
  if (now < scene.end - DETAILED) {
    moveShipment(tx, shipmentId, to, byCourier(now));
    return;
  }
  const [description, location] = EVENT_TEXTS[to];
  const event = { trackingNumber, code: to.toUpperCase(), description, location, time: now, status: to };
  applyEvents(tx, { storeId: scene.storeId, shippingType }, [event], now);
}
