import { workerData } from 'node:worker_threads';
import { openBesideContext } from '../../context.ts';
import { channelById } from '../../domain/channels/channels.ts';
import { answerJobs } from '../../lib/job-worker.ts';
import { orderEndpoints } from '../orders.ts';
import { runEndpoint } from '../v1-endpoint.ts';
import type { CallerData, LargeCall } from './thread.ts';

// Entry point of the thread that answers large calls. It has its own connection.

const { database, values } = workerData as CallerData;
const ctx = openBesideContext(database);

async function answer({ path, channelId, body, now }: LargeCall): Promise<Uint8Array<ArrayBuffer>> {
  ctx.db.checkExternalWrites();
  const { create, detail } = orderEndpoints({ ...ctx, now: () => now, values }, { isInThread: true });
  const call = { channel: channelById(ctx.db, channelId), bytes: Buffer.from(body) };
  const result = await (path === create.path ? runEndpoint(ctx, create, call) : runEndpoint(ctx, detail, call));
  return new TextEncoder().encode(JSON.stringify(result).slice(1));
}

answerJobs(answer, { buffersOf: ({ buffer }) => [buffer], close: ctx.close });
