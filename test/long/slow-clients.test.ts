import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, createServer, type RequestListener, request } from 'node:http';
import { connect } from 'node:net';
import path from 'node:path';
import { after, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { manageConnections, TIMEOUTS } from '../../src/connections.ts';
import { assertError } from '../endpoints.ts';
import { memoryLog } from '../memory-log.ts';
import { assertDescribed } from '../openapi-checks.ts';
import { openRawConnection } from '../raw-connection.ts';
import { rawResponses } from '../raw-http.ts';
import { listening, WITHOUT_PROXIES } from '../slow-client-steps.ts';
import { type ApiResponse, openShop, type Shop, until } from '../support.ts';

const SLOW_CLIENTS = 1_000;
const MAX_P99 = 100; // milliseconds
const MAX_BASELINE_RATIO = 3; // times the baseline, for slow machines
const CONNECT_TIMEOUT = 20_000; // maximum p99 while the slow clients connect
const ROUNDS = 3;
const TRIES = 4; // other load spoils some rounds

/**
 * Clients that never complete a request or never read a response. Resolves when the first is connected; `all` resolves
 * when all are, with the number of connections.
 */
async function openSlow(
  shop: Shop,
): Promise<{ all: Promise<number>; connected: () => Promise<number>; leave: () => void }> {
  const args = [new URL(shop.url).port, await shop.bearer(), String(SLOW_CLIENTS)];
  const child = fork(path.join(import.meta.dirname, 'slow-process.ts'), args, { execArgv: [] });
  after(() => child.kill());
  const nextMessage = async (): Promise<number> => (await once(child, 'message'))[0];
  assert.equal(await nextMessage(), 1);
  return {
    all: nextMessage(),
    connected: () => {
      child.send('how many');
      return nextMessage();
    },
    leave: () => child.kill(),
  };
}

/** p99 latency in milliseconds of 400 requests, four at a time. */
async function p99Latency(shop: Shop): Promise<number> {
  const headers = { Authorization: `Bearer ${await shop.bearer()}`, 'Content-Type': 'application/json' };
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  const latencies: number[] = [];
  const responses: Pick<ApiResponse, 'headers' | 'body'>[] = [];
  const call = async () => {
    const start = performance.now();
    const outgoing = request(`${shop.url}/v1/product/list`, { method: 'POST', headers, agent }).end('{}');
    const [response] = await once(outgoing, 'response');
    const text = Buffer.concat(await response.toArray()).toString();
    latencies.push(performance.now() - start);
    assert.equal(response.statusCode, 200, text);
    responses.push({ headers: new Headers(response.headers), body: JSON.parse(text) });
  };
  const caller = async () => {
    for (let i = 0; i < 100; i += 1) await call();
  };
  await Promise.all([caller(), caller(), caller(), caller()]);
  agent.destroy();
  for (const response of responses)
    await assertDescribed({ method: 'POST', path: '/v1/product/list', status: 200, ...response });
  latencies.sort((a, b) => a - b);
  return latencies[Math.floor(latencies.length * 0.99)] as number;
}

/** The median of several rounds. */
async function medianP99(shop: Shop, rounds = ROUNDS): Promise<number> {
  const latencies: number[] = [];
  while (latencies.length < rounds) latencies.push(await p99Latency(shop));
  return latencies.sort((a, b) => a - b)[Math.floor(rounds / 2)] as number;
}

test(`${SLOW_CLIENTS} clients that drip headers or bodies or read nothing do not delay others`, async (t) => {
  const longest = 300_000;
  const shop = await openShop({ timeouts: { headers: longest, body: longest, request: longest, unread: longest } });
  const { status } = await fetch(`${shop.url}/docs/swagger-ui-bundle.js`); // warms up: from source it is compressed at the first request
  assert.equal(status, 200);
  const baseline = await medianP99(shop);
  const limit = Math.max(MAX_P99, MAX_BASELINE_RATIO * baseline);
  const slow = await openSlow(shop);
  let connected = 0;
  slow.all.then((count) => {
    connected = count;
  });
  let whileConnecting = 0;
  do whileConnecting = Math.max(whileConnecting, await p99Latency(shop));
  while (connected === 0);
  let underLoad = await medianP99(shop);
  for (let tries = 1; underLoad >= limit && tries < TRIES; tries += 1) underLoad = await medianP99(shop);
  assert.deepEqual(
    [connected, await slow.connected()],
    [SLOW_CLIENTS, SLOW_CLIENTS],
    'all slow clients stay connected',
  );
  slow.leave();
  const times = [baseline, whileConnecting, underLoad].map((milliseconds) => `${milliseconds.toFixed(1)} ms`);
  const result = `p99 of other requests: ${times[0]}; while ${SLOW_CLIENTS} slow clients connect ${times[1]}; with them connected ${times[2]}`;
  t.diagnostic(result);
  assert.ok(whileConnecting < CONNECT_TIMEOUT, result);
  assert.ok(underLoad < limit, result);
});

const SHORT = { headers: 100, body: 200, keepAlive: 100, checkEvery: 20 };

test('slow headers or a slow body get 408, and the connection is closed', async () => {
  const shop = await openShop({ timeouts: SHORT });
  const head = `POST /v1/product/list HTTP/1.1\r\nHost: a\r\n`;
  const body = `Authorization: Bearer ${await shop.bearer()}\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{`;
  for (const text of [head, head + body]) {
    const [answer] = await rawResponses(shop, text);
    assertError(answer ?? assert.fail('there is no answer'), 408, 'invalid_request');
  }
});

test('a client rejected before its body is complete has a grace period to send it', async () => {
  const shop = await openShop();
  for (const length of [100_000, 10_000_000]) {
    const connection = await openRawConnection(shop.url);
    const head = `POST /v1/product/list HTTP/1.1\r\nHost: a\r\nContent-Length: ${length}\r\n\r\n`;
    const start = performance.now();
    await connection.exchange(`${head}${'x'.repeat(1_000)}`, /HTTP\/1.1 401/);
    await connection.end;
    assert.ok(performance.now() - start > 400);
  }
  const connection = await openRawConnection(shop.url);
  const call = `POST /v1/product/list HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n${'x'.repeat(100_000)}`;
  const begin = call.slice(0, 50_000);
  await connection.exchange(begin, /HTTP\/1.1 401/);
  await connection.exchange(call.slice(begin.length) + begin, /HTTP\/1.1 401.*HTTP\/1.1 401/s);
  connection.close();
});

test('office forms have the request timeout instead of the body timeout', async () => {
  const shop = await openShop({ timeouts: { ...SHORT, request: 1_000 } });
  const head = 'POST /office/sign-in HTTP/1.1\r\nHost: a\r\n';
  const form = `${head}Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 9\r\n\r\n{`;
  const start = performance.now();
  const connection = await openRawConnection(shop.url);
  await connection.exchange(form, /HTTP/).catch(() => {});
  assert.ok(performance.now() - start > 900);
});

test('a client that keeps dripping after its response is disconnected', async () => {
  const shop = await openShop({ timeouts: SHORT });
  const post = `POST /v1/product/list HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${await shop.bearer()}\r\n`;
  for (const head of [post, 'GET /healthz HTTP/1.1\r\nHost: a\r\n']) {
    const { hostname, port } = new URL(shop.url);
    const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true });
    socket.on('error', () => {}).resume();
    socket.write(`${head}Content-Type: application/json\r\nContent-Length: 100000\r\n\r\n{`);
    const drip = setInterval(() => socket.write(' '), 5);
    await new Promise((resolve) => socket.once('close', resolve));
    clearInterval(drip);
  }
});

test('pipelined requests start one after another and are answered in order', async (t) => {
  const started: string[] = [];
  const waiting: (() => void)[] = [];
  const server = createServer();
  const listener: RequestListener = ({ url = '' }, outgoing) => {
    started.push(url);
    waiting.push(() => outgoing.end(`answer to ${url}`));
  };
  manageConnections(server, listener, { timeouts: TIMEOUTS, ...WITHOUT_PROXIES, ...memoryLog() });
  const connection = await openRawConnection(await listening(t, server));
  connection.write(['/1', '/2', '/3'].map((url) => `GET ${url} HTTP/1.1\r\nHost: a\r\n\r\n`).join(''));
  for (const [i, url] of ['/1', '/2', '/3'].entries()) {
    await until(`${url} has started`, () => waiting.length > i);
    assert.equal(started.length, i + 1);
    waiting[i]?.();
    await connection.exchange('', new RegExp(`answer to ${url}`));
  }
  assert.deepEqual(started, ['/1', '/2', '/3']);
});

test('pipelined requests do not start after the client has disconnected', async (t) => {
  const started: string[] = [];
  const server = createServer();
  const closed = new Promise((resolve) => server.once('connection', (socket) => socket.once('close', resolve)));
  const listener: RequestListener = ({ url = '' }) => void started.push(url);
  manageConnections(server, listener, { timeouts: TIMEOUTS, ...WITHOUT_PROXIES, ...memoryLog() });
  const connection = await openRawConnection(await listening(t, server));
  connection.write('GET /1 HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(3));
  await until('the first request is in flight', () => started.length > 0);
  connection.close();
  await closed;
  await setImmediate();
  assert.equal(started.length, 1);
});

test('a connection with hundreds of pipelined requests is closed', async () => {
  const shop = await openShop();
  const connection = await openRawConnection(shop.url);
  connection.write('GET /docs/swagger-ui-bundle.js HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(600));
  await connection.end;
});

test('silent connections are closed, before and after the first request', async () => {
  const shop = await openShop({ timeouts: SHORT });
  const silent = await openRawConnection(shop.url);
  await silent.end;
  const idle = await openRawConnection(shop.url);
  await idle.exchange('GET /nowhere HTTP/1.1\r\nHost: a\r\n\r\n', /not_found/);
  await idle.end;
});

test('a client that does not read its response is disconnected', async () => {
  const shop = await openShop({ timeouts: { unread: 200, maxConnections: 1 } });
  const { port, hostname } = new URL(shop.url);
  const unread = connect(Number(port), hostname).pause();
  unread.on('error', () => {});
  unread.write('GET /docs/swagger-ui-bundle.js HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(20));
  for (let answered = ''; !/not_found/.test(answered); ) {
    const connection = await openRawConnection(shop.url);
    connection.write('GET /nowhere HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    answered = await connection.end.catch(() => ''); // a refused connection may be reset
  }
  unread.destroy();
});

test('a client that waits for a slow response gets it', async (t) => {
  const server = createServer();
  const listener: RequestListener = (_, outgoing) => setTimeout(() => outgoing.end('at last'), 500);
  const timeouts = { ...TIMEOUTS, unread: 100 };
  manageConnections(server, listener, { timeouts, ...WITHOUT_PROXIES, ...memoryLog() });
  const address = await listening(t, server);
  assert.equal(await (await fetch(address)).text(), 'at last');
});

test('the keep-alive timeout exceeds that of proxies and is announced', async () => {
  const shop = await openShop();
  const { headers } = await fetch(`${shop.url}/nowhere`);
  assert.equal(headers.get('keep-alive'), 'timeout=150');
});
