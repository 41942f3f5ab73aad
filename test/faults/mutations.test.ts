import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import http from 'node:http';
import { connect } from 'node:net';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { recordFault, repetitions, seededChance } from './long-runs.ts';
import { malformedMessage, mutateRequest } from './mutate.ts';
import { type FaultyStore, openStore } from './store.ts';

const CONCURRENCY = 16;
const MAX_GROWTH = 1.35; // memory at the end ÷ after the first fifth

/** Valid calls of each kind. */
function validCalls({ token, body, ids }: FaultyStore) {
  const { client_id = '', client_secret = '' } = ids.channels.page ?? {};
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  const form = new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret }).toString();
  const cod = {
    ...body,
    cod: { fee: '10', amount: '200' },
    sales_channel: 'facebook',
    external_order_id: 'a-1',
    shipping_fee: '45',
    discount: '5',
  };
  return [
    { path: '/v1/order/create', headers, json: body },
    { path: '/v1/order/create', headers, json: cod },
    { path: '/v1/order/detail', headers, json: { order_id: '1' } },
    { path: '/v1/order/detail', headers, json: { external_order_id: 'a-1' } },
    {
      path: '/v1/product/list',
      headers,
      json: { limit: 20, offset: 0, query: 'ลาเต้', sort_by: 'id', sort_order: 'asc', get_count: true },
    },
    { path: '/v1/product/detail', headers, json: { product_id: ids.products.latte } },
    { path: '/v1/store/address/list', headers, json: {} },
    { path: '/oauth/token', headers: { 'Content-Type': 'application/x-www-form-urlencoded' }, form },
    {
      path: '/office/sign-in',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      form: 'name=malee&password=x&csrf=x&to=',
    },
    { path: '/couriers/1', headers, json: { booking: { idempotency_key: 'x', tracking_number: 'CX1' } } },
  ];
}

const megabytes = (kilobytes: number): string => `${Math.round(kilobytes / 1_000)} MB`;

const memoryOf = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);

function statusOf(
  url: string,
  { method, path, headers, body }: ReturnType<typeof mutateRequest>,
  agent: http.Agent,
): Promise<number> {
  return new Promise((resolve) => {
    const { hostname, port } = new URL(url);
    try {
      const call = http.request({ agent, hostname, port, method, path, headers }, (response) => {
        response.resume().once('close', () => resolve(response.statusCode ?? 0));
      });
      call.once('error', () => resolve(0));
      call.end(body);
    } catch {
      resolve(-1); // Node refuses to send it
    }
  });
}

/** The status lines in the response, until the server closes the connection or stays silent. */
async function statusLinesOf(port: number, bytes: Buffer): Promise<string[]> {
  const socket = connect(port, '127.0.0.1');
  let output = '';
  socket.setEncoding('latin1').on('data', (part) => {
    output += part;
  });
  socket.on('error', () => {});
  socket.end(bytes);
  await Promise.race([once(socket, 'close'), setTimeout(2_000)]);
  socket.destroy();
  return output.match(/HTTP\/1\.[01] \d+/g) ?? [];
}

test('mutated requests cause no internal error, no crash and no memory leak', async (t) => {
  const store = await openStore({ settings: 'log.requests = false' });
  const { running } = await store.start();
  const calls = validCalls(store);
  const failed: unknown[] = [];
  const countByStatus = new Map<number, number>();
  const agent = new http.Agent({ keepAlive: true, maxSockets: CONCURRENCY });
  const send = async (requestCount: number, salt: number) => {
    const chance = seededChance(salt);
    for (let i = 0; i < requestCount; i += 1) {
      const call = mutateRequest(chance, chance.pick(calls) as never);
      const status = await statusOf(store.url, call, agent);
      countByStatus.set(status, (countByStatus.get(status) ?? 0) + 1);
      if (status >= 500) failed.push({ status, ...call });
    }
  };
  const round = (requestCount: number, salt: number) =>
    Promise.all(Array.from({ length: CONCURRENCY }, (_, i) => send(requestCount / CONCURRENCY, salt + i)));
  const all = repetitions(1_500, 100_000);
  await round(all / 5, 100);
  const early = memoryOf(running.pid);
  await round((all / 5) * 4, 200);
  const port = Number(new URL(store.url).port);
  const head = `POST /v1/product/list HTTP/1.1\r\nHost: shop.example\r\nAuthorization: Bearer ${store.token}\r\nContent-Type: application/json\r\nContent-Length: 12\r\n\r\n`;
  const chance = seededChance(3);
  const malformed = repetitions(200, 10_000);
  const messages = Array.from({ length: malformed }, () => malformedMessage(chance, `${head}{"limit": 2}`));
  const countByStatusLine = new Map<string, number>();
  for (let i = 0; i < messages.length; i += CONCURRENCY)
    for (const output of await Promise.all(
      messages.slice(i, i + CONCURRENCY).map((bytes) => statusLinesOf(port, bytes)),
    ))
      for (const line of output) {
        countByStatusLine.set(line, (countByStatusLine.get(line) ?? 0) + 1);
        if (/ 5\d\d$/.test(line)) failed.push(line);
      }
  const late = memoryOf(running.pid);
  t.diagnostic(JSON.stringify({ requests: [...countByStatus], messages: [...countByStatusLine], early, late }));
  assert.deepEqual(failed, []);
  assert.ok(late / early < MAX_GROWTH, `${early} kB, then ${late} kB`);
  assert.equal((await fetch(`${store.url}/healthz`)).status, 200);
  const { status, stderr } = await running.end();
  assert.deepEqual([status, stderr], [0, '']);
  recordFault({
    measure: '100,000 mutated requests, 10,000 malformed messages: 5xx responses and crashes',
    limit: '0',
    measured: '0',
    absolute: `memory ${megabytes(early)}, then ${megabytes(late)}`,
  });
});
