import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import path from 'node:path';
import { after, suite, test } from 'node:test';
import { AT_ONCE, EXECUTABLE, MAIN, NOBODY, openFolder, openPartner } from './cli.ts';
import { cafe, type Json } from './support.ts';

const ANY_PORT = 'listen.port = 0\n';

/** One line on stderr, and status 1. */
function refused(
  { status, stdout, faults }: { status: number | null; stdout: string; faults: string[] },
  told: RegExp,
) {
  assert.equal(status, 1);
  assert.equal(stdout, '');
  assert.equal(faults.length, 1, faults.join('\n'));
  assert.match(faults[0] ?? '', told);
}

suite('serving', AT_ONCE, () => {
  test('serve makes the database, prints a line with its address once it answers, and ends with status 0', async () => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      const folder = openFolder({ config: ANY_PORT });
      const server = await folder.start('serve');
      const [, address = ''] = /^raan is listening at (http:\/\/127\.0\.0\.1:\d+)\n/.exec(server.answer) ?? [];
      assert.equal((await fetch(`${address}/oauth/token`, { method: 'POST' })).status, 400);
      assert.deepEqual(await server.end(signal), { status: 0, stderr: '' });
      assert.ok(folder.has('raan.db'));
      assert.equal(folder.has('raan.db-wal'), false, 'everything is in the one file');
    }
  });

  test('serve says where the metrics are, where they have an address of their own', async () => {
    const folder = openFolder({ config: `${ANY_PORT}metrics = { host = "127.0.0.1", port = 0 }\n` });
    const server = await folder.start('serve');
    const [, address = ''] = /^metrics: (http:\/\/127\.0\.0\.1:\d+\/metrics)$/m.exec(server.answer) ?? [];
    assert.equal((await fetch(address)).status, 200);
    await server.end();
  });

  test('serve starts again where it stopped: tokens go on, and so does what was loaded meanwhile', async () => {
    const folder = openFolder({ config: ANY_PORT });
    const stores = await folder.load({ stores: [cafe()] });
    const first = await folder.start('serve', '--json');
    const partner = await openPartner(first.json.address, stores.cafe?.channels.page as Json);
    await first.end();
    await folder.load({ stores: [cafe({ products: [{ key: 'mocha', name: 'มอคค่า' }] })] });
    const second = await folder.start('serve', '--json');
    const { body } = await partner.call('/v1/product/list', { get_count: true }, second.json.address);
    assert.equal(body.total, 2);
    await second.end();
  });

  test('a log that cannot be written stops nothing: a failed call is still 500, and the next one is answered', async () => {
    const folder = openFolder({
      config: ANY_PORT,
      program: ['sh', '-c', 'exec "$0" "$@" 2>/dev/full', ...EXECUTABLE],
    });
    const stores = await folder.load({ stores: [cafe()] });
    const server = await folder.start('serve', '--json');
    const partner = await openPartner(server.json.address, stores.cafe?.channels.page as Json);
    folder.change('PRAGMA foreign_keys = OFF; DROP TABLE reservations');
    const order = {
      shipping_type: 'ems',
      products: [{ sku: 'LAT-H', qty: 1 }],
      recipient_address: { name: 'สมชาย' },
    };
    const failed = await partner.call('/v1/order/create', order);
    assert.deepEqual([failed.status, failed.body.error], [500, 'server_error']);
    assert.equal((await partner.call('/v1/product/list', {})).status, 200);
    assert.equal((await server.end()).status, 0);
  });

  test('a port in use is one line that names it and the setting', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    after(() => taken.close());
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    const folder = openFolder({ config: `listen.port = ${port}\n` });
    refused(
      await folder.raan('serve'),
      new RegExp(`^raan: port ${port} on 127\\.0\\.0\\.1 is in use .* listen\\.port`),
    );
  });

  test('an address of another machine is one line that names it', async () => {
    const folder = openFolder({ config: 'listen.host = "192.0.2.1"\n' });
    refused(await folder.raan('serve'), /^raan: cannot listen on 192\.0\.2\.1 port 8080: .*listen\.host/);
  });

  test('a second server on the same data is one line, and the first one goes on', async () => {
    const folder = openFolder({ config: ANY_PORT });
    const server = await folder.start('serve', '--json');
    refused(await folder.raan('serve'), /^raan: another raan serves .*raan\.db already/);
    assert.equal((await fetch(`${server.json.address}/oauth/token`, { method: 'POST' })).status, 400);
    await server.end();
    await (await folder.start('serve')).end();
  });

  test('a database folder that may not be written is one line', async () => {
    const folder = openFolder({ uid: NOBODY, config: ANY_PORT });
    folder.close();
    refused(await folder.raan('serve'), /^raan: \S+ cannot be written; give this user the right to$/);
  });

  test('a database folder that is not there is one line, for serve and for load', async () => {
    const folder = openFolder({ config: 'database = "absent/raan.db"\n' });
    folder.write('store.json', { stores: [] });
    for (const words of [['serve'], ['load', folder.path('store.json')]])
      refused(await folder.command(...words), /^raan: the database's folder \S+absent does not exist; make it first$/);
  });

  test('a database of another program is one line, and stays as it was', async () => {
    for (const content of ['not a database, but a text of some length', '']) {
      const folder = openFolder({ config: ANY_PORT });
      folder.write('raan.db', content);
      if (content === '') folder.change('CREATE TABLE theirs (x)');
      const before = folder.bytes('raan.db');
      refused(
        await folder.command('check'),
        /^raan: \S+raan\.db is (not a SQLite database|a SQLite database of another program); name another/,
      );
      assert.ok(folder.bytes('raan.db').equals(before));
    }
  });

  test('a database of a newer raan is one line with both schema versions, and stays as it was', async () => {
    const folder = openFolder({ config: ANY_PORT });
    await folder.load({ stores: [cafe()] });
    folder.change('PRAGMA user_version = 999');
    const before = folder.bytes('raan.db');
    for (const words of [['serve'], ['dump']])
      refused(
        await folder.command(...words),
        /^raan: \S+raan\.db has schema version 999, this raan knows \d+; run the newer raan/,
      );
    assert.ok(folder.bytes('raan.db').equals(before));
  });

  test('a command that needs a database says how to make one', async () => {
    const folder = openFolder();
    for (const words of [['dump'], ['store', 'list'], ['check'], ['unblock', '127.0.0.1']])
      refused(
        await folder.command(...words),
        /^raan: there is no database at \S+raan\.db; make one with "raan init", /,
      );
    assert.equal(folder.has('raan.db'), false);
  });

  test('an older Node is told which one to use', (t) => {
    const old = oldNode();
    if (!old) return t.skip('there is no Node below 22 on this machine');
    const tsx = import.meta.resolve('tsx');
    assert.throws(
      () => execFileSync(old, ['--import', tsx, MAIN, 'serve'], { stdio: 'pipe' }),
      ({ status, stderr }: { status: number; stderr: Buffer }) => {
        assert.equal(status, 1);
        assert.match(
          stderr.toString(),
          /^raan needs Node 22 or newer, this is v\d+\.\d+\.\d+; "npm ci" brings one.*\n$/,
        );
        return true;
      },
    );
  });

  /** The machine's own Node, where it is too old for raan. */
  function oldNode(): string | undefined {
    const folders = (process.env.PATH ?? '').split(':').filter((folder) => !folder.includes('node_modules'));
    const file = folders.map((folder) => path.join(folder, 'node')).find(existsSync);
    const version = file && execFileSync(file, ['--version'], { encoding: 'utf8' });
    return version && Number(/\d+/.exec(version)?.[0]) < 22 ? file : undefined;
  }
});
