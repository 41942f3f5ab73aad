import { statSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Context } from '../../context.ts';
import { SCHEMA_VERSION, schemaVersion } from '../../db/migrate.ts';
import { command, query } from '../../db/statement.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import { diskSpace } from './database-facts.ts';
import { overdue, QUEUES, type QueueName } from './queues.ts';

/** Bytes of free disk space that the database needs. */
export const MIN_FREE_SPACE = 200 * 2 ** 20;

const MINUTE = 60_000;

/** Milliseconds that a queue may be overdue. One dead webhook receiver must not make the service unready. */
export const MAX_OVERDUE: Record<QueueName, number> = {
  webhooks: 60 * MINUTE,
  bookings: 15 * MINUTE,
  cancellations: 15 * MINUTE,
};

export interface Readiness {
  ready: boolean;
  checks: Record<'database' | 'writing' | 'schema' | 'disk' | QueueName, 'ok' | 'failing'>;
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

interface AsyncChecks {
  canWrite: () => Promise<boolean>;
  isInPlace: () => Promise<boolean>;
}

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
const no = () => false;

const after = (millis: number): Promise<false> =>
  new Promise((resolve) => setTimeout(resolve, millis, false as const).unref());

const setVersion = command({ writes: [] }, `PRAGMA user_version = ${SCHEMA_VERSION}`);

/** Writes the schema version again, unless it is newer: if the commit succeeds, the disk accepts writes. */
function probeWrite(tx: WriteTx): void {
  if (schemaVersion(tx) === SCHEMA_VERSION) tx.run(setVersion);
}
