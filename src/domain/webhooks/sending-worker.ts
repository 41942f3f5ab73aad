import { parentPort, workerData } from 'node:worker_threads';
import { startTimer } from '../../lib/runtime.ts';
import { yieldToRequests } from '../../lib/threads.ts';
import { TAIL } from './body.ts';
import type { DeliveryResult } from './deliveries.ts';
import { send } from './send-webhook.ts';
import type { Batch } from './sending-thread.ts';
import { webhookRules } from './targets.ts';

// The worker thread of webhooks: sends deliveries and reports their results.

const REPORT_EVERY = 20; // milliseconds; results of this time are saved in one transaction

const ruleOf = webhookRules(workerData);
let results: DeliveryResult[] = [];

function report(): void {
  parentPort?.postMessage(results);
  results = [];
}

parentPort?.on('message', ({ items, deliveries }: Batch) => {
  const itemsAndTail = Buffer.from(items + TAIL);
  for (const { id, head, ...delivery } of deliveries)
    void send({ ...delivery, body: [head, itemsAndTail] }, ruleOf).then((outcome) => {
      if (results.length === 0) startTimer(report, REPORT_EVERY);
      results.push({ id, outcome });
    });
});

yieldToRequests();
