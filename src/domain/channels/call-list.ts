import type { Reader } from '../../db/reader.ts';
import { query } from '../../db/statement.ts';
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
  db: Reader,
  channelId: Id,
  { limit, offset, failedOnly = false, requestId }: CallSearch,
): Call[] {
  const calls = [...(failedOnly ? [] : keptCalls(db, channelId, 0)), ...keptCalls(db, channelId, 1)];
  return calls
    .filter((call) => requestId === undefined || call.requestId === requestId)
    .sort((one, other) => other.time - one.time)
    .slice(offset, offset + limit);
}

const selectKeptCalls = query<{ calls: string }>(
  { reads: ['channel_calls'] },
  'SELECT calls FROM channel_calls WHERE channel_id = ? AND failed = ? ORDER BY last DESC',
);

/** The newest of a kind, newest first. */
const keptCalls = (db: Reader, channelId: Id, failed: 0 | 1): Call[] =>
  db
    .all(selectKeptCalls, channelId, failed)
    .flatMap(({ calls }) => (JSON.parse(calls) as Call[]).reverse())
    .slice(0, KEPT_CALLS);

const selectCallDays = query<CallDay>(
  { reads: ['channel_days'] },
  'SELECT day, calls, failed FROM channel_days WHERE channel_id = ? ORDER BY day DESC LIMIT ?',
);

/** The days on which the channel called, newest first. */
export const callDays = (db: Reader, channelId: Id, limit: number): CallDay[] =>
  db.all(selectCallDays, channelId, limit);
