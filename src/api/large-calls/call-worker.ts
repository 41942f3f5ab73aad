import { workerData } from 'node:worker_threads';
import { openSecondContext } from '../../context.ts';
import { channelById } from '../../domain/channels/channels.ts';
import { answerJobs } from '../../lib/job-worker.ts';
import { orderEndpoints } from '../orders.ts';
import { WithHeaders } from '../reply.ts';
import { runEndpoint } from '../v1-endpoint.ts';
import type { LargeCall, LargeResult, ThreadData } from './call-thread.ts';

// Entry point of the thread that answers large calls. It has its own database connection.

const { database, values } = workerData as ThreadData;
const ctx = openSecondContext(database);

async function answer({ path, channelId, body, now }: LargeCall): Promise<LargeResult> {
  ctx.db.checkExternalWrites();
  const call = { channel: channelById(ctx.db, channelId), bytes: Buffer.from(body) };
  const endpoints = orderEndpoints({ ...ctx, now: () => now, values }, { isInThread: true });
  const endpoint = endpoints.find((candidate) => candidate.path === path);
  if (!endpoint) throw new Error(`no large call has the path ${path}`);
  const result = await runEndpoint(ctx, endpoint, call);
  const { fields, headers } = result instanceof WithHeaders ? result : { fields: result, headers: {} };
  return { json: new TextEncoder().encode(JSON.stringify(fields).slice(1)).buffer, headers };
}

answerJobs(answer, { transferListOf: ({ json }) => [json], close: ctx.close });
