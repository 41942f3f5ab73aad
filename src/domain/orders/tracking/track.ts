import type { Reader } from '../../../db/reader.ts';
import type { WriteTx } from '../../../db/write-tx.ts';
import type { Id } from '../../../lib/ids.ts';
import { mayMove } from '../../../lib/moves.ts';
import type { TrackedEvent } from '../../couriers/adapters/adapter.ts';
import type { TrackedStatus } from '../../couriers/adapters/tracked.ts';
import { type CourierName, isSameAccount } from '../../couriers/couriers.ts';
import { byCourier } from '../history.ts';
import { cancelShipment } from '../shipments/cancel.ts';
import { moveShipment } from '../shipments/move.ts';
import { pickUp } from '../shipments/pick-up.ts';
import {
  canceledWithNumber,
  existingShipment,
  isPaidOut,
  type Shipment,
  shipmentsWithNumber,
} from '../shipments/read.ts';
import { markHeard } from '../shipments/rows.ts';
import { SHIPMENT_MOVES } from '../states.ts';
import { insertEvent } from './events.ts';

/**
 * Keeps what a courier says of a parcel, and moves its shipment where that leads forward
 * (docs/decisions.md#shipments): what is said twice, of an earlier time than what was said before, or would lead back,
 * is kept and moves nothing. A parcel that is on its way has been picked up.
 */
export function applyEvent(tx: WriteTx, shipmentId: Id, event: TrackedEvent, now: number): void {
  const shipment = existingShipment(tx, shipmentId);
  const time = Math.min(event.time, now); // a clock that is ahead must not hold back what comes later
  if (!insertEvent(tx, shipmentId, event, now)) return;
  if (event.status === undefined || time < (shipment.statusTime ?? 0)) return;
  markHeard(tx, shipmentId, time);
  if (event.status !== shipment.status) follow(tx, shipmentId, event.status, now);
}

function follow(tx: WriteTx, id: Id, said: TrackedStatus, now: number): void {
  const act = byCourier(now);
  const { status } = existingShipment(tx, id);
  const to = said === 'delivered' && status === 'returning' ? 'returned' : said; // it has arrived at the sender's
  if (status === 'booked' && to !== 'canceled') pickUp(tx, id, {}, act);
  if (status === 'booked' && to === 'canceled' && !isPaidOut(tx, id)) cancelShipment(tx, id, act);
  const reached = existingShipment(tx, id).status;
  if (to !== 'picked_up' && to !== 'canceled' && mayMove(SHIPMENT_MOVES, reached, to)) moveShipment(tx, id, to, act);
}

/** The courier's parcel with the number; of a canceled one what it says is kept, for the store to see. */
function shipmentOf(db: Reader, courier: CourierName, trackingNumber: string): Shipment | undefined {
  const { storeId } = courier;
  const isTheirs = ({ shippingType }: Shipment) => isSameAccount(db, courier, { storeId, shippingType });
  const canceled = canceledWithNumber(db, storeId, trackingNumber);
  return [...shipmentsWithNumber(db, storeId, trackingNumber), ...(canceled ? [canceled] : [])].find(isTheirs);
}

/** Couriers use numbers again: what was said so long before the booking, in milliseconds, was of another parcel. */
const LONGEST_BEFORE = 30 * 24 * 3_600_000;

/** The same for events of a store's parcels, oldest first; those of parcels that are not known are passed over. */
export function applyEvents(tx: WriteTx, courier: CourierName, events: readonly TrackedEvent[], now: number): void {
  for (const event of events) {
    const shipment = shipmentOf(tx, courier, event.trackingNumber);
    if (shipment && event.time > shipment.createTime - LONGEST_BEFORE) applyEvent(tx, shipment.id, event, now);
  }
}
