import type { Reader } from '../../db/reader.ts';
import { type Query, query } from '../../db/statement.ts';
import type { Table } from '../../db/tables.ts';
import { WITH_COURIER } from '../orders/bookings/states.ts';
import { IS_LISTENING } from '../webhooks/apps.ts';

export const QUEUES = ['webhooks', 'bookings', 'cancellations'] as const;
export type QueueName = (typeof QUEUES)[number];

/** Work that waits for external systems: apps or couriers. */
export interface Queue {
  name: QueueName;
  length: number;
  /** Milliseconds since the oldest item was added; 0 if empty. */
  age: number;
  /** Milliseconds since the oldest item was due; 0 if none is. */
  overdue: number;
}

const timeOf = (reads: Table[], sql: string) => query<{ time: number | null }>({ reads }, sql);
const lengthOf = (reads: Table[], sql: string) => query<{ length: number }>({ reads }, sql);

/** Due time of the oldest item, by index. Items with a request in flight are not due. */
const OLDEST: Record<QueueName, ReturnType<typeof timeOf>> = {
  webhooks: timeOf(
    ['apps', 'available_changes'],
    `SELECT min(c.create_time) AS time FROM apps a
    JOIN available_changes c ON c.store_id = a.store_id AND c.id = a.last_announced + 1 WHERE ${IS_LISTENING}`,
  ),
  bookings: timeOf(['bookings'], 'SELECT min(next_time) AS time FROM bookings WHERE next_time IS NOT NULL'),
  cancellations: timeOf(
    ['booking_cancellations'],
    'SELECT min(next_time) AS time FROM booking_cancellations WHERE next_time IS NOT NULL',
  ),
};

const LENGTHS: Record<QueueName, ReturnType<typeof lengthOf>> = {
  webhooks: lengthOf(
    ['apps', 'available_changes'],
    `SELECT coalesce(sum(newest - last_announced), 0) AS length FROM (SELECT last_announced,
    (SELECT max(id) FROM available_changes c WHERE c.store_id = a.store_id) AS newest FROM apps a WHERE ${IS_LISTENING})`,
  ),
  bookings: lengthOf(
    ['bookings'],
    `SELECT (SELECT count(*) FROM bookings WHERE next_time IS NOT NULL)
    + (SELECT count(*) FROM bookings WHERE next_time IS NULL AND ${WITH_COURIER}) AS length`,
  ),
  cancellations: lengthOf(
    ['booking_cancellations'],
    `SELECT count(*) AS length FROM booking_cancellations WHERE status = 'waiting'`,
  ),
};

/** Creation time of the oldest item. Booking ids increase, and an index has those of waiting bookings. */
const CREATED: Record<QueueName, ReturnType<typeof timeOf>> = {
  webhooks: OLDEST.webhooks,
  bookings: timeOf(
    ['bookings'],
    `SELECT create_time AS time FROM bookings WHERE id = (SELECT min(id) FROM (
      SELECT min(+id) AS id FROM bookings WHERE next_time IS NOT NULL
      UNION ALL SELECT min(+id) FROM bookings WHERE next_time IS NULL AND ${WITH_COURIER}))`,
  ),
  cancellations: timeOf(
    ['booking_cancellations'],
    `SELECT min(create_time) AS time FROM booking_cancellations WHERE status = 'waiting'`,
  ),
};

/** Milliseconds since the oldest item of a queue was due. */
export const overdue = (db: Reader, name: QueueName, now: number): number => since(db, OLDEST[name], now);

function since(db: Reader, oldest: Query<{ time: number | null }>, now: number): number {
  const time = db.get(oldest)?.time ?? now;
  return Math.max(0, now - time);
}

export const queues = (db: Reader, now: number): Queue[] =>
  QUEUES.map((name) => ({
    name,
    length: db.get(LENGTHS[name])?.length ?? 0,
    age: since(db, CREATED[name], now),
    overdue: overdue(db, name, now),
  }));
