import type { Context } from '../../context.ts';
import type { Reader } from '../../db/reader.ts';
import { command, query } from '../../db/statement.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import { bangkokDay } from '../../lib/calendar.ts';
import type { Id } from '../../lib/ids.ts';
import type { RequestLimits } from './throttle.ts';

// The only writer of channel_calls and channel_days.

export interface Call {
  time: number;
  endpoint: string;
  status: number;
  /** `error` of the response; null if it succeeded. */
  error: string | null;
  /** As sent to the client, or JSON of a message that explains more; see `messageFromJson`. */
  errorDescription: string | null;
  millis: number;
  requestId: string;
  address: string;
}

/** A channel's calls of one day; `calls` includes the failed ones. */
export interface CallDay {
  /** As in `bangkokDay`. */
  day: number;
  calls: number;
  failed: number;
}

/** Per channel, of successful and of failed calls each. */
export const MAX_CALLS = 1_000;

const MAX_DESCRIPTION_LENGTH = 500;

/** Calls that are not saved yet. */
interface PendingCalls {
  succeeded: Call[];
  failed: Call[];
  days: CallDay[];
}

/**
 * Buffers calls in memory and writes them in batches, so that logging neither delays nor fails a call. The buffer is
 * bounded.
 */
export function callLog() {
  let waiting = new Map<Id, PendingCalls>();

  return {
    add(channelId: Id, call: Call): void {
      let channel = waiting.get(channelId);
      if (!channel) {
        channel = { succeeded: [], failed: [], days: [] };
        waiting.set(channelId, channel);
      }
      pushBounded(call.error === null ? channel.succeeded : channel.failed, call);
      const today = dayOf(channel.days, bangkokDay(call.time));
      today.calls += 1;
      if (call.error !== null) today.failed += 1;
    },
    /** Writes the buffered calls. On failure they stay buffered. */
    async flush({ write }: Pick<Context, 'write'>): Promise<void> {
      if (waiting.size === 0) return;
      const batch = waiting;
      waiting = new Map();
      try {
        await write((tx) => saveCalls(tx, batch));
      } catch (error) {
        waiting = merge(batch, waiting);
        throw error;
      }
    },
  };
}

export type CallLog = ReturnType<typeof callLog>;

/** In-memory state of partners. */
export interface PartnerMemory {
  limits: RequestLimits;
  calls: CallLog;
}

/** Drops half of the calls at once, which is cheaper than dropping each. */
function pushBounded(calls: Call[], call: Call): void {
  calls.push(call);
  if (calls.length === 2 * MAX_CALLS) calls.splice(0, MAX_CALLS);
}

function dayOf(days: CallDay[], day: number): CallDay {
  const newest = days.at(-1);
  if (newest?.day === day) return newest;
  const added = { day, calls: 0, failed: 0 };
  days.push(added);
  return added;
}

function merge(older: ReadonlyMap<Id, PendingCalls>, newer: ReadonlyMap<Id, PendingCalls>): Map<Id, PendingCalls> {
  const all = new Map(older);
  for (const [channelId, after] of newer) {
    const before = all.get(channelId);
    if (!before) all.set(channelId, after);
    else
      all.set(channelId, {
        succeeded: [...before.succeeded, ...after.succeeded].slice(-MAX_CALLS),
        failed: [...before.failed, ...after.failed].slice(-MAX_CALLS),
        days: [...before.days, ...after.days],
      });
  }
  return all;
}

const addToCallDay = command(
  { writes: ['channel_days'] },
  `INSERT INTO channel_days (channel_id, day, calls, failed) VALUES (?, ?, ?, ?)
   ON CONFLICT DO UPDATE SET calls = calls + excluded.calls, failed = failed + excluded.failed`,
);

function saveCalls(tx: WriteTx, batch: ReadonlyMap<Id, PendingCalls>): void {
  for (const [channelId, { succeeded, failed, days }] of batch) {
    saveBatch(tx, channelId, succeeded, 0);
    saveBatch(tx, channelId, failed, 1);
    for (const { day, calls, failed } of days) tx.run(addToCallDay, channelId, day, calls, failed);
  }
}

const newestCallNumber = query<{ last: number | null }>(
  { reads: ['channel_calls'] },
  'SELECT max(last) AS last FROM channel_calls WHERE channel_id = ? AND failed = ?',
);

const deleteOldCallBatches = command(
  { writes: ['channel_calls'] },
  'DELETE FROM channel_calls WHERE channel_id = ? AND failed = ? AND last <= ?',
);

const insertCallBatch = command(
  { writes: ['channel_calls'] },
  'INSERT INTO channel_calls (channel_id, failed, last, calls) VALUES (?, ?, ?, ?)',
);

/** One row per batch: a row per call would slow down a busy channel. */
function saveBatch(tx: WriteTx, channelId: Id, calls: readonly Call[], failed: 0 | 1): void {
  if (calls.length === 0) return;
  const newest = calls.slice(-MAX_CALLS);
  const before = tx.get(newestCallNumber, channelId, failed);
  const last = (before?.last ?? 0) + newest.length;
  tx.run(deleteOldCallBatches, channelId, failed, last - MAX_CALLS);
  tx.run(insertCallBatch, channelId, failed, last, JSON.stringify(failed ? newest.map(shortened) : newest));
}

const shortened = (call: Call): Call => ({
  ...call,
  errorDescription: call.errorDescription?.slice(0, MAX_DESCRIPTION_LENGTH) ?? null,
});

export interface CallSearch {
  limit: number;
  offset: number;
  failedOnly?: boolean;
  requestId?: string | undefined;
}

/** A channel's stored calls, newest first. */
export function listCalls(
  db: Reader,
  channelId: Id,
  { limit, offset, failedOnly = false, requestId }: CallSearch,
): Call[] {
  const calls = [...(failedOnly ? [] : storedCalls(db, channelId, 0)), ...storedCalls(db, channelId, 1)];
  return calls
    .filter((call) => requestId === undefined || call.requestId === requestId)
    .sort((a, b) => b.time - a.time)
    .slice(offset, offset + limit);
}

const callBatches = query<{ calls: string }>(
  { reads: ['channel_calls'] },
  'SELECT calls FROM channel_calls WHERE channel_id = ? AND failed = ? ORDER BY last DESC',
);

const storedCalls = (db: Reader, channelId: Id, failed: 0 | 1): Call[] =>
  db
    .all(callBatches, channelId, failed)
    .flatMap(({ calls }) => (JSON.parse(calls) as Call[]).reverse())
    .slice(0, MAX_CALLS);

const callDaysOfChannel = query<CallDay>(
  { reads: ['channel_days'] },
  'SELECT day, calls, failed FROM channel_days WHERE channel_id = ? ORDER BY day DESC LIMIT ?',
);

/** Newest first. */
export const callDays = (db: Reader, channelId: Id, limit: number): CallDay[] =>
  db.all(callDaysOfChannel, channelId, limit);
