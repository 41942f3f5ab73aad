import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Held } from '../src/db/held.ts';

const MOST = 5_000;

/** What a later transaction finds, where an earlier one has read so many keys. */
function keptOf(count: number): unknown[] {
  const held = new Held();
  held.open();
  for (let key = 0; key < count; key += 1) held.read('topic', key, () => 'earlier');
  held.put('other topic', 0, 'earlier');
  held.close();
  held.open();
  return [held.read('topic', 0, () => 'anew'), held.read('other topic', 0, () => 'anew')];
}

test('what is held of very many rows is read anew by the next transaction, topic by topic', () => {
  assert.deepEqual(keptOf(MOST), ['earlier', 'earlier']);
  assert.deepEqual(keptOf(MOST + 1), ['anew', 'earlier']);
});
