import assert from 'node:assert/strict';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { suite, test } from 'node:test';
import { damageWatch } from '../../src/domain/monitoring/damage-watch.ts';
import { CONCURRENT, openFolder } from '../cli.ts';
import { damagePage, damageTree, dumpOf, leafPages } from '../damage.ts';
import { ANY, english, errorPattern, partialMessage } from '../errors.ts';
import { memoryLog } from '../memory-log.ts';
import { cafe, type Json, openShop } from '../support.ts';

suite('damage of the database', CONCURRENT, () => {
  test('check and doctor name the damaged table and index', async () => {
    const folder = openFolder();
    await folder.load({ stores: [cafe()] });
    damageTree(folder.path('raan.db'), 'prices');
    damageTree(folder.path('raan.db'), 'audit_log');
    damageTree(folder.path('raan.db'), 'orders_by_stage');
    const checked = await folder.runCommand('check');
    assert.equal(checked.status, 1);
    const damages = [
      errorPattern('table_damaged', { table: 'prices' }),
      errorPattern('table_damaged', { table: 'audit_log' }),
      errorPattern('index_damaged', { index: 'orders_by_stage', table: 'orders' }),
    ];
    for (const expected of damages) assert.match(checked.stderr, expected);
    const copy = await folder.runCommand('check', folder.path('raan.db'));
    const why = partialMessage('index_damaged', { index: 'orders_by_stage', table: 'orders' });
    assert.match(copy.stderr, errorPattern('backup_file_damaged', { why }));
    const { json } = await folder.runCommand('doctor', '--json');
    const found = json.problems.filter(({ check }: Json) => check === 'damage');
    const problems = found.map(({ problem }: Json) => problem).join('\n');
    for (const expected of damages) assert.match(problems, expected);
    assert.match(found[0].fix, errorPattern('fix_damage'));
  });

  test('readiness and metrics report damage until a later check finds none', async () => {
    let monotonic = 0;
    const { log, lines } = memoryLog();
    const shop = await openShop({
      monotonic: () => monotonic,
      log,
      config: { metrics: { token: 'a-token-of-metrics' } },
    });
    const watch = damageWatch(shop.ctx, 1_000);
    const { database } = shop.config;
    const seen = async () => {
      await watch.checkDue();
      const { status, body } = await shop.send('/readyz', {});
      const metrics = await fetch(`${shop.url}/metrics`, { headers: { Authorization: 'Bearer a-token-of-metrics' } });
      const [, count] = /^raan_database_damages (\d+)$/m.exec(await metrics.text()) ?? [];
      return [status, body.checks.integrity, count];
    };
    assert.deepEqual(await seen(), [200, 'ok', '0']);
    shop.ctx.connection.pragma('wal_checkpoint(TRUNCATE)');
    copyFileSync(database, `${database}-intact`);
    damageTree(database, 'prices');
    monotonic += 2_000;
    assert.deepEqual(await seen(), [503, 'failing', '1']);
    const [line] = lines.filter(({ msg }) => /the database is damaged/.test(String(msg)));
    assert.match(line?.problems[0], errorPattern('table_damaged', { table: 'prices' }));
    writeFileSync(database, readFileSync(`${database}-intact`));
    monotonic += 60_000;
    assert.deepEqual(await seen(), [503, 'failing', '1'], 'the next check is not due');
    monotonic += 3_600_000;
    assert.deepEqual(await seen(), [200, 'ok', '0']);
  });

  test('a server that reads a damaged table exits with status 78 and names the table', async () => {
    const folder = openFolder({ config: 'listen.port = 0\n' });
    await folder.load({ stores: [cafe()] });
    damageTree(folder.path('raan.db'), 'stores');
    const { status, stderr } = await folder.spawnCommand('serve');
    assert.equal(status, 78);
    assert.match(
      stderr,
      errorPattern('database_damaged', {
        file: `${ANY}raan.db`,
        why: english('table_damaged', { table: 'stores', text: ANY }),
      }),
    );
  });

  test('salvage saves every row around a damaged page, names the lost range, and the saved database passes the check', async () => {
    const folder = openFolder();
    const products = Array.from({ length: 300 }, (_, i) => ({
      key: `p${i}`,
      name: `สินค้า ${i}`,
      variants: [{ key: `v${i}`, sku: `SKU-${i}`, prices: { retail: '65', vip: '60' }, stock: { bkk: i } }],
    }));
    await folder.load({ stores: [cafe({ products })] });
    const file = folder.path('raan.db');
    const before = folder.rows<{ id: number }>('SELECT id FROM variants ORDER BY id').map(({ id }) => id);
    const [leaf] = leafPages(file, 'prices').slice(1);
    damagePage(file, leaf ?? 0);
    const bytes = folder.bytes('raan.db');
    const { status, errorLines, json } = await folder.runCommand('salvage', file, folder.path('saved.db'), '--json');
    assert.equal(status, 1);
    const of = (name: string) => json.tables.find(({ table }: Json) => table === name);
    assert.deepEqual(of('variants'), { table: 'variants', saved: before.length, refused: 0, lost: [] });
    assert.equal(of('prices').lost.length, 1);
    assert.ok(of('prices').saved > 0);
    assert.equal(errorLines.length, 1, errorLines.join('\n'));
    assert.match(errorLines[0] ?? '', errorPattern('salvage_lost_rows', { table: 'prices' }));
    assert.ok(folder.bytes('raan.db').equals(bytes), 'the damaged file is unchanged');
    assert.equal((await folder.runCommand('check', folder.path('saved.db'))).status, 0);
    const again = await folder.runCommand('salvage', file, folder.path('saved.db'));
    assert.equal(again.status, 1);
    assert.match(again.stderr, errorPattern('salvage_target_exists'));
  });

  test('salvage of a table that cannot be read at all says that all of its rows are lost', async () => {
    const folder = openFolder();
    await folder.load({ stores: [cafe()] });
    const file = folder.path('raan.db');
    damageTree(file, 'prices');
    const { errorLines } = await folder.runCommand('salvage', file, folder.path('saved.db'));
    assert.ok(
      errorLines.includes(`raan: ${english('salvage_lost_table', { table: 'prices' })}`),
      errorLines.join('\n'),
    );
  });

  test('salvage of a valid database loses nothing, and the copy is equal', async () => {
    const folder = openFolder();
    await folder.load({ stores: [cafe()] });
    const { tables } = await folder.runCommandJson('salvage', folder.path('raan.db'), folder.path('saved.db'));
    const lost = tables.filter((table: Json) => table.refused > 0 || table.lost.length > 0);
    assert.deepEqual(lost, []);
    const rows = (file: string) => dumpOf(folder.path(file));
    assert.deepEqual(rows('saved.db'), rows('raan.db'));
  });
});
