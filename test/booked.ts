import assert from 'node:assert/strict';
import { bookingsOf, type CourierBooking } from '../src/domain/couriers/bookings.ts';
import type { Id } from '../src/lib/ids.ts';
import { type CourierServer, openCourier } from './courier-server.ts';
import { detail, type Ordered, ordered } from './ordered.ts';
import { cafe, type Json, openShop, type Shop, type ShopOptions, until } from './support.ts';
import { stoppedClock } from './wire.ts';

/** A café whose EMS parcels are carried by a courier of the test's own, reached by the `http` protocol. */
export async function openBooked(change: object = {}, options: Partial<ShopOptions> = {}) {
  const courier = await openCourier();
  const clock = stoppedClock();
  const couriers = [{ shipping_type: 'ems', adapter: 'http', url: courier.url, secret: courier.secret }];
  const shop = await openShop({ stores: [cafe({ couriers, ...change })], now: clock.now, ...options });
  return { shop, courier, clock };
}

/** An order of one latte that may be shipped at once. */
export const shippable = (shop: Shop, more: object = {}): Promise<Ordered> =>
  ordered(shop, [{ sku: 'LAT-H', qty: 1 }], more);

/** The order's booking, the newest there is. */
export const bookingOf = (shop: Shop, { id }: { id: Id }): CourierBooking | undefined =>
  bookingsOf(shop.ctx.db, id).at(-1);

/** Waits until the order's booking is in this state, after so many tries at least. */
export const bookingIs = (
  shop: Shop,
  order: Ordered,
  status: CourierBooking['status'],
  tries = 1,
): Promise<CourierBooking> =>
  until(`the booking of order ${order.id} is ${status}`, () => {
    const booking = bookingOf(shop, order);
    return booking?.status === status && booking.tries >= tries && !isUnderWay(booking) && booking;
  });

/** Its courier is being asked at this moment. */
const isUnderWay = ({ status, nextTime }: CourierBooking) => status === 'requested' && nextTime === null;

/** The order's shipments as partners see them. */
export const shipmentsOf = async (shop: Shop, order: Ordered): Promise<Json[]> =>
  (await detail(shop, order)).shipments ?? [];

/** Everything is as it should be: one number, which the courier knows, and one shipment with it. */
export async function bookedOnce(shop: Shop, courier: CourierServer, order: Ordered): Promise<void> {
  await bookingIs(shop, order, 'booked');
  const [shipment, ...more] = await shipmentsOf(shop, order);
  assert.deepEqual(more, []);
  const carried = [...courier.bookings.values()].filter(({ canceled }) => !canceled).map(({ number }) => number);
  assert.deepEqual(carried, [shipment.tracking_number]);
  assert.deepEqual(courier.doubles, []);
}
