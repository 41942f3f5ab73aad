import { once } from 'node:events';
import { CHECKPOINTER, packedScript } from '../../lib/assets.ts';
import { timeoutSignal } from '../../lib/runtime.ts';
import { SMALL_HEAP, startThread } from '../../lib/threads.ts';
import { addonFile } from '../addon.ts';

/** The messages to the thread, and its response to each checkpoint. */
export type Asked = 'checkpoint' | 'end';
export interface Told {
  failed?: { message: string; code: string };
}

const LONGEST = 60_000; // milliseconds; 100 MB on a busy disk fit

/** Starts a worker thread that checkpoints an open database while other connections write. */
export function checkpointThread(file: string) {
  const workerData = { file, nativeBinding: addonFile(file) };
  const worker = startThread({
    packed: packedScript(CHECKPOINTER),
    source: new URL('./worker.ts', import.meta.url),
    workerData,
    resourceLimits: SMALL_HEAP,
  });
  const gone = new AbortController();
  worker.once('error', (error) => gone.abort(error));
  worker.once('exit', (status) => gone.abort(new Error(`the checkpointing thread ended with ${status}`)));
  worker.unref();
  const say = (asked: Asked) => worker.postMessage(asked);

  return {
    /** Resolves with SQLite's error and code if the checkpoint fails. @throws if the thread has ended or times out */
    async checkpoint(): Promise<Error | undefined> {
      gone.signal.throwIfAborted();
      const signal = AbortSignal.any([gone.signal, timeoutSignal(LONGEST)]);
      const answered = once(worker, 'message', { signal });
      say('checkpoint');
      const [{ failed }] = (await answered.catch(() => signal.throwIfAborted())) as [Told]; // throws the reason, not an AbortError
      return failed && Object.assign(new Error(failed.message), { code: failed.code });
    },
    /** Resolves once the thread has closed its connection. */
    async end(): Promise<void> {
      if (gone.signal.aborted) return;
      const ended = new Promise((resolve) => worker.once('exit', resolve));
      worker.ref();
      say('end');
      await ended;
    },
  };
}
