import type { Reader } from '../../../db/reader.ts';
import { command, query } from '../../../db/statement.ts';
import type { WriteTx } from '../../../db/write-tx.ts';
import type { Id } from '../../../lib/ids.ts';
import type { TrackedEvent } from '../../couriers/adapters/adapter.ts';

// The only writer of tracking_events.

const addEvent = command(
  { writes: ['tracking_events'] },
  `INSERT INTO tracking_events (shipment_id, time, code, status, description, location, receive_time)
   VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
);

/** Returns whether the event is new. */
export const insertEvent = (tx: WriteTx, shipmentId: Id, event: TrackedEvent, now: number): boolean =>
  tx.run(
    addEvent,
    shipmentId,
    event.time,
    event.code,
    event.status ?? null,
    event.description,
    event.location ?? null,
    now,
  ) > 0;

export type KeptEvent = Omit<TrackedEvent, 'trackingNumber' | 'status' | 'location'> & {
  status: string | null;
  location: string | null;
  receiveTime: number;
};

const eventsOfShipment = query<KeptEvent>(
  { reads: ['tracking_events'] },
  `SELECT time, code, status, description, location, receive_time AS receiveTime FROM tracking_events
   WHERE shipment_id = ? ORDER BY time, code`,
);

/** Oldest first. */
export const eventsOf = (db: Reader, shipmentId: Id): KeptEvent[] => db.all(eventsOfShipment, shipmentId);
