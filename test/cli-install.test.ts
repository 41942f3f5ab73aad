import assert from 'node:assert/strict';
import { chmodSync, existsSync, symlinkSync } from 'node:fs';
import { test } from 'node:test';
import { parse } from 'smol-toml';
import { readConfig } from '../src/config.ts';
import { type CommandResult, type Folder, openFolder } from './cli.ts';
import { ANY, errorPattern } from './errors.ts';
import { runTool, toolTest } from './tools.ts';

const CONFIG = 'etc/raan/raan.toml';
const UNIT = 'etc/systemd/system/raan.service';
const SITE = 'etc/caddy/raan.caddyfile';

/** Runs install, without --config: it has its own default. */
const install = (folder: Folder, ...args: string[]): Promise<CommandResult> =>
  folder.runCommandWithoutConfig('install', '--root', folder.root, '--executable', '/bin/true', ...args);

const done = async (ran: Promise<CommandResult>) => {
  const { status, stderr, json } = await ran;
  assert.equal(status, 0, stderr);
  return json;
};

test('install writes matching config, unit and site, and prints the remaining commands', async () => {
  const folder = openFolder();
  const { written, next } = await done(install(folder, '--domain', 'shop.example', '--json'));
  assert.deepEqual(
    written,
    [CONFIG, UNIT, SITE].map((file) => `/${file}`),
  );
  const { database, listen, backup } = readConfig(folder.path(CONFIG));
  assert.equal(database, '/var/lib/raan/raan.db');
  assert.equal(backup.folder, '/var/lib/raan/backups');
  assert.equal(listen.base_url, 'https://shop.example');
  assert.deepEqual(listen.trusted_proxies, ['127.0.0.1/32', '::1/128']);
  assert.match(folder.read(UNIT), /^ExecStart=\/bin\/true --config \/etc\/raan\/raan\.toml serve$/m);
  assert.match(folder.read(UNIT), /^DynamicUser=yes\nStateDirectory=raan$/m);
  assert.match(folder.read(UNIT), /^RestartPreventExitStatus=78$/m);
  assert.match(folder.read(SITE), /^shop\.example \{.*reverse_proxy 127\.0\.0\.1:8080 \{/s);
  assert.ok(next.includes('systemctl enable --now raan'));
});

test('install without a domain writes no site and no proxy settings', async () => {
  const folder = openFolder();
  await done(install(folder, '--json'));
  assert.equal(folder.has(SITE), false);
  const { listen } = readConfig(folder.path(CONFIG));
  assert.deepEqual([listen.base_url, listen.trusted_proxies], ['', []]);
});

test('a second install changes nothing; an existing config is kept, with warnings about missing settings', async () => {
  const folder = openFolder();
  await done(install(folder, '--domain', 'shop.example', '--json'));
  const { written } = await done(install(folder, '--domain', 'shop.example', '--json'));
  assert.deepEqual(written, []);
  const other = openFolder();
  await done(install(other, '--json'));
  const own = other.read(CONFIG).replace('port = 8080', 'port = 443');
  other.write(CONFIG, own);
  other.remove(UNIT);
  const { status, errorLines } = await install(other, '--domain', 'shop.example');
  assert.equal(status, 0);
  assert.equal(other.read(CONFIG), own);
  const baseUrl = { found: '', wanted: 'https://shop.example' };
  assert.match(errorLines[0] ?? '', errorPattern('install_base_url_differs', baseUrl));
  assert.match(errorLines[1] ?? '', errorPattern('install_proxies_missing'));
  assert.match(other.read(SITE), /reverse_proxy 127\.0\.0\.1:443 /);
  assert.match(other.read(UNIT), /^AmbientCapabilities=CAP_NET_BIND_SERVICE$/m);
});

test('a differing unit is not overwritten: the differing lines are printed and nothing is written', async () => {
  const folder = openFolder();
  await done(install(folder, '--json'));
  folder.write(UNIT, folder.read(UNIT).replace('Restart=on-failure', 'Restart=always'));
  const { status, errorLines } = await install(folder, '--domain', 'shop.example');
  assert.equal(status, 1);
  assert.match(errorLines[0] ?? '', errorPattern('install_file_differs', { file: `${ANY}raan.service`, lines: [] }));
  assert.deepEqual(errorLines.slice(1, 3), ['raan: - Restart=always', 'raan: + Restart=on-failure']);
  assert.equal(folder.has(SITE), false);
});

test('--user and --folder go into the unit; --print writes nothing', async () => {
  const folder = openFolder();
  const { files } = await done(install(folder, '--user', 'shop', '--folder', '/srv/shop', '--print', '--json'));
  assert.match(files[`/${UNIT}`], /^User=shop\nGroup=shop\nReadWritePaths=\/srv\/shop$/m);
  assert.equal((parse(files[`/${CONFIG}`]) as { database: string }).database, '/srv/shop/raan.db');
  assert.equal(existsSync(folder.path('etc')), false);
});

test('backups outside the folder need --user, and their folder is created before the first start', async () => {
  const folder = openFolder();
  const place = '/mnt/copies';
  await done(install(folder, '--json'));
  folder.write(CONFIG, folder.read(CONFIG).replace(/folder = "[^"]*backups"/, `folder = "${place}"`));
  folder.remove(UNIT);
  const { status, errorLines } = await install(folder);
  assert.equal(status, 1);
  assert.match(
    errorLines.join('\n'),
    errorPattern('install_backup_folder_needs_user', { folder: '/var/lib/raan', backupFolder: place }),
  );
  assert.equal(folder.has(UNIT), false);
  const { next } = await done(install(folder, '--user', 'shop', '--json'));
  assert.match(folder.read(UNIT), /^ReadWritePaths=\/mnt\/copies$/m);
  assert.ok(next.includes(`install -d -m 700 -o shop -g shop ${place}`), next.join('\n'));
});

test('invalid options are refused before anything is written', async () => {
  const folder = openFolder();
  for (const [args, status, expected] of [
    [['--domain', 'shop example'], 2, errorPattern('argument_not_a_host_name', { name: '--domain' })],
    [['--user', '-x'], 2, errorPattern('argument_not_a_system_account', { name: '--user' })],
    [['--folder', 'here'], 2, errorPattern('argument_not_an_absolute_path', { name: '--folder' })],
    [['--folder', '/srv/shop'], 1, errorPattern('install_needs_user')],
    [['--folder', '/var/lib/a shop', '--user', 'shop'], 1, errorPattern('install_path_not_plain')],
    [
      ['--executable', '/home/me/raan'],
      1,
      errorPattern('install_executable_not_accessible', { file: '/home/me/raan' }),
    ],
    [['--executable', '/absent/raan'], 1, errorPattern('install_executable_missing', { file: '/absent/raan' })],
    [['--executable', '/etc/passwd'], 1, errorPattern('install_executable_not_runnable', { file: '/etc/passwd' })],
  ] as const) {
    const ran = await install(folder, ...args);
    assert.equal(ran.status, status);
    assert.match(ran.errorLines[0] ?? '', expected);
  }
  assert.equal(existsSync(folder.path('etc')), false);
});

test('--print works for any executable path and warns about unusable ones', async () => {
  const folder = openFolder();
  symlinkSync('loop', folder.path('loop'));
  for (const [executable, expected] of [
    ['/loop', errorPattern('file_not_readable', { file: `${ANY}/loop` })],
    ['/tmp/raan', errorPattern('install_executable_not_accessible', { file: '/tmp/raan' })],
    ['/absent/raan', errorPattern('install_executable_missing', { file: '/absent/raan' })],
  ] as const) {
    const { files, warnings } = await done(install(folder, '--executable', executable, '--print', '--json'));
    assert.match(files[`/${UNIT}`], new RegExp(`^ExecStart=${executable} `, 'm'));
    assert.match(warnings.join('\n'), expected);
  }
});

test('a config that the service may not read causes a warning', async () => {
  const folder = openFolder();
  await done(install(folder, '--json'));
  chmodSync(folder.path(CONFIG), 0o600);
  const { warnings } = await done(install(folder, '--json'));
  assert.match(
    warnings.join('\n'),
    errorPattern('install_config_not_readable', {
      file: '/etc/raan/raan.toml',
      command: `chmod 644 ${ANY} secrets to /etc/raan/environment`,
    }),
  );
});

toolTest(['systemd-analyze'], 'systemd-analyze accepts the unit and rates its exposure OK', async () => {
  for (const more of [[], ['--user', 'root', '--folder', '/srv/shop']]) {
    const folder = openFolder();
    await done(install(folder, '--json', ...more));
    const output = runTool('systemd-analyze', 'verify', '--man=no', folder.path(UNIT));
    assert.doesNotMatch(output, /raan\.service/);
    const checked = runTool('systemd-analyze', 'security', '--offline=true', '--no-pager', folder.path(UNIT));
    const [, exposure = '10'] = /exposure level for raan\.service: ([\d.]+)/.exec(checked) ?? [];
    assert.ok(Number(exposure) <= 2, exposure);
  }
});

toolTest(['caddy'], 'Caddy accepts the site', async () => {
  const folder = openFolder({ env: { HOME: '/nonexistent' } });
  await done(install(folder, '--domain', 'shop.example', '--json'));
  runTool('caddy', 'validate', '--adapter', 'caddyfile', '--config', folder.path(SITE));
});
