import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, createServer, type RequestListener, request, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import path from 'node:path';
import { after, type TestContext, test } from 'node:test';
import { PATIENCE, watchConnections } from '../src/connections.ts';
import { refused } from './endpoints.ts';
import { keptLog } from './kept-log.ts';
import { openLine } from './lines.ts';
import { openShop, type Shop } from './support.ts';
import { rawAnswers } from './wire.ts';

const SLOW = 1_000;
const BOUND = 100; // milliseconds
const ROUNDS = 5; // on a machine that is busy with something else the best of them counts

/** Clients who never get to the end of what they say, or read nothing of what they asked for; answers how many of them are connected still. */
async function openSlow(shop: Shop): Promise<() => Promise<number>> {
  const args = [new URL(shop.url).port, await shop.bearer(), String(SLOW)];
  const child = fork(path.join(import.meta.dirname, 'slow-process.ts'), args, { execArgv: [] });
  after(() => child.kill());
  assert.deepEqual(await once(child, 'message'), [SLOW, undefined]);
  return async () => {
    const answer = once(child, 'message');
    child.send('how many');
    return (await answer)[0];
  };
}

/** The milliseconds within which 99 of 100 calls are answered, four at a time. */
async function p99(shop: Shop): Promise<number> {
  const headers = { Authorization: `Bearer ${await shop.bearer()}`, 'Content-Type': 'application/json' };
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  const took: number[] = [];
  const call = async () => {
    const start = performance.now();
    const calling = request(`${shop.url}/v1/product/list`, { method: 'POST', headers, agent }).end('{}');
    const [answer] = await once(calling, 'response');
    await answer.resume().toArray();
    assert.equal(answer.statusCode, 200);
    took.push(performance.now() - start);
  };
  const caller = async () => {
    for (let i = 0; i < 100; i += 1) await call();
  };
  await Promise.all([caller(), caller(), caller(), caller()]);
  agent.destroy();
  return took.sort((one, other) => one - other)[Math.floor(took.length * 0.99)] as number;
}

test(`${SLOW} clients who drip headers, drip bodies or read no answer do not delay the others`, async (t) => {
  const shop = await openShop({ patience: { headers: 300_000, call: 300_000, unread: 300_000 } });
  const alone = await p99(shop);
  const connected = await openSlow(shop);
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS && best >= BOUND; round += 1) best = Math.min(best, await p99(shop));
  assert.equal(await connected(), SLOW, 'they are there all the while');
  t.diagnostic(`p99 of honest calls: ${alone.toFixed(1)} ms, beside ${SLOW} slow ones ${best.toFixed(1)} ms`);
  assert.ok(best < BOUND, `${best} ms`);
});

async function listening(t: TestContext, server: Server): Promise<string> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const SHORT = { headers: 100, call: 300, idle: 100, look: 20 };

test('who is late with the headers, or with the body, is told so and hung up on', async () => {
  const shop = await openShop({ patience: SHORT });
  const head = `POST /v1/product/list HTTP/1.1\r\nHost: a\r\n`;
  const body = `Authorization: Bearer ${await shop.bearer()}\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{`;
  for (const text of [head, head + body]) {
    const [answer] = await rawAnswers(shop, text);
    refused(answer ?? assert.fail('there is no answer'), 408, 'invalid_request');
  }
});

test('who says nothing at all is hung up on, before the first call as after it', async () => {
  const shop = await openShop({ patience: SHORT });
  const silent = await openLine(shop.url);
  await silent.end;
  const idle = await openLine(shop.url);
  await idle.say('GET /nowhere HTTP/1.1\r\nHost: a\r\n\r\n', /not_found/);
  await idle.end;
});

test('who does not read his answer is hung up on', async () => {
  const shop = await openShop({ patience: { unread: 200, connections: 1 } });
  const { port, hostname } = new URL(shop.url);
  const deaf = connect(Number(port), hostname).pause();
  deaf.on('error', () => {});
  deaf.write('GET /openapi.json HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(200));
  for (let answered = ''; !/not_found/.test(answered); ) {
    const line = await openLine(shop.url);
    line.write('GET /nowhere HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    answered = await line.end.catch(() => ''); // a door that is closed may cut off what is said to it
  }
  deaf.destroy();
});

test('who waits for an answer that takes long to make gets it', async (t) => {
  const server = createServer();
  const listener: RequestListener = (_, outgoing) => setTimeout(() => outgoing.end('at last'), 500);
  const patience = { ...PATIENCE, unread: 100 };
  watchConnections(server, listener, { patience, ready: 'connection', ...keptLog(), monotonic: () => 0 });
  const address = await listening(t, server);
  assert.equal(await (await fetch(address)).text(), 'at last');
});

test('that there are too many is logged at once, then once a minute with how many were turned away', async (t) => {
  const { log, lines } = keptLog();
  let time = 0;
  const server = createServer();
  const patience = { ...PATIENCE, connections: 1 };
  watchConnections(server, () => {}, { patience, ready: 'connection', log, monotonic: () => time });
  const address = await listening(t, server);
  const first = await openLine(address);
  for (let i = 0; i < 4; i += 1) {
    if (i === 3) time += 60_000;
    await (await openLine(address)).end;
  }
  first.close();
  assert.deepEqual(
    lines.map(({ level, turned_away }) => [level, turned_away]),
    [
      [40, 1],
      [40, 3],
    ],
  );
});

test('a connection is kept longer than proxies keep theirs, and the answer says so', async () => {
  const shop = await openShop();
  const { headers } = await fetch(`${shop.url}/nowhere`);
  assert.equal(headers.get('keep-alive'), 'timeout=150');
});

test('beyond the most connections the door is closed; once somebody has left it is open again', async () => {
  const shop = await openShop({ patience: { connections: 2 } });
  const first = await openLine(shop.url);
  const second = await openLine(shop.url);
  const third = await openLine(shop.url);
  assert.equal(await third.end, '');
  first.close();
  await first.end;
  await second.say('GET /nowhere HTTP/1.1\r\nHost: a\r\n\r\n', /not_found/);
  const fourth = await openLine(shop.url);
  await fourth.say('GET /nowhere HTTP/1.1\r\nHost: a\r\n\r\n', /not_found/);
});
