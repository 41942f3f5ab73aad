import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { inOrderAgain } from '../src/lib/in-order.ts';

test('what has changed stands where it belongs, what is gone does not stand there', () => {
  const value = fc.nat(20);
  const change = fc.record({ item: fc.nat(59), value, gone: fc.boolean() });
  fc.assert(
    fc.property(fc.array(value, { maxLength: 50 }), fc.array(change), (values, changes) => {
      const now = [...values];
      const compare = (a: number, b: number) => (now[a] as number) - (now[b] as number) || a - b;
      const order = Uint32Array.from(values.keys()).sort(compare);
      const marked = new Uint8Array(60);
      const there = new Set(order);
      for (const { item, value, gone } of changes) {
        now[item] = value;
        marked[item] = 1;
        if (gone) there.delete(item);
        else there.add(item);
      }
      const items = [...there].filter((item) => marked[item] === 1);
      const again = inOrderAgain(order, { marked, items, compare });
      assert.deepEqual([...again], [...there].sort(compare));
    }),
  );
});
