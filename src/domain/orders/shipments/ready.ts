import type { Reader } from '../../../db/reader.ts';
import { AppError } from '../../../lib/errors.ts';
import { storeById } from '../../stores.ts';
import type { Order } from '../read.ts';
import { isReadyToShip } from '../states.ts';

export const isReady = (db: Reader, order: Order): boolean => isReadyToShip(order, storeById(db, order.storeId));

/** @throws AppError invalid_request where the order is not open or not ready to ship */
export function requireReady(db: Reader, order: Order): void {
  const { id, status, isCod } = order;
  if (status !== 'open') throw new AppError('invalid_request', 'order_not_open', { order: id, status: status });
  if (isReady(db, order)) return;
  const key = isCod ? 'cod_order_not_ready_to_ship' : 'order_not_ready_to_ship';
  throw new AppError('invalid_request', key, { order: id });
}
