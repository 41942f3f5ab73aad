import { workerData } from 'node:worker_threads';
import { actingContext, type Context, openSecondContext } from '../../context.ts';
import { answerJobs } from '../../lib/job-worker.ts';
import { yieldToRequests } from '../../lib/threads.ts';
import type { FormInput } from '../forms/form.ts';
import { UploadedFile } from '../forms/uploaded-file.ts';
import { screenFinder } from '../http/screen-finder.ts';
import type { OfficeResponse } from '../office-response.ts';
import { htmlOf } from '../page/document.tsx';
import { type OfficeRequest, StoreContext } from '../request-context.ts';
import { SCREENS } from '../screens.ts';
import type { LargeRequest, LargeResponse, ThreadData } from './request-thread.ts';

// Entry point of the thread that runs large requests. Its screens use the database, the config and the time; they open no
// secrets.

const { database, config } = workerData as ThreadData;
const ctx = openSecondContext(database);
const { screenAt } = screenFinder(SCREENS);

const accessOf: OfficeRequest['accessOf'] = (method, path) => screenAt(method, path)?.access;

function appOf({ request, session, now }: LargeRequest): Context {
  const app = { ...ctx, config, now: () => now, steadyNow: () => now } as Partial<Context> as Context;
  return actingContext(app, { kind: 'account', id: session.account.id, address: request.address });
}

function contextOf(job: LargeRequest): StoreContext {
  const { request, session, store, stores, selectableStores, token } = job;
  const { input, url } = request;
  const own = { app: appOf(job), accessOf, url: new URL(url), input: { ...input, files: revived(input.files) } };
  return new StoreContext({ ...request, ...own }, session, token, { store, stores, selectableStores });
}

/** A message between threads keeps no classes. */
const revived = (files: FormInput['files']): FormInput['files'] =>
  Object.fromEntries(
    Object.entries(files).map(([name, list]) => [name, list.map((file) => new UploadedFile(file.name, file.bytes))]),
  );

async function handle(job: LargeRequest): Promise<LargeResponse> {
  ctx.db.checkExternalWrites();
  const context = contextOf(job);
  const response = await screenAt(job.request.method, job.request.path)?.handle(context);
  if (!response) throw new Error(`there is no screen at ${job.request.path}`);
  return { response: await sendable(context, response), added: [...context.headers] };
}

async function sendable(context: StoreContext, response: OfficeResponse): Promise<LargeResponse['response']> {
  if (!(response instanceof Response)) {
    const { status = 200, retryAfter = undefined } = 'title' in response ? response : {};
    return { html: htmlOf(context, response), status, retryAfter };
  }
  return { status: response.status, headers: [...response.headers], body: await response.arrayBuffer() };
}

yieldToRequests();
answerJobs(handle, { transferListOf: ({ response }) => ('body' in response ? [response.body] : []), close: ctx.close });
