import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, createServer, type RequestListener, request, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import path from 'node:path';
import { after, type TestContext, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { manageConnections, TIMEOUTS } from '../src/connections.ts';
import { isAsDescribed } from './described.ts';
import { refused } from './endpoints.ts';
import { keptLog } from './kept-log.ts';
import { openLine } from './lines.ts';
import { type Answer, openShop, type Shop, until } from './support.ts';
import { rawAnswers } from './wire.ts';

const SLOW = 1_000;
const BOUND = 100; // milliseconds
const ALLOWED = 3; // times what it takes without them, where the machine itself is slow
const LONG = 20_000; // while they all come in at once
const ROUNDS = 3;
const TRIES = 4; // a busy machine spoils some rounds

/**
 * Clients who never get to the end of what they say, or read nothing of what they asked for. Answers when the first of
 * them is there; `all` once all are, with how many are connected.
 */
async function openSlow(
  shop: Shop,
): Promise<{ all: Promise<number>; connected: () => Promise<number>; leave: () => void }> {
  const args = [new URL(shop.url).port, await shop.bearer(), String(SLOW)];
  const child = fork(path.join(import.meta.dirname, 'slow-process.ts'), args, { execArgv: [] });
  after(() => child.kill());
  const said = async (): Promise<number> => (await once(child, 'message'))[0];
  assert.equal(await said(), 1);
  return {
    all: said(),
    connected: () => {
      child.send('how many');
      return said();
    },
    leave: () => child.kill(),
  };
}

/** The milliseconds within which 99 of 100 calls are answered, of 400 that are made four at a time. */
async function round(shop: Shop): Promise<number> {
  const headers = { Authorization: `Bearer ${await shop.bearer()}`, 'Content-Type': 'application/json' };
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  const took: number[] = [];
  const said: Pick<Answer, 'headers' | 'body'>[] = [];
  const call = async () => {
    const start = performance.now();
    const calling = request(`${shop.url}/v1/product/list`, { method: 'POST', headers, agent }).end('{}');
    const [answer] = await once(calling, 'response');
    const text = Buffer.concat(await answer.toArray()).toString();
    took.push(performance.now() - start);
    assert.equal(answer.statusCode, 200, text);
    said.push({ headers: new Headers(answer.headers), body: JSON.parse(text) });
  };
  const caller = async () => {
    for (let i = 0; i < 100; i += 1) await call();
  };
  await Promise.all([caller(), caller(), caller(), caller()]);
  agent.destroy();
  for (const one of said) await isAsDescribed({ method: 'POST', path: '/v1/product/list', status: 200, ...one });
  took.sort((one, other) => one - other);
  return took[Math.floor(took.length * 0.99)] as number;
}

/** What half of so many rounds keep to. */
async function rounds(shop: Shop, many = ROUNDS): Promise<number> {
  const took: number[] = [];
  while (took.length < many) took.push(await round(shop));
  return took.sort((one, other) => one - other)[Math.floor(many / 2)] as number;
}

test(`${SLOW} clients who drip headers, drip bodies or read no answer do not delay the others, coming or being there`, async (t) => {
  const longest = 300_000;
  const shop = await openShop({ timeouts: { headers: longest, body: longest, request: longest, unread: longest } });
  const { status } = await fetch(`${shop.url}/docs/swagger-ui-bundle.js`); // a checkout translates and packs it first
  assert.equal(status, 200);
  const alone = await rounds(shop);
  const bound = Math.max(BOUND, ALLOWED * alone);
  const slow = await openSlow(shop);
  let there = 0;
  slow.all.then((many) => {
    there = many;
  });
  let coming = 0;
  do coming = Math.max(coming, await round(shop));
  while (there === 0);
  let beside = await rounds(shop);
  for (let tries = 1; beside >= bound && tries < TRIES; tries += 1) beside = await rounds(shop);
  assert.deepEqual([there, await slow.connected()], [SLOW, SLOW], 'they are there all the while');
  slow.leave();
  const said = [alone, coming, beside].map((milliseconds) => `${milliseconds.toFixed(1)} ms`);
  const result = `p99 of honest calls: ${said[0]}; while ${SLOW} slow ones come in ${said[1]}; beside them ${said[2]}`;
  t.diagnostic(result);
  assert.ok(coming < LONG, result);
  assert.ok(beside < bound, result);
});

async function listening(t: TestContext, server: Server): Promise<string> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const SHORT = { headers: 100, body: 200, keepAlive: 100, checkEvery: 20 };

test('who is late with the headers, or with the body, is told so and hung up on', async () => {
  const shop = await openShop({ timeouts: SHORT });
  const head = `POST /v1/product/list HTTP/1.1\r\nHost: a\r\n`;
  const body = `Authorization: Bearer ${await shop.bearer()}\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{`;
  for (const text of [head, head + body]) {
    const [answer] = await rawAnswers(shop, text);
    refused(answer ?? assert.fail('there is no answer'), 408, 'invalid_request');
  }
});

test('who is refused before his whole body has come has a moment to send it, and is hung up on then', async () => {
  const shop = await openShop();
  for (const length of [100_000, 10_000_000]) {
    const line = await openLine(shop.url);
    const head = `POST /v1/product/list HTTP/1.1\r\nHost: a\r\nContent-Length: ${length}\r\n\r\n`;
    const start = performance.now();
    await line.say(`${head}${'x'.repeat(1_000)}`, /HTTP\/1.1 401/);
    await line.end;
    assert.ok(performance.now() - start > 400);
  }
  const line = await openLine(shop.url);
  const call = `POST /v1/product/list HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n${'x'.repeat(100_000)}`;
  const begin = call.slice(0, 50_000);
  await line.say(begin, /HTTP\/1.1 401/);
  await line.say(call.slice(begin.length) + begin, /HTTP\/1.1 401.*HTTP\/1.1 401/s);
  line.close();
});

test('the pictures of the office have longer than the bodies of partners, and as long as a call', async () => {
  const shop = await openShop({ timeouts: { ...SHORT, request: 1_000 } });
  const head = 'POST /office/sign-in HTTP/1.1\r\nHost: a\r\n';
  const form = `${head}Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 9\r\n\r\n{`;
  const start = performance.now();
  const line = await openLine(shop.url);
  await line.say(form, /HTTP/).catch(() => {});
  assert.ok(performance.now() - start > 900);
});

test('who is told that he is late and drips on is hung up on, and so is who drips what nobody asked for', async () => {
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

test('calls that were sent ahead are begun one after another, and answered in their order', async (t) => {
  const begun: string[] = [];
  const waiting: (() => void)[] = [];
  const server = createServer();
  const listener: RequestListener = ({ url = '' }, outgoing) => {
    begun.push(url);
    waiting.push(() => outgoing.end(`answer to ${url}`));
  };
  manageConnections(server, listener, { timeouts: TIMEOUTS, ...ALONE, ...keptLog() });
  const line = await openLine(await listening(t, server));
  line.write(['/1', '/2', '/3'].map((url) => `GET ${url} HTTP/1.1\r\nHost: a\r\n\r\n`).join(''));
  for (const [i, url] of ['/1', '/2', '/3'].entries()) {
    await until(`${url} is begun`, () => waiting.length > i);
    assert.equal(begun.length, i + 1);
    waiting[i]?.();
    await line.say('', new RegExp(`answer to ${url}`));
  }
  assert.deepEqual(begun, ['/1', '/2', '/3']);
});

test('of calls that were sent ahead none is begun once their caller has gone', async (t) => {
  const begun: string[] = [];
  const server = createServer();
  const closed = new Promise((resolve) => server.once('connection', (socket) => socket.once('close', resolve)));
  const listener: RequestListener = ({ url = '' }) => void begun.push(url);
  manageConnections(server, listener, { timeouts: TIMEOUTS, ...ALONE, ...keptLog() });
  const line = await openLine(await listening(t, server));
  line.write('GET /1 HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(3));
  await until('the first is begun', () => begun.length > 0);
  line.close();
  await closed;
  await setImmediate();
  assert.equal(begun.length, 1);
});

test('who sends hundreds of calls ahead is hung up on', async () => {
  const shop = await openShop();
  const line = await openLine(shop.url);
  line.write('GET /docs/swagger-ui-bundle.js HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(600));
  await line.end;
});

test('nobody has more connections than are free: one who wants all gets half, and others come in', async (t) => {
  const { log, lines } = keptLog();
  const server = createServer();
  let holder = 'one';
  manageConnections(server, (_, outgoing) => outgoing.end('hello'), {
    timeouts: { ...TIMEOUTS, maxConnections: 8 },
    ...ALONE,
    log,
    holderOf: () => holder,
  });
  const address = await listening(t, server);
  /** How many of so many are let in. */
  const come = async (many: number): Promise<number> => {
    let letIn = 0;
    for (let i = 0; i < many; i += 1) {
      const line = await openLine(address);
      const heard = await line.say('GET / HTTP/1.1\r\nHost: a\r\n\r\n', /hello/).catch(() => '');
      if (heard !== '') letIn += 1;
    }
    return letIn;
  };
  assert.equal(await come(6), 4);
  holder = 'other';
  assert.equal(await come(4), 2);
  holder = 'third';
  assert.equal(await come(2), 1);
  assert.deepEqual(
    lines.map(({ level, refused: count }) => [level, count]),
    [[40, 1]],
  );
});

test('who says nothing at all is hung up on, before the first call as after it', async () => {
  const shop = await openShop({ timeouts: SHORT });
  const silent = await openLine(shop.url);
  await silent.end;
  const idle = await openLine(shop.url);
  await idle.say('GET /nowhere HTTP/1.1\r\nHost: a\r\n\r\n', /not_found/);
  await idle.end;
});

test('who does not read his answer is hung up on', async () => {
  const shop = await openShop({ timeouts: { unread: 200, maxConnections: 1 } });
  const { port, hostname } = new URL(shop.url);
  const deaf = connect(Number(port), hostname).pause();
  deaf.on('error', () => {});
  deaf.write('GET /docs/swagger-ui-bundle.js HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(20));
  for (let answered = ''; !/not_found/.test(answered); ) {
    const line = await openLine(shop.url);
    line.write('GET /nowhere HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    answered = await line.end.catch(() => ''); // a door that is closed may cut off what is said to it
  }
  deaf.destroy();
});

/** A server that knows no proxies. */
const ALONE = { ready: 'connection', monotonic: () => 0, holderOf: () => undefined } as const;

test('who waits for an answer that takes long to make gets it', async (t) => {
  const server = createServer();
  const listener: RequestListener = (_, outgoing) => setTimeout(() => outgoing.end('at last'), 500);
  const timeouts = { ...TIMEOUTS, unread: 100 };
  manageConnections(server, listener, { timeouts, ...ALONE, ...keptLog() });
  const address = await listening(t, server);
  assert.equal(await (await fetch(address)).text(), 'at last');
});

test('that there are too many is logged at once, then once a minute with how many were turned away', async (t) => {
  const { log, lines } = keptLog();
  let time = 0;
  const server = createServer();
  const timeouts = { ...TIMEOUTS, maxConnections: 1 };
  manageConnections(server, () => {}, { timeouts, ...ALONE, log, monotonic: () => time });
  const address = await listening(t, server);
  const first = await openLine(address);
  for (let i = 0; i < 4; i += 1) {
    if (i === 3) time += 60_000;
    await (await openLine(address)).end;
  }
  first.close();
  assert.deepEqual(
    lines.map(({ level, refused: count }) => [level, count]),
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
  const shop = await openShop({ timeouts: { maxConnections: 2 } });
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
