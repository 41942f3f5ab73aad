import assert from 'node:assert/strict';
import path from 'node:path';
import { after, test } from 'node:test';
import { realRuntime, replaceRuntime } from '../src/lib/runtime.ts';
import { signedIn } from './office.ts';
import { tamper } from './sql.ts';
import { openShop } from './support.ts';

// Files and pages of the office that a worker thread renders.

/** Counts the threads that render, from now to the end of the test. */
function countThreads(): () => number {
  let started = 0;
  after(() => replaceRuntime(realRuntime));
  replaceRuntime({
    ...realRuntime,
    startWorker: (source, options) => {
      if (path.basename(String(source)) === 'request-worker.ts') started += 1;
      return realRuntime.startWorker(source, options);
    },
  });
  return () => started;
}

test('a file from a worker thread contains all committed data, and an error is shown as a page', async () => {
  const shop = await openShop();
  const browser = await signedIn(shop, { language: 'en' });
  const threads = countThreads();
  assert.doesNotMatch((await browser.open('/stock/list.csv')).html, /NEW-SKU/);
  assert.equal(threads(), 1);
  tamper(shop.ctx, "UPDATE variants SET sku = 'NEW-SKU' WHERE id = 1");
  assert.match((await browser.open('/stock/list.csv')).html, /NEW-SKU/);
  const { status, headers, text } = await browser.open('/stock/documents/99/lines.csv');
  assert.equal(status, 404);
  assert.match(headers.get('content-type') ?? '', /text\/html/);
  assert.match(text, /Page not found/);
  assert.equal(threads(), 1, 'the same thread');
});

test('a file from a worker thread has the language of the account, and needs its permission', async () => {
  const shop = await openShop();
  const thai = await signedIn(shop);
  const threads = countThreads();
  assert.match((await thai.open('/orders/cod/remittances.csv')).html, /บันทึก|โอน/);
  assert.equal(threads(), 1);
  const packer = await signedIn(shop, { name: 'packer', role: 'packer', store: 'cafe' });
  assert.equal((await packer.open('/orders/cod/remittances.csv')).status, 403);
});

test('the CSV file of a list of any length is complete', async () => {
  const shop = await openShop();
  const browser = await signedIn(shop, { language: 'en' });
  tamper(
    shop.ctx,
    `WITH RECURSIVE k(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM k WHERE i < 2500)
      INSERT INTO audit_log (time, store_id, actor, event, detail) SELECT i, 1, 'system', 'sessions_ended', '{}' FROM k`,
  );
  const { html } = await browser.open('/settings/audit.csv?event=sessions_ended');
  assert.equal(html.trim().split('\r\n').length - 1, 2_500);
});
