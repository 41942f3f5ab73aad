import assert from 'node:assert/strict';
import Sqlite from 'better-sqlite3';
import { type Booking, bookingsOf } from '../src/domain/orders/bookings/booking.ts';
import { isWithCourier } from '../src/domain/orders/bookings/booking-states.ts';
import type { Id } from '../src/lib/ids.ts';
import { type Behavior, type CourierServer, openCourier } from './courier-server.ts';
import { orderDetail, type PlacedOrder, placeOrder } from './order-steps.ts';
import { stoppedClock } from './stopped-clock.ts';
import { cafe, type Json, openShop, type Shop, type ShopOptions, until } from './support.ts';

/** The store file entry of a courier server, for the `http` protocol or Flash's. */
export const httpOf = ({ url, secret }: CourierServer, shipping_type = 'ems') => ({
  ...{ shipping_type, adapter: 'http', url, secret },
});
export const flashOf = ({ origin, merchantId, secret }: CourierServer, shipping_type = 'flash') => ({
  ...{ shipping_type, adapter: 'flash', url: origin, merchant_id: merchantId, secret },
});

/** A café whose EMS parcels go to a test courier with the `http` protocol. */
export async function openBookingShop(change: object = {}, options: Partial<ShopOptions> = {}) {
  const courier = await openCourier();
  const clock = stoppedClock();
  const stores = [cafe({ couriers: [httpOf(courier)], ...change })];
  const shop = await openShop({ stores, now: clock.now, ...options });
  return { shop, courier, clock };
}

export type Clock = ReturnType<typeof stoppedClock>;

/** Sets up couriers of the café, replacing earlier ones. */
export const setUp = (shop: Shop, ...couriers: object[]) =>
  shop.load({ stores: [{ key: 'cafe', name: 'บ้านกาแฟ', couriers }] });

export const PLACE = {
  ...{ telephone: '021234567', address1: '12/3', sub_district: 'คลองเตย', district: 'คลองเตย' },
  ...{ province: 'กรุงเทพมหานคร', postal_code: 10110 },
};

/** The same with Flash, for these shipping types. */
export const openFlash = async (types = ['flash']) => {
  const courier = await openCourier();
  const clock = stoppedClock();
  const addresses = [{ key: 'shop', is_primary: true, name: 'บ้านกาแฟ', ...PLACE }];
  const couriers = types.map((shipping_type) => flashOf(courier, shipping_type));
  const shop = await openShop({ stores: [cafe({ couriers, addresses })], now: clock.now });
  return { shop, courier, clock };
};

/** A `shippable` order for Flash. */
export const flashOrder = (shop: Shop, more: object = {}): Promise<PlacedOrder> =>
  readyOrder(shop, { shipping_type: 'flash', recipient_address: { name: 'สมชาย ใจดี', ...PLACE }, ...more });

/** Flash's callback for a picked-up parcel, which brings the number of an uncertain booking. */
export const flashPickedUp = (shop: Shop, courier: CourierServer, key: string, type = 'flash') => {
  const data = { pno: courier.bookings.get(key)?.number, outTradeNo: key, state: 1, routedAt: shop.now() / 1_000 };
  return shop.send(`/couriers/${shop.ids.id}/${type}`, courier.flashCallBack(data));
};

/** An order of one latte that may ship before payment. */
export const readyOrder = (shop: Shop, more: object = {}): Promise<PlacedOrder> =>
  placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }], more);

/** The newest booking of the order. */
export const bookingOf = (shop: Shop, { id }: { id: Id }): Booking | undefined => bookingsOf(shop.ctx.db, id).at(-1);

/** Waits until the order's booking has this state, after at least this number of attempts. */
export const untilBooking = (shop: Shop, order: PlacedOrder, state: Booking['state'], tries = 1): Promise<Booking> =>
  until(`the booking of order ${order.id} is ${state}`, () => {
    const booking = bookingOf(shop, order);
    return booking?.state === state && booking.tries >= tries && !isInFlight(booking) && booking;
  });

const isInFlight = (booking: Booking) => isWithCourier(booking) && booking.nextTime === null;

/** Sends a callback of the EMS courier, signed with its secret or the given one. */
export const callBack = (shop: Shop, courier: CourierServer, fields: object, secret?: string) =>
  shop.send(`/couriers/${shop.ids.id}/ems`, courier.callBack(fields, secret));

/** The order's shipments as partners see them. */
export const shipmentsOf = async (shop: Shop, order: PlacedOrder): Promise<Json[]> =>
  (await orderDetail(shop, order)).shipments ?? [];

/** Asserts one number that the courier knows, and one shipment with it. */
export async function assertBookedOnce(shop: Shop, courier: CourierServer, order: PlacedOrder): Promise<void> {
  await untilBooking(shop, order, 'booked');
  const [shipment, ...more] = await shipmentsOf(shop, order);
  assert.deepEqual(more, []);
  const active = [...courier.bookings.values()].filter(({ canceled }) => !canceled).map(({ number }) => number);
  assert.deepEqual(active, [shipment.tracking_number]);
  assert.deepEqual(courier.duplicates, []);
}

/** Bad responses of couriers. Each must result in one booking and one shipment. */
export const BAD_RESPONSES: readonly (readonly [string, ...Behavior[]])[] = [
  ['responds 500 and has booked', { status: 500, body: { error: 'oops' } }],
  ['responds 500 and has not booked', { status: 500, body: {}, takesEffect: false }],
  ['disconnects before it reads', { disconnect: 'before_reading' }],
  ['disconnects after it has booked', { disconnect: 'after_action' }],
  ['disconnects in the middle of its response', { disconnect: 'mid_response' }],
  ['responds without JSON', { body: '<html>' }],
  ['responds with empty JSON', { body: {} }],
  ['responds with an empty number', { body: { tracking_number: '' } }],
  ['redirects', { status: 302, headers: { Location: '/elsewhere' }, body: {} }],
  ['responds twice', { twice: true }],
  ['is overloaded', { status: 429, body: {}, takesEffect: false }],
  [
    'fails repeatedly',
    { disconnect: 'before_reading' },
    { status: 503, body: {} },
    { disconnect: 'mid_response' },
    { body: 'x' },
  ],
];

/** Advances time until the order's booking matches, with no request in flight. */
export const advanceUntilBooking = (
  shop: Shop,
  clock: Clock,
  order: PlacedOrder,
  matches: (booking: Booking) => boolean,
): Promise<Booking> =>
  until(`the booking of order ${order.id} has the expected state`, () => {
    const booking = bookingOf(shop, order);
    if (booking && !isInFlight(booking) && matches(booking)) return booking;
    if (booking?.nextTime) clock.forward(Math.max(0, booking.nextTime - shop.now()));
    return undefined;
  });

/** Makes inserts into a table fail, as on a full disk, until `restore` is called. */
export function failInserts(shop: Shop, table: string): { restore: () => void } {
  const disk = new Sqlite(shop.config.database);
  disk.exec(`CREATE TRIGGER full BEFORE INSERT ON ${table} BEGIN SELECT RAISE(ABORT, 'the disk is full'); END`);
  return {
    restore: () => {
      disk.exec('DROP TRIGGER full');
      disk.close();
    },
  };
}
