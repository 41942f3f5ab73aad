import { workerData } from 'node:worker_threads';
import { type Context, openBesideContext } from '../../context.ts';
import { answerJobs } from '../../lib/job-worker.ts';
import { yieldToRequests } from '../../lib/threads.ts';
import { EMPTY_INPUT } from '../http/read-form.ts';
import { screenFinder } from '../http/screen-finder.ts';
import { htmlOf } from '../page/document.tsx';
import { StoreContext } from '../request-context.ts';
import { SCREENS } from '../screens.ts';
import type { ReaderData, ReadJob, ReadResult } from './thread.ts';

// Entry point of the thread that runs screens that read much. They read the database, the config and the time; they write
// nothing and open no secrets.

const { database, config } = workerData as ReaderData;
const ctx = openBesideContext(database);
const { screenAt } = screenFinder(SCREENS);

function contextOf({ request, session, store, stores, now }: ReadJob): StoreContext {
  const app = { ...ctx, config, now: () => now, steadyNow: () => now } as Partial<Context> as Context;
  const accessOf = (method: 'GET' | 'POST', path: string) => screenAt(method, path)?.access;
  const url = new URL(request.url);
  return new StoreContext({ ...request, app, accessOf, url, input: EMPTY_INPUT }, session, '', { store, stores });
}

async function read(job: ReadJob): Promise<ReadResult> {
  ctx.db.checkExternalWrites();
  const context = contextOf(job);
  const response = await screenAt('GET', job.request.path)?.handle(context);
  if (!response) throw new Error(`there is no screen at ${job.request.path}`);
  if (response instanceof Response) return { headers: [...response.headers], body: await response.arrayBuffer() };
  return { html: htmlOf(context, response) };
}

yieldToRequests();
answerJobs(read, { buffersOf: (result) => ('body' in result ? [result.body] : []), close: ctx.close });
