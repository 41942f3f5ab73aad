import { byCommand } from '../src/domain/orders/history.ts';
import { bookShipment, type ShipmentInput } from '../src/domain/orders/shipments/book.ts';
import { cancelShipment, type PickUp, pickUp } from '../src/domain/orders/shipments/move.ts';
import { isNumberUsed, itemsOf } from '../src/domain/orders/shipments/shipment.ts';
import type { Id } from '../src/lib/ids.ts';
import type { ExpectedError } from './errors.ts';
import { assertRefuses, observeStep, type PlacedOrder } from './order-steps.ts';
import type { Shop } from './support.ts';

/** A tracking number that no shipment has. */
function unusedTrackingNumber({ ctx: { db } }: Shop): Pick<ShipmentInput, 'trackingNumber'> {
  let trackingNumber = 'EX123456785TH';
  for (let i = 2; isNumberUsed(db, trackingNumber); i += 1) trackingNumber = `PARCEL-${i}`;
  return { trackingNumber };
}

/** Books a shipment of the order, by default with all unbooked goods. */
export const bookOrder = (shop: Shop, { id }: PlacedOrder, booking: Partial<ShipmentInput> = {}) =>
  observeStep(shop, (tx, now) => bookShipment(tx, id, { ...unusedTrackingNumber(shop), ...booking }, byCommand(now)));

export const refusesBooking = (
  shop: Shop,
  { id }: PlacedOrder,
  expected: ExpectedError,
  booking: Partial<ShipmentInput> = {},
) =>
  assertRefuses(shop, expected, (tx, now) =>
    bookShipment(tx, id, { ...unusedTrackingNumber(shop), ...booking }, byCommand(now)),
  );

export const pickUpShipment = (shop: Shop, { id }: { id: Id }, how: PickUp = {}) =>
  observeStep(shop, (tx, now) => pickUp(tx, id, how, byCommand(now)));

export const refusesPickUp = (shop: Shop, { id }: { id: Id }, expected: ExpectedError, how: PickUp = {}) =>
  assertRefuses(shop, expected, (tx, now) => pickUp(tx, id, how, byCommand(now)));

export const cancelShipmentStep = (shop: Shop, { id }: { id: Id }) =>
  observeStep(shop, (tx, now) => cancelShipment(tx, id, byCommand(now)));

/** A quantity of one line of the order. */
export const lineOf = (order: PlacedOrder, qty: number, i = 0) => ({ lineId: order.lines[i] as Id, qty });

/** The items of the shipment: variant, warehouse, quantity. */
export const itemTuples = (shop: Shop, { id }: { id: Id }) =>
  itemsOf(shop.ctx.db, id).map(({ variantId, warehouseId, qty }) => [variantId, warehouseId, qty]);
