import assert from 'node:assert/strict';
import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { describe, test } from 'node:test';
import Sqlite from 'better-sqlite3';
import { CONCURRENT, type Folder, openFolder, openFolderOf, UNPRIVILEGED } from './cli.ts';
import { english, errorPattern, partialMessage } from './errors.ts';
import { cafe, openShop, temporaryFolder } from './support.ts';

/** A folder with the café, and its backup `copy.db`. */
async function withCopy(): Promise<Folder> {
  const folder = openFolder();
  await folder.load({ stores: [cafe()] });
  await folder.runCommandJson('backup', folder.path('copy.db'));
  return folder;
}

const restore = (folder: Folder, file = 'copy.db') => folder.runCommand('restore', folder.path(file));

describe('backup and restore', CONCURRENT, () => {
  test('backup works while a server runs and prints size, rows and schema version', async () => {
    const shop = await openShop();
    await shop.order();
    const folder = openFolderOf(shop);
    const made = await folder.runCommandJson('backup', folder.path('copy.db'));
    assert.equal(made.bytes, statSync(folder.path('copy.db')).size);
    assert.equal(made.schema_version, shop.ctx.schemaVersion);
    assert.equal(made.tables.orders, 1);
    assert.ok(made.rows > 20);
    assert.equal(statSync(folder.path('copy.db')).mode & 0o777, 0o600);
    assert.deepEqual(readdirSync(folder.root).sort(), ['copy.db', 'raan.toml']);
  });

  test('backup never overwrites a file', async () => {
    const folder = await withCopy();
    const before = folder.bytes('copy.db');
    for (const there of ['copy.db', 'raan.toml']) {
      const { status, errorLines } = await folder.runCommand('backup', folder.path(there));
      assert.equal(status, 1);
      assert.deepEqual(errorLines, [`raan: ${english('backup_target_exists', { file: folder.path(there) })}`]);
    }
    assert.deepEqual(folder.bytes('copy.db'), before);
    const { status, errorLines } = await folder.runCommand('backup', folder.path('absent', 'copy.db'));
    assert.deepEqual([status, errorLines.length], [1, 1]);
    const why = partialMessage('file_folder_missing');
    assert.match(errorLines[0] ?? '', errorPattern('backup_not_writable', { folder: folder.path('absent'), why }));
  });

  test('backup removes the partial file of a killed backup after an hour', async () => {
    const folder = openFolder();
    await folder.load({ stores: [cafe()] });
    folder.write('copy.db.part', 'half');
    folder.write('copy.db.part-journal', 'half');
    const young = await folder.runCommand('backup', folder.path('copy.db'));
    assert.equal(young.status, 1);
    const part = folder.path('copy.db.part');
    assert.deepEqual(young.errorLines, [`raan: ${english('backup_target_exists', { file: part })}`]);
    const hoursAgo = new Date(Date.now() - 3_601_000);
    utimesSync(folder.path('copy.db.part'), hoursAgo, hoursAgo);
    await folder.runCommandJson('backup', folder.path('copy.db'));
    assert.deepEqual(
      readdirSync(folder.root).filter((name) => /copy/.test(name)),
      ['copy.db'],
    );
  });

  test('restore prints the restored content and keeps the previous database including its WAL', async () => {
    const folder = await withCopy();
    const server = new Sqlite(folder.path('raan.db'));
    server.pragma('journal_mode = WAL');
    server.exec(`UPDATE stores SET name = 'later'`);
    cpSync(folder.path('raan.db'), folder.path('as-killed.db'));
    cpSync(folder.path('raan.db-wal'), folder.path('as-killed.db-wal'));
    server.close();
    for (const end of ['', '-wal']) cpSync(folder.path(`as-killed.db${end}`), folder.path(`raan.db${end}`));
    const restored = await folder.runCommandJson('restore', folder.path('copy.db'));
    assert.deepEqual([restored.stores, restored.orders, restored.newest_order_time], [['บ้านกาแฟ'], 0, null]);
    assert.match(restored.kept, /\/raan-before-restore-\d{8}-\d{6}\.db$/);
    assert.equal(statSync(restored.kept).mode & 0o777, 0o600);
    assert.deepEqual([folder.has('raan.db-wal'), folder.has('raan.db.restoring')], [false, false]);
    const nameIn = (file: string) =>
      new Sqlite(file, { readonly: true }).prepare('SELECT name FROM stores').pluck().get();
    assert.equal(nameIn(restored.kept), 'later');
    assert.equal(nameIn(folder.path('raan.db')), 'บ้านกาแฟ');
    await folder.runCommandJson('check');
  });

  test('check of a backup changes neither the file nor its folder', async () => {
    const folder = await withCopy();
    const place = folder.path('อื่น #1');
    mkdirSync(place);
    const lookAt = () => readdirSync(place).map((name) => [name, folder.bytes(`อื่น #1/${name}`).toString('base64')]);
    for (const mode of ['DELETE', 'WAL']) {
      const file = `${place}/${mode}.db`;
      cpSync(folder.path('copy.db'), file);
      const sqlite = new Sqlite(file);
      sqlite.pragma(`journal_mode = ${mode}`);
      sqlite.close();
      const before = lookAt();
      const { ok, stores, orders, upgrades_to } = await folder.runCommandJson('check', file);
      assert.deepEqual([ok, stores, orders, upgrades_to], [true, ['บ้านกาแฟ'], 0, null]);
      assert.deepEqual(lookAt(), before);
    }
  });

  test('check of a backup includes its WAL', async () => {
    const folder = await withCopy();
    const sqlite = new Sqlite(folder.path('copy.db'));
    sqlite.pragma('journal_mode = WAL');
    sqlite.exec(`UPDATE stores SET name = 'later'`);
    assert.deepEqual((await folder.runCommandJson('check', folder.path('copy.db'))).stores, ['later']);
    sqlite.close();
  });

  test('restore creates a missing database and ignores a leftover WAL', async () => {
    const folder = await withCopy();
    rmSync(folder.path('raan.db'));
    writeFileSync(folder.path('raan.db-wal'), 'left behind');
    const restored = await folder.runCommandJson('restore', folder.path('copy.db'));
    assert.equal(restored.kept, null);
    assert.ok(!existsSync(folder.path('raan.db-wal')));
    await folder.runCommandJson('check');
  });

  test('files restored by root belong to the owner of the folder', async (t) => {
    if (UNPRIVILEGED === undefined) return t.skip('only root can switch users');
    const folder = openFolder({ config: 'listen.port = 0\n' });
    await folder.load({ stores: [cafe()] });
    await folder.runCommand('backup', folder.path('copy.db'));
    for (const name of readdirSync(folder.root)) if (/^raan\.db/.test(name)) folder.remove(name);
    chownSync(folder.root, UNPRIVILEGED, UNPRIVILEGED);
    for (let i = 0; i < 2; i += 1) {
      const { database, kept } = await folder.runCommandJson('restore', folder.path('copy.db'));
      for (const file of [database, `${database}-serving`, ...(kept ? [kept] : [])])
        assert.equal(statSync(file).uid, UNPRIVILEGED, file);
    }
  });

  test('restore and check refuse invalid backups with the reason and change nothing', async () => {
    const folder = await withCopy();
    folder.write('text.db', 'not a database, and long enough to be read as the header of one'.repeat(20));
    folder.write('empty.db', '');
    const change = (name: string, sql: string) => {
      cpSync(folder.path('copy.db'), folder.path(name));
      const sqlite = new Sqlite(folder.path(name));
      sqlite.exec(sql);
      sqlite.close();
    };
    change('newer.db', 'PRAGMA user_version = 999');
    change('development.db', 'PRAGMA user_version = 25');
    change('foreign.db', 'PRAGMA application_id = 7');
    change('stock.db', 'UPDATE stock SET on_hand = on_hand + 1');
    const torn = folder.bytes('copy.db');
    torn.fill(0xff, 100_000, 140_000);
    folder.write('torn.db', torn);
    const before = folder.bytes('raan.db');
    const unreadable = partialMessage('backup_not_readable_by_sqlite');
    const wrongStock = partialMessage('stock_differs_from_ledger');
    const damaged = partialMessage('backup_damaged', { problems: [wrongStock] });
    const reasons = {
      'absent.db': errorPattern('backup_file_missing'),
      'text.db': { restore: unreadable, check: unreadable },
      'empty.db': { restore: partialMessage('backup_empty'), check: partialMessage('backup_empty') },
      'newer.db': errorPattern('database_of_newer_raan', { version: 999 }),
      'development.db': errorPattern('database_of_development_build', { version: 25 }),
      'foreign.db': errorPattern('database_of_another_program'),
      'stock.db': { restore: damaged, check: wrongStock },
      'torn.db': { restore: unreadable, check: unreadable },
      'raan.db': errorPattern('backup_is_the_database'),
    };
    for (const [name, reason] of Object.entries(reasons)) {
      for (const command of name === 'raan.db' ? (['restore'] as const) : (['restore', 'check'] as const)) {
        const expected =
          reason instanceof RegExp
            ? reason
            : errorPattern(command === 'restore' ? 'backup_not_restored' : 'backup_file_damaged', {
                why: reason[command],
              });
        const { status, errorLines } = await folder.runCommand(command, folder.path(name));
        assert.deepEqual([status, errorLines.length > 0], [1, true], `${command} ${name}: ${errorLines}`);
        if (command === 'restore') assert.equal(errorLines.length, 1, errorLines.join());
        assert.match(errorLines.join('\n'), expected);
        assert.equal(errorLines[0]?.split(name).length, 2, errorLines[0]);
      }
    }
    assert.deepEqual(folder.bytes('raan.db'), before);
    assert.deepEqual(
      readdirSync(folder.root).filter((name) => /restor/.test(name)),
      [],
    );
  });

  test('restore replaces an unreadable database and keeps it', async () => {
    const folder = await withCopy();
    folder.write('raan.db', 'broken'.repeat(500));
    const { kept } = await folder.runCommandJson('restore', folder.path('copy.db'));
    assert.equal(statSync(kept).size, 3_000);
    await folder.runCommandJson('check');
  });

  test('after an upgrade, restore with the older executable puts the kept copy back', async () => {
    const folder = await withCopy();
    const newer = new Sqlite(folder.path('raan.db'));
    newer.pragma('user_version = 999');
    newer.close();
    assert.match((await folder.runCommand('check')).stderr, errorPattern('database_of_newer_raan', { version: 999 }));
    await folder.runCommandJson('restore', folder.path('copy.db'));
    await folder.runCommandJson('check');
  });

  test('restore is refused while a server or another program uses the database', async () => {
    const shop = await openShop();
    const folder = openFolderOf(shop);
    await folder.runCommandJson('backup', folder.path('copy.db'));
    const served = await restore(folder);
    assert.equal(served.status, 1);
    assert.match(served.errorLines.join('\n'), errorPattern('database_already_served'));
    assert.equal((await shop.order()).status, 200);
    await shop.stop();
    const other = new Sqlite(shop.config.database);
    other.prepare('SELECT * FROM stores').all();
    const open = await restore(folder);
    assert.match(open.errorLines.join('\n'), errorPattern('database_in_use'));
    other.close();
    assert.equal((await restore(folder)).status, 0);
  });

  test('a server works on a restored database', async () => {
    const shop = await openShop();
    await shop.order();
    const folder = openFolderOf(shop);
    const copy = `${temporaryFolder()}/copy.db`;
    await folder.runCommandJson('backup', copy);
    await shop.order();
    await shop.stop();
    const { orders } = await folder.runCommandJson('restore', copy);
    assert.equal(orders, 1);
    await shop.start();
    assert.equal((await shop.order()).status, 200);
    assert.deepEqual((await folder.runCommandJson('check')).ok, true);
  });
});
