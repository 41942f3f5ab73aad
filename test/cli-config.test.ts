import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { suite, test } from 'node:test';
import { AT_ONCE, openFolder } from './cli.ts';

const EXAMPLE = readFileSync(path.join(import.meta.dirname, '..', 'config.example.toml'), 'utf8');

suite('the config file', AT_ONCE, () => {
  test('without a config file the defaults serve, and they are what config.example.toml shows', async () => {
    const folder = openFolder();
    const without = await folder.json('config', 'check');
    folder.write('raan.toml', EXAMPLE);
    assert.deepEqual(await folder.json('config', 'check'), without);
    assert.equal(without.listen.host, '127.0.0.1');
    assert.equal(without.listen.port, 8080);
  });

  test('every key of config.example.toml is known, and every known key is in it', async () => {
    const config = await openFolder().json('config', 'check');
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

  test('config check says in words which file is sound', async () => {
    const folder = openFolder();
    assert.match((await folder.raan('config', 'check')).stdout, /raan\.toml does not exist; the defaults apply/);
    folder.write('raan.toml', '');
    assert.match((await folder.raan('config', 'check')).stdout, /raan\.toml is valid/);
  });

  test('every fault of the config file is told at once, each with its key', async () => {
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
    const { status, stdout, faults } = await folder.command('config', 'check', '--json');
    assert.equal(status, 1);
    assert.equal(stdout, '');
    const places = faults.map((line) => line.replace(`raan: ${folder.path('raan.toml')}: `, '').split(' ')[0]);
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

  test('a config file that is no TOML is refused with its line and column', async () => {
    const folder = openFolder({ config: '[listen]\nport = 80 80\n' });
    const { status, faults } = await folder.command('config', 'check');
    assert.equal(status, 1);
    assert.equal(faults.length, 1);
    assert.match(faults[0] ?? '', /raan\.toml:2:\d+: /);
  });

  test('a config file may begin with a byte order mark, as some editors write it', async () => {
    const folder = openFolder({ config: '\ufefflisten.port = 81\n' });
    assert.equal((await folder.answer('config', 'check')).listen.port, 81);
  });

  test('every command that needs the config tells its faults and does nothing', async () => {
    const folder = openFolder({ config: 'listen.port = "x"\n' });
    folder.write('store.json', { stores: [] });
    for (const words of [['serve'], ['demo'], ['load', 'store.json'], ['dump']]) {
      const { status, faults } = await folder.raan(...words);
      assert.equal(status, 1);
      assert.match(faults.join(), /raan\.toml: listen\.port must be a number/);
    }
    assert.equal(folder.has('raan.db'), false);
  });

  test('--config names the file, before the command and after it; a relative database lies beside that file', async () => {
    const folder = openFolder();
    const away = openFolder({ config: 'database = "shop.db"\n' });
    for (const words of [
      ['--config', away.path('raan.toml'), 'config', 'check'],
      ['config', 'check', '--config', away.path('raan.toml')],
    ])
      assert.equal((await folder.json(...words)).database, away.path('shop.db'));
  });

  test('a config file that is named has to be there', async () => {
    const folder = openFolder();
    const { status, faults } = await folder.raan('config', 'check', '--config', 'absent.toml');
    assert.equal(status, 1);
    assert.equal(faults.length, 1);
    assert.match(faults[0] ?? '', /absent\.toml cannot be read/);
  });
});
