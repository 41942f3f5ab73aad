import { type Context, type ServedFile, servedFile } from '../../context.ts';
import { FILE_MAKER, packedScript } from '../../lib/assets.ts';
import { type JobThread, jobThread } from '../../lib/job-thread.ts';
import { LARGE_HEAP } from '../../lib/threads.ts';
import type { OfficeRequest, StoreContext } from '../request-context.ts';

/** An authorized request for a large file. */
export interface FileJob
  extends Pick<OfficeRequest, 'path' | 'params' | 'language'>,
    Pick<StoreContext, 'session' | 'store' | 'stores' | 'now'> {
  url: string;
}

export interface MadeFile {
  headers: [name: string, value: string][];
  body: ArrayBuffer;
}

export interface FileThreadData {
  database: ServedFile;
  config: Context['config'];
}

const MAX_WAITING = 10;

/** Makes large files in a thread with its own connection, so that reading thousands of rows delays no other request. */
export function fileThread({ db, config }: Context) {
  const thread: JobThread<FileJob, MadeFile> = jobThread(
    () => ({
      packed: packedScript(FILE_MAKER),
      source: new URL('./file-worker.ts', import.meta.url),
      workerData: { database: servedFile(db), config } satisfies FileThreadData,
      resourceLimits: LARGE_HEAP,
    }),
    { mostWaiting: MAX_WAITING },
  );
  /** @throws AppError as the screen does; slow_down if too many files are waiting */
  const makeFile = async ({ request, session, store, stores, now }: StoreContext): Promise<Response> => {
    const { path, params, language, url } = request;
    const { body, headers } = await thread.run({ path, params, language, session, store, stores, now, url: url.href });
    return new Response(body, { headers });
  };
  return { makeFile, stop: thread.stop };
}
