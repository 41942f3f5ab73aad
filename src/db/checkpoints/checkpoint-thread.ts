import { once } from 'node:events';
import { CHECKPOINTER, packedScript } from '../../lib/assets.ts';
import { timeoutSignal } from '../../lib/runtime.ts';
import { SMALL_HEAP, startThread } from '../../lib/threads.ts';
import { addonFile } from '../addon.ts';

/** A message to the thread. */
export type CheckpointCommand = 'checkpoint' | 'end';

/** The thread's response to a checkpoint. */
export interface CheckpointResult {
  failed?: { message: string; code: string };
}

const TIMEOUT = 60_000; // milliseconds; enough for 100 MB on a busy disk

/** Starts a worker thread that checkpoints an open database while other connections write. */
export function checkpointThread(file: string) {
  const workerData = { file, nativeBinding: addonFile(file) };
  const worker = startThread({
    packed: packedScript(CHECKPOINTER),
    source: new URL('./checkpoint-worker.ts', import.meta.url),
    workerData,
    resourceLimits: SMALL_HEAP,
  });
  const ended = new AbortController();
  worker.once('error', (error) => ended.abort(error));
  worker.once('exit', (status) => ended.abort(new Error(`the checkpointing thread ended with ${status}`)));
  worker.unref();
  const post = (command: CheckpointCommand) => worker.postMessage(command);

  return {
    /** Resolves with SQLite's error and code if the checkpoint fails. @throws if the thread has ended or times out */
    async checkpoint(): Promise<Error | undefined> {
      ended.signal.throwIfAborted();
      const signal = AbortSignal.any([ended.signal, timeoutSignal(TIMEOUT)]);
      const answered = once(worker, 'message', { signal });
      post('checkpoint');
      const [{ failed }] = (await answered.catch(() => signal.throwIfAborted())) as [CheckpointResult]; // throws the reason, not an AbortError
      return failed && Object.assign(new Error(failed.message), { code: failed.code });
    },
    /** Resolves once the thread has closed its connection. */
    async end(): Promise<void> {
      if (ended.signal.aborted) return;
      const exited = new Promise((resolve) => worker.once('exit', resolve));
      worker.ref();
      post('end');
      await exited;
    },
  };
}
