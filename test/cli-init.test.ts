import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { suite, test } from 'node:test';
import { promisify } from 'node:util';
import { readConfig } from '../src/config.ts';
import { openContext } from '../src/context.ts';
import { CONCURRENT, openFolder, UNPRIVILEGED } from './cli.ts';
import { ANY, english, errorPattern } from './errors.ts';
import { Browser } from './office.ts';
import { sql } from './sql.ts';

const EXAMPLE = readFileSync(path.join(import.meta.dirname, '..', 'config.example.toml'), 'utf8');

suite('init and demo', CONCURRENT, () => {
  test('init creates the config file, a valid database and the owner account with a one-time password', async () => {
    const folder = openFolder();
    const { config, database, owner } = await folder.spawnCommandJson('init');
    assert.equal(config, folder.path('raan.toml'));
    assert.equal(database, folder.path('raan.db'));
    assert.equal(folder.read('raan.toml'), EXAMPLE);
    for (const file of [config, database]) assert.equal(statSync(file).mode & 0o777, 0o600, file);
    assert.match(owner.password, /^[\w-]{16,}$/);
    const ctx = openContext(readConfig(config), { create: false });
    const accounts = ctx.db.all(sql<{ name: string; must_change_password: number }>('SELECT * FROM accounts'));
    ctx.close();
    assert.deepEqual(
      accounts.map((row) => [row.name, row.must_change_password]),
      [[owner.name, 1]],
    );
    assert.equal(JSON.stringify(accounts).includes(owner.password), false);
    assert.equal((await folder.runCommandJson('check')).ok, true);
  });

  test('init --config creates both files in the folder of the config, and prints their paths and the password', async () => {
    const folder = openFolder();
    const other = openFolder();
    const { status, stdout } = await folder.spawnCommand('init', '--config', other.path('shop.toml'));
    assert.equal(status, 0);
    assert.ok(other.has('shop.toml') && other.has('raan.db'));
    assert.deepEqual(readdirSync(folder.root), []);
    for (const text of [other.path('shop.toml'), other.path('raan.db'), 'owner', 'shown once'])
      assert.ok(stdout.includes(text), text);
  });

  test('init never overwrites: if a config file or database exists, nothing is written', async () => {
    for (const name of ['raan.toml', 'raan.db']) {
      const folder = openFolder();
      folder.write(name, 'mine');
      const { status, stdout, errorLines } = await folder.spawnCommand('init');
      assert.equal(status, 1);
      assert.equal(stdout, '');
      assert.equal(errorLines.length, 1);
      const key = name === 'raan.toml' ? 'init_config_exists' : 'init_database_exists';
      assert.equal(errorLines[0], `raan: ${english(key, { file: folder.path(name) })}`);
      assert.deepEqual(readdirSync(folder.root), [name]);
      assert.equal(folder.read(name), 'mine');
    }
  });

  test('init in a read-only folder fails with one line and leaves no files', async () => {
    const folder = openFolder({ uid: UNPRIVILEGED });
    folder.makeReadOnly();
    const { status, errorLines } = await folder.spawnCommand('init');
    assert.equal(status, 1);
    assert.equal(errorLines.length, 1);
    assert.match(errorLines[0] ?? '', errorPattern('file_not_writable', { file: `${ANY}raan.toml` }));
    assert.deepEqual(readdirSync(folder.root), []);
  });

  test('demo serves a store, prints working credentials and calls, and deletes its folder when it stops', async (t) => {
    if (!process.env.PATH?.split(':').some((folder) => existsSync(path.join(folder, 'curl'))))
      return t.skip('curl is not installed');
    const temporary = openFolder();
    const demo = await openFolder({ env: { TMPDIR: temporary.root, HOME: undefined } }).start('demo');
    assert.equal(readdirSync(temporary.root).length, 1);
    const calls = demo.firstOutput.split('\n').filter((line) => /^(TOKEN=|CURSOR=|curl )/.test(line));
    const { stdout } = await promisify(execFile)('sh', ['-euc', calls.join('\n')]);
    const [list, detail, addresses, created, order, changed, stock] = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    assert.equal(list.products.length, 5);
    assert.ok(detail.product.variants.length > 0);
    assert.equal(addresses.addresses.length, 2);
    assert.equal(created.order.status, 'open');
    assert.equal(order.order.id, created.order.id);
    assert.deepEqual(changed.orders[0]?.id, created.order.id);
    assert.deepEqual([stock.items[0]?.reason, stock.items[0]?.order_id], ['order_reserved', created.order.id]);
    const [, address = '', name = '', password = ''] =
      /^office +(\S+)\/office .*sign in as (\w+), password (\S+)\)$/m.exec(demo.firstOutput) ?? [];
    const browser = new Browser(address);
    await browser.open('/sign-in');
    assert.equal((await browser.send('/sign-in', { name, password, to: '' })).path, '/');
    assert.deepEqual(await demo.end('SIGINT'), { status: 0, stderr: '' });
    assert.deepEqual(readdirSync(temporary.root), []);
  });

  test('a demo with a wrong config leaves no folder', async () => {
    const temporary = openFolder();
    const folder = openFolder({ env: { TMPDIR: temporary.root }, config: 'listen.port = "x"\n' });
    assert.equal((await folder.spawnCommand('demo')).status, 1);
    assert.deepEqual(readdirSync(temporary.root), []);
  });
});
