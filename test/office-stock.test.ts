import assert from 'node:assert/strict';
import { test } from 'node:test';
import { english } from './errors.ts';
import { type Browser, signedIn } from './office.ts';
import { placeOrder } from './order-steps.ts';
import { bookOrder, pickUpShipment } from './shipment-steps.ts';
import { change, sql } from './sql.ts';
import { allAnnounced, reseller, roastery, variantId, warehouseId } from './stock-steps.ts';
import { idOf, openShop, type Shop } from './support.ts';

const roaster = (change: object = {}) => openShop({ stores: [roastery(change), reseller()] });

const signIn = (shop: Shop, user: object = {}): Promise<Browser> =>
  signedIn(shop, { store: 'cafe', language: 'en', ...user });

const place = (shop: Shop, key = 'bkk') => String(warehouseId(shop, key));

const item = (shop: Shop, key: string, path = '') => `/stock/variants/${variantId(shop, key)}${path}`;

const cost = (shop: Shop, sku: string) =>
  shop.ctx.db.get(sql<{ cost: number | null }>('SELECT cost FROM variants WHERE sku = ? AND cost IS NOT NULL'), sku)
    ?.cost;

/** The non-empty values of the inputs with this name. */
const typed = (html: string, name: string): string[] =>
  [...html.matchAll(new RegExp(`<input[^>]* name="${name}"[^>]*>`, 'g'))]
    .map(([input]) => / value="([^"]*)"/.exec(input)?.[1] ?? '')
    .filter((value) => value !== '');

// Lists

test('the stock list shows each warehouse, can be searched and filtered, and downloads as CSV', async () => {
  const shop = await roaster();
  const browser = await signIn(shop);
  const all = await browser.open('/stock');
  for (const sku of ['BEANS', 'CUP', 'KIT', 'DUO']) assert.match(all.text, new RegExp(sku));
  assert.match(all.text, /Bundle/);
  assert.match(all.text, /4 items On hand 43 .* Totals exclude 1 bundle or pulled item/);
  const found = await browser.open('/stock?q=bea');
  assert.match(found.text, /BEANS/);
  assert.doesNotMatch(found.text, /KIT/);
  assert.match((await browser.open('/stock?show=out')).text, /No items found/);
  const file = await browser.open('/stock/list.csv?q=cup');
  assert.match(file.headers.get('content-disposition') ?? '', /stock\.csv/);
  assert.match(file.html, /,CUP,.*,bkk,10,0,10,\r\n.*,CUP,.*,cnx,8,0,8,/);
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
  assert.match((await browser.open('/stock/ledger?sku=absent')).text, /SKU not found/);
  const file = await browser.open('/stock/ledger.csv');
  assert.equal(file.html.split('\r\n').length, 1 + 7 + 1, file.html);
  assert.match(file.html, /^\uFEFF?time,variant,sku/);
  assert.match(file.html, /,BEANS,.*,bkk,20,25,0,0,user_added,,malee,/);
});

test('an invalid or reversed date is an error at its field, and no movements are shown or downloaded', async () => {
  const shop = await roaster();
  const browser = await signIn(shop);
  for (const page of ['/stock/ledger', item(shop, 'beans')]) {
    const unreadable = await browser.open(`${page}?from=xx`);
    assert.match(unreadable.html, /id="field-from-error">Not a valid date, such as 26\/11\/2026</);
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
  assert.doesNotMatch(future.text, /BEANS|Stock on/);
  assert.match(
    (await browser.open('/stock/past?at=xx')).html,
    /id="field-at-error">Not a valid date and time, such as 26\/11\/2026 16:30</,
  );
  assert.doesNotMatch((await browser.open('/stock/past.csv?at=2090-01-01T00:00')).html, /BEANS/);
});

test('past stock shows the quantities of the chosen minute', async () => {
  const shop = await roaster();
  const browser = await signIn(shop);
  assert.match((await browser.open('/stock/past')).text, /BEANS กรุงเทพ 20 · เชียงใหม่ 4 24 0/);
  assert.match((await browser.open('/stock/past?at=2020-01-01T10:00')).text, /No items at that time/);
  assert.match((await browser.open('/stock/past.csv')).html, /BEANS,.*,bkk,20,0,20/);
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
  assert.match(response.text, /Damaged −1 → 25 0 malee · Damaged #1/);
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
    assert.ok(refused.text.includes(english('warehouse_not_found', { warehouse: idOf(foreign.warehouse) })));
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
  assert.match(shelf.text, /4 items Totals exclude 4 bundles and pulled items/);
  assert.doesNotMatch(shelf.text, /items On hand/);
  assert.match((await browser.open('/stock/list.csv')).html, /,BEANS,.*,bkk,20,0,20,/);
});

// Goods in rows

test('received stock sets the cost of each variant; an empty cost keeps the known cost', async () => {
  const shop = await roaster();
  const browser = await signIn(shop);
  await browser.open('/stock/receive');
  const wanted = { kind: 'purchase', warehouse: place(shop), note: 'ใบส่งของ 7' };
  const lines = { code: ['beans', '', 'CUP'], qty: ['10', '', ''], cost: ['120.50', '', '3'] };
  const response = await browser.send('/stock/receive', { ...wanted, ...lines });
  assert.match(response.path, /^\/stock\/documents\/1$/);
  assert.match(response.text, /Stock received/);
  assert.match(response.text, /BEANS 10 120.50 1,205/);
  assert.match(response.text, /Total \(baht\) 1,208/);
  assert.deepEqual(shop.stock('beans'), { onHand: 30, reserved: 0 });
  assert.deepEqual(shop.stock('cup'), { onHand: 11, reserved: 0 });
  assert.equal(cost(shop, 'BEANS'), 1_205_000);
  const again = { ...wanted, code: ['BEANS', 'KIT'], qty: ['1', '1'], cost: ['', ''] };
  await browser.open('/stock/receive');
  const missing = await browser.send('/stock/receive', again);
  assert.match(missing.text, /Stock received/);
  assert.match(missing.text, /KIT 1 0/);
  assert.equal(cost(shop, 'BEANS'), 1_205_000);
  assert.equal(cost(shop, 'KIT'), undefined);
});

test('a cost on a deposit is an error at the cost field', async () => {
  const shop = await roaster();
  const browser = await signIn(shop);
  await browser.open('/stock/receive');
  const lines = { code: ['BEANS', 'KIT'], qty: ['1', '1'], cost: ['', '5'] };
  const response = await browser.send('/stock/receive', { kind: 'deposit', warehouse: place(shop), ...lines });
  assert.equal(response.status, 422);
  assert.match(response.html, /id="field-cost-1-error">Accepted only for purchased goods</i);
  assert.doesNotMatch(response.html, /field-qty-1-error/);
});

test('staff receive stock without seeing or setting a cost', async () => {
  const shop = await roaster();
  await shop.ctx.write((tx) => tx.run(change('UPDATE variants SET cost = 45000 WHERE sku = ?'), 'BEANS'));
  const browser = await signIn(shop, { role: 'staff', name: 'somchai' });
  assert.doesNotMatch((await browser.open('/stock/receive')).html, /name="cost"/);
  const lines = { code: ['BEANS', 'CUP'], qty: ['2', '3'], cost: ['1', '1'] };
  const response = await browser.send('/stock/receive', { kind: 'purchase', warehouse: place(shop), ...lines });
  assert.match(response.text, /BEANS 2/);
  assert.doesNotMatch(response.text, /baht|4\.5/);
  assert.doesNotMatch((await browser.open('/stock/documents/1/lines.csv')).html, /cost/);
  assert.equal(cost(shop, 'BEANS'), 45_000);
  assert.equal(cost(shop, 'CUP'), undefined);
});

test('each invalid row shows its own error, and no stock moves', async () => {
  const shop = await roaster();
  const browser = await signIn(shop);
  await browser.open('/stock/write-off');
  const wanted = { kind: 'lost', warehouse: place(shop) };
  const response = await browser.send('/stock/write-off', {
    ...wanted,
    code: ['BEANS', 'absent', 'DUO', ''],
    qty: ['x', '1', '1', '2'],
  });
  assert.equal(response.status, 422);
  for (const problem of [/Enter a whole number/, /No item has this SKU/, /has no stock of its own/, /Enter a SKU/])
    assert.match(response.text, problem);
  assert.deepEqual(typed(response.html, 'code'), ['BEANS', 'absent', 'DUO']);
  const many = await browser.send('/stock/write-off', { ...wanted, code: ['CUP', 'CUP'], qty: ['6', '6'] });
  assert.equal(many.status, 422);
  assert.match(many.html, /id="field-qty-1-error"[^>]*>\s*Not enough: 10 on hand, 0 reserved/);
  assert.match(
    (await browser.send('/stock/write-off', { ...wanted, code: [''], qty: [''] })).text,
    /at least one item/,
  );
  assert.deepEqual(shop.stock('cup'), { onHand: 10, reserved: 0 });
});

test('pasted lines fill the rows, and the Enter of a scanner checks them', async () => {
  const shop = await roaster();
  const browser = await signIn(shop);
  await browser.open('/stock/write-off');
  const pasted = 'BEANS\t3\r\nCUP\t1,000\r\n\r\nKIT 2';
  const response = await browser.send('/stock/write-off', {
    kind: 'lost',
    warehouse: place(shop),
    more: 'scan',
    code: ['DUO', ''],
    qty: ['', ''],
    pasted,
  });
  assert.deepEqual(typed(response.html, 'code'), ['DUO', 'BEANS', 'CUP', 'KIT']);
  assert.deepEqual(typed(response.html, 'qty'), ['3', '1,000', '2']);
  assert.match(response.text, /has no stock of its own/);
  assert.match(response.text, /กาแฟ เมล็ด/);
  assert.equal(response.html.match(/name="code"/g)?.length, 4);
  const rows = { kind: 'lost', warehouse: place(shop), code: ['BEANS'], qty: ['1'] };
  const more = await browser.send('/stock/write-off', { ...rows, more: 'rows' });
  assert.equal(more.html.match(/name="code"/g)?.length, 11);
  const [first] = /<button[^>]*>/.exec(response.html.slice(response.html.indexOf('card goods'))) ?? [];
  assert.match(first ?? '', /name="more"/);
});

test('stock is transferred between two different warehouses', async () => {
  const shop = await roaster();
  const browser = await signIn(shop);
  await browser.open('/stock/transfer');
  const lines = { code: ['CUP'], qty: ['4'], warehouse: place(shop) };
  const same = await browser.send('/stock/transfer', { ...lines, to: place(shop) });
  assert.match(same.text, /Choose two different warehouses/);
  const response = await browser.send('/stock/transfer', { ...lines, to: place(shop, 'cnx') });
  assert.match(response.text, /กรุงเทพ → เชียงใหม่/);
  assert.deepEqual([shop.stock('cup').onHand, shop.stock('cup', 'cnx').onHand], [6, 12]);
  const ledger = await browser.open('/stock/ledger?document=1');
  assert.match(ledger.text, /กรุงเทพ Transfer −4 → 6/);
  assert.match(ledger.text, /เชียงใหม่ Transfer \+4 → 12/);
  assert.match((await browser.open('/stock/documents?kind=transfer')).text, /Transfer #1/);
  assert.doesNotMatch((await browser.open('/stock/documents?kind=lost')).text, /Transfer #1/);
});

test('assembly uses the parts in the warehouse, and an error names the missing parts', async () => {
  const shop = await roaster();
  const browser = await signIn(shop);
  assert.match((await browser.open('/stock/assembly')).text, /KIT กาแฟ ชุด 2 × กาแฟ เมล็ด 1 × กาแฟ แก้ว 10/);
  const wanted = { variant: String(variantId(shop, 'kit')), warehouse: place(shop), action: 'assemble' };
  const missing = await browser.send('/stock/assembly', { ...wanted, qty: '11' });
  assert.equal(missing.status, 422);
  assert.match(missing.text, /กาแฟ เมล็ด: 22 needed, 20 available · กาแฟ แก้ว: 11 needed, 10 available/);
  await browser.send('/stock/assembly', { ...wanted, qty: '3' });
  assert.deepEqual([shop.stock('kit').onHand, shop.stock('beans').onHand, shop.stock('cup').onHand], [4, 14, 7]);
  const ledger = await browser.open('/stock/ledger?user=1');
  assert.match(ledger.text, /KIT กรุงเทพ Assembled \+3 → 4 0 malee/);
  assert.match(ledger.text, /CUP กรุงเทพ Used in assembly −3 → 7 0 malee/);
  assert.equal((await browser.open('/stock/ledger.csv?user=1')).html.match(/,malee,1\r\n/g)?.length, 3);
  await browser.open('/stock/assembly');
  await browser.send('/stock/assembly', { ...wanted, action: 'disassemble', qty: '1' });
  assert.deepEqual([shop.stock('kit').onHand, shop.stock('beans').onHand], [3, 16]);
});

test('shipped items of an order are returned once, to the chosen warehouse', async () => {
  const shop = await roaster();
  const browser = await signIn(shop);
  const order = await placeOrder(shop, [
    { sku: 'BEANS', qty: 3, price: '1' },
    { sku: 'CUP', qty: 2, price: '1' },
  ]);
  const { result } = await bookOrder(shop, order);
  await pickUpShipment(shop, result);
  assert.match((await browser.open('/stock/return?q=1')).text, /Order #1/);
  await browser.open(`/stock/return/${order.id}`);
  const line = order.lines.map(String);
  const wanted = { line, qty: ['2', ''], warehouse: place(shop, 'cnx') };
  const response = await browser.send(`/stock/return/${order.id}`, wanted);
  assert.match(response.text, /Return #1/);
  assert.deepEqual(shop.stock('beans', 'cnx'), { onHand: 6, reserved: 0 });
  await browser.open(`/stock/return/${order.id}`);
  const more = await browser.send(`/stock/return/${order.id}`, wanted);
  assert.equal(more.status, 422);
  assert.deepEqual(shop.stock('beans', 'cnx'), { onHand: 6, reserved: 0 });
});

test('a returned quantity that is too large is an error at its line, or above the form if the line is returned', async () => {
  const shop = await roaster();
  const browser = await signIn(shop);
  const order = await placeOrder(shop, [
    { sku: 'BEANS', qty: 3, price: '1' },
    { sku: 'CUP', qty: 2, price: '1' },
  ]);
  const { result } = await bookOrder(shop, order);
  await pickUpShipment(shop, result);
  const returned = async (...qty: string[]) => {
    await browser.open(`/stock/return/${order.id}`);
    return browser.send(`/stock/return/${order.id}`, { line: order.lines.map(String), qty, warehouse: '' });
  };
  const isErrorAt = ({ html }: { html: string }, row: number) => html.includes(`id="field-qty-${row}-error"`);
  const tooMany = await returned('', '3');
  assert.deepEqual([isErrorAt(tooMany, 0), isErrorAt(tooMany, 1)], [false, true]);
  await returned('', '2');
  const again = await returned('', '1');
  assert.deepEqual([isErrorAt(again, 0), isErrorAt(again, 1)], [false, false]);
  assert.match(again.text, /Line 2 quantity: Is 1, but only 0 can come back/);
});

// Counts

test('a count is started, entered, extended by scanning and applied after a confirmation', async () => {
  const shop = await roaster();
  const browser = await signIn(shop);
  await browser.open('/stock/counts');
  const started = await browser.send('/stock/counts', { warehouse: place(shop), note: '' });
  assert.equal(started.path, '/stock/counts/1');
  assert.match((await browser.open('/stock/counts/1/print')).text, /BEANS กาแฟ เมล็ด CUP/);
  await browser.open('/stock/counts/1');
  await browser.send('/stock/counts/1/lines', { how: 'replace', code: ['BEANS', 'CUP'], qty: ['18', '0'] });
  const response = await browser.send('/stock/counts/1/lines', {
    how: 'plus',
    code: ['beans', 'BEANS'],
    qty: ['', ''],
  });
  assert.match(response.text, /BEANS 20 20 0/);
  assert.match(response.text, /CUP 10 0 −10/);
  assert.match(response.text, /Not counted: 1/);
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
  assert.match(response.text, /BEANS 20 18 −2/);
  assert.match(response.text, /Not counted: 1/);
  const left = await browser.open('/stock/counts/1/all?left=1');
  assert.deepEqual(typed(left.html, 'variant'), [String(variantId(shop, 'kit'))]);
  assert.match((await browser.open('/stock/counts/1/all')).text, /Counted: 18/);
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
  assert.doesNotMatch(less.text, /CUP 10 1/);
  const ended = await browser.send('/stock/counts/1/discard');
  assert.match(ended.text, /Count sheet discarded/);
  await browser.open('/stock/counts');
  assert.equal((await browser.send('/stock/counts/1/commit')).status, 422);
  assert.deepEqual(shop.stock('beans'), { onHand: 20, reserved: 0 });
});

// Other stores

test('stock of another store can be neither seen nor changed', async () => {
  const shop = await roaster();
  const mine = await signIn(shop);
  await mine.open('/stock/counts');
  await mine.send('/stock/counts', { warehouse: place(shop), note: '' });
  const order = await placeOrder(shop, [{ sku: 'CUP', qty: 1, price: '1' }]);
  const other = await signIn(shop, { store: 'shelf', name: 'other' });
  const pages = [
    item(shop, 'beans'),
    item(shop, 'beans', '/ledger.csv'),
    '/stock/counts/1',
    '/stock/counts/1/print',
    '/stock/counts/1/all',
  ];
  for (const path of [...pages, '/stock/documents/1', '/stock/documents/1/lines.csv', `/stock/return/${order.id}`])
    assert.equal((await other.open(path)).status, 404, path);
  assert.doesNotMatch((await other.open('/stock/ledger')).text, /BEANS/);
  await other.open('/stock');
  for (const path of ['lines', 'commit', 'discard'])
    assert.equal((await other.send(`/stock/counts/1/${path}`, { how: 'plus', code: '1', qty: '1' })).status, 404, path);
  const wanted = { adjustment: 'set', warehouse: place(shop), qty: '1' };
  assert.equal((await other.send(item(shop, 'beans', '/adjust'), wanted)).status, 404);
  const goods = { kind: 'deposit', warehouse: place(shop), code: 'BEANS', qty: '1', cost: '' };
  assert.equal((await other.send('/stock/receive', goods)).status, 422);
  assert.deepEqual(shop.stock('beans'), { onHand: 20, reserved: 0 });
});
