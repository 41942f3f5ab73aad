import assert from 'node:assert/strict';
import { test } from 'node:test';
import { indexOrders, isIndexBehind } from '../src/domain/orders/list/index-rows.ts';
import { largeStore } from './large-store.ts';
import { change, pagesInLog, type TestDatabase } from './sql.ts';

/** The number of pages that each indexing step writes, for ten orders each. */
function pagesByStep(db: TestDatabase): number[] {
  db.exec('PRAGMA wal_autocheckpoint = 0');
  const written: number[] = [];
  while (isIndexBehind(db)) {
    const before = pagesInLog(db);
    db.write((tx) => indexOrders(tx, 100));
    written.push(pagesInLog(db) - before);
  }
  return written;
}

test('each step merges a small part of the search index, and no commit waits for a large merge', async () => {
  const { db } = await largeStore(8_000);
  db.run(change(`INSERT INTO order_search (order_search) VALUES ('delete-all')`));
  const most = Math.max(...pagesByStep(db));
  assert.ok(most < 80, `${most} rows in one step, the orders' own included`);
});
