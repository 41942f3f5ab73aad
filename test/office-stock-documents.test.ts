import assert from 'node:assert/strict';
import { test } from 'node:test';
import { byCommand } from '../src/domain/orders/history.ts';
import { moveShipment } from '../src/domain/orders/shipments/move.ts';
import { openFolderOf } from './cli.ts';
import { officePattern } from './errors.ts';
import { errorAt } from './office.ts';
import { place, roaster, signIn, typed } from './office-stock-steps.ts';
import { placeOrder } from './order-steps.ts';
import { bookOrder, pickUpShipment } from './shipment-steps.ts';
import { change, sql } from './sql.ts';
import { runStep, variantId } from './stock-steps.ts';
import type { Json, Shop } from './support.ts';

const cost = (shop: Shop, sku: string) =>
  shop.ctx.db.get(sql<{ cost: number | null }>('SELECT cost FROM variants WHERE sku = ? AND cost IS NOT NULL'), sku)
    ?.cost;

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
  assert.match(errorAt(response, 'cost-1') ?? '', officePattern('cost_only_for_purchase'));
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
  assert.doesNotMatch((await browser.open('/stock/documents/1/lines.csv')).html, /cost/i);
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
  for (const problem of [/Enter a whole number/, /No product has this SKU/, /has no stock of its own/, /Enter a SKU/])
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
  assert.equal((await browser.open('/stock/ledger.csv?user=1')).html.match(/,malee,Assembly #1\r\n/g)?.length, 3);
  await browser.open('/stock/assembly');
  await browser.send('/stock/assembly', { ...wanted, action: 'disassemble', qty: '1' });
  assert.deepEqual([shop.stock('kit').onHand, shop.stock('beans').onHand], [3, 16]);
});

test('the page of customer returns lists the orders whose parcels came back until they are restocked', async () => {
  const shop = await roaster();
  const browser = await signIn(shop);
  const order = await placeOrder(shop, [{ sku: 'BEANS', qty: 1, price: '1' }]);
  const { result: parcel } = await bookOrder(shop, order);
  await pickUpShipment(shop, parcel);
  assert.match((await browser.open('/stock/return')).text, /Find the order to return/);
  await runStep(shop, (tx, now) => moveShipment(tx, parcel.id, 'returned', byCommand(now)));
  const { html, text } = await browser.open('/stock/return');
  assert.match(text, /To restock .*Order #1/);
  assert.ok(html.includes(`href="/office/stock/return/${order.id}"`));
  await browser.open(`/stock/return/${order.id}`);
  await browser.send(`/stock/return/${order.id}`, { line: order.lines.map(String), qty: ['1'], warehouse: '' });
  assert.doesNotMatch((await browser.open('/stock/return')).text, /To restock/);
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
  for (const code of ['1', 'EX123456785TH'])
    assert.equal((await browser.open(`/stock/return?q=${code}`)).path, `/stock/return/${order.id}`);
  assert.match((await browser.open('/stock/return?q=EX12345678')).text, /Order #1/);
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
  assert.match(again.text, officePattern('return_qty_too_large', { qty: 1, left: 0 }));
});

test('the command line reads the lines of a document that the office exports, in either language', async () => {
  const shop = await roaster();
  const browser = await signIn(shop);
  const folder = openFolderOf(shop);
  await browser.open('/stock/receive');
  const lines = { code: ['BEANS', 'CUP'], qty: ['2', '3'], cost: ['120.5', '3'] };
  await browser.send('/stock/receive', { kind: 'purchase', warehouse: place(shop), ...lines });
  for (const language of ['th', 'en']) {
    await browser.open('/me');
    await browser.send('/language', { language });
    const { html } = await browser.open('/stock/documents/1/lines.csv');
    const file = folder.write(`${language}.csv`, html);
    const { document } = await folder.runCommandJson('stock', 'purchase', '--file', file, '--store', 'cafe');
    assert.deepEqual(
      document.lines.map((line: Json) => [line.sku, line.qty, line.cost]),
      [
        ['BEANS', 2, '120.5'],
        ['CUP', 3, '3'],
      ],
      html,
    );
  }
});
