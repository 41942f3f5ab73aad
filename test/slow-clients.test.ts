import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import path from 'node:path';
import { after, test } from 'node:test';
import { refused } from './endpoints.ts';
import { openLine } from './lines.ts';
import { openShop, type Shop } from './support.ts';
import { rawAnswers } from './wire.ts';

const SLOW = 1_000;
const BOUND = 100; // milliseconds
const ROUNDS = 5; // on a machine that is busy with something else the best of them counts

/** Clients who never get to the end of what they say; answers how many of them are connected still. */
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

test(`${SLOW} clients who never get to the end of what they say do not delay the others`, async (t) => {
  const shop = await openShop({ patience: { headers: 300_000, call: 300_000 } });
  const alone = await p99(shop);
  const connected = await openSlow(shop);
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS && best >= BOUND; round += 1) best = Math.min(best, await p99(shop));
  assert.equal(await connected(), SLOW, 'they are there all the while');
  t.diagnostic(`p99 of honest calls: ${alone.toFixed(1)} ms, beside ${SLOW} slow ones ${best.toFixed(1)} ms`);
  assert.ok(best < BOUND, `${best} ms`);
});

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
