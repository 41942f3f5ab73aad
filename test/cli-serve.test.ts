import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, linkSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import path from 'node:path';
import { after, suite, test } from 'node:test';
import Sqlite from 'better-sqlite3';
import { CONCURRENT, EXECUTABLE, MAIN, openFolder, UNPRIVILEGED } from './cli.ts';
import { ANY, errorPattern } from './errors.ts';
import { openPartner } from './remote-partner.ts';
import { cafe, type Json, until } from './support.ts';

const ANY_PORT = 'listen.port = 0\n';

/** The exit status after which systemd does not restart the service. */
const PERMANENT = 78;

/** Asserts one line on stderr and the status. */
function assertRefused(
  { status, stdout, errorLines }: { status: number | null; stdout: string; errorLines: string[] },
  expected: RegExp,
  ended = 1,
) {
  assert.equal(status, ended);
  assert.equal(stdout, '');
  assert.equal(errorLines.length, 1, errorLines.join('\n'));
  assert.match(errorLines[0] ?? '', expected);
}

suite('serving', CONCURRENT, () => {
  test('serve creates the database, prints its addresses once it listens and exits with 0', async () => {
    const folder = openFolder({ config: `${ANY_PORT}metrics = { host = "127.0.0.1", port = 0 }\n` });
    const server = await folder.start('serve');
    const [, address = ''] = /^raan is listening at (http:\/\/127\.0\.0\.1:\d+)\n/.exec(server.firstOutput) ?? [];
    const [, metrics = ''] = /^metrics: (http:\/\/127\.0\.0\.1:\d+\/metrics)$/m.exec(server.firstOutput) ?? [];
    assert.equal((await fetch(`${address}/oauth/token`, { method: 'POST' })).status, 400);
    assert.equal((await fetch(metrics)).status, 200);
    assert.deepEqual(await server.end('SIGTERM'), { status: 0, stderr: '' });
    assert.ok(folder.has('raan.db'));
    assert.equal(folder.has('raan.db-wal'), false, 'one file contains everything');
  });

  test('after a restart tokens stay valid and data loaded in between is served', async () => {
    const folder = openFolder({ config: ANY_PORT });
    const stores = await folder.load({ stores: [cafe()] });
    const first = await folder.start('serve', '--json');
    const partner = await openPartner(first.json.address, stores.cafe?.channels.page as Json);
    assert.deepEqual(await first.end('SIGINT'), { status: 0, stderr: '' });
    assert.equal(folder.has('raan.db-wal'), false, 'one file contains everything');
    await folder.load({ stores: [cafe({ products: [{ key: 'mocha', name: 'มอคค่า' }] })] });
    const second = await folder.start('serve', '--json');
    const { body } = await partner.call('/v1/product/list', { get_count: true }, second.json.address);
    assert.equal(body.total, 2);
    await second.end();
  });

  test('an unwritable log does not stop the server: errors are still 500 and later requests work', async () => {
    const folder = openFolder({ config: ANY_PORT, program: ['sh', '-c', 'exec "$0" "$@" 2>/dev/full', ...EXECUTABLE] });
    const stores = await folder.load({ stores: [cafe()] });
    const server = await folder.start('serve', '--json');
    const partner = await openPartner(server.json.address, stores.cafe?.channels.page as Json);
    folder.change('PRAGMA foreign_keys = OFF; DROP TABLE reservations');
    const order = { shipping_type: 'ems', products: [{ sku: 'LAT-H', qty: 1 }], recipient_address: { name: 'สมชาย' } };
    const failed = await partner.call('/v1/order/create', order);
    assert.deepEqual([failed.status, failed.body.error], [500, 'server_error']);
    assert.equal((await partner.call('/v1/product/list', {})).status, 200);
    assert.equal((await server.end()).status, 0);
  });

  test('a port in use is reported on one line with port and setting', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    after(() => taken.close());
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    const folder = openFolder({ config: `listen.port = ${port}\n` });
    assertRefused(await folder.spawnCommand('serve'), errorPattern('port_in_use', { port, host: '127.0.0.1' }));
  });

  test('an address of another machine is reported on one line', async () => {
    const folder = openFolder({ config: 'listen.host = "192.0.2.1"\n' });
    assertRefused(await folder.runCommand('serve'), errorPattern('cannot_listen', { host: '192.0.2.1', port: 8080 }));
  });

  test('a second server on the same database is refused with one line, and the first keeps running', async () => {
    const folder = openFolder({ config: ANY_PORT });
    const server = await folder.start('serve', '--json');
    assertRefused(await folder.runCommand('serve'), errorPattern('database_already_served', { file: `${ANY}raan.db` }));
    assert.equal((await fetch(`${server.json.address}/oauth/token`, { method: 'POST' })).status, 400);
    await server.end();
    await (await folder.start('serve')).end();
  });

  test('a second server is refused although the lock file was deleted, by any path of the database', async () => {
    const folder = openFolder({ config: ANY_PORT });
    const server = await folder.start('serve', '--json');
    const other = openFolder({ config: ANY_PORT });
    linkSync(folder.path('raan.db'), other.path('raan.db'));
    folder.remove('raan.db-serving');
    assertRefused(
      await folder.spawnCommand('serve'),
      errorPattern('database_already_served', { file: `${ANY}raan.db` }),
    );
    assertRefused(await other.runCommand('serve'), errorPattern('database_already_served', { file: `${ANY}raan.db` }));
    folder.remove('raan.db-serving');
    await until('the server has made its lock file again', () => folder.has('raan.db-serving'));
    assert.equal((await fetch(`${server.json.address}/oauth/token`, { method: 'POST' })).status, 400);
    const { status, stderr } = await server.end();
    assert.equal(status, 0);
    assert.match(stderr, /"msg":"the lock file of the database was deleted; made a new one"/);
  });

  test('a server stops if another process has locked a new lock file', async () => {
    const folder = openFolder({ config: ANY_PORT });
    const server = await folder.start('serve');
    folder.remove('raan.db-serving');
    const other = new Sqlite(folder.path('raan.db-serving'));
    other.exec('BEGIN EXCLUSIVE');
    const { status, stderr } = await server.ended;
    other.close();
    assert.equal(status, 1);
    assert.match(stderr, errorPattern('serving_lock_lost', { file: `${ANY}raan.db` }));
  });

  test('serve exits with status 78 for errors that a restart does not fix', async () => {
    for (const [config, expected] of [
      ['listen.port = "x"\n', errorPattern('not_a_number', { path: `${ANY}raan.toml: listen.port` })],
      ['listen = \n', errorPattern('config_not_toml', { path: `${ANY}raan.toml:1:${ANY}` })],
    ] as const)
      assertRefused(await openFolder({ config }).runCommand('serve'), expected, PERMANENT);
    const text = openFolder({ config: ANY_PORT });
    text.write('raan.db', 'not a database, but a text of some length');
    assertRefused(await text.runCommand('serve'), errorPattern('database_not_sqlite'), PERMANENT);
    const damaged = openFolder({ config: ANY_PORT });
    await damaged.load({ stores: [] });
    const bytes = damaged.bytes('raan.db');
    damaged.write('raan.db', bytes.fill(0xff, 100, 4096)); // the root of the schema
    assertRefused(
      await damaged.runCommand('serve'),
      errorPattern('database_damaged', { file: `${ANY}raan.db` }),
      PERMANENT,
    );
    assert.equal((await damaged.runCommand('check')).status, 1);
  });

  test('a read-only database folder is reported on one line', async () => {
    const folder = openFolder({ uid: UNPRIVILEGED, config: ANY_PORT });
    folder.makeReadOnly();
    assertRefused(await folder.spawnCommand('serve'), errorPattern('database_not_writable'));
  });

  test('a missing database folder is reported on one line, by serve and load', async () => {
    const folder = openFolder({ config: 'database = "absent/raan.db"\n' });
    folder.write('store.json', { stores: [] });
    for (const args of [['serve'], ['load', folder.path('store.json')]])
      assertRefused(
        await folder.runCommand(...args),
        errorPattern('database_folder_missing', { folder: folder.path('absent') }),
      );
  });

  test('a database of another program is refused with one line and not changed', async () => {
    for (const [content, key] of [
      ['not a database, but a text of some length', 'database_not_sqlite'],
      ['', 'database_of_another_program'],
    ] as const) {
      const folder = openFolder({ config: ANY_PORT });
      folder.write('raan.db', content);
      if (content === '') folder.change('CREATE TABLE theirs (x)');
      const before = folder.bytes('raan.db');
      assertRefused(await folder.runCommand('check'), errorPattern(key, { file: folder.path('raan.db') }));
      assert.ok(folder.bytes('raan.db').equals(before));
    }
  });

  test('a database of a newer version is refused with both schema versions and not changed', async () => {
    const folder = openFolder({ config: ANY_PORT });
    await folder.load({ stores: [cafe()] });
    folder.change('PRAGMA user_version = 999');
    const before = folder.bytes('raan.db');
    for (const [command, ended] of [
      ['serve', PERMANENT],
      ['dump', 1],
    ] as const)
      assertRefused(
        await folder.runCommand(command),
        errorPattern('database_of_newer_raan', { file: folder.path('raan.db'), version: 999 }),
        ended,
      );
    assert.ok(folder.bytes('raan.db').equals(before));
  });

  test('commands without a database print how to create one', async () => {
    const folder = openFolder();
    for (const args of [['dump'], ['store', 'list'], ['check'], ['unblock', '127.0.0.1']])
      assertRefused(
        await folder.runCommand(...args),
        errorPattern('database_missing', { file: folder.path('raan.db') }),
      );
    assert.equal(folder.has('raan.db'), false);
  });

  test('an older Node gets an error with the required version', (t) => {
    const old = oldNode();
    if (!old) return t.skip('no Node below 22 is installed');
    const tsx = import.meta.resolve('tsx');
    assert.throws(
      () => execFileSync(old, ['--import', tsx, MAIN, 'serve'], { stdio: 'pipe' }),
      ({ status, stderr }: { status: number; stderr: Buffer }) => {
        assert.equal(status, 1);
        assert.match(stderr.toString(), /^raan .*\b22\b.*\bv\d+\.\d+\.\d+\b.*\n$/);
        return true;
      },
    );
  });

  /** The system's Node, if it is too old for raan. */
  function oldNode(): string | undefined {
    const folders = (process.env.PATH ?? '').split(':').filter((folder) => !folder.includes('node_modules'));
    const file = folders.map((folder) => path.join(folder, 'node')).find(existsSync);
    const version = file && execFileSync(file, ['--version'], { encoding: 'utf8' });
    return version && Number(/\d+/.exec(version)?.[0]) < 22 ? file : undefined;
  }
});
