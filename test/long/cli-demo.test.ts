import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import path from 'node:path';
import { suite, test } from 'node:test';
import Sqlite from 'better-sqlite3';
import { completeDemo, openDemoFolder } from '../../src/cli/operate/demo-folder.ts';
import { CONCURRENT, openFolder } from '../cli.ts';
import { errorPattern, operatorError } from '../errors.ts';
import { Browser } from '../office.ts';
import { openPartner } from '../remote-partner.ts';

const contents = ({ root, read }: ReturnType<typeof openFolder>) =>
  Object.fromEntries(readdirSync(root).map((name) => [name, read(name)]));

suite('the folder of a demo', CONCURRENT, () => {
  test('demo --folder keeps the store and its account, and --reset makes a new one', async () => {
    const folder = openFolder();
    const run = (...args: string[]) => openFolder().start('demo', '--json', '--folder', folder.path('kept'), ...args);
    openDemoFolder(folder.path('kept'), false);
    folder.write(path.join('kept', 'raan.db'), ''); // the process was killed while it made the demo
    const first = await run('--reset');
    assert.equal(first.json.folder, folder.path('kept'));
    const partner = await openPartner(first.json.address, first.json);
    const { body } = await partner.call('/v1/product/list', { get_count: true });
    assert.equal(body.total, Object.keys(first.json.store.products).length);
    assert.ok(body.total >= 40);
    const readMarker = () => folder.read('kept/raan-demo.json');
    const marker = readMarker();
    assert.deepEqual(await first.end(), { status: 0, stderr: '' });

    const second = await run();
    assert.equal(second.json.client_secret, first.json.client_secret);
    assert.deepEqual(second.json.store, first.json.store);
    const browser = new Browser(second.json.address);
    await browser.open('/sign-in');
    assert.equal((await browser.send('/sign-in', { ...first.json.office, to: '' })).path, '/');
    assert.equal(readMarker(), marker);
    const newer = new Sqlite(folder.path('kept/raan.db'));
    const version = newer.pragma('user_version', { simple: true });
    for (const other of [version, 9_999]) {
      newer.pragma(`user_version = ${other}`);
      const refused = await openFolder().runCommand('demo', '--folder', folder.path('kept'), '--reset');
      assert.deepEqual([refused.status, refused.errorLines.length], [1, 1]);
      assert.match(refused.stderr, errorPattern('demo_is_running'), `version ${other}`);
    }
    newer.pragma(`user_version = ${version}`);
    newer.close();
    assert.deepEqual(await second.end(), { status: 0, stderr: '' });
  });

  test('a folder that demo has not created stays unchanged, with and without --reset', () => {
    const own = openFolder();
    own.write('raan.db', 'my store');
    own.write('raan-demo.json', '{"made_by":"somebody"}');
    const before = contents(own);
    for (const isReset of [false, true]) {
      assert.throws(
        () => openDemoFolder(own.root, isReset),
        operatorError({ key: 'demo_folder_foreign', params: { folder: own.root } }),
      );
      assert.deepEqual(contents(own), before);
    }
  });

  test('--reset deletes nothing if the folder also has other files', () => {
    const kept = openFolder();
    openDemoFolder(kept.root, false);
    completeDemo(kept.root, { store: {}, password: 'p' });
    kept.write('raan.db', 'a demo');
    kept.write('notes.txt', 'mine');
    const before = contents(kept);
    assert.throws(
      () => openDemoFolder(kept.root, true),
      operatorError({ key: 'demo_folder_has_other_files', params: { folder: kept.root, files: ['notes.txt'] } }),
    );
    assert.deepEqual(contents(kept), before);
    kept.remove('notes.txt');
    assert.equal(openDemoFolder(kept.root, true), undefined);
    assert.deepEqual(readdirSync(kept.root), ['raan-demo.json']);
  });

  test('a demo that was not completed is not opened', () => {
    const interrupted = openFolder();
    assert.equal(openDemoFolder(interrupted.root, false), undefined);
    assert.throws(
      () => openDemoFolder(interrupted.root, false),
      operatorError({ key: 'demo_folder_incomplete', params: { folder: interrupted.root } }),
    );
    assert.equal(openDemoFolder(interrupted.root, true), undefined);
  });

  test('a port in use is reported before anything is made or deleted', async (t) => {
    const other = createServer().listen(0, '127.0.0.1');
    t.after(() => other.close());
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const folder = openFolder();
    const demo = (...args: string[]) => openFolder().runCommand('demo', '--port', String(port), ...args);
    openDemoFolder(folder.path('kept'), false);
    completeDemo(folder.path('kept'), { store: {}, password: 'p' });
    for (const args of [['--folder', folder.path('new')], ['--folder', folder.path('kept'), '--reset'], []]) {
      const { status, stderr } = await demo(...args);
      assert.equal(status, 1);
      assert.match(stderr, errorPattern('port_in_use', { host: '127.0.0.1' }));
    }
    assert.equal(existsSync(folder.path('new')), false);
    assert.match(folder.read('kept/raan-demo.json'), /"password": "p"/);
  });

  test('--reset without --folder is refused', async () => {
    const { status, stderr } = await openFolder().runCommand('demo', '--reset');
    assert.equal(status, 2);
    assert.match(stderr, errorPattern('demo_reset_without_folder'));
  });
});
