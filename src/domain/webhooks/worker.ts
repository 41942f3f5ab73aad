import { parentPort, workerData } from 'node:worker_threads';
import { networks } from '../../lib/networks.ts';
import { yieldToRequests } from '../../lib/threads.ts';
import { TAIL } from './body.ts';
import type { Ended } from './deliveries.ts';
import { send } from './send.ts';
import { publicAddressRule } from './targets.ts';
import type { Batch } from './thread.ts';

// The worker thread of webhooks: sends deliveries and reports their results.

const REPORT_EVERY = 20; // milliseconds: deliveries that end within it are recorded together

const refusal = publicAddressRule(networks(workerData));
let ended: Ended[] = [];

function report(): void {
  parentPort?.postMessage(ended);
  ended = [];
}

parentPort?.on('message', ({ items, deliveries }: Batch) => {
  const rest = Buffer.from(items + TAIL);
  for (const { id, url, webhookSecret, head } of deliveries)
    void send({ url, webhookSecret, body: [head, rest] }, refusal).then((outcome) => {
      if (ended.length === 0) setTimeout(report, REPORT_EVERY);
      ended.push({ id, outcome });
    });
});

yieldToRequests();
