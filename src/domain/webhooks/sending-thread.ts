import type { Worker } from 'node:worker_threads';
import { packedScript, SENDER } from '../../lib/assets.ts';
import type { Id } from '../../lib/ids.ts';
import { SMALL_HEAP, startThread } from '../../lib/threads.ts';
import type { ClaimedDelivery, DeliveryResult } from './deliveries.ts';
import type { WebhookSettings } from './targets.ts';

/** Deliveries with the same items. */
export interface Batch {
  items: string;
  deliveries: Omit<ClaimedDelivery, 'items' | 'appId'>[];
}

/**
 * Sends deliveries in a worker thread, so that connections, signatures and slow receivers do not delay requests.
 *
 * @param onResults called once for each delivery; the outcome is unknown if the thread failed
 */
export function sendingThread(
  settings: WebhookSettings,
  onResults: (results: readonly DeliveryResult[], error?: Error) => void,
) {
  const inFlight = new Set<Id>();
  let worker: Worker | undefined;
  let isStarted = false;
  let hasStopped = false;

  function start(): Worker {
    isStarted = true;
    const started = startSender(settings);
    started.on('message', (batch: DeliveryResult[]) => {
      for (const { id } of batch) inFlight.delete(id);
      onResults(batch);
    });
    started.once('error', (error) => handleFailure(started, error));
    started.once('exit', (status) => handleFailure(started, new Error(`it ended with ${status}`)));
    return started;
  }

  function handleFailure(failed: Worker, error: Error): void {
    if (worker !== failed) return;
    worker = undefined;
    const lost = [...inFlight].map((id) => ({ id, outcome: undefined }));
    inFlight.clear();
    onResults(lost, error);
  }

  return {
    /** Stays true after a failure; the next delivery restarts the thread. */
    get isStarted(): boolean {
      return isStarted;
    },
    /** Call it early: a start takes about as long as the batching window. */
    start(): void {
      if (!hasStopped) worker ??= start();
    },
    send(claimed: readonly ClaimedDelivery[]): void {
      if (hasStopped) return;
      worker ??= start();
      for (const { id } of claimed) inFlight.add(id);
      for (const batch of batchesOf(claimed)) worker.postMessage(batch);
    },
    /** Aborts deliveries in flight without reporting them. */
    stop(): void {
      hasStopped = true;
      worker?.removeAllListeners();
      worker?.ref(); // keeps the process alive until the thread has ended, which a DNS lookup may delay
      void worker?.terminate();
      worker = undefined;
    },
  };
}

function startSender(settings: WebhookSettings): Worker {
  const thread = startThread({
    packed: packedScript(SENDER),
    source: new URL('./sending-worker.ts', import.meta.url),
    workerData: settings,
    resourceLimits: SMALL_HEAP,
  });
  thread.unref();
  return thread;
}

const batchesOf = (claimed: readonly ClaimedDelivery[]): Batch[] =>
  [...Map.groupBy(claimed, ({ items }) => items)].map(([items, deliveries]) => ({
    items,
    deliveries: deliveries.map(({ items: _items, appId: _appId, ...delivery }) => delivery),
  }));
