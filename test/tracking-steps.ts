import assert from 'node:assert/strict';
import type { Id } from '../src/lib/ids.ts';
import { callBack, openBookingShop, readyOrder, shipmentsOf, untilBooking } from './booking-steps.ts';
import type { PlacedOrder } from './order-steps.ts';
import { MINUTE } from './stopped-clock.ts';
import type { Json, Shop } from './support.ts';

type Status = string;

/** A booked order of a courier with callbacks; `report` sends events, and `minute` counts from the booking. */
export async function openTracked(more: object = {}) {
  const { shop, courier, clock } = await openBookingShop();
  const order = await readyOrder(shop, more);
  const { trackingNumber, shipmentId } = await untilBooking(shop, order, 'booked');
  const start = clock.now();
  const event = (status: Status, minute: number) => ({
    tracking_number: trackingNumber,
    status,
    code: status.toUpperCase(),
    description: `ที่ ${minute}`,
    event_time: start + minute * MINUTE,
  });
  const report = async (...events: Json[]) => {
    const { status, body } = await callBack(shop, courier, { events });
    assert.equal(status, 200, JSON.stringify(body));
    return shipmentStatus(shop, order);
  };
  return { shop, courier, clock, order, event, report, shipmentId: shipmentId as Id };
}

export const shipmentStatus = async (shop: Shop, order: PlacedOrder): Promise<Status> =>
  (await shipmentsOf(shop, order))[0].status;
