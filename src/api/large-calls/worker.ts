import { parentPort, workerData } from 'node:worker_threads';
import { openBesideContext } from '../../context.ts';
import { channelById } from '../../domain/channels/channels.ts';
import { AppError, messageOfError } from '../../lib/errors.ts';
import { orderEndpoints } from '../orders.ts';
import { runEndpoint } from '../v1-endpoint.ts';
import type { CallerData, CallResult, LargeCall } from './thread.ts';

// Entry point of the thread that answers large calls. It has its own connection.

const { database, values } = workerData as CallerData;
const ctx = openBesideContext(database);

async function answer({ path, channelId, body, now }: LargeCall): Promise<CallResult> {
  ctx.db.checkExternalWrites();
  const { create, detail } = orderEndpoints({ ...ctx, now: () => now, values }, { isInThread: true });
  const call = { channel: channelById(ctx.db, channelId), bytes: Buffer.from(body) };
  const result = await (path === create.path ? runEndpoint(ctx, create, call) : runEndpoint(ctx, detail, call));
  return { json: new TextEncoder().encode(JSON.stringify(result).slice(1)) };
}

const failure = (error: unknown): CallResult =>
  error instanceof AppError
    ? { refused: { code: error.code, message: messageOfError(error), retryAfter: error.retryAfter } }
    : { failed: error };

parentPort?.on('message', (call: LargeCall | 'end') => {
  if (call === 'end') {
    ctx.close();
    parentPort?.close();
  } else
    answer(call)
      .catch(failure)
      .then((result) => parentPort?.postMessage(result, 'json' in result ? [result.json.buffer] : []));
});
