import type { Reader } from '../../../db/reader.ts';
import { query } from '../../../db/statement.ts';
import { invalidRequest } from '../../../lib/errors.ts';
import type { Id } from '../../../lib/ids.ts';
import type { Message } from '../../../lib/messages/catalogue.ts';
import { message } from '../../../lib/messages/message.ts';
import { findCourier } from '../../couriers/couriers.ts';
import { numbersLeft } from '../../couriers/number-pools.ts';
import type { Order } from '../order.ts';
import { uncollectedCod } from '../totals.ts';

interface Parcel {
  storeId: Id;
  shippingType: string;
  cod: boolean;
}

/** Why a request for a tracking number would fail at once: the number pool of the courier is empty. */
export function emptyPool(db: Reader, { storeId, shippingType, cod }: Parcel, waiting = 0): Message | undefined {
  const courier = findCourier(db, storeId, shippingType);
  if (courier?.settings.adapter !== 'number_pool' || numbersLeft(db, courier.id, cod) > waiting) return undefined;
  return message('booking_pool_empty', { shippingType, cod });
}

/** The same for an order, after the numbers that other orders have requested. */
export function poolObstacle(db: Reader, order: Order): Message | undefined {
  const { id, storeId, shippingType } = order;
  const parcel = { storeId, shippingType, cod: order.codStatus === 'pending' && uncollectedCod(order) > 0 };
  const courier = findCourier(db, storeId, shippingType);
  if (courier?.settings.adapter !== 'number_pool') return undefined;
  const left = numbersLeft(db, courier.id, parcel.cod);
  return emptyPool(db, parcel, waitingBookings(db, parcel, { orderId: id, limit: left }));
}

const bookingsThatWait = query<{ count: number }>(
  { reads: ['bookings', 'orders'] },
  `SELECT count(*) AS count FROM (
     SELECT 1 FROM bookings b JOIN orders o ON o.id = b.order_id
     WHERE b.store_id = @storeId AND b.shipping_type = @shippingType AND b.next_time IS NOT NULL
       AND b.state = 'queued' AND b.order_id <> @orderId
       AND (coalesce(o.cod_status, '') = 'pending' AND o.cod_amount > 0) = @cod
     LIMIT @limit)`,
);

/** Requests of other orders, up to the limit: the worker answers them first. */
const waitingBookings = (db: Reader, parcel: Parcel, other: { orderId: Id; limit: number }): number =>
  db.get(bookingsThatWait, { ...parcel, ...other, cod: Number(parcel.cod) })?.count ?? 0;

/** @throws AppError invalid_request if the number pool is empty */
export function requireNumberLeft(db: Reader, order: Order): void {
  const obstacle = poolObstacle(db, order);
  if (obstacle) throw invalidRequest(obstacle);
}
