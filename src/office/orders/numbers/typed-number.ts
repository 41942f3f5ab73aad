import { variantsOfBarcode } from '../../../domain/barcodes.ts';
import type { Order } from '../../../domain/orders/order.ts';
import { hasItem, orderByCode, packItems } from '../../../domain/orders/packing.ts';
import { bookShipment } from '../../../domain/orders/shipments/book.ts';
import type { Shipment } from '../../../domain/orders/shipments/shipment.ts';
import { countedCode } from '../../../lib/counted-code.ts';
import { fields, text } from '../../forms/fields.ts';
import type { Form } from '../../forms/form.ts';
import type { StoreContext } from '../../request-context.ts';
import { numberTexts } from './number-texts.ts';

/** The tracking number of a parcel with everything that is left to ship. */
export const numberForm = fields({ tracking_number: text(100, 'input_no_tracking_number') });

/**
 * Books the order's parcel with the number, unless it is booked: the number may be sent again, because the answer was
 * lost.
 *
 * @returns undefined if the code is that of an order or an item, which is an error of the form
 * @throws AppError as `bookShipment`
 */
export async function bookTyped(
  context: StoreContext,
  order: Order,
  form: Form<unknown>,
  trackingNumber: string,
): Promise<Shipment | undefined> {
  const booked = bookedWith(order, trackingNumber);
  if (booked) return booked;
  const t = numberTexts(context.language);
  if (isOrderCode(context, trackingNumber, order)) form.addError(t.isOrder(trackingNumber), 'tracking_number');
  else if (isItemCode(context, trackingNumber, order)) form.addError(t.isItem(trackingNumber), 'tracking_number');
  else return context.write((tx) => bookShipment(tx, order.id, { trackingNumber }, context.act()));
  return undefined;
}

function bookedWith({ shipments }: Order, typed: string): Shipment | undefined {
  const number = typed.trim().toUpperCase();
  return shipments.find(
    ({ status, trackingNumber }) => status === 'booked' && trackingNumber?.toUpperCase() === number,
  );
}

/** A scanner easily reads the same or the next order instead of the number. No courier has numbers this short. */
function isOrderCode({ db, store }: StoreContext, typed: string, { externalOrderId }: Order): boolean {
  const code = typed.trim();
  return code === externalOrderId || (/^#?\d{1,7}$/.test(code) && orderByCode(db, store.id, code) !== undefined);
}

/** The last item may be scanned once too often, also with its quantity. */
function isItemCode({ db }: StoreContext, typed: string, order: Order): boolean {
  const items = packItems(db, order);
  const codes = [typed.trim(), countedCode(typed)?.code].filter((code) => code !== undefined);
  return codes.some((code) => hasItem(items, { code, withBarcode: variantsOfBarcode(db, code) }));
}
