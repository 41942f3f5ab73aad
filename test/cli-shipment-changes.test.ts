import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { CONCURRENT, openFolderOf } from './cli.ts';
import { codOrder, moneyOf, openSeller, sendParcel } from './cod-steps.ts';
import { english } from './errors.ts';
import { placeOrder } from './order-steps.ts';
import { addOwner } from './owner-account.ts';
import { runStep } from './stock-steps.ts';
import type { Json } from './support.ts';

suite('manual shipment changes', CONCURRENT, () => {
  test('shipment move changes the status; COD and order follow', async () => {
    const shop = await openSeller();
    await runStep(shop, (tx, now) => addOwner(tx, 'malee', now));
    const order = await codOrder(shop, '50');
    const { id } = await sendParcel(shop, order, 'EX1');
    const folder = openFolderOf(shop);
    const moved = async (status: string) =>
      (await folder.runCommandJson('shipment', 'move', String(id), status, '--user', 'malee')).shipments[0].status;
    for (const status of ['in_transit', 'out_for_delivery', 'delivery_failed', 'out_for_delivery', 'delivered'])
      assert.equal(await moved(status), status);
    const { status, errorLines } = await folder.runCommand('shipment', 'move', String(id), 'returning');
    assert.deepEqual(
      [status, errorLines],
      [1, [`raan: ${english('shipment_cannot_become', { shipment: 1, status: 'delivered', to: 'returning' })}`]],
    );
    assert.deepEqual(moneyOf(shop, order), ['collected', 'unpaid', '0', 'open']);
    const { history } = await folder.runCommandJson('order', 'history', String(order.id));
    assert.deepEqual(
      [history.at(-2).actor_name, history.at(-2).detail],
      ['malee', { shipment_id: '1', from: 'out_for_delivery', to: 'delivered' }],
    );
  });

  test('shipment pick-up records the account of --user', async () => {
    const shop = await openSeller();
    await runStep(shop, (tx, now) => addOwner(tx, 'malee', now));
    const order = await codOrder(shop, '50');
    const { id } = await sendParcel(shop, order, 'EX1', { at: 'booked' });
    const folder = openFolderOf(shop);
    await folder.runCommandJson('shipment', 'pick-up', String(id), '--user', 'malee');
    const { history } = await folder.runCommandJson('order', 'history', String(order.id));
    assert.deepEqual([history.at(-1).event, history.at(-1).actor_name], ['shipment_picked_up', 'malee']);
  });

  test('shipment undo-pick-up books the parcel again for the account of --user', async () => {
    const shop = await openSeller();
    await runStep(shop, (tx, now) => addOwner(tx, 'malee', now));
    const order = await codOrder(shop, '50');
    const { id } = await sendParcel(shop, order, 'EX1');
    const folder = openFolderOf(shop);
    const { shipments } = await folder.runCommandJson('shipment', 'undo-pick-up', String(id), '--user', 'malee');
    assert.equal(shipments[0].status, 'booked');
    const { history } = await folder.runCommandJson('order', 'history', String(order.id));
    assert.deepEqual([history.at(-1).event, history.at(-1).actor_name], ['handover_undone', 'malee']);
  });

  test('order book and order ship split the COD amount between parcels', async () => {
    const shop = await openSeller();
    const order = await codOrder(shop, '100', { qty: 2 });
    const folder = openFolderOf(shop);
    const id = String(order.id);
    await folder.runCommandJson(
      'order',
      'book',
      id,
      '--tracking',
      'T1',
      '--line',
      `${order.lines[0]}=1`,
      '--cod',
      '60.5',
    );
    const tooMuch = await folder.runCommand('order', 'ship', id, '--tracking', 'T2', '--cod', '40');
    assert.deepEqual(tooMuch.errorLines, [
      `raan: ${english('cod_amount_too_large', { path: 'cod_amount', wanted: 400_000, left: 395_000 })}`,
    ]);
    const { order: shipped } = await folder.runCommandJson('order', 'ship', id, '--tracking', 'T2');
    assert.deepEqual(
      shipped.shipments.map(({ is_cod, cod_amount }: Json) => [is_cod, cod_amount]),
      [
        [true, '60.5'],
        [true, '39.5'],
      ],
    );
    const other = await codOrder(shop, '100');
    const free = await folder.runCommandJson('order', 'book', String(other.id), '--tracking', 'T3', '--cod', '0');
    assert.equal(free.order.shipments[0].is_cod, false);
  });

  test('a tracking number with a wrong S10 check digit is accepted with a warning', async () => {
    const book = async (command: string, tracking: string, ...options: string[]) => {
      const shop = await openSeller();
      const { id } = await placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }]);
      return openFolderOf(shop).runCommand('order', command, String(id), '--tracking', tracking, ...options);
    };
    const warning = english('s10_check_digit', { number: 'EX123456789TH', digit: 9, expected: 'EX123456785TH' });
    for (const command of ['book', 'ship']) {
      const { status, errorLines, stdout } = await book(command, 'EX123456789TH');
      assert.deepEqual([status, errorLines], [0, [`raan: warning: ${warning}`]]);
      assert.match(stdout, /EX123456789TH/);
    }
    const { errorLines, json } = await book('book', 'EX123456789TH', '--json');
    assert.deepEqual([errorLines, json.warnings], [[`raan: warning: ${warning}`], [warning]]);
    assert.equal(json.order.shipments[0].tracking_number, 'EX123456789TH');
    for (const tracking of ['EX123456785TH', '0G123456789TH']) {
      const { stderr, json } = await book('book', tracking, '--json');
      assert.deepEqual([stderr, json.warnings], ['', undefined]);
    }
  });

  test('a refused booking prints no warning', async () => {
    const shop = await openSeller();
    const { status, errorLines } = await openFolderOf(shop).runCommand(
      'order',
      'book',
      '99',
      '--tracking',
      'EX123456789TH',
    );
    assert.deepEqual([status, errorLines], [1, [`raan: ${english('order_not_found', { order: 99 })}`]]);
  });
});
