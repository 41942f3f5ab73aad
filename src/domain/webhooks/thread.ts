import type { Worker } from 'node:worker_threads';
import { packedScript, SENDER } from '../../lib/assets.ts';
import type { Id } from '../../lib/ids.ts';
import { SMALL_HEAP, startThread } from '../../lib/threads.ts';
import type { ClaimedDelivery, Ended } from './deliveries.ts';

/** Deliveries with the same items. */
export interface Batch {
  items: string;
  deliveries: Omit<ClaimedDelivery, 'items' | 'appId'>[];
}

/**
 * Sends deliveries in a worker thread, so that connections, signatures and slow receivers do not delay requests. @param
 * ended called once for each delivery; the outcome is unknown if the thread failed
 */
export function sendingThread(
  allowedNetworks: readonly string[],
  ended: (ended: readonly Ended[], why?: Error) => void,
) {
  const underWay = new Set<Id>();
  let worker: Worker | undefined;
  let hasBegun = false;
  let hasStopped = false;

  function begin(): Worker {
    hasBegun = true;
    const begun = startThread({
      packed: packedScript(SENDER),
      source: new URL('./worker.ts', import.meta.url),
      workerData: allowedNetworks,
      resourceLimits: SMALL_HEAP,
    });
    begun.unref();
    begun.on('message', (batch: Ended[]) => {
      for (const { id } of batch) underWay.delete(id);
      ended(batch);
    });
    begun.once('error', (error) => lose(begun, error));
    begun.once('exit', (status) => lose(begun, new Error(`it ended with ${status}`)));
    return begun;
  }

  function lose(failed: Worker, why: Error): void {
    if (worker !== failed) return;
    worker = undefined;
    const lost = [...underWay].map((id) => ({ id, outcome: undefined }));
    underWay.clear();
    ended(lost, why);
  }

  return {
    /** Stays true after a failure; the next delivery restarts the thread. */
    get hasBegun(): boolean {
      return hasBegun;
    },
    /** Starting takes about as long as the batching window. */
    begin(): void {
      if (!hasStopped) worker ??= begin();
    },
    send(claimed: readonly ClaimedDelivery[]): void {
      if (hasStopped) return;
      worker ??= begin();
      for (const { id } of claimed) underWay.add(id);
      for (const [items, deliveries] of Map.groupBy(claimed, ({ items }) => items))
        worker.postMessage({
          items,
          deliveries: deliveries.map(({ id, url, webhookSecret, head }) => ({ id, url, webhookSecret, head })),
        } satisfies Batch);
    },
    /** Aborts deliveries in flight without reporting them. */
    stop(): void {
      hasStopped = true;
      worker?.removeAllListeners();
      worker?.ref(); // keeps the process alive until the thread has ended; a DNS lookup may delay that
      void worker?.terminate();
      worker = undefined;
    },
  };
}
