import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DiskCache } from '../src/db/disk-cache.ts';
import { ReadCache } from '../src/db/read-cache.ts';
import type { WriteTx } from '../src/db/write-tx.ts';
import { changeStore, storeById } from '../src/domain/stores.ts';
import { realRuntime, replaceRuntime } from '../src/lib/runtime.ts';
import { failing, fillDisk, large, openNotes, otherConnection, outcomes } from './notes-table.ts';
import { idOf, openShop, type Shop } from './support.ts';

const nameOf = (shop: Shop) => storeById(shop.ctx.db, idOf(shop.ids.id)).name;

const openCache = (options = {}) => new ReadCache(() => new DiskCache(options));

const rename = (shop: Shop, name: string) => (tx: WriteTx) => changeStore(tx, idOf(shop.ids.id), { name });

test('changed data is read again, inside the transaction and after it', async () => {
  const shop = await openShop();
  assert.equal(nameOf(shop), 'บ้านกาแฟ');
  const inside = await shop.ctx.write((tx) => {
    rename(shop, 'บ้านชา')(tx);
    return nameOf(shop);
  });
  assert.equal(inside, 'บ้านชา');
  assert.equal(nameOf(shop), 'บ้านชา');
});

test('a cache never shows changes of a step that threw', async () => {
  const shop = await openShop();
  nameOf(shop);
  let inside = '';
  const renaming = (tx: WriteTx) => {
    rename(shop, 'บ้านชา')(tx);
    inside = nameOf(shop);
  };
  const writes = [shop.ctx.write(failing(renaming, 'no')), shop.ctx.write(() => nameOf(shop))];
  assert.deepEqual(await outcomes(writes), ['no', 'บ้านกาแฟ']);
  assert.equal(inside, 'บ้านชา', 'the step itself saw its change');
  assert.equal(nameOf(shop), 'บ้านกาแฟ');
});

test('a cache never shows changes of a rolled-back group', async () => {
  const shop = await openShop();
  nameOf(shop);
  const freeDisk = fillDisk(shop.ctx.connection);
  const started = realRuntime.monotonic();
  replaceRuntime({ ...realRuntime, monotonic: () => started }); // both writes join one group, even on a slow machine
  const writes = [
    shop.ctx.write((tx) => {
      rename(shop, 'บ้านชา')(tx);
      return nameOf(shop);
    }),
    shop.ctx.write((tx) => changeStore(tx, idOf(shop.ids.id), { name: large })),
  ];
  const [first] = await Promise.allSettled(writes);
  replaceRuntime(realRuntime);
  assert.equal(first?.status, 'rejected');
  assert.equal(nameOf(shop), 'บ้านกาแฟ');
  freeDisk();
  assert.equal(await shop.ctx.write(() => nameOf(shop)), 'บ้านกาแฟ');
});

test('a cache never shows a value that was read during a change that was rolled back', async () => {
  const { shop, write, notes, note } = await openNotes();
  const cached = () => shop.ctx.db.cached('notes', 1, () => notes().join());
  await write(note('a'));
  assert.equal(cached(), 'a');
  const changing = (tx: WriteTx) => {
    note('b')(tx);
    tx.invalidate('notes');
    assert.equal(cached(), 'a,b');
  };
  await assert.rejects(write(failing(changing, 'no')), /^Error: no$/);
  assert.equal(cached(), 'a');
  await write(changing);
  assert.equal(cached(), 'a,b');
});

test('the next write empties the caches after a write by another process', async () => {
  const shop = await openShop();
  nameOf(shop);
  const other = otherConnection(shop);
  other.write(rename(shop, 'บ้านชา'));
  other.close();
  assert.equal(await shop.ctx.write(() => nameOf(shop)), 'บ้านชา');
  assert.equal(nameOf(shop), 'บ้านชา');
});

test('a cached value is computed once until it is invalidated', () => {
  const cache = openCache();
  let computed = 0;
  const read = (key: number) => cache.get('topic', key, () => ++computed);
  assert.deepEqual([read(1), read(1), read(2), read(1)], [1, 1, 2, 1]);
  cache.invalidate('topic', 1);
  cache.endTransaction();
  assert.deepEqual([read(1), read(2)], [3, 2]);
  cache.invalidate('topic');
  cache.endTransaction();
  assert.deepEqual([read(1), read(2), read(1)], [4, 5, 4]);
});

test('an entry invalidated in a transaction is not cached before the transaction ends', () => {
  const cache = openCache();
  let computed = 0;
  const read = (key: number) => cache.get('topic', key, () => ++computed);
  cache.invalidate('topic', 1);
  assert.deepEqual([read(1), read(1), read(2), read(2)], [1, 2, 3, 3]);
  cache.endTransaction();
  assert.deepEqual([read(1), read(1), read(2)], [4, 4, 3]);
});

test('null is never cached', () => {
  const cache = openCache();
  let computed = 0;
  const read = () =>
    cache.get('topic', 1, () => {
      computed += 1;
      return null;
    });
  read();
  read();
  assert.equal(computed, 2);
});

test('a topic holds two thousand entries and evicts the oldest', () => {
  const cache = openCache();
  const read = (key: number, value: string) => cache.get('topic', key, () => value);
  for (let key = 0; key <= 2_000; key += 1) read(key, 'first');
  assert.equal(read(1, 'second'), 'first');
  assert.equal(read(0, 'second'), 'second');
});

/** A topic with two entries in memory; `read` returns the number of the computation behind a key's value. */
function openSmallTopic(options = {}) {
  const cache = openCache(options);
  let computed = 0;
  const onDisk = { textOf: (value: { n: number }) => `${value.n}`, valueOf: (text: string) => ({ n: Number(text) }) };
  const read = (...keys: number[]) =>
    keys.map((key) => cache.get('topic', key, () => ({ n: ++computed }), { limit: 2, onDisk }).n);
  return { cache, read };
}

test('entries evicted from memory are read from disk', () => {
  const { read } = openSmallTopic();
  assert.deepEqual(read(1, 2, 3, 4), [1, 2, 3, 4]);
  assert.deepEqual(read(1, 2, 3, 4, 1), [1, 2, 3, 4, 1]);
});

test('an invalidated entry is computed again, whether in memory or on disk', () => {
  const { cache, read } = openSmallTopic();
  read(1, 2, 3, 4);
  cache.invalidate('topic', 1);
  assert.deepEqual(read(1, 1), [5, 6], 'nothing is cached before the transaction ends');
  cache.endTransaction();
  assert.deepEqual(read(1, 2, 3, 1), [7, 2, 3, 7]);
  cache.invalidate('topic');
  cache.endTransaction();
  assert.deepEqual(read(1, 2, 3, 1), [8, 9, 10, 8]);
  cache.clear();
  assert.deepEqual(read(1, 2, 3, 1), [11, 12, 13, 11]);
});

test('bytes are read from disk unchanged', () => {
  const bytes = Array.from({ length: 256 }, (_, code) => String.fromCharCode(code)).join('');
  const onDisk = { textOf: ({ text }: { text: string }) => text, valueOf: (text: string) => ({ text }) };
  const cache = openCache();
  const read = (key: number, text: string) => cache.get('topic', key, () => ({ text }), { limit: 1, onDisk }).text;
  read(1, bytes);
  read(2, '');
  assert.equal(read(1, 'computed'), bytes);
  assert.equal(read(2, 'computed'), '');
});

test('without a temporary file, evicted values are computed again', () => {
  const { read } = openSmallTopic({ nativeBinding: '/nowhere' });
  assert.deepEqual(read(1, 2, 3, 4), [1, 2, 3, 4]);
  assert.deepEqual(read(1, 4), [5, 4]);
});
