import type { Database } from '../../db/database.ts';
import { WITH_COURIER } from '../orders/bookings/states.ts';
import { IS_LISTENING } from '../webhooks/apps.ts';

export const QUEUES = ['webhooks', 'bookings', 'cancellations'] as const;
export type QueueName = (typeof QUEUES)[number];

/** What waits for others: apps, or couriers. */
export interface Queue {
  name: QueueName;
  length: number;
  /** Milliseconds since the oldest was put into it; 0 where nothing waits. */
  age: number;
  /** Milliseconds that the oldest has waited since it was due; 0 where nothing is due. */
  overdue: number;
}

/** Since when the oldest is due, each by an index. What a courier is being asked about right now is not. */
const OLDEST: Record<QueueName, string> = {
  webhooks: `SELECT min(c.create_time) AS time FROM apps a
    JOIN available_changes c ON c.store_id = a.store_id AND c.id = a.told + 1 WHERE ${IS_LISTENING}`,
  bookings: 'SELECT min(next_time) AS time FROM bookings WHERE next_time IS NOT NULL',
  cancellations: 'SELECT min(next_time) AS time FROM booking_cancellations WHERE next_time IS NOT NULL',
};

const LENGTHS: Record<QueueName, string> = {
  webhooks: `SELECT coalesce(sum(newest - told), 0) AS length FROM (SELECT told,
    (SELECT max(id) FROM available_changes c WHERE c.store_id = a.store_id) AS newest FROM apps a WHERE ${IS_LISTENING})`,
  bookings: `SELECT (SELECT count(*) FROM bookings WHERE next_time IS NOT NULL)
    + (SELECT count(*) FROM bookings WHERE next_time IS NULL AND ${WITH_COURIER}) AS length`,
  cancellations: `SELECT count(*) AS length FROM booking_cancellations WHERE status = 'waiting'`,
};

/** When the oldest was put into it. Bookings are numbered as they come, and an index has the numbers of those that wait. */
const BEGUN: Record<QueueName, string> = {
  webhooks: OLDEST.webhooks,
  bookings: `SELECT create_time AS time FROM bookings WHERE id = (SELECT min(id) FROM (
      SELECT min(+id) AS id FROM bookings WHERE next_time IS NOT NULL
      UNION ALL SELECT min(+id) FROM bookings WHERE next_time IS NULL AND ${WITH_COURIER}))`,
  cancellations: `SELECT min(create_time) AS time FROM booking_cancellations WHERE status = 'waiting'`,
};

/** Milliseconds that a queue's oldest has waited since it was due. */
export const overdue = (db: Database, name: QueueName, now: number): number => since(db, OLDEST[name], now);

function since(db: Database, sql: string, now: number): number {
  const time = db.get<{ time: number | null }>(sql)?.time ?? now;
  return Math.max(0, now - time);
}

export const queues = (db: Database, now: number): Queue[] =>
  QUEUES.map((name) => ({
    name,
    length: db.get<{ length: number }>(LENGTHS[name])?.length ?? 0,
    age: since(db, BEGUN[name], now),
    overdue: overdue(db, name, now),
  }));
