import assert from 'node:assert/strict';
import { chmodSync, readdirSync, statSync } from 'node:fs';
import { suite, type TestContext, test } from 'node:test';
import {
  CONCURRENT,
  type CommandResult,
  EXECUTABLE,
  type Folder,
  type FolderOptions,
  openFolder,
  UNPRIVILEGED,
} from '../cli.ts';
import { ANY, errorPattern, partialMessage } from '../errors.ts';
import { MOUNT_COMMAND, mountProblem } from '../mounts.ts';
import { type Credentials, openPartner } from '../remote-partner.ts';
import { cafe } from '../support.ts';

// The executable on various file systems, permissions and umasks.

const CONFIG = 'listen.port = 0\n';

const RUN = 'exec "$0" "$@"';

/** A folder in which a shell line runs the executable. */
const openWith = (line: string, options: FolderOptions = {}): Folder =>
  openFolder({ program: ['sh', '-c', line, ...EXECUTABLE], ...options });

/** Runs the executable with mounts. Skips the test and returns undefined if mounting is not permitted. */
function openMounted(
  t: TestContext,
  { mounts, run = RUN, ...options }: FolderOptions & { mounts: string; run?: string },
): Folder | undefined {
  const problem = mountProblem(mounts, openFolder().root);
  if (problem === undefined)
    return openFolder({ program: [...MOUNT_COMMAND, `${mounts} && cd "$PWD" && ${run}`, ...EXECUTABLE], ...options });
  t.skip(problem);
  return undefined;
}

const remounted = (option: string): string => `mount --bind "$PWD" "$PWD" && mount -o remount,bind,${option} "$PWD"`;

/** Creates and serves a store, and places an order. */
async function assertServes(folder: Folder): Promise<string> {
  folder.write('raan.toml', CONFIG);
  folder.write('store.json', { stores: [cafe()] });
  const { cafe: ids } = (await folder.spawnCommandJson('load', 'store.json')).stores;
  const server = await folder.start('serve', '--json');
  assert.equal((await fetch(`${server.json.address}/healthz`)).status, 200);
  const partner = await openPartner(server.json.address, ids.channels.page as Credentials);
  const { body } = await partner.call('/v1/order/create', {
    shipping_type: 'ems',
    products: [{ sku: 'LAT-H', qty: 1 }],
    recipient_address: { name: 'สมชาย ใจดี', telephone: '0812345678', postal_code: 50200 },
    ship_before_pay: true,
  });
  assert.deepEqual(await server.end(), { status: 0, stderr: '' });
  return body.order.id;
}

/** `assertServes`, and prints a label. */
async function assertWorks(folder: Folder): Promise<void> {
  const order = await assertServes(folder);
  await folder.spawnCommandJson('order', 'book', order, '--tracking', 'EX123456785TH');
  assert.equal((await folder.spawnCommandJson('label', order, '--out', 'label.pdf')).pages, 1);
}

/** Asserts one error line and exit status 1. */
function assertFails({ status, errorLines }: CommandResult, message: RegExp): void {
  assert.equal(errorLines.length, 1, errorLines.join('\n'));
  assert.match(errorLines[0] ?? '', message);
  assert.equal(status, 1);
}

suite('the executable', CONCURRENT, () => {
  test('works if only its folder is writable', async (t) => {
    const folder = openMounted(t, {
      mounts: 'mount --bind "$PWD" "$PWD" && mount -o remount,bind,ro /',
      env: { HOME: undefined },
    });
    if (folder) await assertWorks(folder);
  });

  test('works on a noexec file system by extracting to the temporary folder', async (t) => {
    const temporary = openFolder();
    const folder = openMounted(t, { mounts: remounted('noexec'), env: { TMPDIR: temporary.root } });
    if (!folder) return;
    await assertServes(folder);
    assert.deepEqual(readdirSync(temporary.root), [`.raan-${statSync(folder.path('raan.db')).uid}`]);
  });

  test('prints what to do if its folder is noexec and there is no temporary folder', async (t) => {
    const folder = openMounted(t, { mounts: remounted('noexec'), env: { TMPDIR: '/absent' } });
    if (!folder) return;
    assertFails(await folder.spawnCommand('init'), errorPattern('library_cannot_be_loaded', { library: 'sqlite' }));
    assert.equal(folder.has('raan.toml'), false);
  });

  test('prints what to do on a read-only disk', async (t) => {
    const folder = openMounted(t, { mounts: remounted('ro'), config: CONFIG });
    if (!folder) return;
    await folder.load({ stores: [cafe()] });
    for (const args of [['serve'], ['order', 'list']])
      assertFails(await folder.spawnCommand(...args), errorPattern('database_disk_read_only'));
  });

  test('prints what to do on a full disk and leaves no partial files', async (t) => {
    const folder = openMounted(t, {
      mounts: 'mount -t tmpfs -o size=64k none "$PWD"',
      run: '{ "$0" "$@"; status=$?; find . -type f; exit $status; }',
      env: { TMPDIR: openFolder().root },
    });
    if (!folder) return;
    const ran = await folder.spawnCommand('init');
    assertFails(ran, errorPattern('database_disk_full', { file: `${ANY}raan.db` }));
    assert.equal(ran.stdout, '');
  });

  test('works with any umask, and its files are not writable by others', async (t) => {
    if (UNPRIVILEGED === undefined) return t.skip('root ignores file modes, and only root can switch users');
    await assertWorks(openWith(`umask 777; ${RUN}`, { uid: UNPRIVILEGED }));
    const shared = openWith(`umask 000; ${RUN}`, { uid: UNPRIVILEGED });
    await shared.spawnCommandJson('init');
    for (const name of ['raan.toml', 'raan.db']) assert.equal(statSync(shared.path(name)).mode & 0o022, 0, name);
  });

  test('works without a temporary folder, and a demo that cannot listen leaves nothing in the current one', async () => {
    await assertServes(openFolder({ env: { TMPDIR: '/absent' } }));
    const folder = openFolder({ env: { TMPDIR: '/absent' }, config: 'listen.host = "192.0.2.1"\n' });
    assertFails(await folder.spawnCommand('demo'), errorPattern('cannot_listen', { host: '192.0.2.1' }));
    assert.deepEqual(
      readdirSync(folder.root).filter((name) => name.startsWith('raan-')),
      [],
    );
  });

  test('works with a noexec temporary folder', async (t) => {
    const temporary = openFolder();
    const mounts = `cd "${temporary.root}" && ${remounted('noexec')} && cd "$OLDPWD"`;
    const folder = openMounted(t, { mounts, env: { TMPDIR: temporary.root } });
    if (!folder) return;
    folder.write('store.json', { stores: [cafe()] });
    await folder.spawnCommandJson('load', 'store.json');
    assert.equal((await folder.spawnCommandJson('store', 'list')).stores.length, 1);
  });

  test('prints what to do in a read-only folder', async (t) => {
    if (UNPRIVILEGED === undefined) return t.skip('only root can switch users');
    const folder = openFolder({ uid: UNPRIVILEGED });
    chmodSync(folder.root, 0o555);
    assertFails(
      await folder.spawnCommand('init'),
      errorPattern('file_not_writable', { file: `${ANY}raan.toml`, why: partialMessage('file_access_denied') }),
    );
    assertFails(await folder.spawnCommand('serve'), errorPattern('database_not_writable'));
    const demo = openFolder({ uid: UNPRIVILEGED, env: { TMPDIR: '/absent' } });
    chmodSync(demo.root, 0o555);
    assertFails(await demo.spawnCommand('demo'), errorPattern('no_temporary_folder'));
  });
});
