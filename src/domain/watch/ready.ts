import { statSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Context } from '../../context.ts';
import { SCHEMA_VERSION, schemaVersion } from '../../db/migrate.ts';
import { command, query } from '../../db/statement.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import { overdue, QUEUES, type QueueName } from './queues.ts';
import { spaceOf } from './space.ts';

/** Bytes that have to be left on the database's disk. */
export const LEAST_FREE = 200 * 2 ** 20;

const MINUTE = 60_000;

/** Milliseconds that a queue's oldest may be overdue. One dead receiver is slow to give up, and no reason to stand still. */
export const MOST_OVERDUE: Record<QueueName, number> = {
  webhooks: 60 * MINUTE,
  bookings: 15 * MINUTE,
  cancellations: 15 * MINUTE,
};

export interface Readiness {
  ready: boolean;
  checks: Record<'database' | 'writing' | 'schema' | 'disk' | QueueName, 'ok' | 'failing'>;
}

/** Milliseconds for which an answer serves everyone who asks. */
const FRESH = 1_000;

/** Milliseconds after which writing is tried again: it costs a wait for the disk. */
const WRITTEN_LATELY = 30_000;

const LONGEST_WRITE = 2_000; // milliseconds

/** Answers whether the service can do its work. However many ask, it looks once a second. */
export function readiness(ctx: Context): () => Promise<Readiness> {
  let looked = Number.NEGATIVE_INFINITY;
  let answer: Promise<Readiness> | undefined;
  const canWrite = writing(ctx);
  const isThere = stillThere(ctx.config.database);
  return () => {
    if (answer === undefined || ctx.monotonic() - looked > FRESH) {
      looked = ctx.monotonic();
      answer = look(ctx, { canWrite, isThere });
    }
    return answer;
  };
}

interface Looks {
  canWrite: () => Promise<boolean>;
  isThere: () => Promise<boolean>;
}

const selectLook = query<object>({ reads: ['stores'] }, 'SELECT id FROM stores LIMIT 1');

async function look(ctx: Context, { canWrite, isThere }: Looks): Promise<Readiness> {
  const free = await spaceOf(ctx.config.database).then(
    (space) => space.free,
    () => 0,
  );
  const there = await isThere();
  const written = await canWrite();
  const judged = {
    database: there && holds(() => ctx.db.get(selectLook) !== null),
    writing: written,
    schema: holds(() => schemaVersion(ctx.db) === SCHEMA_VERSION),
    disk: free >= LEAST_FREE,
    ...Object.fromEntries(
      QUEUES.map((name) => [name, holds(() => overdue(ctx.db, name, ctx.now()) <= MOST_OVERDUE[name])]),
    ),
  };
  const checks = Object.fromEntries(Object.entries(judged).map(([name, ok]) => [name, ok ? 'ok' : 'failing']));
  return { ready: Object.values(judged).every(Boolean), checks: checks as Readiness['checks'] };
}

function holds(fact: () => boolean): boolean {
  try {
    return fact();
  } catch {
    return false;
  }
}

/** Whether the file is the one that was opened: one that was removed or replaced goes on being written, in vain. */
function stillThere(file: string): () => Promise<boolean> {
  const opened = statSync(file, { throwIfNoEntry: false })?.ino;
  return () =>
    stat(file).then(
      ({ ino }) => ino === opened,
      () => false,
    );
}

/** Whether a write has reached the disk lately; where it failed it is tried each time. */
function writing(ctx: Context): () => Promise<boolean> {
  let last = Number.NEGATIVE_INFINITY;
  return async () => {
    if (ctx.monotonic() - last < WRITTEN_LATELY) return true;
    const written = await Promise.race([ctx.write(probeWrite).then(yes, no), after(LONGEST_WRITE)]);
    if (written) last = ctx.monotonic();
    return written;
  };
}

const yes = () => true;
const no = () => false;

const after = (millis: number): Promise<false> =>
  new Promise((resolve) => setTimeout(resolve, millis, false as const).unref());

const setVersion = command({ writes: [] }, `PRAGMA user_version = ${SCHEMA_VERSION}`);

/** Writes the schema version again: if the commit succeeds, the disk accepts writes. */
const probeWrite = (tx: WriteTx): number => tx.run(setVersion);
