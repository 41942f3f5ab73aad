import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type LookUp, sharedLookups } from '../src/lib/lookups.ts';
import { until } from './support.ts';

/** A name server that answers on command, and its queries. */
function openNameServer() {
  const queries: string[] = [];
  const waiting = new Map<string, (address: string) => void>();
  const lookUp: LookUp = (host) => {
    queries.push(host);
    return new Promise((resolve) => waiting.set(host, (address) => resolve([{ address, family: 4 }])));
  };
  const answer = async (host: string, address = '192.0.2.1') => {
    waiting.get(host)?.(address);
    await settled();
  };
  return { queries, lookUp, answer };
}

const settled = () => new Promise(setImmediate);

test('concurrent look-ups of a name are shared, later ones look it up again', async () => {
  const server = openNameServer();
  const lookUp = sharedLookups(server.lookUp, { concurrency: 2, slowConcurrency: 1, slow: 1_000 });
  const [first, second] = [lookUp('a.test'), lookUp('a.test')];
  await settled();
  assert.deepEqual(server.queries, ['a.test']);
  await server.answer('a.test', '192.0.2.1');
  assert.deepEqual(await first, [{ address: '192.0.2.1', family: 4 }]);
  assert.deepEqual(await second, await first);
  const later = lookUp('a.test');
  await server.answer('a.test', '192.0.2.2');
  assert.deepEqual(await later, [{ address: '192.0.2.2', family: 4 }]);
  assert.deepEqual(server.queries, ['a.test', 'a.test']);
});

test('concurrent look-ups are limited, and the next starts when one ends', async () => {
  const server = openNameServer();
  const lookUp = sharedLookups(server.lookUp, { concurrency: 2, slowConcurrency: 1, slow: 1_000 });
  for (const host of ['a', 'b', 'c', 'd']) void lookUp(host);
  await settled();
  assert.deepEqual(server.queries, ['a', 'b']);
  await server.answer('b');
  assert.deepEqual(server.queries, ['a', 'b', 'c']);
});

test('look-ups of slow names wait only for each other, until the names resolve quickly again', async () => {
  const server = openNameServer();
  let time = 0;
  const lookUp = sharedLookups(server.lookUp, { concurrency: 1, slowConcurrency: 1, slow: 1_000 }, () => time);
  for (const host of ['dead', 'deaf', 'dead', 'deaf', 'slow once']) {
    void lookUp(host);
    await settled();
    time += 1_000;
    await server.answer(host);
  }
  server.queries.length = 0;
  for (const host of ['dead', 'deaf', 'slow once', 'quick']) void lookUp(host);
  await settled();
  assert.deepEqual(server.queries, ['dead', 'slow once']);
  await server.answer('slow once');
  assert.deepEqual(server.queries.slice(2), ['quick']);
  await server.answer('dead');
  assert.deepEqual(server.queries.slice(3), ['deaf']);
  void lookUp('dead');
  await settled();
  assert.deepEqual(server.queries.slice(4), [], 'the name counts as quick now, behind one other');
  await server.answer('quick');
  assert.deepEqual(server.queries.slice(4), ['dead']);
});

test('a slow look-up lets the next one start', async () => {
  const server = openNameServer();
  const lookUp = sharedLookups(server.lookUp, { concurrency: 1, slowConcurrency: 1, slow: 500 });
  const dead = lookUp('dead');
  void lookUp('quick');
  await settled();
  assert.deepEqual(server.queries, ['dead']);
  await until('the next look-up begins', () => server.queries.includes('quick'));
  await server.answer('dead');
  assert.deepEqual(await dead, [{ address: '192.0.2.1', family: 4 }]);
});

test('a failed look-up fails for all its callers, and the next call looks up again', async () => {
  let fails = true;
  const lookUp = sharedLookups(
    async (host) => {
      if (fails) throw new Error(`${host} is not known`);
      return [];
    },
    { concurrency: 1, slowConcurrency: 1, slow: 1_000 },
  );
  const all = await Promise.allSettled([lookUp('a.test'), lookUp('a.test')]);
  assert.deepEqual(
    all.map((outcome) => outcome.status === 'rejected' && outcome.reason.message),
    ['a.test is not known', 'a.test is not known'],
  );
  fails = false;
  assert.deepEqual(await lookUp('a.test'), []);
});

test('a slow name is forgotten after a day without look-ups', async () => {
  const server = openNameServer();
  let time = 0;
  const lookUp = sharedLookups(server.lookUp, { concurrency: 1, slowConcurrency: 1, slow: 1_000 }, () => time);
  const lookUpSlowly = async (host: string) => {
    void lookUp(host);
    await settled();
    time += 1_000;
    await server.answer(host);
  };
  await lookUpSlowly('dead');
  await lookUpSlowly('dead');
  time += 86_400_000;
  await lookUpSlowly('other');
  server.queries.length = 0;
  void lookUp('quick');
  void lookUp('dead');
  await settled();
  assert.deepEqual(server.queries, ['quick'], 'the name counts as slow again');
  await server.answer('quick');
  assert.deepEqual(server.queries, ['quick', 'dead']);
});
