import type { Database } from '../../db/database.ts';
import type { Id } from '../../lib/ids.ts';
import { type Call, type CallDay, KEPT_CALLS } from './calls.ts';

export interface CallSearch {
  limit: number;
  offset: number;
  /** Only calls that failed. */
  failedOnly?: boolean;
  /** Only the calls with this request id. */
  requestId?: string | undefined;
}

/** A channel's calls, newest first, of those that are kept: its newest answered ones and its newest that failed. */
export function listCalls(
  db: Database,
  channelId: Id,
  { limit, offset, failedOnly = false, requestId }: CallSearch,
): Call[] {
  const calls = [...(failedOnly ? [] : keptCalls(db, channelId, 0)), ...keptCalls(db, channelId, 1)];
  return calls
    .filter((call) => requestId === undefined || call.requestId === requestId)
    .sort((one, other) => other.time - one.time)
    .slice(offset, offset + limit);
}

/** The newest of a kind, newest first. */
const keptCalls = (db: Database, channelId: Id, failed: 0 | 1): Call[] =>
  db
    .all<{ calls: string }>(
      'SELECT calls FROM channel_calls WHERE channel_id = ? AND failed = ? ORDER BY last DESC',
      channelId,
      failed,
    )
    .flatMap(({ calls }) => (JSON.parse(calls) as Call[]).reverse())
    .slice(0, KEPT_CALLS);

/** The days on which the channel called, newest first. */
export const callDays = (db: Database, channelId: Id, limit: number): CallDay[] =>
  db.all<CallDay>(
    'SELECT day, calls, failed FROM channel_days WHERE channel_id = ? ORDER BY day DESC LIMIT ?',
    channelId,
    limit,
  );
