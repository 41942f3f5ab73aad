import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { suite, test } from 'node:test';
import { CONCURRENT, openFolder } from './cli.ts';
import { ANY, errorPattern } from './errors.ts';

const EXAMPLE = readFileSync(path.join(import.meta.dirname, '..', 'config.example.toml'), 'utf8');

suite('the config file', CONCURRENT, () => {
  test('without a config file the defaults of config.example.toml apply', async () => {
    const folder = openFolder();
    const without = await folder.spawnCommandJson('config', 'check');
    folder.write('raan.toml', EXAMPLE);
    assert.deepEqual(await folder.spawnCommandJson('config', 'check'), without);
    assert.equal(without.listen.host, '127.0.0.1');
    assert.equal(without.listen.port, 8080);
  });

  test('config.example.toml contains exactly the known keys', async () => {
    const config = await openFolder().spawnCommandJson('config', 'check');
    const keysOf = (value: object, start = ''): string[] =>
      Object.entries(value).flatMap(([key, inner]) =>
        typeof inner === 'object' && !Array.isArray(inner) ? keysOf(inner, `${start}${key}.`) : [start + key],
      );
    const known = keysOf(config);
    let section = '';
    const shown = EXAMPLE.split('\n').flatMap((line) => {
      section = /^\[([\w.]+)\]$/.exec(line)?.[1] ?? section;
      const key = /^(\w+) = /.exec(line)?.[1];
      return key ? [section ? `${section}.${key}` : key] : [];
    });
    assert.deepEqual(shown.sort(), known.sort());
  });

  test('config check names the file, and says whether it exists', async () => {
    const folder = openFolder();
    const missing = await folder.spawnCommand('config', 'check');
    const file = folder.path('raan.toml');
    assert.deepEqual([missing.status, missing.stdout.trimEnd()], [0, `${file} does not exist; the defaults apply`]);
    folder.write('raan.toml', '');
    const valid = await folder.spawnCommand('config', 'check');
    assert.deepEqual([valid.status, valid.stdout.trimEnd()], [0, `${file} is valid`]);
  });

  test('config check lists all errors with their keys', async () => {
    const folder = openFolder({
      config: `
      database = ""
      nonsense = 1
      [listen]
      host = ""
      port = 70000
      base_url = "shop.example"
      trusted_proxies = ["10.0.0.0/33", "10.0.0.1"]
      hosts = []
      [values]
      shipping_types = ["EMS"]
      channels = "line"
      [webhooks]
      allow_networks = [127]
      [backup]
      every = "1w"
      keep = 0
      [log]
      level = "loud"
      [nowhere]
    `,
    });
    const { status, stdout, errorLines } = await folder.runCommand('config', 'check', '--json');
    assert.equal(status, 1);
    assert.equal(stdout, '');
    const places = errorLines.map((line) => line.replace(`raan: ${folder.path('raan.toml')}: `, '').split(': ')[0]);
    assert.deepEqual(places.sort(), [
      'backup.every',
      'backup.keep',
      'database',
      'listen.base_url',
      'listen.host',
      'listen.hosts',
      'listen.port',
      'listen.trusted_proxies[0]',
      'log.level',
      'nonsense',
      'nowhere',
      'values.channels',
      'values.shipping_types[0]',
      'webhooks.allow_networks[0]',
    ]);
  });

  test('invalid TOML is refused with line and column', async () => {
    const folder = openFolder({ config: '[listen]\nport = 80 80\n' });
    const { status, errorLines } = await folder.runCommand('config', 'check');
    assert.equal(status, 1);
    assert.equal(errorLines.length, 1);
    assert.match(errorLines[0] ?? '', errorPattern('config_not_toml', { path: `${ANY}raan.toml:2:${ANY}` }));
  });

  test('a config file may start with a byte order mark', async () => {
    const folder = openFolder({ config: '\ufefflisten.port = 81\n' });
    assert.equal((await folder.runCommandJson('config', 'check')).listen.port, 81);
  });

  test('commands that need the config report its errors and do nothing', async () => {
    const folder = openFolder({ config: 'listen.port = "x"\n' });
    folder.write('store.json', { stores: [] });
    for (const args of [['serve'], ['demo'], ['load', folder.path('store.json')], ['dump']]) {
      const { status, errorLines } = await folder.runCommand(...args);
      assert.equal(status, args[0] === 'serve' ? 78 : 1); // 78: systemd does not restart it
      assert.match(errorLines.join('\n'), errorPattern('not_a_number', { path: `${ANY}raan.toml: listen.port` }));
    }
    assert.equal(folder.has('raan.db'), false);
  });

  test('--config works before and after the command; the database path is relative to the config file', async () => {
    const folder = openFolder();
    const away = openFolder({ config: 'database = "shop.db"\n' });
    for (const args of [
      ['--config', away.path('raan.toml'), 'config', 'check'],
      ['config', 'check', '--config', away.path('raan.toml')],
    ])
      assert.equal((await folder.runCommandWithoutConfig(...args, '--json')).json.database, away.path('shop.db'));
  });

  test('the file of --config must exist', async () => {
    const folder = openFolder();
    const { status, errorLines } = await folder.spawnCommand('config', 'check', '--config', 'absent.toml');
    assert.equal(status, 1);
    assert.equal(errorLines.length, 1);
    assert.match(errorLines[0] ?? '', errorPattern('config_unreadable', { file: `${ANY}absent.toml` }));
  });
});
