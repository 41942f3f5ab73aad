import type { Reader } from '../../db/reader.ts';
import { query } from '../../db/statement.ts';
import type { CourierName } from './couriers.ts';

/** How many of a courier's bookings are open, by the status that the command line and the office show. */
export type BookingCounts = Record<'waiting' | 'requested' | 'failed', number>;

const COUNTS = query<BookingCounts>(
  { reads: ['bookings'] },
  `SELECT count(*) FILTER (WHERE state = 'queued') AS waiting,
    count(*) FILTER (WHERE state IN ('requesting', 'uncertain', 'pending')) AS requested,
    count(*) FILTER (WHERE state = 'failed') AS failed
  FROM bookings
  WHERE store_id = ? AND shipping_type = ? AND state NOT IN ('booked', 'dropped') AND drop_time IS NULL`,
);

export const bookingCounts = (db: Reader, { storeId, shippingType }: CourierName): BookingCounts =>
  db.get(COUNTS, storeId, shippingType) as BookingCounts;
