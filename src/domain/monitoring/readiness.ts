import { statSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Context } from '../../context.ts';
import { SCHEMA_VERSION, schemaVersion } from '../../db/migrate.ts';
import type { Reader } from '../../db/reader.ts';
import { command, type Query, query } from '../../db/statement.ts';
import type { Table } from '../../db/tables.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import { sleep } from '../../lib/runtime.ts';
import { WITH_COURIER } from '../orders/bookings/booking-states.ts';
import { IS_LISTENING } from '../webhooks/recording.ts';
import { diskSpace } from './database-facts.ts';

/** Bytes of free disk space that the database needs. */
const MIN_FREE_SPACE = 200 * 2 ** 20;

const MINUTE = 60_000;

/** Milliseconds that a queue may be overdue. One dead webhook receiver must not make the service unready. */
export const MAX_OVERDUE: Record<QueueName, number> = {
  webhooks: 60 * MINUTE,
  bookings: 15 * MINUTE,
  cancellations: 15 * MINUTE,
};

interface Readiness {
  ready: boolean;
  checks: Record<'database' | 'integrity' | 'writing' | 'schema' | 'disk' | QueueName, 'ok' | 'failing'>;
}

/** Milliseconds for which a result is cached. */
const CACHED_FOR = 1_000;

/** Milliseconds between two test writes, each of which waits for the disk. */
const WRITE_EVERY = 30_000;

const WRITE_TIMEOUT = 2_000; // milliseconds

/** Returns a function that checks whether the service can work. Results are cached for a second. */
export function readiness(ctx: Context): () => Promise<Readiness> {
  let checkedAt = Number.NEGATIVE_INFINITY;
  let result: Promise<Readiness> | undefined;
  const canWrite = writeCheck(ctx);
  const isInPlace = fileCheck(ctx.config.database);
  return () => {
    if (result === undefined || ctx.monotonic() - checkedAt > CACHED_FOR) {
      checkedAt = ctx.monotonic();
      result = runChecks(ctx, { canWrite, isInPlace });
    }
    return result;
  };
}

type AsyncChecks = Record<'canWrite' | 'isInPlace', () => Promise<boolean>>;

const anyStore = query<object>({ reads: ['stores'] }, 'SELECT id FROM stores LIMIT 1');

async function runChecks(ctx: Context, { canWrite, isInPlace }: AsyncChecks): Promise<Readiness> {
  const free = await diskSpace(ctx.config.database).then(
    (space) => space.free,
    () => 0,
  );
  const inPlace = await isInPlace();
  const writing = await canWrite();
  const results = {
    database: inPlace && succeeds(() => ctx.db.get(anyStore) !== null),
    integrity: ctx.damage.problems.length === 0,
    writing,
    schema: succeeds(() => schemaVersion(ctx.db) === SCHEMA_VERSION),
    disk: free >= MIN_FREE_SPACE,
    ...Object.fromEntries(
      QUEUES.map((name) => [name, succeeds(() => overdue(ctx.db, name, ctx.now()) <= MAX_OVERDUE[name])]),
    ),
  };
  const checks = Object.fromEntries(Object.entries(results).map(([name, ok]) => [name, ok ? 'ok' : 'failing']));
  return { ready: Object.values(results).every(Boolean), checks: checks as Readiness['checks'] };
}

/** Whether a check passes. A check that throws fails: the response names it without the reason. */
function succeeds(check: () => boolean): boolean {
  try {
    return check();
  } catch {
    return false;
  }
}

/** Whether the path still leads to the opened file; otherwise we would keep writing to a deleted file. */
function fileCheck(file: string): () => Promise<boolean> {
  const opened = statSync(file, { throwIfNoEntry: false })?.ino;
  return () =>
    stat(file).then(
      ({ ino }) => ino === opened,
      () => false,
    );
}

/** Whether a recent write has succeeded. A failed write is retried at each check. */
function writeCheck(ctx: Context): () => Promise<boolean> {
  let last = Number.NEGATIVE_INFINITY;
  return async () => {
    if (ctx.monotonic() - last < WRITE_EVERY) return true;
    const written = await Promise.race([ctx.write(probeWrite).then(yes, no), after(WRITE_TIMEOUT)]);
    if (written) last = ctx.monotonic();
    return written;
  };
}

const yes = () => true;
const no = () => false as const;

const after = (millis: number): Promise<false> => sleep(millis, { ref: false }).then(no);

const setVersion = command({ writes: [] }, `PRAGMA user_version = ${SCHEMA_VERSION}`);

/** Writes the schema version again, unless it is newer: if the commit succeeds, the disk accepts writes. */
function probeWrite(tx: WriteTx): void {
  if (schemaVersion(tx) === SCHEMA_VERSION) tx.run(setVersion);
}

const QUEUES = ['webhooks', 'bookings', 'cancellations'] as const;
type QueueName = (typeof QUEUES)[number];

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

/** Creation time of the oldest item. Booking ids increase, and an index contains the waiting ones. */
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
const overdue = (db: Reader, name: QueueName, now: number): number => since(db, OLDEST[name], now);

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
