import type { Database } from '../../../db/database.ts';
import { Refusal } from '../../../lib/errors.ts';
import type { Id } from '../../../lib/ids.ts';
import { existingOrder } from '../read.ts';
import { release } from '../reserve.ts';
import { markShipmentChanged } from '../rows.ts';
import { shipmentMayMove } from '../states.ts';
import { existingShipment, itemsOf, type Shipment } from './read.ts';
import { markShipmentCanceled } from './rows.ts';

/**
 * Cancels a booked shipment and makes its goods available again (decisions §7); booking the order anew reserves them
 * again.
 *
 * @throws Refusal not_found; invalid_request where the shipment is not booked
 */
export function cancelShipment(db: Database, id: Id, now: number): Shipment {
  const { orderId, status } = existingShipment(db, id);
  if (!shipmentMayMove(status, 'canceled')) throw new Refusal('invalid_request', `shipment ${id} is ${status} already`);
  const { storeId } = existingOrder(db, orderId);
  release(db, { reason: 'shipping_canceled', orderId, storeId }, itemsOf(db, id), now);
  markShipmentCanceled(db, id, now);
  markShipmentChanged(db, orderId, now);
  return existingShipment(db, id);
}
