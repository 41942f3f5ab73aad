import { type Context, type ServedFile, servedFile } from '../../context.ts';
import { LARGE_REQUESTS, packedScript } from '../../lib/assets.ts';
import { type JobThread, jobThread } from '../../lib/job-thread.ts';
import { LARGE_HEAP } from '../../lib/threads.ts';
import type { OfficeResponse, RenderedPage } from '../office-response.ts';
import type { OfficeRequest, StoreContext } from '../request-context.ts';

/** An authorized request. */
export interface LargeRequest
  extends Pick<StoreContext, 'session' | 'store' | 'stores' | 'selectableStores' | 'now' | 'token'> {
  request: Omit<OfficeRequest, 'app' | 'accessOf' | 'url'> & { url: string };
}

type HeaderList = [name: string, value: string][];

export interface LargeResponse {
  response: RenderedPage | { status: number; headers: HeaderList; body: ArrayBuffer };
  /** The headers that the context adds, such as the cookie of a notice. */
  added: HeaderList;
}

export interface ThreadData {
  database: ServedFile;
  config: Context['config'];
}

const MAX_QUEUED = 10;

/** Runs screens that read or write much in a thread with its own connection, so that they delay no other request. */
export function largeRequests({ db, config }: Context) {
  const thread: JobThread<LargeRequest, LargeResponse> = jobThread(
    () => ({
      packed: packedScript(LARGE_REQUESTS),
      source: new URL('./request-worker.ts', import.meta.url),
      workerData: { database: servedFile(db), config } satisfies ThreadData,
      resourceLimits: LARGE_HEAP,
    }),
    { maxQueued: MAX_QUEUED },
  );
  /** @throws AppError as the screen does; slow_down if too many are waiting */
  const handle = async (context: StoreContext): Promise<OfficeResponse> => {
    const { request, session, store, stores, selectableStores, now, token } = context;
    const { app: _app, accessOf: _accessOf, url, ...plain } = request;
    const job = { request: { ...plain, url: url.href }, session, store, stores, selectableStores, now, token };
    const { response, added } = await thread.run(job);
    for (const [name, value] of added) context.headers.append(name, value);
    if ('html' in response) return response;
    const hasBody = response.body.byteLength > 0;
    return new Response(hasBody ? response.body : null, { status: response.status, headers: response.headers });
  };
  return { handle, stop: thread.stop };
}
