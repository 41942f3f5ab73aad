import type { Database } from '../../../db/database.ts';
import { Refusal } from '../../../lib/errors.ts';
import { storeById } from '../../stores.ts';
import type { Order } from '../read.ts';
import { isReadyToShip } from '../states.ts';

export const isReady = (db: Database, order: Order): boolean => isReadyToShip(order, storeById(db, order.storeId));

/** @throws Refusal invalid_request where the order is not open or not ready to ship */
export function requireReady(db: Database, order: Order): void {
  const { id, status, isCod } = order;
  if (status !== 'open') throw new Refusal('invalid_request', `order ${id} is ${status}`);
  if (isReady(db, order)) return;
  const setting = isCod ? ', and the store’s cod_counts_as_ready is off' : '';
  throw new Refusal('invalid_request', `order ${id} is not ready to ship: it is not paid in full${setting}`);
}
