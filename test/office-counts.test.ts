import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addOnHand } from '../src/domain/stock/adjust-on-hand.ts';
import { enterCounts, startCount } from '../src/domain/stock/counts.ts';
import type { Browser } from './office.ts';
import { item, place, roaster, signIn, typed } from './office-stock-steps.ts';
import { change } from './sql.ts';
import { allAnnounced, documentDefaults, ledgerSteps, runStep, variantId, warehouseId } from './stock-steps.ts';
import type { Shop } from './support.ts';

test('a count is started, entered, extended by scanning and applied after a confirmation', async () => {
  const shop = await roaster();
  const browser = await signIn(shop);
  await browser.open('/stock/counts');
  const started = await browser.send('/stock/counts', { warehouse: place(shop), note: '' });
  assert.equal(started.path, '/stock/counts/1');
  assert.match((await browser.open('/stock/counts/1/print')).text, /BEANS กาแฟ เมล็ด CUP/);
  await shop.ctx.write((tx) => tx.run(change(`UPDATE variants SET shelf_location = 'A-03-2' WHERE sku = 'CUP'`)));
  assert.match((await browser.open('/stock/counts/1/print')).text, /Shelf location .*A-03-2 CUP กาแฟ แก้ว BEANS/);
  await browser.open('/stock/counts/1');
  await browser.send('/stock/counts/1/lines', { how: 'replace', code: ['BEANS', 'CUP'], qty: ['18', '0'] });
  const response = await browser.send('/stock/counts/1/lines', {
    how: 'plus',
    code: ['beans', 'BEANS'],
    qty: ['', ''],
  });
  assert.deepEqual(typed(response.html, 'counted'), ['20', '0']);
  assert.match(response.text, /BEANS 20 .*counted 0 .*CUP Shelf location A-03-2 10 .*counted −10/);
  assert.match(response.text, /1 item is not counted\. It keeps its stock/);
  assert.match((await browser.open('/stock/counts/1?differing=1')).text, /The stock on hand of 1 item changes/);
  assert.deepEqual(shop.stock('cup'), { onHand: 10, reserved: 0 });
  const committed = await browser.send('/stock/counts/1/commit');
  assert.match(committed.text, /Count applied/);
  assert.doesNotMatch(committed.html, /counts\/1\/commit/);
  await allAnnounced(shop);
  assert.deepEqual(shop.stock('cup'), { onHand: 0, reserved: 0 });
  assert.match((await browser.open(item(shop, 'cup'))).text, /Counted −10 → 0 0 malee · Count sheet #1/);
  assert.match((await browser.open('/stock/documents/1/lines.csv')).html, /CUP,.*,10,0,-10/);
});

test('replacing counted quantities needs a quantity in each row', async () => {
  const shop = await roaster();
  const browser = await signIn(shop);
  await browser.open('/stock/counts');
  await browser.send('/stock/counts', { warehouse: place(shop), note: '' });
  const response = await browser.send('/stock/counts/1/lines', {
    how: 'replace',
    code: ['BEANS', 'CUP'],
    qty: ['18', ''],
  });
  assert.equal(response.status, 422);
  assert.match(response.html, /id="field-qty-1-error"[^>]*>\s*Enter a quantity/);
  assert.match(response.text, /Nothing counted yet/);
});

test('counting a whole warehouse saves only the rows that are filled in', async () => {
  const shop = await roaster();
  const browser = await signIn(shop);
  await browser.open('/stock/counts');
  await browser.send('/stock/counts', { warehouse: place(shop), note: '' });
  const list = await browser.open('/stock/counts/1/all');
  const variant = typed(list.html, 'variant');
  assert.deepEqual(
    variant,
    ['beans', 'cup', 'kit'].map((key) => String(variantId(shop, key))),
  );
  const wrong = await browser.send('/stock/counts/1/all', { variant, counted: ['18', 'x', ''] });
  assert.equal(wrong.status, 422);
  assert.match(wrong.html, /id="field-counted-1-error"/);
  assert.deepEqual(typed(wrong.html, 'counted'), ['18', 'x']);
  const response = await browser.send('/stock/counts/1/all', { variant, counted: ['18', '0', ''] });
  assert.equal(response.path, '/stock/counts/1');
  assert.match(response.text, /BEANS 20 .*counted −2/);
  assert.match(response.text, /1 item is not counted\. It keeps its stock/);
  const left = await browser.open('/stock/counts/1/all?left=1');
  assert.deepEqual(typed(left.html, 'variant'), [String(variantId(shop, 'kit'))]);
  assert.match((await browser.open('/stock/counts/1/all')).text, /18 counted/);
  await browser.send('/stock/counts/1/all?left=1', { variant: [String(variantId(shop, 'kit'))], counted: ['1'] });
  assert.match(browser.page.text, /All items are counted/);
  const bundle = { variant: [String(variantId(shop, 'duo'))], counted: ['1'] };
  assert.equal((await browser.send('/stock/counts/1/all', bundle)).status, 422);
});

test('an item is removed from a count sheet, and discarding the sheet changes no stock', async () => {
  const shop = await roaster();
  const browser = await signIn(shop);
  await browser.open('/stock/counts');
  await browser.send('/stock/counts', { warehouse: place(shop), note: '' });
  await browser.send('/stock/counts/1/lines', { how: 'replace', code: ['BEANS', 'CUP'], qty: ['18', '1'] });
  const less = await browser.send('/stock/counts/1/remove', { variant: String(variantId(shop, 'cup')) });
  assert.doesNotMatch(less.text, /CUP 10/);
  const ended = await browser.send('/stock/counts/1/discard');
  assert.match(ended.text, /Count sheet discarded/);
  await browser.open('/stock/counts');
  assert.equal((await browser.send('/stock/counts/1/commit')).status, 422);
  assert.deepEqual(shop.stock('beans'), { onHand: 20, reserved: 0 });
});

/** A count sheet on which 18 beans were counted before 2 were returned. */
async function openMovedSheet(): Promise<{ shop: Shop; browser: Browser }> {
  const shop = await roaster();
  const beans = variantId(shop, 'beans');
  await runStep(shop, (tx, now) => {
    enterCounts(tx, startCount(tx, documentDefaults(shop), now), [{ variantId: beans, counted: 18 }]);
    const returned = { variantId: beans, warehouseId: warehouseId(shop), qty: 2, reason: 'returned' } as const;
    addOnHand(tx, returned, now);
  });
  return { shop, browser: await signIn(shop) };
}

test('a count is committed with the movements since, and shows the sum of each item beforehand', async () => {
  const { shop, browser } = await openMovedSheet();
  const { text } = await browser.open('/stock/counts/1');
  assert.match(text, /BEANS 22 .*: counted \+2 since counted = 20 −2/);
  assert.match(text, /1 item has moved since it was counted .* เมล็ด: 18 \+ 2 = 20 .* เมล็ด: 18/);
  assert.match((await browser.open('/stock/counts/1?moved=1')).text, /Moved since counted 1 .*BEANS 22/);
  const committed = await browser.send('/stock/counts/1/commit');
  await allAnnounced(shop);
  assert.match(committed.text, /BEANS 22 18 \+2 since counted = 20 −2/);
  assert.deepEqual(shop.stock('beans'), { onHand: 20, reserved: 0 });
});

test('a count can be committed so that stock is set to the counted quantity', async () => {
  const { shop, browser } = await openMovedSheet();
  await browser.open('/stock/counts/1');
  const committed = await browser.send('/stock/counts/1/commit', { movements: 'undo' });
  await allAnnounced(shop);
  assert.match(committed.text, /BEANS 22 18 \+2 since counted, undone −4/);
  assert.deepEqual(shop.stock('beans'), { onHand: 18, reserved: 0 });
  assert.match((await browser.open('/stock/documents/1/lines.csv')).html, /BEANS,.*,20,18,-4,2/);
});

test('a scan is saved at once, and counts once if it is sent again, also after one of another device', async () => {
  const { shop, browser } = await openMovedSheet();
  await browser.open('/stock/counts/1');
  const scan = { how: 'plus', scan: 'CUP', scan_qty: '3', more: 'scan' };
  for (const sent of ['phone 1', 'phone 1', 'phone 2', 'tablet 1', 'phone 2']) {
    const [scan_sender = '', scan_number = ''] = sent.split(' ');
    await browser.send('/stock/counts/1/lines', { ...scan, scan_sender, scan_number });
  }
  assert.match(browser.page.text, /กาแฟ แก้ว: 9 counted/);
  await browser.send('/stock/counts/1/lines', { how: 'plus', scan: '2*CUP', more: 'scan' });
  assert.match(browser.page.text, /กาแฟ แก้ว: 11 counted/);
  const chosen = { how: 'plus', scan: 'เมล็', more: `add ${variantId(shop, 'beans')}` };
  const added = await browser.send('/stock/counts/1/lines', chosen);
  assert.deepEqual(typed(added.html, 'counted'), ['19', '11']);
  const bundle = await browser.send('/stock/counts/1/lines', { ...scan, scan: 'DUO' });
  assert.equal(bundle.status, 422);
  assert.match(bundle.html, /id="field-scan-error"/);
  assert.deepEqual(typed(bundle.html, 'code'), []);
});

test('a counted quantity is changed in its row, which is a new count of the item', async () => {
  const { shop, browser } = await openMovedSheet();
  await browser.open('/stock/counts/1?moved=1');
  const variant = String(variantId(shop, 'beans'));
  const wrong = await browser.send('/stock/counts/1/counted', { variant, counted: 'x' });
  assert.equal(wrong.status, 422);
  assert.match(wrong.html, new RegExp(`id="field-${variant}-counted-error"`));
  assert.deepEqual(typed(wrong.html, 'counted'), ['x']);
  const response = await browser.send('/stock/counts/1/counted', { variant, counted: '21' });
  assert.match(response.text, /กาแฟ เมล็ด: 21 counted .*BEANS 22 .*: counted −1/);
});

test('scanning another piece keeps the movement that its line shows', async () => {
  const { browser } = await openMovedSheet();
  await browser.open('/stock/counts/1');
  const response = await browser.send('/stock/counts/1/lines', { how: 'plus', code: ['BEANS'], qty: [''] });
  assert.match(response.text, /BEANS 22 .*: counted \+2 since counted = 21 −1/);
});

test('a count names the account that committed it and the one that started it', async () => {
  const { shop, browser } = await openMovedSheet();
  await browser.open('/stock/counts/1');
  const committed = await browser.send('/stock/counts/1/commit');
  await allAnnounced(shop);
  const [, , , userId] = ledgerSteps(shop, 'beans').at(-1) ?? [];
  assert.notEqual(userId, documentDefaults(shop).userId);
  assert.match(committed.text, /Started by System Applied by malee/);
  assert.match((await browser.open('/stock/counts')).text, /malee/);
});

test('Apply is the main button of a sheet with counted items, but not while rows are unsaved', async () => {
  const { browser } = await openMovedSheet();
  const commits = /aria-haspopup="dialog">Apply count/;
  assert.match((await browser.open('/stock/counts/1')).html, commits);
  const typing = await browser.send('/stock/counts/1/lines', { how: 'plus', pasted: 'CUP 1', more: 'scan' });
  assert.match(typing.text, /1 item, 1 unit/);
  assert.doesNotMatch(typing.html, commits);
});
