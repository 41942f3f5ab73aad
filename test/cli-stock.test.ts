import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { CONCURRENT, openFolder, openFolderOf } from './cli.ts';
import { english, errorPattern } from './errors.ts';
import { MALEE } from './owner-account.ts';
import { openReceiver } from './receiver.ts';
import { reseller, roastery } from './stock-steps.ts';
import { cafe, idOf, type Json, openShop, until } from './support.ts';

const levels = ({ stock }: Json) =>
  stock.map((row: Json) => [row.sku, row.warehouse, row.on_hand, row.reserved_qty, row.available_qty]);

suite('stock', CONCURRENT, () => {
  test('stock list shows all variants by warehouse, or a variant by id or SKU', async () => {
    const folder = openFolder();
    const { cafe: loaded } = await folder.load({ stores: [cafe()] });
    const hot = [
      ['LAT-H', 'bkk', 10, 0, 10],
      ['LAT-H', 'cnx', 5, 0, 5],
    ];
    assert.deepEqual(levels(await folder.runCommandJson('stock', 'list')), [...hot, ['LAT-I', 'bkk', 10, 0, 10]]);
    assert.deepEqual(levels(await folder.runCommandJson('stock', 'list', loaded?.variants.hot as string)), hot);
    assert.deepEqual(levels(await folder.runCommandJson('stock', 'list', '--sku', 'LAT-H')), hot);
    const { stdout } = await folder.runCommand('stock', 'list');
    assert.match(
      stdout,
      /^variant +sku +name +warehouse +on hand +reserved +available\n1 +LAT-H +ลาเต้ ร้อน +bkk +10 +0 +10\n/,
    );
  });

  test('stock set, add and deduct use the first warehouse by default, with the reason command_edited', async () => {
    const folder = openFolder();
    const { cafe: loaded } = await folder.load({ stores: [cafe()] });
    const { hot = '' } = loaded?.variants ?? {};
    assert.deepEqual(levels(await folder.runCommandJson('stock', 'set', hot, '7')), [['LAT-H', 'bkk', 7, 0, 7]]);
    assert.deepEqual(levels(await folder.runCommandJson('stock', 'add', hot, '3', '--warehouse', 'cnx')), [
      ['LAT-H', 'cnx', 8, 0, 8],
    ]);
    const cnx = loaded?.warehouses.cnx as string;
    const deducted = await folder.runCommandJson('stock', 'deduct', '--sku', 'LAT-H', '2', '--warehouse', cnx);
    assert.deepEqual(levels(deducted), [['LAT-H', 'cnx', 6, 0, 6]]);
    const ledger = folder.rows<Json>(
      `SELECT w.key, on_hand_before, on_hand_after, order_id, user_id FROM stock_ledger
     JOIN warehouses w ON w.id = warehouse_id WHERE reason = 'command_edited' ORDER BY time`,
    );
    assert.deepEqual(
      ledger.map((row) => Object.values(row)),
      [
        ['bkk', 10, 7, null, null],
        ['cnx', 5, 8, null, null],
        ['cnx', 8, 6, null, null],
      ],
    );
  });

  test('the reason depends on --user and --admin', async () => {
    const folder = openFolder();
    await folder.load({ stores: [cafe()] });
    folder.change(MALEE);
    for (const args of [
      ['set', '1', '12', '--user', 'malee'],
      ['add', '1', '2', '--user', 'malee'],
      ['deduct', '1', '1', '--user', 'malee'],
      ['adjust', '1', '9', '--user', 'malee'],
      ['adjust', '1', '8'],
      ['set', '1', '7', '--admin'],
      ['add', '1', '1', '--admin'],
      ['deduct', '1', '2', '--admin'],
    ])
      await folder.runCommandJson('stock', ...args);
    const { ledger } = await folder.runCommandJson('stock', 'ledger', '1', '--warehouse', 'bkk');
    assert.deepEqual(
      ledger.map((row: Json) => [row.reason, row.user_id, row.on_hand_before, row.on_hand_after]),
      [
        ['admin_edited', undefined, 8, 6],
        ['admin_edited', undefined, 7, 8],
        ['admin_edited', undefined, 8, 7],
        ['user_adjusted', undefined, 9, 8],
        ['user_adjusted', '7', 13, 9],
        ['user_deducted', '7', 14, 13],
        ['user_added', '7', 12, 14],
        ['user_set', '7', 10, 12],
        ['system_init', undefined, 0, 10],
      ],
    );
  });

  test('stock ledger pages through the movements of a variant, newest first', async () => {
    const folder = openFolder();
    await folder.load({ stores: [cafe()] });
    folder.change(MALEE);
    await folder.runCommandJson('stock', 'transfer', '1=3', '--from', 'bkk', '--to', 'cnx', '--user', 'malee');
    const { stdout } = await folder.runCommand('stock', 'ledger', '--sku', 'LAT-H');
    const lines = stdout.split('\n').map((line) => line.replace(/^\d{4}-\d\d-\d\d \d\d:\d\d/, 'TIME').split(/ {2,}/));
    assert.deepEqual(lines.slice(0, 3), [
      ['time', 'warehouse', 'on hand', 'reserved', 'available', 'reason', 'by', 'document'],
      ['TIME', 'cnx', '5 → 8', '0', '5 → 8', 'user_added', 'malee', 'transfer 1'],
      ['TIME', 'bkk', '10 → 7', '0', '10 → 7', 'user_deducted', 'malee', 'transfer 1'],
    ]);
    const { ledger } = await folder.runCommandJson('stock', 'ledger', '1', '--limit', '1', '--offset', '1');
    assert.equal(ledger.length, 1);
    const [{ time: _, ...entry }] = ledger;
    assert.deepEqual(entry, {
      warehouse_id: '1',
      warehouse: 'bkk',
      on_hand_before: 10,
      on_hand_after: 7,
      reserved_before: 0,
      reserved_after: 0,
      reason: 'user_deducted',
      user_id: '7',
      document_id: '1',
      document_kind: 'transfer',
    });
  });

  test('stock ledger shows a deleted variant', async () => {
    const folder = openFolder();
    await folder.load({ stores: [cafe()] });
    await folder.runCommandJson('variant', 'delete', '1');
    assert.equal((await folder.runCommandJson('stock', 'ledger', '1')).ledger.length, 2);
  });

  test('variants without own stock have no ledger, except their earlier movements', async () => {
    const folder = openFolder();
    await folder.load({ stores: [roastery(), reseller()] });
    for (const [id, expected] of [
      ['4', english('stock_of_a_bundle', { variant: idOf('4') })],
      ['5', english('stock_of_a_pulled_variant', { variant: idOf('5') })],
    ] as const)
      for (const args of [
        ['ledger', id],
        ['list', id, '--at', '2100-01-01'],
      ])
        assert.deepEqual((await folder.runCommand('stock', ...args)).errorLines, [`raan: ${expected}`]);
    await folder.runCommandJson('bundle', 'set', '3', '1=1');
    assert.equal((await folder.runCommandJson('stock', 'ledger', '3')).ledger.length, 2);
  });

  test('stock list --at takes Unix milliseconds or ISO 8601, Bangkok time without an offset', async () => {
    const folder = openFolder();
    await folder.load({ stores: [cafe()] });
    const noon = Date.UTC(2026, 10, 11, 5);
    folder.change(`DROP TRIGGER stock_ledger_no_update; UPDATE stock_ledger SET time = ${noon}`);
    await folder.runCommandJson('stock', 'set', '1', '3');
    const hot = async (time: string) => levels(await folder.runCommandJson('stock', 'list', '1', '--at', time));
    const then = [
      ['LAT-H', 'bkk', 10, 0, 10],
      ['LAT-H', 'cnx', 5, 0, 5],
    ];
    for (const time of [String(noon), '2026-11-11T12:00', '2026-11-11 12:00:00.000', '2026-11-11T05:00Z', '2026-11-12'])
      assert.deepEqual(await hot(time), then, time);
    for (const time of [String(noon - 1), '2026-11-11T11:59', '2026-11-11T06:59:59+02:00', '2026-11-11'])
      assert.deepEqual(await hot(time), [], time);
    assert.equal((await hot(String(Date.now() + 1_000)))[0][2], 3);
    assert.equal((await folder.runCommandJson('stock', 'list', '--at', '2026-11-12')).stock.length, 3);
  });

  test('stock list --low shows variants at or below their threshold', async () => {
    const folder = openFolder();
    await folder.load({ stores: [cafe()] });
    assert.deepEqual(await folder.runCommandJson('stock', 'list', '--low'), { low_stock: [] });
    folder.change('UPDATE variants SET low_stock_threshold = 10');
    assert.deepEqual(await folder.runCommandJson('stock', 'list', '--low'), {
      low_stock: [
        {
          product_variant_id: '2',
          sku: 'LAT-I',
          name: 'ลาเต้',
          variant_name: 'เย็น',
          low_stock_threshold: 10,
          on_hand: 10,
          reserved_qty: 0,
          available_qty: 10,
        },
      ],
    });
  });

  test('a stock change shows in product detail at once, and the running server announces it', async () => {
    const receiver = await openReceiver();
    const shop = await openShop({ stores: [cafe({ apps: [{ key: 'bot', name: 'Bot', url: receiver.url }] })] });
    await receiver.trust(shop.ids.apps.bot?.webhook_secret);
    const available = async () =>
      (await shop.call('/v1/product/detail', { product_id: shop.ids.products.latte })).body.product.variants[0]
        .available_qty;
    assert.equal(await available(), 15);
    await openFolderOf(shop).spawnCommandJson('stock', 'set', '--sku', 'LAT-H', '4', '--warehouse', 'cnx');
    assert.equal(await available(), 14);
    await until('the change arrives', () => receiver.items.length > 0);
    const [{ update_time, ...item }] = receiver.items;
    assert.deepEqual(item, {
      id: shop.ids.variants.hot,
      sku: 'LAT-H',
      old: 5,
      new: 4,
      warehouse_id: shop.ids.warehouses.cnx,
      reason: 'command_edited',
    });
    assert.ok(receiver.received[0]?.signed);
  });

  test('a SKU shared by several variants is refused with their ids', async () => {
    const folder = openFolder();
    const variants = ['a', 'b'].map((key) => ({ key, sku: 'SAME', stock: { bkk: 1 } }));
    await folder.load({ stores: [cafe({ products: [{ key: 'p', name: 'P', variants }] })] });
    const { status, errorLines } = await folder.runCommand('stock', 'set', '--sku', 'SAME', '2');
    assert.equal(status, 1);
    assert.deepEqual(errorLines, [`raan: ${english('sku_of_several_variants', { sku: 'SAME', variants: [1, 2] })}`]);
  });

  test('stock verify lists differences to the ledger, and stock repair fixes them', async () => {
    const folder = openFolder();
    const { cafe: loaded } = await folder.load({ stores: [cafe()] });
    assert.deepEqual(await folder.runCommandJson('stock', 'verify'), { differences: [] });
    folder.change('UPDATE stock SET on_hand = 99 WHERE variant_id = 1 AND warehouse_id = 1');

    const found = await folder.runCommand('stock', 'verify', '--json');
    assert.equal(found.status, 1);
    assert.match(found.stderr, errorPattern('stock_differs', { differences: 1 }));
    const { differences } = found.json;
    assert.equal(differences.length, 1);
    assert.deepEqual([differences[0].on_hand, differences[0].ledger_on_hand], [99, 10]);
    assert.equal(differences[0].product_variant_id, loaded?.variants.hot);
    const check = await folder.runCommand('check');
    assert.equal(check.status, 1);
    assert.match(check.stderr, errorPattern('variant_stock_differs_from_ledger', { variant: 1 }));

    assert.deepEqual((await folder.runCommandJson('stock', 'repair')).differences, differences);
    assert.deepEqual(await folder.runCommandJson('stock', 'verify'), { differences: [] });
    assert.deepEqual(levels(await folder.runCommandJson('stock', 'list', '1'))[0], ['LAT-H', 'bkk', 10, 0, 10]);
  });

  test('stock repair --trust stock keeps the stock and adds ledger entries with the reason unknown', async () => {
    const folder = openFolder();
    await folder.load({ stores: [cafe()] });
    folder.change('UPDATE stock SET on_hand = 99 WHERE variant_id = 1 AND warehouse_id = 1');
    assert.equal((await folder.runCommandJson('stock', 'repair', '--trust', 'stock')).differences.length, 1);
    assert.deepEqual(levels(await folder.runCommandJson('stock', 'list', '1'))[0], ['LAT-H', 'bkk', 99, 0, 99]);
    const [entry] = (await folder.runCommandJson('stock', 'ledger', '1')).ledger;
    assert.deepEqual([entry.reason, entry.on_hand_before, entry.on_hand_after], ['unknown', 10, 99]);
    assert.deepEqual(await folder.runCommandJson('stock', 'verify'), { differences: [] });
  });

  test('check accepts a valid database and prints its schema version', async () => {
    const folder = openFolder();
    await folder.load({ stores: [cafe()] });
    const { ok, schema_version } = await folder.runCommandJson('check');
    assert.equal(ok, true);
    assert.ok(schema_version >= 1);
    assert.match((await folder.runCommand('check')).stdout, /raan\.db/);
  });

  test('check lists all problems', async () => {
    const folder = openFolder();
    await folder.load({ stores: [cafe()] });
    folder.change(`PRAGMA foreign_keys = OFF; UPDATE channels SET app_id = 99;
                 UPDATE stock SET on_hand = 1 WHERE variant_id = 1`);
    const { status, stdout, errorLines } = await folder.runCommand('check', '--json');
    assert.deepEqual([status, stdout], [1, '']);
    assert.equal(errorLines.length, 3);
    assert.equal(
      errorLines[0],
      `raan: ${english('row_refers_to_missing_row', { table: 'channels', row: 1, parent: 'apps' })}`,
    );
  });
});
