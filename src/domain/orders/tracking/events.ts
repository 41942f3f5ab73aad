import type { Database } from '../../../db/database.ts';
import type { Id } from '../../../lib/ids.ts';
import type { TrackedEvent } from '../../couriers/adapters/adapter.ts';

// The only writer of tracking_events.

/** Keeps what a courier says; whether it has not said so before. */
export const insertEvent = (db: Database, shipmentId: Id, event: TrackedEvent, now: number): boolean =>
  db.run(
    `INSERT INTO tracking_events (shipment_id, time, code, status, description, location, receive_time)
     VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
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

/** All that the courier has said of the parcel, oldest first. */
export const eventsOf = (db: Database, shipmentId: Id): KeptEvent[] =>
  db.all<KeptEvent>(
    `SELECT time, code, status, description, location, receive_time AS receiveTime FROM tracking_events
     WHERE shipment_id = ? ORDER BY time, code`,
    shipmentId,
  );
