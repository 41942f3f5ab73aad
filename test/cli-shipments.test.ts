import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { CONCURRENT, openFolderOf } from './cli.ts';
import { ANY, english, errorPattern } from './errors.ts';
import { addOwner } from './owner-account.ts';
import { sql } from './sql.ts';
import { reseller, roastery } from './stock-steps.ts';
import { cafe, type Json, openShop, type Shop } from './support.ts';

/** An order that ships before payment; its id and line ids. */
async function placeOrder(shop: Shop, products: object[], more: object = {}): Promise<{ id: string; lines: string[] }> {
  const { status, body } = await shop.order({ products, ship_before_pay: true, ...more });
  assert.equal(status, 200, JSON.stringify(body));
  return { id: body.order.id, lines: body.order.products.map(({ id }: Json) => id) };
}

const hot = (qty: number) => ({ sku: 'LAT-H', qty });
const iced = (qty: number) => ({ sku: 'LAT-I', qty });

const reasons = (shop: Shop) =>
  shop.ctx.db.all(sql<{ reason: string }>('SELECT DISTINCT reason FROM stock_ledger')).map(({ reason }) => reason);

suite('orders edited, shipped and returned', CONCURRENT, () => {
  test('order edit changes quantities and prices, adds and removes lines, visible to partners', async () => {
    const shop = await openShop();
    const order = await placeOrder(shop, [hot(1), iced(2), iced(1)]);
    const { hot: hotId, iced: icedId } = shop.ids.variants;
    const [first = '', second = '', third = ''] = order.lines;
    const lines = ['--set', `${first}=3`, `${second}=1`, '--price', `${first}=60.5`, '--remove', third];
    const edited = await openFolderOf(shop).runCommandJson(
      ...['order', 'edit', order.id, ...lines, '--add', `${hotId}=2`, '--add', `${icedId}=4@12.25`],
    );
    assert.deepEqual(
      edited.order.products.map(({ sku, qty, price }: Json) => [sku, qty, price]),
      [
        ['LAT-H', 3, '60.5'],
        ['LAT-I', 1, '70'],
        ['LAT-H', 2, '65'],
        ['LAT-I', 4, '12.25'],
      ],
    );
    assert.partialDeepStrictEqual(
      edited.order,
      (await shop.call('/v1/order/detail', { order_id: order.id })).body.order,
    );
    assert.deepEqual([shop.stock('hot').reserved, shop.stock('iced').reserved], [5, 5]);
  });

  test('order edit sets shipping deadline, shipping before payment and sales channel', async () => {
    const shop = await openShop();
    const order = await placeOrder(shop, [hot(1)], { ship_before_pay: true });
    const folder = openFolderOf(shop);
    const terms = ['--ship-by', '2026-12-01T17:00+07:00', '--ship-before-pay', 'no', '--sales-channel', 'line'];
    const { order: edited } = await folder.runCommandJson('order', 'edit', order.id, ...terms);
    assert.deepEqual(
      [edited.ship_deadline_time, edited.ship_before_pay, edited.channel],
      [Date.parse('2026-12-01T10:00Z'), false, 'line'],
    );
    const none = await folder.runCommandJson('order', 'edit', order.id, '--ship-by', 'never', '--sales-channel', '');
    assert.deepEqual([none.order.ship_deadline_time, none.order.channel], [undefined, undefined]);
  });

  test('order show prints line ids, short quantities and shipments', async () => {
    const shop = await openShop();
    const order = await placeOrder(shop, [hot(1), iced(3)]);
    const folder = openFolderOf(shop);
    const orderOutput = async () => (await folder.runCommand('order', 'show', order.id)).stdout;
    assert.match(
      await orderOutput(),
      /\nline +product +sku +qty +price +amount\n1 +ลาเต้ ร้อน +LAT-H +1 .*\n2 +ลาเต้ เย็น +LAT-I +3 .*\n$/,
    );
    const short = ['--short', `${order.lines[1]}=1`];
    const { order: shipped } = await folder.runCommandJson('order', 'ship', order.id, '--tracking', 'T1', ...short);
    assert.deepEqual(
      shipped.products.map(({ short_qty }: Json) => short_qty),
      [undefined, 2],
    );
    assert.match(await orderOutput(), /LAT-I +3 \(2 short\) /);
    assert.match(
      await orderOutput(),
      /\nshipment +status +courier +tracking number +booked +picked up\n1 +picked_up +ems +T1 +2\S+ \d\d:\d\d +2\S+ \d\d:\d\d\n$/,
    );
  });

  test('order ship ships all unshipped goods, or the given lines', async () => {
    const shop = await openShop();
    const order = await placeOrder(shop, [hot(3), iced(1)]);
    const folder = openFolderOf(shop);
    const line = ['--line', `${order.lines[0]}=2`];
    const first = await folder.runCommandJson('order', 'ship', order.id, '--tracking', 'T1', ...line);
    assert.equal(first.order.shipping_status, 'partially_shipped');
    const second = await folder.spawnCommandJson('order', 'ship', order.id, '--tracking', 'T2');
    assert.equal(second.order.shipping_status, 'shipped');
    assert.deepEqual(
      second.order.shipments.map(({ tracking_number, status }: Json) => [tracking_number, status]),
      [
        ['T1', 'picked_up'],
        ['T2', 'picked_up'],
      ],
    );
    assert.partialDeepStrictEqual(
      second.order,
      (await shop.call('/v1/order/detail', { order_id: order.id })).body.order,
    );
    const { status, errorLines } = await folder.runCommand('order', 'ship', order.id, '--tracking', 'T3');
    assert.deepEqual([status, errorLines], [1, [`raan: ${english('nothing_left_to_ship', { order: order.id })}`]]);
  });

  test('order book, shipment list and shipment pick-up ship a parcel step by step', async () => {
    const shop = await openShop();
    const order = await placeOrder(shop, [hot(12)]);
    const folder = openFolderOf(shop);
    const booked = await folder.runCommandJson('order', 'book', order.id, '--tracking', 'T1');
    const [{ id }] = booked.order.shipments;
    assert.equal(booked.order.shipping_status, 'booked');
    const { shipments } = await folder.runCommandJson('shipment', 'list', order.id);
    assert.deepEqual(
      [shipments[0].order_id, shipments[0].status, shipments[0].tracking_number],
      [order.id, 'booked', 'T1'],
    );
    assert.deepEqual(
      shipments[0].items.map(({ line_id, product_variant_id, warehouse, qty }: Json) => [
        line_id,
        product_variant_id,
        warehouse,
        qty,
      ]),
      [
        [order.lines[0], shop.ids.variants.hot, 'bkk', 10],
        [order.lines[0], shop.ids.variants.hot, 'cnx', 2],
      ],
    );
    const { stdout } = await folder.runCommand('shipment', 'list', order.id);
    assert.match(
      stdout,
      /^shipment +status +tracking number +line +product +sku +warehouse +qty\n1 +booked +T1 +1 +ลาเต้ ร้อน +LAT-H +bkk +10\n/,
    );
    const short = ['--short', `${order.lines[0]}=4`];
    const left = await folder.runCommandJson('shipment', 'pick-up', id, '--from', 'cnx', ...short);
    assert.deepEqual(
      left.shipments.map(({ status, items }: Json) => [
        status,
        items.map(({ warehouse, qty }: Json) => [warehouse, qty]),
      ]),
      [['picked_up', [['cnx', 4]]]],
    );
    assert.ok(reasons(shop).includes('available_qty_reconciled'));
  });

  test('shipment cancel releases the goods, and the order can be booked again', async () => {
    const shop = await openShop();
    const order = await placeOrder(shop, [hot(2)]);
    const folder = openFolderOf(shop);
    const [{ id }] = (await folder.runCommandJson('order', 'book', order.id, '--tracking', 'T1')).order.shipments;
    const { shipments } = await folder.runCommandJson('shipment', 'cancel', id);
    assert.equal(shipments[0].status, 'canceled');
    assert.deepEqual(shop.stock('hot'), { onHand: 10, reserved: 0 });
    await folder.runCommandJson('order', 'book', order.id, '--tracking', 'T2');
    assert.deepEqual(shop.stock('hot'), { onHand: 10, reserved: 2 });
    const { status, errorLines } = await folder.runCommand('shipment', 'pick-up', id);
    assert.deepEqual(
      [status, errorLines],
      [1, [`raan: ${english('shipment_already_in_status', { shipment: id, status: 'canceled' })}`]],
    );
  });

  test('order return adds returned goods to stock and records the account', async () => {
    const shop = await openShop();
    const order = await placeOrder(shop, [hot(2), iced(1)]);
    const folder = openFolderOf(shop);
    await folder.runCommandJson('order', 'ship', order.id, '--tracking', 'T1');
    await shop.ctx.write((tx) => addOwner(tx, 'แดง', 1));
    const lines = order.lines.map((line) => `${line}=1`);
    const args = ['--warehouse', 'cnx', '--user', 'แดง', '--note', 'แตก'];
    const { document } = await folder.runCommandJson('order', 'return', order.id, ...lines, ...args);
    assert.deepEqual(
      [document.kind, document.order_id, document.warehouse, document.user_id, document.note],
      ['return', order.id, 'cnx', '1', 'แตก'],
    );
    assert.deepEqual(
      document.lines.map(({ order_line_id, qty }: Json) => [order_line_id, qty]),
      order.lines.map((line) => [line, 1]),
    );
    assert.deepEqual([shop.stock('hot', 'cnx').onHand, shop.stock('iced', 'cnx').onHand], [6, 1]);
    const twice = await folder.runCommand('order', 'return', order.id, `${order.lines[0]}=1`, `${order.lines[0]}=1`);
    assert.deepEqual(twice.errorLines, [`raan: ${english('line_repeated', { line: order.lines[0] })}`]);
    const none = await folder.runCommand('order', 'return', order.id);
    assert.deepEqual([none.status, none.errorLines], [1, [`raan: ${english('no_returned_lines')}`]]);
    const onHand = shop.stock('hot').onHand;
    await folder.runCommandJson('order', 'return', order.id, '--damaged', `${order.lines[0]}=1`);
    assert.equal(shop.stock('hot').onHand, onHand);
    const { documents } = await folder.runCommandJson('stock', 'documents');
    assert.deepEqual(
      documents.map(({ kind, order_id }: Json) => [kind, order_id]),
      ['damaged', 'return', 'return'].map((kind) => [kind, order.id]),
    );
    const { status, errorLines } = await folder.runCommand('order', 'return', order.id, `${order.lines[0]}=2`);
    assert.deepEqual(
      [status, errorLines],
      [1, [`raan: ${english('return_qty_too_large', { path: 'line 1.qty', qty: 2, left: 0 })}`]],
    );
  });

  test('pulled products ship from the warehouse of the source store, named by id', async () => {
    const shop = await openShop({ stores: [roastery(), reseller()] });
    const token = await shop.bearer('page', shop.stores.shelf);
    const products = [{ sku: 'BEANS', qty: 1, price: 1 }];
    const { body } = await shop.order({ products, ship_before_pay: true }, { token });
    const folder = openFolderOf(shop);
    const ship = (from: string) =>
      folder.runCommand('order', 'ship', body.order.id, '--tracking', 'T1', '--from', from);
    const refused = await ship('cnx'); // the reseller's own
    assert.equal(refused.status, 1);
    assert.match(refused.errorLines[0] ?? '', errorPattern('warehouse_does_not_keep_variant', { variant: 1 }));
    const absent = errorPattern('named_item_not_found', { kind: 'warehouse', name: 'absent' });
    assert.match((await ship('absent')).errorLines[0] ?? '', absent);
    assert.equal((await ship(shop.ids.warehouses.cnx ?? '')).status, 0);
    assert.deepEqual(shop.stock('beans', 'cnx'), { onHand: 3, reserved: 0 });
  });

  test('an error in a new line quotes the argument of --add', async () => {
    const shop = await openShop();
    const order = await placeOrder(shop, [hot(1)]);
    const folder = openFolderOf(shop);
    const hotId = shop.ids.variants.hot ?? '';
    for (const [lines, expected] of [
      [[`${hotId}=1`, '99=1'], english('unknown_variant', { path: '--add 99=1' })],
      [[`${hotId}=999`], english('out_of_stock', { path: `--add ${hotId}=999`, needed: 999, available: 14 })],
      [[`${hotId}=1@99999999999`, `${hotId}=1`], english('order_amount_too_large', { path: 'products' })],
    ] as const) {
      const { status, errorLines } = await folder.runCommand(
        'order',
        'edit',
        order.id,
        ...lines.flatMap((l) => ['--add', l]),
      );
      assert.deepEqual([status, errorLines], [1, [`raan: ${expected}`]]);
    }
  });

  const WRONG: [string[], RegExp][] = [
    [['order', 'edit', '1'], errorPattern('order_change_not_given')],
    [
      ['order', 'edit', '1', '--ship-before-pay', 'maybe'],
      errorPattern('argument_not_yes_or_no', { name: '--ship-before-pay', text: 'maybe' }),
    ],
    [
      ['order', 'edit', '1', '--sales-channel', 'moon'],
      errorPattern('argument_not_a_sales_channel', { text: 'moon', known: ['sales_page', ANY] }),
    ],
    [['order', 'edit', '1', '--set', '1:3'], errorPattern('argument_malformed', { text: '1:3', form: 'LINE=QTY' })],
    [['order', 'edit', '1', '--set', 'x=3'], errorPattern('argument_not_an_id', { name: 'LINE', text: 'x' })],
    [
      ['order', 'edit', '1', '--set', '1=0'],
      errorPattern('argument_not_a_whole_number', { name: 'QTY', min: 1, text: '0' }),
    ],
    [
      ['order', 'edit', '1', '--price', '1=-5'],
      errorPattern('argument_below_zero_baht', { name: 'PRICE', text: '-5' }),
    ],
    [['order', 'edit', '1', '--add', '1=1@'], errorPattern('argument_not_an_amount', { name: 'PRICE', text: '' })],
    [
      ['order', 'edit', '1', '--add', '1'],
      errorPattern('argument_malformed', { text: '1', form: 'VARIANT=QTY[@PRICE]' }),
    ],
    [['order', 'edit', '1', '--remove', 'x'], errorPattern('argument_not_an_id', { name: 'LINE', text: 'x' })],
    [['order', 'ship', '1'], /required option '--tracking <number>' not specified/],
    [['order', 'book', '1', '--tracking', ' '], errorPattern('argument_empty', { name: '--tracking' })],
    [
      ['order', 'book', '1', '--tracking', 'T', '--line', '1=0'],
      errorPattern('argument_not_a_whole_number', { name: 'QTY', min: 1, text: '0' }),
    ],
    [['order', 'return', '1', '1=0'], errorPattern('argument_not_a_whole_number', { name: 'QTY', min: 1, text: '0' })],
    [['shipment', 'pick-up', 'x'], errorPattern('argument_not_an_id', { name: 'ID', text: 'x' })],
    [['shipment', 'list', 'x'], errorPattern('argument_not_an_id', { name: 'ORDER', text: 'x' })],
  ];

  for (const [args, expected] of WRONG)
    test(`raan ${args.join(' ')} is wrong usage: status 2 and one line with the reason`, async () => {
      const shop = await openShop({ stores: [cafe()] });
      await placeOrder(shop, [hot(1)]);
      const { status, stdout, errorLines } = await openFolderOf(shop).runCommand(...args);
      assert.deepEqual([status, stdout, errorLines.length], [2, '', 1]);
      assert.match(errorLines[0] ?? '', expected);
    });
});
