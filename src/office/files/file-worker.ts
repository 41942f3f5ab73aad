import { workerData } from 'node:worker_threads';
import { type Context, openBesideContext } from '../../context.ts';
import { answerJobs } from '../../lib/job-worker.ts';
import { yieldToRequests } from '../../lib/threads.ts';
import { EMPTY_INPUT } from '../http/read-form.ts';
import { screenFinder } from '../http/screen-finder.ts';
import { type OfficeRequest, StoreContext } from '../request-context.ts';
import { SCREENS } from '../screens.ts';
import type { FileJob, FileThreadData, MadeFile } from './file-thread.ts';

// Entry point of the thread that makes large files. Their screens read the database, the config and the time; they write
// nothing and open no secrets.

const { database, config } = workerData as FileThreadData;
const ctx = openBesideContext(database);
const { screenAt } = screenFinder(SCREENS);

/** The request of a file that only shows the store: it has no forms and no cookies. */
const requestOf = ({ path, params, language, url, now }: FileJob): OfficeRequest => ({
  ...{ path, params, language, url: new URL(url), method: 'GET', input: EMPTY_INPUT, partial: false },
  app: { ...ctx, config, now: () => now } as Partial<Context> as Context,
  accessOf: () => undefined,
  ...{ secure: true, origin: '', address: '', userAgent: '', csrf: '', csrfKey: '' },
  ...{ browser: undefined, notice: undefined },
});

async function makeFile(job: FileJob): Promise<MadeFile> {
  ctx.db.checkExternalWrites();
  const { session, store, stores } = job;
  const context = new StoreContext(requestOf(job), session, '', { store, stores });
  const response = (await screenAt('GET', job.path)?.handle(context)) as Response;
  return { headers: [...response.headers], body: await response.arrayBuffer() };
}

yieldToRequests();
answerJobs(makeFile, { buffersOf: ({ body }) => [body], close: ctx.close });
