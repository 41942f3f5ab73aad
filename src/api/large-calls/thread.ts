import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { type Context, type ServedFile, servedFile } from '../../context.ts';
import type { AddedCodes } from '../../domain/orders/codes.ts';
import { CALLER, packedScript } from '../../lib/assets.ts';
import { concurrencyLimit } from '../../lib/concurrency-limit.ts';
import { AppError, type ErrorCode } from '../../lib/errors.ts';
import type { Id } from '../../lib/ids.ts';
import type { Message } from '../../lib/messages/catalogue.ts';
import { LARGE_HEAP, startThread } from '../../lib/threads.ts';

/** A call whose token, headers and size are checked. */
export interface LargeCall {
  path: string;
  channelId: Id;
  body: Uint8Array;
  /** Unix milliseconds. */
  now: number;
}

export interface CallerData {
  database: ServedFile;
  values: AddedCodes;
}

export type CallResult =
  /** The fields of the response as UTF-8 JSON, without the opening brace. */
  | { json: Uint8Array<ArrayBuffer> }
  | { refused: { code: ErrorCode; message: Message; retryAfter: number | undefined } }
  | { failed: unknown };

export interface LargeCalls {
  /** @throws AppError as the endpoint does; slow_down if too many calls wait */
  run: (call: LargeCall) => Promise<Buffer>;
  /** Closes the thread's connection. */
  stop: () => Promise<void>;
}

const IDLE_TIME = 10_000; // milliseconds
const MAX_WAITING = 50;

/**
 * Answers calls that would block the event loop, such as an order of 50,000 lines, in a thread with a connection of its
 * own. The thread starts with the first such call and ends when it is idle.
 */
export function largeCalls({ db, config }: Pick<Context, 'db' | 'config'>): LargeCalls {
  const limited = concurrencyLimit({ atOnce: 1, mostWaiting: MAX_WAITING });
  let thread: Worker | undefined;
  let idleTimer: NodeJS.Timeout | undefined;
  let ended: Promise<unknown> = Promise.resolve();

  const endThread = () => {
    clearTimeout(idleTimer);
    thread?.postMessage('end');
    thread = undefined;
    return ended;
  };

  const start = (): Worker => {
    const workerData: CallerData = { database: servedFile(db), values: config.values };
    const started = startThread({
      packed: packedScript(CALLER),
      source: new URL('./worker.ts', import.meta.url),
      workerData,
      resourceLimits: LARGE_HEAP,
    });
    ended = once(started, 'exit');
    started.once('exit', () => {
      if (thread === started) thread = undefined;
    });
    return started;
  };

  const answer = async (call: LargeCall): Promise<Buffer> => {
    clearTimeout(idleTimer);
    thread ??= start();
    thread.ref(); // the process waits for the response, and not for an idle thread
    try {
      const answered = once(thread, 'message') as Promise<[CallResult]>;
      thread.postMessage(call);
      return bytesOf(await Promise.race([answered, ended.then(() => [{ failed: 'the thread has ended' }] as const)]));
    } finally {
      thread?.unref();
      idleTimer = setTimeout(endThread, IDLE_TIME).unref();
    }
  };

  return { run: (call) => limited(() => answer(call)), stop: async () => void (await endThread()) };
}

function bytesOf([result]: readonly [CallResult]): Buffer {
  if ('json' in result) return Buffer.from(result.json.buffer);
  if ('failed' in result) throw new Error('a large call failed', { cause: result.failed });
  const { code, message, retryAfter } = result.refused;
  throw new AppError(code, message, { ...message, retryAfter });
}
