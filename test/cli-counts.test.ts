import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { message } from '../src/lib/messages/message.ts';
import { CONCURRENT, type Folder, openFolder, openFolderOf } from './cli.ts';
import { english } from './errors.ts';
import { MALEE } from './owner-account.ts';
import { roastery } from './stock-steps.ts';
import { cafe, idOf, type Json, until } from './support.ts';
import { openWebhookShop } from './webhook-shop.ts';

async function openRoastery(): Promise<Folder> {
  const folder = openFolder();
  await folder.load({ stores: [roastery({ apps: [] })] });
  folder.change(MALEE);
  return folder;
}

const lines = ({ document }: Json) =>
  document.lines.map((line: Json) => [
    line.sku,
    line.counted,
    line.expected,
    line.on_hand,
    line.difference,
    line.moved_since,
  ]);

suite('count sheets', CONCURRENT, () => {
  test('a count sheet is started, filled in, shown and committed', async () => {
    const folder = await openRoastery();
    const started = await folder.runCommandJson(
      'count',
      'start',
      '--warehouse',
      'cnx',
      '--user',
      'malee',
      '--note',
      'สิ้นเดือน',
    );
    const { id, kind, status, warehouse, user_id, note } = started.document;
    assert.deepEqual(
      { id, kind, status, warehouse, user_id, note },
      { id: '1', kind: 'count', status: 'draft', warehouse: 'cnx', user_id: '7', note: 'สิ้นเดือน' },
    );
    const beans = ['BEANS', 3, 4, 4, -1, 0];
    assert.deepEqual(lines(await folder.runCommandJson('count', 'enter', '1', '1=3', '2=8')), [
      beans,
      ['CUP', 8, 8, 8, 0, 0],
    ]);
    const file = folder.write('counted.csv', '\ufeffsku,qty\nKIT,0\nCUP,9\n');
    assert.deepEqual(lines(await folder.runCommandJson('count', 'enter', '1', '--file', file)), [
      ['CUP', 9, 8, 8, 1, 0],
      ['KIT', 0, 0, 0, 0, 0],
    ]);
    await folder.runCommandJson('stock', 'add', '--sku', 'CUP', '5', '--warehouse', 'cnx');
    const shown = await folder.runCommandJson('count', 'show', '1');
    assert.deepEqual(lines(shown), [beans, ['CUP', 9, 8, 13, -4, 5], ['KIT', 0, 0, 0, 0, 0]]);
    const committed = await folder.runCommandJson('count', 'commit', '1');
    assert.equal(committed.document.status, 'committed');
    assert.deepEqual(lines(committed), [beans, ['CUP', 9, 8, 13, -4, 5]]);
    assert.deepEqual(
      folder.rows(`SELECT on_hand_before, on_hand_after, user_id FROM stock_ledger WHERE reason = 'stock_counted'`),
      [
        { on_hand_before: 4, on_hand_after: 3, user_id: 7 },
        { on_hand_before: 13, on_hand_after: 9, user_id: 7 },
      ],
    );
  });

  test('count show prints differences and movements since the count', async () => {
    const folder = await openRoastery();
    await folder.runCommandJson('count', 'start');
    await folder.runCommandJson('count', 'enter', '1', '--by-sku', 'BEANS=25', 'CUP=10');
    await folder.runCommandJson('stock', 'deduct', '--sku', 'BEANS', '3');
    const { stdout } = await folder.runCommand('count', 'show', '1');
    assert.match(
      stdout,
      /^document {3}1 {2}count, draft\nwarehouse {2}bkk\ntime {7}\S+ \d\d:\d\d\nvariant +sku +name +counted +expected +on hand +difference +moved since\n1 +BEANS +กาแฟ เมล็ด +25 +20 +17 +\+8 +-3\n2 +CUP +กาแฟ แก้ว +10 +10 +10\n$/,
    );
  });

  test('count commit --keep-movements adds the movements since the count, and --user names the committing account', async () => {
    const folder = await openRoastery();
    await folder.runCommandJson('count', 'start');
    await folder.runCommandJson('count', 'enter', '1', '--by-sku', 'BEANS=18', 'CUP=10');
    await folder.runCommandJson('stock', 'add', '--sku', 'BEANS', '5');
    await folder.runCommandJson('stock', 'add', '--sku', 'CUP', '5');
    const committed = await folder.runCommandJson('count', 'commit', '1', '--keep-movements', '--user', 'malee');
    assert.deepEqual(lines(committed), [['BEANS', 18, 20, 25, -2, 5]]);
    assert.equal(committed.document.commit_user_id, '7');
    assert.deepEqual(
      folder.rows(`SELECT on_hand_before, on_hand_after, user_id FROM stock_ledger WHERE reason = 'stock_counted'`),
      [{ on_hand_before: 25, on_hand_after: 23, user_id: 7 }],
    );
    assert.match((await folder.runCommand('count', 'show', '1')).stdout, /^committed by {2}malee$/m);
  });

  test('lines are removed; sheets are listed and discarded', async () => {
    const folder = await openRoastery();
    await folder.runCommandJson('count', 'start');
    await folder.runCommandJson('count', 'start');
    await folder.runCommandJson('stock', 'deposit', '1=1');
    await folder.runCommandJson('count', 'enter', '1', '1=3', '2=4', '3=5');
    assert.deepEqual(
      lines(await folder.runCommandJson('count', 'remove', '1', '1', '3')).map(([sku]: Json[]) => sku),
      ['CUP'],
    );
    assert.equal((await folder.runCommandJson('count', 'discard', '2')).document.status, 'discarded');
    const { documents } = await folder.runCommandJson('count', 'list');
    assert.deepEqual(
      documents.map((document: Json) => [document.id, document.status, document.line_count]),
      [
        ['2', 'discarded', 0],
        ['1', 'draft', 1],
      ],
    );
    assert.equal((await folder.runCommandJson('count', 'list', '--limit', '1', '--offset', '1')).documents[0].id, '1');
  });

  test('invalid changes of a sheet are refused with the reason on one line', async () => {
    const folder = await openRoastery();
    await folder.runCommandJson('count', 'start');
    await folder.runCommandJson('stock', 'deposit', '1=1');
    const run = async (...args: string[]) => {
      const { status, errorLines } = await folder.runCommand('count', ...args);
      return [status, ...errorLines];
    };
    assert.deepEqual(await run('enter', '1', '4=1'), [
      1,
      `raan: ${english('stock_of_a_bundle', { variant: idOf('4'), path: '4=1' })}`,
    ]);
    assert.deepEqual(await run('enter', '1', '1=1', '1=2'), [
      1,
      `raan: ${english('variant_counted_twice', { variant: idOf('1'), path: '1=2' })}`,
    ]);
    assert.deepEqual(await run('commit', '1'), [1, `raan: ${english('count_sheet_empty', { sheet: idOf('1') })}`]);
    assert.deepEqual(await run('remove', '1', '1'), [
      1,
      `raan: ${english('count_sheet_without_variant', { sheet: idOf('1'), variant: idOf('1') })}`,
    ]);
    for (const args of [['show'], ['commit'], ['discard'], ['enter', '1=1']] as const)
      assert.deepEqual(await run(args[0], '2', ...args.slice(1)), [
        1,
        `raan: ${english('count_sheet_not_found', { sheet: idOf('2') })}`,
      ]);
    await folder.runCommandJson('count', 'discard', '1');
    assert.deepEqual(await run('enter', '1', '1=1'), [
      1,
      `raan: ${english('count_sheet_not_draft', { sheet: idOf('1'), status: 'discarded' })}`,
    ]);
    assert.deepEqual(await run('enter', '1'), [2, `raan: ${english('lines_not_given', { form: 'VARIANT=QTY' })}`]);
    assert.deepEqual(await run('enter', '1', '1'), [2, 'raan: 1 must be VARIANT=QTY']);
    assert.deepEqual(await run('start', '--user', 'absent'), [
      1,
      `raan: ${english('account_not_found', { account: 'absent' })}`,
    ]);
  });

  test('count commit names a deleted variant, which count remove removes', async () => {
    const folder = openFolder();
    await folder.load({ stores: [cafe()] });
    await folder.runCommandJson('count', 'start');
    await folder.runCommandJson('count', 'enter', '1', '1=3', '2=4');
    folder.change('UPDATE variants SET delete_time = 1 WHERE id = 2');
    assert.deepEqual((await folder.runCommand('count', 'commit', '1')).errorLines, [
      `raan: ${english('count_sheet_unfit_variants', { sheet: idOf('1'), problems: [message('variant_not_in_store', { variant: idOf('2') })] })}`,
    ]);
    await folder.runCommandJson('count', 'remove', '1', '2');
    assert.equal((await folder.runCommandJson('count', 'commit', '1')).document.status, 'committed');
  });

  test('a running server announces a sheet that the command line commits', async () => {
    const { shop, receiver } = await openWebhookShop();
    const folder = openFolderOf(shop);
    await folder.runCommandJson('count', 'start');
    await folder.runCommandJson('count', 'enter', '1', '--by-sku', 'LAT-H=7');
    await folder.spawnCommandJson('count', 'commit', '1');
    await until('the count is delivered', () => receiver.items.length > 0);
    const [{ old, new: now, reason }] = receiver.items;
    assert.deepEqual([old, now, reason], [10, 7, 'stock_counted']);
  });
});
