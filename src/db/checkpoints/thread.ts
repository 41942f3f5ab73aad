import { once } from 'node:events';
import { CHECKPOINTER, packedScript } from '../../lib/assets.ts';
import { LITTLE, startThread } from '../../lib/threads.ts';
import { addonFile } from '../addon.ts';

/** What the thread is asked for, and what it tells of each checkpoint. */
export type Asked = 'checkpoint' | 'end';
export interface Told {
  failed?: { message: string; code: string };
}

const LONGEST = 60_000; // milliseconds of a checkpoint: of a hundred megabytes on a disk that has other things to do

/** A thread that copies the write-ahead log of a database that is open into its file, while others go on writing. */
export function checkpointThread(file: string) {
  const workerData = { file, nativeBinding: addonFile(file) };
  const worker = startThread({
    packed: packedScript(CHECKPOINTER),
    source: new URL('./worker.ts', import.meta.url),
    workerData,
    resourceLimits: LITTLE,
  });
  const gone = new AbortController();
  worker.once('error', (error) => gone.abort(error));
  worker.once('exit', (status) => gone.abort(new Error(`the checkpointing thread ended with ${status}`)));
  worker.unref();
  const say = (asked: Asked) => worker.postMessage(asked);

  return {
    /** Answers SQLite's error, with its code, where it could not be made. @throws where the thread has ended or takes too long */
    async checkpoint(): Promise<Error | undefined> {
      gone.signal.throwIfAborted();
      const signal = AbortSignal.any([gone.signal, AbortSignal.timeout(LONGEST)]);
      const answered = once(worker, 'message', { signal });
      say('checkpoint');
      const [{ failed }] = (await answered.catch(() => signal.throwIfAborted())) as [Told];
      return failed && Object.assign(new Error(failed.message), { code: failed.code });
    },
    /** Resolves once its connection is closed. */
    async end(): Promise<void> {
      if (gone.signal.aborted) return;
      const ended = new Promise((resolve) => worker.once('exit', resolve));
      worker.ref();
      say('end');
      await ended;
    },
  };
}
