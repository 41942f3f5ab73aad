import { numberDoubt } from '../../../domain/couriers/number-format.ts';
import type { Order } from '../../../domain/orders/order.ts';
import { bookShipment } from '../../../domain/orders/shipments/book.ts';
import { changeTrackingNumber } from '../../../domain/orders/shipments/change-number.ts';
import type { Shipment } from '../../../domain/orders/shipments/shipment.ts';
import { typedNumber } from '../../../domain/orders/shipments/typed-number.ts';
import { notFound } from '../../../lib/errors.ts';
import type { Id } from '../../../lib/ids.ts';
import type { Message } from '../../../lib/messages/catalogue.ts';
import { fromThaiKeyboard } from '../../../lib/thai-keyboard.ts';
import { fields, text } from '../../forms/fields.ts';
import type { StoreContext } from '../../request-context.ts';

/** The tracking number of a parcel with everything that is left to ship. */
export const numberFields = { tracking_number: text(100, 'input_no_tracking_number') };
export const numberForm = fields(numberFields);

/**
 * Books the order's parcel with the number, unless it is booked: the number may be sent again, because the answer was
 * lost.
 *
 * @throws AppError as `bookShipment`
 */
export const bookTyped = async (context: StoreContext, order: Order, trackingNumber: string): Promise<Shipment> =>
  bookedWith(order, trackingNumber) ??
  context.write((tx) => bookShipment(tx, order.id, { trackingNumber }, context.act()));

/** Replaces the number of a parcel of the order. @throws AppError not_found, or as `changeTrackingNumber` */
export async function changeTyped(context: StoreContext, order: Order, parcel: Id, number: string): Promise<Shipment> {
  if (!order.shipments.some(({ id }) => id === parcel)) throw notFound('shipment_not_found', { shipment: parcel });
  return context.write((tx) => changeTrackingNumber(tx, parcel, number, context.act()));
}

/**
 * Why the number is doubtful, unless the order has it already.
 *
 * @throws AppError as `typedNumber` if it cannot be the number of the parcel
 */
export function doubtOf({ db, now }: StoreContext, order: Order, trackingNumber: string): Message | undefined {
  if (bookedWith(order, trackingNumber)) return undefined;
  const number = typedNumber(db, order, trackingNumber, now);
  return numberDoubt(db, order.storeId, { shippingType: order.shippingType, trackingNumber: number });
}

function bookedWith({ shipments }: Order, typed: string): Shipment | undefined {
  const number = (fromThaiKeyboard(typed) ?? typed.trim()).toUpperCase();
  return shipments.find(
    ({ status, trackingNumber }) => status === 'booked' && trackingNumber?.toUpperCase() === number,
  );
}
