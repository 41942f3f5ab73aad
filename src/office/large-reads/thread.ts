import { type Context, type ServedFile, servedFile } from '../../context.ts';
import { LARGE_READER, packedScript } from '../../lib/assets.ts';
import { type JobThread, jobThread } from '../../lib/job-thread.ts';
import { LARGE_HEAP } from '../../lib/threads.ts';
import type { OfficeResponse, RenderedPage } from '../office-response.ts';
import type { OfficeRequest, StoreContext } from '../request-context.ts';

/** An authorized GET of a screen. */
export interface ReadJob extends Pick<StoreContext, 'session' | 'store' | 'stores' | 'now'> {
  request: Omit<OfficeRequest, 'app' | 'accessOf' | 'input' | 'url'> & { url: string };
}

export type ReadResult = RenderedPage | { headers: [name: string, value: string][]; body: ArrayBuffer };

export interface ReaderData {
  database: ServedFile;
  config: Context['config'];
}

const MAX_WAITING = 10;

/** Runs screens that read much in a thread with its own connection, so that they delay no other request. */
export function largeReads({ db, config }: Context) {
  const thread: JobThread<ReadJob, ReadResult> = jobThread(
    () => ({
      packed: packedScript(LARGE_READER),
      source: new URL('./worker.ts', import.meta.url),
      workerData: { database: servedFile(db), config } satisfies ReaderData,
      resourceLimits: LARGE_HEAP,
    }),
    { mostWaiting: MAX_WAITING },
  );
  /** @throws AppError as the screen does; slow_down if too many are waiting */
  const read = async ({ request, session, store, stores, now }: StoreContext): Promise<OfficeResponse> => {
    const { app: _app, accessOf: _accessOf, input: _input, url, ...plain } = request;
    const result = await thread.run({ request: { ...plain, url: url.href }, session, store, stores, now });
    return 'html' in result ? result : new Response(result.body, { headers: result.headers });
  };
  return { read, stop: thread.stop };
}
