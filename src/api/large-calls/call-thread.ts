import { type Context, type ServedFile, servedFile } from '../../context.ts';
import type { AddedCodes } from '../../domain/orders/order-codes.ts';
import { LARGE_CALLS, packedScript } from '../../lib/assets.ts';
import type { Id } from '../../lib/ids.ts';
import { type JobThread, jobThread } from '../../lib/job-thread.ts';
import { LARGE_HEAP } from '../../lib/threads.ts';

/** A call whose token, headers and size are checked. */
export interface LargeCall {
  path: string;
  channelId: Id;
  body: Uint8Array;
  /** Unix milliseconds. */
  now: number;
}

export interface ThreadData {
  database: ServedFile;
  values: AddedCodes;
}

export interface LargeResult {
  /** The fields of the response as UTF-8 JSON, without the opening brace. */
  json: ArrayBuffer;
  headers: Readonly<Record<string, string>>;
}

export type LargeCalls = JobThread<LargeCall, LargeResult>;

const MAX_QUEUED = 50;

/** Runs calls that would block the event loop, such as an order of 50,000 lines, in a thread with its own connection. */
export const largeCalls = ({ db, config }: Pick<Context, 'db' | 'config'>): LargeCalls =>
  jobThread(
    () => ({
      packed: packedScript(LARGE_CALLS),
      source: new URL('./call-worker.ts', import.meta.url),
      workerData: { database: servedFile(db), values: config.values } satisfies ThreadData,
      resourceLimits: LARGE_HEAP,
    }),
    { maxQueued: MAX_QUEUED },
  );
