import type { Reader } from '../../../db/reader.ts';
import { countedCode } from '../../../lib/counted-code.ts';
import { invalidRequest } from '../../../lib/errors.ts';
import { fromThaiKeyboard } from '../../../lib/thai-keyboard.ts';
import { variantsOfBarcode, variantsWithCode } from '../../barcodes.ts';
import { type CourierName, isSameAccount } from '../../couriers/couriers.ts';
import { isS10Shaped } from '../../couriers/s10.ts';
import { type Order, orderOrDeleted } from '../order.ts';
import { hasItem, orderByCode, packItems } from '../packing.ts';
import { shipmentsWithNumber } from './shipment.ts';

/** Couriers reuse numbers after years. Within half a year a number identifies one parcel. */
export const MIN_REUSE_AGE = 180 * 24 * 3_600_000;

/** The order number of the courier's recent parcel with the number. */
export function recentOrderWithNumber(
  db: Reader,
  courier: CourierName,
  trackingNumber: string,
  now: number,
): number | undefined {
  const { storeId } = courier;
  const parcel = shipmentsWithNumber(db, storeId, trackingNumber).find(
    ({ shippingType, createTime }) =>
      createTime > now - MIN_REUSE_AGE && isSameAccount(db, courier, { storeId, shippingType }),
  );
  return parcel && orderOrDeleted(db, parcel.orderId, 0).orderNumber;
}

/**
 * Upper-cases S10 numbers. No number has Thai letters: a scanner typed them with the Thai keyboard layout.
 *
 * @throws AppError invalid_request at `tracking_number` if malformed, taken, or the code of an order or a product
 */
export function typedNumber(db: Reader, order: Order, typed: string, now: number): string {
  const path = 'tracking_number';
  const text = fromThaiKeyboard(typed) ?? typed.trim();
  if (!/^[\x21-\x7e]{1,64}$/.test(text)) throw invalidRequest('tracking_number_malformed', { path });
  if (isOrderCode(db, order, text)) throw invalidRequest('tracking_number_is_order', { path, code: text });
  if (isItemCode(db, order, text)) throw invalidRequest('tracking_number_is_item', { path, code: text });
  const number = isS10Shaped(text) ? text.toUpperCase() : text;
  const taken = recentOrderWithNumber(db, order, number, now);
  if (taken !== undefined) throw invalidRequest('tracking_number_taken', { path, number, orderNumber: taken });
  return number;
}

/** A scanner easily reads the same or the next order instead of the number. No courier has numbers this short. */
const isOrderCode = (db: Reader, { storeId, externalOrderId }: Order, code: string): boolean =>
  code === externalOrderId || (/^#?\d{1,7}$/.test(code) && orderByCode(db, storeId, code) !== undefined);

/** The last item may be scanned once too often, also with its quantity. */
function isItemCode(db: Reader, order: Order, typed: string): boolean {
  const items = packItems(db, order);
  return [typed, countedCode(typed)?.code].some(
    (code) =>
      code !== undefined &&
      (variantsWithCode(db, order.storeId, code).length > 0 ||
        hasItem(items, { code, withBarcode: variantsOfBarcode(db, code) })),
  );
}
