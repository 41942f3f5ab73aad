import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { runProgram } from '../src/cli/program.ts';
import { message } from '../src/lib/messages/message.ts';
import { serve } from '../src/serve.ts';
import { CONCURRENT, openFolder, openFolderOf } from './cli.ts';
import { english, errorPattern, partialMessage } from './errors.ts';
import { cafe, openShop } from './support.ts';

const REFUSED: [string[], RegExp][] = [
  [['account', 'disable', 'absent'], errorPattern('account_not_found', { account: 'absent' })],
  [['account', 'add', 'x\ny', '--role', 'owner'], errorPattern('account_name_unfit', { path: 'name', most: 60 })],
  [['dump', 'absent'], errorPattern('store_not_found', { store: 'absent' })],
  [['channel', 'disable', 'absent'], errorPattern('channel_not_found', { channel: 'absent' })],
  [
    ['channel', 'set', 'page', 'price_tier=absent'],
    errorPattern('named_item_not_found', { kind: 'price tier', name: 'absent' }),
  ],
  [['app', 'ping', 'bot'], errorPattern('app_has_no_url', { app: 1 })],
  [['app', 'set', 'bot', 'url=ftp://bot.example'], errorPattern('not_a_web_address', { path: 'url' })],
  [['stock', 'set', '--sku', 'absent', '1'], errorPattern('variant_of_sku_not_found', { sku: 'absent' })],
  [
    ['stock', 'set', '1', '5', '--warehouse', 'absent'],
    errorPattern('named_item_not_found', { kind: 'warehouse', name: 'absent' }),
  ],
  [['stock', 'deduct', '1', '11'], errorPattern('not_enough_on_hand', { variant: 1, onHand: 10, qty: 11 })],
  [['stock', 'deposit', '1=1', '99=1'], errorPattern('variant_not_in_store', { path: '99=1', variant: 99 })],
  [['stock', 'transfer', '1=1', '--from', 'bkk', '--to', 'bkk'], errorPattern('transfer_to_same_warehouse')],
  [['stock', 'assemble', '1', '1'], errorPattern('variant_without_parts', { variant: 1 })],
  [['stock', 'adjust', '1', '1', '--user', 'absent'], errorPattern('account_not_found', { account: 'absent' })],
  [['stock', 'documents', '99'], errorPattern('stock_document_not_found', { document: '99' })],
  [['count', 'commit', '99'], errorPattern('count_sheet_not_found', { sheet: 99 })],
  [['order', 'show', '99'], errorPattern('order_not_found', { order: 99 })],
  [['order', 'show', '007'], errorPattern('nothing_has_id', { id: '007' })],
  [['stock', 'set', '007', '1'], errorPattern('nothing_has_id', { id: '007' })],
  [['order', 'cancel', '99999999999999999999'], errorPattern('nothing_has_id', { id: '99999999999999999999' })],
  [['tier', 'add', 'vip', '--name', 'VIP'], errorPattern('price_tier_key_taken', { path: 'key', priceTier: 'vip' })],
  [['warehouse', 'add', 'bkk', '--name', 'B'], errorPattern('warehouse_key_taken', { path: 'key', warehouse: 'bkk' })],
  [
    ['warehouse', 'set', 'absent', 'name=A'],
    errorPattern('named_item_not_found', { kind: 'warehouse', name: 'absent' }),
  ],
  [['product', 'show', 'absent'], errorPattern('product_not_found', { product: 'absent' })],
  [['product', 'restore', 'latte'], errorPattern('deleted_product_not_found', { product: 'latte' })],
  [['product', 'pull', 'latte', '--store', 'cafe', '--key', 'x'], errorPattern('product_is_own', { product: 1 })],
  [
    ['product', 'import', 'absent.csv'],
    errorPattern('file_not_readable', { file: 'absent.csv', why: partialMessage('file_missing') }),
  ],
  [['variant', 'restore', '1'], errorPattern('deleted_variant_not_found')],
  [['variant', 'add', 'latte', '--key', 'hot'], errorPattern('variant_key_taken', { variant: 'hot' })],
  [['bundle', 'set', '1', '1=2'], errorPattern('part_is_itself', { path: '1=2', part: 1 })],
  [['bundle', 'clear', '1'], errorPattern('variant_is_not_a_bundle', { variant: 1 })],
  [['order', 'cancel', '99'], errorPattern('order_not_found', { order: 99 })],
  [['order', 'history', '99'], errorPattern('order_not_found', { order: 99 })],
  [['shipment', 'move', '99', 'delivered'], errorPattern('shipment_not_found', { shipment: 99 })],
  [['cod', 'collect', '99'], errorPattern('order_not_found', { order: 99 })],
  [
    ['cod', 'remit', 'absent.csv'],
    errorPattern('file_not_readable', { file: 'absent.csv', why: partialMessage('file_missing') }),
  ],
  [['cod', 'remittances', '99'], errorPattern('remittance_not_found', { remittance: '99' })],
  [['cod', 'set-fee', '99', '--fee', '1'], errorPattern('remittance_not_found', { remittance: '99' })],
  [['cod', 'undo', '99', '--reason', 'mistake'], errorPattern('remittance_not_found', { remittance: '99' })],
  [['order', 'refund', '99'], errorPattern('order_not_found', { order: 99 })],
  [['order', 'promptpay', '99'], errorPattern('order_not_found', { order: 99 })],
  [['payment', 'list', '99'], errorPattern('order_not_found', { order: 99 })],
  [
    ['payment', 'notify', '99', '1', '--slip', 'absent.png'],
    errorPattern('file_not_readable', { file: 'absent.png', why: partialMessage('file_missing') }),
  ],
  [['payment', 'notify', '99', '1'], errorPattern('order_not_found', { order: 99 })],
  [['payment', 'confirm', '99'], errorPattern('payment_not_found', { payment: 99 })],
  [['payment', 'slip', '99', '--out', 'slip.png'], errorPattern('payment_not_found', { payment: 99 })],
  [['unblock', '192.0.2.1'], errorPattern('not_blocked', { name: '192.0.2.1' })],
];

suite('refused', CONCURRENT, () => {
  for (const [args, expected] of REFUSED)
    test(`raan ${args.join(' ')} is refused: status 1, one line with the reason, nothing changed`, async () => {
      const folder = openFolder();
      await folder.load({ stores: [cafe()] });
      const before = folder.bytes('raan.db');
      const { status, stdout, errorLines } = await folder.runCommand(...args, '--json');
      assert.equal(status, 1);
      assert.equal(stdout, '');
      assert.equal(errorLines.length, 1, errorLines.join('\n'));
      assert.match(errorLines[0] ?? '', /^raan: /);
      assert.match(errorLines[0] ?? '', expected);
      assert.ok(folder.bytes('raan.db').equals(before));
    });
});

test('with several stores, a command on one store needs --store', async () => {
  const shop = await openShop({ stores: [cafe(), cafe({ key: 'tea' })] });
  const folder = openFolderOf(shop);
  for (const args of [
    ['store', 'suspend'],
    ['channel', 'add', 'Page'],
    ['stock', 'set', '--sku', 'LAT-H', '1'],
  ]) {
    const { status, errorLines } = await folder.runCommand(...args);
    assert.equal(status, 1);
    assert.match(errorLines[0] ?? '', errorPattern('store_not_named', { stores: ['cafe', 'tea'] }));
  }
  const { stores } = await folder.runCommandJson('store', 'suspend', '--store', 'tea');
  assert.deepEqual(
    stores.map(({ key }: { key: string }) => key),
    ['tea'],
  );
});

test('an error that no message exists for is unexpected; RAAN_DEBUG adds its stack', async () => {
  const lines: string[] = [];
  const error = new Error('the schema has no name');
  const openApi = () => Promise.reject(error);
  const run = () =>
    runProgram(
      ['openapi', '--config', '/dev/null'],
      { loadServer: async () => serve, openApi },
      { out: assert.fail, err: (line) => lines.push(line) },
    );
  const expected = `raan: ${english('unexpected_error', { why: message('foreign_text', { text: error.message }) })}`;
  assert.equal(await run(), 1);
  assert.deepEqual(lines, [expected]);
  process.env.RAAN_DEBUG = '1';
  await run();
  delete process.env.RAAN_DEBUG;
  assert.deepEqual(lines, [expected, expected, error.stack]);
});
