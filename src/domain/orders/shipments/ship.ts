import type { WriteTx } from '../../../db/write-tx.ts';
import type { Id } from '../../../lib/ids.ts';
import type { Act } from '../history.ts';
import { bookShipment, type WantedShipment } from './book.ts';
import { type PickUp, pickUp } from './pick-up.ts';
import type { Shipment } from './read.ts';

/** Books a shipment and has it picked up at once. */
export const shipOrder = (tx: WriteTx, orderId: Id, shipment: WantedShipment & PickUp, act: Act): Shipment =>
  pickUp(tx, bookShipment(tx, orderId, shipment, act).id, shipment, act);
