import type { Reader } from '../../../db/reader.ts';
import { AppError } from '../../../lib/errors.ts';
import type { Id } from '../../../lib/ids.ts';
import { type CourierName, isSameAccount } from '../../couriers/couriers.ts';
import { isS10Shaped } from '../../couriers/s10.ts';
import { shipmentsWithNumber } from './read.ts';

/** Couriers give a number to another parcel after some years; within half a year it is the same parcel's. */
const GIVEN_AGAIN_AFTER = 180 * 24 * 3_600_000;

/** The courier's parcel that bears the number already, if there is one: what its courier says or pays must not be taken for another's. */
export function bearerOf(db: Reader, courier: CourierName, trackingNumber: string, now: number): Id | undefined {
  const { storeId } = courier;
  return shipmentsWithNumber(db, storeId, trackingNumber).find(
    ({ shippingType, createTime }) =>
      createTime > now - GIVEN_AGAIN_AFTER && isSameAccount(db, courier, { storeId, shippingType }),
  )?.id;
}

/**
 * A tracking number as it is kept, however it was typed: S10 numbers are in capitals.
 *
 * @throws AppError invalid_request naming `tracking_number` where it is none, or another parcel of the courier bears it
 */
export function typedNumber(db: Reader, courier: CourierName, typed: string, now: number): string {
  const text = typed.trim();
  if (!/^[\x21-\x7e]{1,64}$/.test(text))
    throw new AppError('invalid_request', 'tracking_number_malformed', { path: 'tracking_number' });
  const number = isS10Shaped(text) ? text.toUpperCase() : text;
  const bearer = bearerOf(db, courier, number, now);
  if (bearer !== undefined)
    throw new AppError('invalid_request', 'tracking_number_taken', {
      path: 'tracking_number',
      number,
      shipment: bearer,
    });
  return number;
}
