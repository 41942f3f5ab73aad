import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Browser, signedIn } from './office.ts';
import { ordered } from './ordered.ts';
import { book, leave } from './shipped.ts';
import { allTold, reseller, roastery, variantId, warehouseId } from './stocked.ts';
import { openShop, type Shop } from './support.ts';

const roaster = (change: object = {}) => openShop({ stores: [roastery(change), reseller()] });

const signIn = (shop: Shop, who: object = {}): Promise<Browser> =>
  signedIn(shop, { store: 'cafe', language: 'en', ...who });

const place = (shop: Shop, key = 'bkk') => String(warehouseId(shop, key));

const item = (shop: Shop, key: string, path = '') => `/stock/variants/${variantId(shop, key)}${path}`;

const cost = (shop: Shop, sku: string) =>
  shop.ctx.db.get<{ cost: number | null }>('SELECT cost FROM variants WHERE sku = ? AND cost IS NOT NULL', sku)?.cost;

/** What was typed into the rows of a page, as far as there is something in them. */
const typed = (html: string, name: string): string[] =>
  [...html.matchAll(new RegExp(`<input[^>]* name="${name}"[^>]*>`, 'g'))]
    .map(([input]) => / value="([^"]*)"/.exec(input)?.[1] ?? '')
    .filter((value) => value !== '');

// Looking

test('stock is listed with what each warehouse has, searched, narrowed, and given as a file', async () => {
  const shop = await roaster();
  const browser = await signIn(shop);
  const all = await browser.open('/stock');
  for (const sku of ['BEANS', 'CUP', 'KIT', 'DUO']) assert.match(all.text, new RegExp(sku));
  assert.match(all.text, /Bundle/);
  assert.match(all.text, /4 items On hand 43 .* Without the 1 bundled or pulled/);
  const found = await browser.open('/stock?q=bea');
  assert.match(found.text, /BEANS/);
  assert.doesNotMatch(found.text, /KIT/);
  assert.match((await browser.open('/stock?show=out')).text, /Nothing matches/);
  const file = await browser.open('/stock/list.csv?q=cup');
  assert.match(file.headers.get('content-disposition') ?? '', /stock\.csv/);
  assert.match(file.html, /,CUP,.*,bkk,10,0,10,\r\n.*,CUP,.*,cnx,8,0,8,/);
});

test('the ledger tells what moved, by whom and for which order, is narrowed, and given as a file', async () => {
  const shop = await roaster();
  const browser = await signIn(shop);
  const order = await ordered(shop, [{ sku: 'CUP', qty: 2, price: '1' }]);
  await browser.open('/stock');
  await browser.send(item(shop, 'beans', '/adjust'), { doing: 'add', warehouse: place(shop), qty: '5' });
  const ledger = await browser.open('/stock/ledger');
  assert.match(ledger.text, /BEANS กรุงเทพ Added \+5 → 25 0 malee/);
  assert.match(ledger.text, /CUP กรุงเทพ Reserved for an order 10 \+2 → 2 Order 1/);
  const beans = await browser.open('/stock/ledger?sku=beans&reason=user_added');
  assert.match(beans.text, /\+5 → 25/);
  assert.doesNotMatch(beans.text, /\+2 → 2/);
  assert.match((await browser.open(`/stock/ledger?order=${order.id}`)).text, /Reserved for an order/);
  assert.match((await browser.open('/stock/ledger?sku=absent')).text, /no such SKU/);
  const file = await browser.open('/stock/ledger.csv');
  assert.equal(file.html.split('\r\n').length, 1 + 7 + 1, file.html);
  assert.match(file.html, /^\uFEFF?time,variant,sku/);
  assert.match(file.html, /,BEANS,.*,bkk,20,25,0,0,user_added,,malee,/);
});

test('days that cannot be are said at their field, and nothing is shown or sent', async () => {
  const shop = await roaster();
  const browser = await signIn(shop);
  for (const page of ['/stock/ledger', item(shop, 'beans')]) {
    const unreadable = await browser.open(`${page}?from=xx`);
    assert.match(unreadable.html, /id="field-from-fault">Is not a date</);
    assert.doesNotMatch(unreadable.text, /Opening stock → |\+20 → 20|Nothing has moved/);
    const turned = await browser.open(`${page}?from=2026-02-02&to=2026-02-01`);
    assert.match(turned.html, /id="field-from-fault">Must not be after the last day</);
    assert.match(turned.html, /name="to"[^>]* value="2026-02-01"/);
    assert.doesNotMatch(turned.text, /Nothing has moved/);
  }
  assert.doesNotMatch((await browser.open('/stock/ledger.csv?to=xx')).html, /BEANS/);
});

test('of a time to come, or of none, there is no stock of the past', async () => {
  const shop = await roaster();
  const browser = await signIn(shop);
  const toCome = await browser.open('/stock/past?at=2090-01-01T00:00');
  assert.match(toCome.html, /id="field-at-fault">Must not be a time to come</);
  assert.doesNotMatch(toCome.text, /BEANS|Stock at/);
  assert.match((await browser.open('/stock/past?at=xx')).html, /id="field-at-fault">Is not a date and time</);
  assert.doesNotMatch((await browser.open('/stock/past.csv?at=2090-01-01T00:00')).html, /BEANS/);
});

test('stock of the past is what was there in that minute', async () => {
  const shop = await roaster();
  const browser = await signIn(shop);
  assert.match((await browser.open('/stock/past')).text, /BEANS กรุงเทพ 20 · เชียงใหม่ 4 24 0/);
  assert.match((await browser.open('/stock/past?at=2020-01-01T10:00')).text, /no items then/);
  assert.match((await browser.open('/stock/past.csv')).html, /BEANS,.*,bkk,20,0,20/);
});

// Adjusting one item

test('an item is set, added to, deducted from and written off, each with its reason and the account', async () => {
  const shop = await roaster();
  const browser = await signIn(shop);
  const adjust = async (doing: string, qty: string) => {
    await browser.open(item(shop, 'beans'));
    return browser.send(item(shop, 'beans', '/adjust'), { doing, warehouse: place(shop), qty });
  };
  await adjust('set', '30');
  await adjust('deduct', '4');
  const seen = await adjust('damaged', '1');
  assert.deepEqual(shop.stock('beans'), { onHand: 25, reserved: 0 });
  assert.match(seen.text, /Adjusted/);
  assert.match(seen.text, /Damaged −1 → 25 0 malee · Damaged #1/);
  assert.match(seen.text, /Deducted −4 → 26 0 malee/);
  assert.match(seen.text, /Set \+10 → 30/);
});

test('what is not there cannot be deducted: the fault stands at the quantity, and what was typed is kept', async () => {
  const shop = await roaster();
  const browser = await signIn(shop);
  await ordered(shop, [{ sku: 'KIT', qty: 1, price: '1' }]);
  await browser.open(item(shop, 'kit'));
  const wanted = { doing: 'deduct', warehouse: place(shop), qty: '1' };
  const seen = await browser.send(item(shop, 'kit', '/adjust'), wanted);
  assert.equal(seen.status, 422);
  assert.match(seen.text, /1 on hand, 1 of them reserved: not enough/);
  assert.deepEqual(typed(seen.html, 'qty'), ['1']);
  const foreign = { ...wanted, doing: 'add', warehouse: String(warehouseId(shop, 'bkk', shop.stores.shelf)) };
  assert.equal((await browser.send(item(shop, 'kit', '/adjust'), foreign)).status, 422);
  for (const doing of ['deduct', 'lost']) {
    const refused = await browser.send(item(shop, 'kit', '/adjust'), { ...foreign, doing });
    assert.match(refused.text, /there is no warehouse/);
    assert.doesNotMatch(refused.text, /not enough/);
  }
  assert.deepEqual(shop.stock('kit'), { onHand: 1, reserved: 1 });
});

test('bundles and pulled items say whose stock they show and cannot be adjusted', async () => {
  const shop = await roaster();
  const browser = await signIn(shop);
  const duo = await browser.open(item(shop, 'duo'));
  assert.match(duo.text, /A bundle keeps no stock/);
  assert.doesNotMatch(duo.html, /\/adjust"/);
  const sent = await browser.send(item(shop, 'duo', '/adjust'), { doing: 'add', warehouse: place(shop), qty: '1' });
  assert.equal(sent.status, 422);
});

test('pulled items are in warehouses that are named with their store, and in no sum', async () => {
  const shop = await roaster();
  const browser = await signIn(shop, { store: 'shelf' });
  const pulled = variantId(shop, 'resold/beans', shop.stores.shelf);
  assert.match((await browser.open(`/stock/variants/${pulled}`)).text, /กรุงเทพ \(บ้านกาแฟ\) 20 0 20/);
  const product = shop.stores.shelf?.products.resold;
  const page = await browser.open(`/products/${product}/variants/${pulled}`);
  assert.match(page.text, /กรุงเทพ \(บ้านกาแฟ\) 20 0 20/);
  const shelf = await browser.open('/stock');
  assert.match(shelf.text, /4 items Without the 4 bundled or pulled/);
  assert.doesNotMatch(shelf.text, /items On hand/);
  assert.match((await browser.open('/stock/list.csv')).html, /,BEANS,.*,bkk,20,0,20,/);
});

// Goods in rows

test('goods are received in rows of SKUs, with what they cost, which becomes their cost', async () => {
  const shop = await roaster();
  const browser = await signIn(shop);
  await browser.open('/stock/receive');
  const wanted = { kind: 'purchase', warehouse: place(shop), note: 'ใบส่งของ 7' };
  const lines = { code: ['beans', '', 'CUP'], qty: ['10', '', ''], cost: ['120.50', '', '3'] };
  const seen = await browser.send('/stock/receive', { ...wanted, ...lines });
  assert.match(seen.path, /^\/stock\/documents\/1$/);
  assert.match(seen.text, /Received/);
  assert.match(seen.text, /BEANS 10 120.50 1,205/);
  assert.match(seen.text, /Sum \(baht\) 1,208/);
  assert.deepEqual(shop.stock('beans'), { onHand: 30, reserved: 0 });
  assert.deepEqual(shop.stock('cup'), { onHand: 11, reserved: 0 });
  assert.equal(cost(shop, 'BEANS'), 1_205_000);
  const again = { ...wanted, code: ['BEANS', 'KIT'], qty: ['1', '1'], cost: ['', ''] };
  await browser.open('/stock/receive');
  const missing = await browser.send('/stock/receive', again);
  assert.match(missing.text, /Received/);
  assert.match(missing.text, /KIT 1 0/);
  assert.equal(cost(shop, 'BEANS'), 1_205_000);
  assert.equal(cost(shop, 'KIT'), undefined);
});

test('a cost of what was not bought is at fault where it was typed', async () => {
  const shop = await roaster();
  const browser = await signIn(shop);
  await browser.open('/stock/receive');
  const lines = { code: ['BEANS', 'KIT'], qty: ['1', '1'], cost: ['', '5'] };
  const seen = await browser.send('/stock/receive', { kind: 'deposit', warehouse: place(shop), ...lines });
  assert.equal(seen.status, 422);
  assert.match(seen.html, /id="field-cost-1-fault">only what was bought has a cost</i);
  assert.doesNotMatch(seen.html, /field-qty-1-fault/);
});

test('staff receives goods without ever seeing what they cost', async () => {
  const shop = await roaster();
  await shop.ctx.write((db) => db.run('UPDATE variants SET cost = 45000 WHERE sku = ?', 'BEANS'));
  const browser = await signIn(shop, { role: 'staff', name: 'somchai' });
  assert.doesNotMatch((await browser.open('/stock/receive')).html, /name="cost"/);
  const lines = { code: ['BEANS', 'CUP'], qty: ['2', '3'], cost: ['1', '1'] };
  const seen = await browser.send('/stock/receive', { kind: 'purchase', warehouse: place(shop), ...lines });
  assert.match(seen.text, /BEANS 2/);
  assert.doesNotMatch(seen.text, /baht|4\.5/);
  assert.doesNotMatch((await browser.open('/stock/documents/1/lines.csv')).html, /cost/);
  assert.equal(cost(shop, 'BEANS'), 45_000);
  assert.equal(cost(shop, 'CUP'), undefined);
});

test('each row says what is wrong with it, and nothing is moved', async () => {
  const shop = await roaster();
  const browser = await signIn(shop);
  await browser.open('/stock/write-off');
  const wanted = { kind: 'lost', warehouse: place(shop) };
  const seen = await browser.send('/stock/write-off', {
    ...wanted,
    code: ['BEANS', 'absent', 'DUO', ''],
    qty: ['x', '1', '1', '2'],
  });
  assert.equal(seen.status, 422);
  for (const fault of [/Not a whole number/, /no such item/, /keeps no stock of its own/, /Give a SKU/])
    assert.match(seen.text, fault);
  assert.deepEqual(typed(seen.html, 'code'), ['BEANS', 'absent', 'DUO']);
  const many = await browser.send('/stock/write-off', { ...wanted, code: ['CUP', 'CUP'], qty: ['6', '6'] });
  assert.equal(many.status, 422);
  assert.match(many.html, /id="field-qty-1-fault"[^>]*>\s*10 on hand, 0 of them reserved/);
  assert.match(
    (await browser.send('/stock/write-off', { ...wanted, code: [''], qty: [''] })).text,
    /at least one item/,
  );
  assert.deepEqual(shop.stock('cup'), { onHand: 10, reserved: 0 });
});

test('lines pasted from a sheet fill the rows, and a scanner’s Enter checks them and makes room for the next', async () => {
  const shop = await roaster();
  const browser = await signIn(shop);
  await browser.open('/stock/write-off');
  const pasted = 'BEANS\t3\r\nCUP\t1,000\r\n\r\nKIT 2';
  const seen = await browser.send('/stock/write-off', {
    kind: 'lost',
    warehouse: place(shop),
    more: 'scan',
    code: ['DUO', ''],
    qty: ['', ''],
    pasted,
  });
  assert.deepEqual(typed(seen.html, 'code'), ['DUO', 'BEANS', 'CUP', 'KIT']);
  assert.deepEqual(typed(seen.html, 'qty'), ['3', '1,000', '2']);
  assert.match(seen.text, /keeps no stock of its own/);
  assert.match(seen.text, /กาแฟ เมล็ด/);
  assert.equal(seen.html.match(/name="code"/g)?.length, 6);
  const rows = { kind: 'lost', warehouse: place(shop), code: ['BEANS'], qty: ['1'] };
  const more = await browser.send('/stock/write-off', { ...rows, more: 'rows' });
  assert.equal(more.html.match(/name="code"/g)?.length, 11);
  const [first] = /<button[^>]*>/.exec(seen.html.slice(seen.html.indexOf('card goods'))) ?? [];
  assert.match(first ?? '', /name="more"/);
});

test('goods are transferred to another warehouse, and to another only', async () => {
  const shop = await roaster();
  const browser = await signIn(shop);
  await browser.open('/stock/transfer');
  const lines = { code: ['CUP'], qty: ['4'], warehouse: place(shop) };
  const same = await browser.send('/stock/transfer', { ...lines, to: place(shop) });
  assert.match(same.text, /Choose another warehouse/);
  const seen = await browser.send('/stock/transfer', { ...lines, to: place(shop, 'cnx') });
  assert.match(seen.text, /กรุงเทพ → เชียงใหม่/);
  assert.deepEqual([shop.stock('cup').onHand, shop.stock('cup', 'cnx').onHand], [6, 12]);
  const ledger = await browser.open('/stock/ledger?document=1');
  assert.match(ledger.text, /กรุงเทพ Transfer −4 → 6/);
  assert.match(ledger.text, /เชียงใหม่ Transfer \+4 → 12/);
  assert.match((await browser.open('/stock/documents?kind=transfer')).text, /Transfer #1/);
  assert.doesNotMatch((await browser.open('/stock/documents?kind=lost')).text, /Transfer #1/);
});

test('goods are put together of parts that are there, and the fault names the part that is not', async () => {
  const shop = await roaster();
  const browser = await signIn(shop);
  assert.match((await browser.open('/stock/assembly')).text, /KIT กาแฟ ชุด 2 × กาแฟ เมล็ด 1 × กาแฟ แก้ว 10/);
  const wanted = { variant: String(variantId(shop, 'kit')), warehouse: place(shop), doing: 'assemble' };
  const missing = await browser.send('/stock/assembly', { ...wanted, qty: '11' });
  assert.equal(missing.status, 422);
  assert.match(missing.text, /กาแฟ เมล็ด: 22 needed, 20 free · กาแฟ แก้ว: 11 needed, 10 free/);
  await browser.send('/stock/assembly', { ...wanted, qty: '3' });
  assert.deepEqual([shop.stock('kit').onHand, shop.stock('beans').onHand, shop.stock('cup').onHand], [4, 14, 7]);
  const ledger = await browser.open('/stock/ledger?user=1');
  assert.match(ledger.text, /KIT กรุงเทพ Assembled \+3 → 4 0 malee/);
  assert.match(ledger.text, /CUP กรุงเทพ Used in assembly −3 → 7 0 malee/);
  assert.equal((await browser.open('/stock/ledger.csv?user=1')).html.match(/,malee,1\r\n/g)?.length, 3);
  await browser.open('/stock/assembly');
  await browser.send('/stock/assembly', { ...wanted, doing: 'disassemble', qty: '1' });
  assert.deepEqual([shop.stock('kit').onHand, shop.stock('beans').onHand], [3, 16]);
});

test('goods of an order come back once, into the warehouse that is chosen', async () => {
  const shop = await roaster();
  const browser = await signIn(shop);
  const order = await ordered(shop, [
    { sku: 'BEANS', qty: 3, price: '1' },
    { sku: 'CUP', qty: 2, price: '1' },
  ]);
  const { answer } = await book(shop, order);
  await leave(shop, answer);
  assert.match((await browser.open('/stock/return?q=1')).text, /Order 1/);
  await browser.open(`/stock/return/${order.id}`);
  const line = order.lines.map(String);
  const wanted = { line, qty: ['2', ''], warehouse: place(shop, 'cnx') };
  const seen = await browser.send(`/stock/return/${order.id}`, wanted);
  assert.match(seen.text, /Return #1/);
  assert.deepEqual(shop.stock('beans', 'cnx'), { onHand: 6, reserved: 0 });
  await browser.open(`/stock/return/${order.id}`);
  const more = await browser.send(`/stock/return/${order.id}`, wanted);
  assert.equal(more.status, 422);
  assert.deepEqual(shop.stock('beans', 'cnx'), { onHand: 6, reserved: 0 });
});

// Counting

test('a count is begun, entered, scanned on top, looked at and committed with a second word', async () => {
  const shop = await roaster();
  const browser = await signIn(shop);
  await browser.open('/stock/counts');
  const begun = await browser.send('/stock/counts', { warehouse: place(shop), note: '' });
  assert.equal(begun.path, '/stock/counts/1');
  assert.match((await browser.open('/stock/counts/1/print')).text, /BEANS กาแฟ เมล็ด CUP/);
  await browser.open('/stock/counts/1');
  await browser.send('/stock/counts/1/lines', { how: 'replace', code: ['BEANS', 'CUP'], qty: ['18', '0'] });
  const seen = await browser.send('/stock/counts/1/lines', { how: 'plus', code: ['beans', 'BEANS'], qty: ['', ''] });
  assert.match(seen.text, /BEANS 20 20 0/);
  assert.match(seen.text, /CUP 10 0 −10/);
  assert.match(seen.text, /Not counted yet: 1/);
  assert.match((await browser.open('/stock/counts/1?differing=1')).text, /What is on hand of 1 item becomes/);
  assert.deepEqual(shop.stock('cup'), { onHand: 10, reserved: 0 });
  const committed = await browser.send('/stock/counts/1/commit');
  assert.match(committed.text, /Stock is what was counted/);
  assert.doesNotMatch(committed.html, /counts\/1\/commit/);
  await allTold(shop);
  assert.deepEqual(shop.stock('cup'), { onHand: 0, reserved: 0 });
  assert.match((await browser.open(item(shop, 'cup'))).text, /Counted −10 → 0 0 malee · Count sheet #1/);
  assert.match((await browser.open('/stock/documents/1/lines.csv')).html, /CUP,.*,10,0,-10/);
});

test('a count in place of what the sheet says needs a number in each row', async () => {
  const shop = await roaster();
  const browser = await signIn(shop);
  await browser.open('/stock/counts');
  await browser.send('/stock/counts', { warehouse: place(shop), note: '' });
  const seen = await browser.send('/stock/counts/1/lines', { how: 'replace', code: ['BEANS', 'CUP'], qty: ['18', ''] });
  assert.equal(seen.status, 422);
  assert.match(seen.html, /id="field-qty-1-fault"[^>]*>\s*Give a quantity/);
  assert.match(seen.text, /The sheet is empty/);
});

test('a whole warehouse is counted down a list, and only what is filled in is entered', async () => {
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
  assert.match(wrong.html, /id="field-counted-1-fault"/);
  assert.deepEqual(typed(wrong.html, 'counted'), ['18', 'x']);
  const seen = await browser.send('/stock/counts/1/all', { variant, counted: ['18', '0', ''] });
  assert.equal(seen.path, '/stock/counts/1');
  assert.match(seen.text, /BEANS 20 18 −2/);
  assert.match(seen.text, /Not counted yet: 1/);
  const left = await browser.open('/stock/counts/1/all?left=1');
  assert.deepEqual(typed(left.html, 'variant'), [String(variantId(shop, 'kit'))]);
  assert.match((await browser.open('/stock/counts/1/all')).text, /Counted: 18/);
  await browser.send('/stock/counts/1/all?left=1', { variant: [String(variantId(shop, 'kit'))], counted: ['1'] });
  assert.match(browser.page.text, /Everything has been counted/);
  const bundle = { variant: [String(variantId(shop, 'duo'))], counted: ['1'] };
  assert.equal((await browser.send('/stock/counts/1/all', bundle)).status, 422);
});

test('a line is taken off a count sheet, and a sheet is discarded without a change', async () => {
  const shop = await roaster();
  const browser = await signIn(shop);
  await browser.open('/stock/counts');
  await browser.send('/stock/counts', { warehouse: place(shop), note: '' });
  await browser.send('/stock/counts/1/lines', { how: 'replace', code: ['BEANS', 'CUP'], qty: ['18', '1'] });
  const less = await browser.send('/stock/counts/1/remove', { variant: String(variantId(shop, 'cup')) });
  assert.doesNotMatch(less.text, /CUP 10 1/);
  const ended = await browser.send('/stock/counts/1/discard');
  assert.match(ended.text, /Discarded/);
  await browser.open('/stock/counts');
  assert.equal((await browser.send('/stock/counts/1/commit')).status, 422);
  assert.deepEqual(shop.stock('beans'), { onHand: 20, reserved: 0 });
});

// Whose it is

test('nothing of another store’s stock is seen or moved', async () => {
  const shop = await roaster();
  const mine = await signIn(shop);
  await mine.open('/stock/counts');
  await mine.send('/stock/counts', { warehouse: place(shop), note: '' });
  const order = await ordered(shop, [{ sku: 'CUP', qty: 1, price: '1' }]);
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
  const wanted = { doing: 'set', warehouse: place(shop), qty: '1' };
  assert.equal((await other.send(item(shop, 'beans', '/adjust'), wanted)).status, 404);
  const goods = { kind: 'deposit', warehouse: place(shop), code: 'BEANS', qty: '1', cost: '' };
  assert.equal((await other.send('/stock/receive', goods)).status, 422);
  assert.deepEqual(shop.stock('beans'), { onHand: 20, reserved: 0 });
});
