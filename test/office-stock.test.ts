import assert from 'node:assert/strict';
import { test } from 'node:test';
import { byCommand } from '../src/domain/orders/history.ts';
import { reportAbsent } from '../src/domain/orders/packing-missing.ts';
import { officePattern } from './errors.ts';
import { errorAt } from './office.ts';
import { item, place, roaster, signIn, typed } from './office-stock-steps.ts';
import { placeOrder } from './order-steps.ts';
import { runStep, variantId, warehouseId } from './stock-steps.ts';

// Lists

test('the stock list shows each warehouse, can be searched and filtered, and downloads as CSV', async () => {
  const shop = await roaster();
  const browser = await signIn(shop);
  const all = await browser.open('/stock');
  for (const sku of ['BEANS', 'CUP', 'KIT', 'DUO']) assert.match(all.text, new RegExp(sku));
  assert.match(all.text, /Bundle/);
  assert.match(all.text, /4 variants On hand 43 .* Totals exclude 1 variant: bundles and products from another store/);
  const found = await browser.open('/stock?q=bea');
  assert.match(found.text, /BEANS/);
  assert.doesNotMatch(found.text, /KIT/);
  assert.match((await browser.open('/stock?show=out')).text, /No products found/);
  const file = await browser.open('/stock/list.csv?q=cup');
  assert.match(file.headers.get('content-disposition') ?? '', /stock\.csv/);
  assert.match(file.html, /,CUP,.*,กรุงเทพ,10,0,10,,,\r\n.*,CUP,.*,เชียงใหม่,8,0,8,/);
});

test('the ledger shows each movement with its user or order, can be filtered, and downloads as CSV', async () => {
  const shop = await roaster();
  const browser = await signIn(shop);
  const order = await placeOrder(shop, [{ sku: 'CUP', qty: 2, price: '1' }]);
  await browser.open('/stock');
  await browser.send(item(shop, 'beans', '/adjust'), { adjustment: 'add', warehouse: place(shop), qty: '5' });
  const ledger = await browser.open('/stock/ledger');
  assert.match(ledger.text, /BEANS กรุงเทพ Added \+5 → 25 0 malee/);
  assert.match(ledger.text, /CUP กรุงเทพ Reserved for order 10 \+2 → 2 Order #1/);
  const beans = await browser.open('/stock/ledger?sku=beans&reason=user_added');
  assert.match(beans.text, /\+5 → 25/);
  assert.doesNotMatch(beans.text, /\+2 → 2/);
  assert.match((await browser.open(`/stock/ledger?order=${order.id}`)).text, /Reserved for order/);
  assert.match((await browser.open('/stock/ledger?sku=absent')).text, /SKU or barcode not found/);
  const file = await browser.open('/stock/ledger.csv');
  assert.equal(file.html.split('\r\n').length, 1 + 7 + 1, file.html);
  assert.match(file.html, /^\uFEFF?Time,Variant ID,SKU/);
  assert.match(file.html, /,BEANS,.*,กรุงเทพ,20,25,0,0,Added,,malee,/);
});

test('the filters of a ledger are folded, unless one is invalid, and a link removes each of them', async () => {
  const shop = await roaster();
  const browser = await signIn(shop);
  for (const page of ['/stock/ledger', item(shop, 'beans')]) {
    const all = await browser.open(page);
    assert.match(all.html, /<form[^>]* class="list-filters"/);
    assert.match(all.html, /<details><summary class="button">.*name="from".*<\/details>/s);
    const chosen = await browser.open(`${page}?reason=user_added&from=2026-02-01`);
    assert.match(chosen.text, /Reason: Added × From: 1 Feb 2026 × Clear all/);
    assert.match((await browser.open(`${page}?from=xx`)).html, /<details open=""><summary class="button">/);
  }
});

test('the filters of documents and of past stock are folded like those of other lists', async () => {
  const browser = await signIn(await roaster());
  const documents = await browser.open('/stock/documents?kind=count&status=draft');
  assert.match(documents.html, /<details><summary class="button">.*name="kind".*<\/details>/s);
  assert.match(documents.text, /Type: Count sheet × Status: Draft × Clear all/);
  assert.match(documents.html, /href="\/office\/stock\/documents\.csv\?kind=count&amp;status=draft"/);
  const past = await browser.open('/stock/past?at=2026-02-01T10:00&q=bea');
  assert.match(past.html, /<details><summary class="button">.*name="at".*<\/details>/s);
  assert.match(past.text, /Date and time: 1 Feb 2026 10:00 × Clear all/);
  for (const at of ['', 'xx'])
    assert.match((await browser.open(`/stock/past?at=${at}`)).html, /<details open=""><summary class="button">/);
});

test('the CSV file of a ledger has the filter of its page, and starts with the newest movement', async () => {
  const shop = await roaster();
  const browser = await signIn(shop);
  const page = await browser.open('/stock/ledger?reason=user_added&after=1.1.1');
  assert.match(page.html, /href="\/office\/stock\/ledger\.csv\?reason=user_added"/);
});

test('an invalid or reversed date is an error at its field, and no movements are shown or downloaded', async () => {
  const shop = await roaster();
  const browser = await signIn(shop);
  for (const page of ['/stock/ledger', item(shop, 'beans')]) {
    const unreadable = await browser.open(`${page}?from=xx`);
    assert.match(errorAt(unreadable, 'from') ?? '', officePattern('input_not_a_date'));
    assert.doesNotMatch(unreadable.text, /Opening stock → |\+20 → 20|No stock movements/);
    const reversed = await browser.open(`${page}?from=2026-02-02&to=2026-02-01`);
    assert.match(reversed.html, /id="field-from-error">From cannot be after To</);
    assert.match(reversed.html, /name="to"[^>]* value="1 Feb 2026"/);
    assert.doesNotMatch(reversed.text, /No stock movements/);
  }
  assert.doesNotMatch((await browser.open('/stock/ledger.csv?to=xx')).html, /BEANS/);
});

test('past stock is refused for a future or invalid time', async () => {
  const shop = await roaster();
  const browser = await signIn(shop);
  const future = await browser.open('/stock/past?at=2090-01-01T00:00');
  assert.match(future.html, /id="field-at-error">Choose a time in the past</);
  assert.doesNotMatch(future.text, /BEANS|Stock on \d/);
  const unreadable = await browser.open('/stock/past?at=xx');
  assert.match(errorAt(unreadable, 'at') ?? '', officePattern('input_not_a_time'));
  assert.doesNotMatch((await browser.open('/stock/past.csv?at=2090-01-01T00:00')).html, /BEANS/);
});

test('past stock shows the quantities of the chosen minute', async () => {
  const shop = await roaster();
  const browser = await signIn(shop);
  assert.match((await browser.open('/stock/past')).text, /BEANS กรุงเทพ 20 · เชียงใหม่ 4 24 0/);
  assert.match((await browser.open('/stock/past?at=2020-01-01T10:00')).text, /No products at that time/);
  assert.match((await browser.open('/stock/past.csv')).html, /BEANS,.*,กรุงเทพ,20,0,20/);
});

// Adjusting one item

test('stock is set, added, deducted and written off, and the ledger keeps the reason and the user', async () => {
  const shop = await roaster();
  const browser = await signIn(shop);
  const adjust = async (adjustment: string, qty: string) => {
    await browser.open(item(shop, 'beans'));
    return browser.send(item(shop, 'beans', '/adjust'), { adjustment, warehouse: place(shop), qty });
  };
  await adjust('set', '30');
  await adjust('deduct', '4');
  const response = await adjust('damaged', '1');
  assert.deepEqual(shop.stock('beans'), { onHand: 25, reserved: 0 });
  assert.match(response.text, /Stock adjusted/);
  assert.match(response.text, /Damaged −1 → 25 0 malee · Write-off: damaged #1/);
  assert.match(response.text, /Deducted −4 → 26 0 malee/);
  assert.match(response.text, /Set \+10 → 30/);
});

test('deducting more than is available is an error at the quantity and keeps the typed value', async () => {
  const shop = await roaster();
  const browser = await signIn(shop);
  await placeOrder(shop, [{ sku: 'KIT', qty: 1, price: '1' }]);
  await browser.open(item(shop, 'kit'));
  const wanted = { adjustment: 'deduct', warehouse: place(shop), qty: '1' };
  const response = await browser.send(item(shop, 'kit', '/adjust'), wanted);
  assert.equal(response.status, 422);
  assert.match(response.text, /Not enough: 1 on hand, 1 reserved/);
  assert.deepEqual(typed(response.html, 'qty'), ['1']);
  const foreign = { ...wanted, adjustment: 'add', warehouse: String(warehouseId(shop, 'bkk', shop.stores.shelf)) };
  assert.equal((await browser.send(item(shop, 'kit', '/adjust'), foreign)).status, 422);
  for (const adjustment of ['deduct', 'lost']) {
    const refused = await browser.send(item(shop, 'kit', '/adjust'), { ...foreign, adjustment });
    assert.match(refused.text, officePattern('warehouse_not_found'));
    assert.doesNotMatch(refused.text, /Not enough/);
  }
  assert.deepEqual(shop.stock('kit'), { onHand: 1, reserved: 1 });
});

test('the stock of a bundle cannot be adjusted, and its page says why', async () => {
  const shop = await roaster();
  const browser = await signIn(shop);
  const duo = await browser.open(item(shop, 'duo'));
  assert.match(duo.text, /A bundle has no stock of its own/);
  assert.doesNotMatch(duo.html, /\/adjust"/);
  const sent = await browser.send(item(shop, 'duo', '/adjust'), {
    adjustment: 'add',
    warehouse: place(shop),
    qty: '1',
  });
  assert.equal(sent.status, 422);
});

test('pulled items name the store of their warehouse and are left out of the totals', async () => {
  const shop = await roaster();
  const browser = await signIn(shop, { store: 'shelf' });
  const pulled = variantId(shop, 'resold/beans', shop.stores.shelf);
  assert.match((await browser.open(`/stock/variants/${pulled}`)).text, /กรุงเทพ \(บ้านกาแฟ\) 20 0 20/);
  const product = shop.stores.shelf?.products.resold;
  const page = await browser.open(`/products/${product}/variants/${pulled}`);
  assert.match(page.text, /กรุงเทพ \(บ้านกาแฟ\) 20 0 20/);
  const shelf = await browser.open('/stock');
  assert.match(shelf.text, /4 variants Totals exclude 4 variants: bundles and products from another store/);
  assert.doesNotMatch(shelf.text, /variants On hand/);
  assert.match((await browser.open('/stock/list.csv')).html, /,BEANS,.*,กรุงเทพ \(บ้านกาแฟ\),20,0,20,/);
});

test('the damage report of a pulled item links to the item of the own store', async () => {
  const shop = await roaster();
  const own = (key: string) => variantId(shop, key, shop.stores.shelf);
  const token = await shop.bearer('page', shop.stores.shelf);
  const order = await placeOrder(shop, [{ sku: 'BEANS', qty: 2, price: '1' }], {}, token);
  const damaged = { variantId: variantId(shop, 'beans'), missing: 0, damaged: 1 };
  await runStep(shop, (tx, now) => reportAbsent(tx, order.id, [damaged], byCommand(now)));
  const browser = await signIn(shop, { store: 'shelf' });
  const { html, text } = await browser.open('/stock/documents/1');
  assert.match(text, /กาแฟ เมล็ด BEANS 1/);
  const linked = [...html.matchAll(/href="\/office\/stock\/variants\/(\d+)"/g)].map(([, id]) => Number(id));
  assert.deepEqual(linked, [own('resold/beans')]);
});
