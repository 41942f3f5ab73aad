import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { closeSync, openSync, readdirSync } from 'node:fs';
import { suite, test } from 'node:test';
import { standardKey } from '../src/lib/secrets.ts';
import { CONCURRENT, EXECUTABLE, openFolder, openFolderOf } from './cli.ts';
import { COMPLETE_FILE } from './complete-store.ts';
import { ANY, english, errorPattern, partialMessage } from './errors.ts';
import { openPartner } from './remote-partner.ts';
import { cafe, type Json, openShop } from './support.ts';

suite('load and dump', CONCURRENT, () => {
  test('load creates the database and prints created ids and issued secrets as JSON', async () => {
    const folder = openFolder();
    folder.write('store.json', COMPLETE_FILE);
    const { status, json, stderr } = await folder.spawnCommand('load', 'store.json');
    assert.deepEqual([status, stderr], [0, '']);
    const { main, shelf, empty } = json.stores;
    assert.deepEqual(Object.keys(main), [
      'id',
      'price_tiers',
      'warehouses',
      'addresses',
      'products',
      'variants',
      'channels',
      'apps',
    ]);
    assert.deepEqual(Object.keys(main.price_tiers), ['vip', 'retail']);
    assert.deepEqual(Object.keys(main.variants), ['hot', 'iced', 'pair', 'only']);
    assert.deepEqual(Object.keys(shelf.variants), ['resold/hot', 'resold/iced', 'resold/pair']);
    for (const id of [main.id, main.products.latte, main.addresses.shop, main.apps.bot.id, empty.id])
      assert.match(id, /^\d+$/);
    assert.deepEqual(Object.keys(main.channels.page), ['id', 'client_id', 'client_secret']);
    assert.deepEqual(Object.keys(main.apps.bot), ['id', 'webhook_secret', 'standard_key']);
    assert.equal(main.apps.bot.standard_key, standardKey(main.apps.bot.webhook_secret));
    const files = readdirSync(folder.root).filter((name) => !name.startsWith('.raan-')); // SQLite's library is unpacked there
    assert.deepEqual(files.sort(), ['raan.db', 'raan.key', 'store.json']);
  });

  test('credentials issued by load work on a server at once', async () => {
    const folder = openFolder({ config: 'listen.port = 0\n' });
    folder.write('store.json', { stores: [cafe()] });
    const { stores } = (await folder.spawnCommand('load', 'store.json')).json;
    const server = await folder.start('serve', '--json');
    const partner = await openPartner(server.json.address, stores.cafe.channels.page);
    const { body } = await partner.call('/v1/product/detail', { product_id: stores.cafe.products.latte });
    assert.equal(body.product.variants[0].available_qty, 15);
    assert.deepEqual(await server.end(), { status: 0, stderr: '' });
  });

  test('a dump equals the loaded file, and so does the dump of a loaded dump', async () => {
    const [here, there] = [openFolder(), openFolder()];
    here.write('store.json', COMPLETE_FILE);
    await here.spawnCommand('load', 'store.json');
    const dump = await here.spawnCommandJson('dump');
    assert.deepEqual(dump, COMPLETE_FILE);
    there.write('dump.json', dump);
    assert.equal((await there.runCommand('load', there.path('dump.json'))).status, 0);
    assert.deepEqual(await there.runCommandJson('dump'), dump);
  });

  test('a dump contains no secrets', async () => {
    const folder = openFolder();
    const couriers = [
      { shipping_type: 'ems', adapter: 'http', url: 'https://courier.example', secret: 'courier-secret' },
    ];
    const loaded = (await folder.load({ stores: [cafe({ couriers })] })).cafe as Json;
    const { status, stdout } = await folder.runCommand('dump');
    assert.equal(status, 0);
    const { page } = loaded.channels;
    for (const secret of ['courier-secret', page.client_id, page.client_secret, loaded.apps.bot.webhook_secret])
      assert.equal(stdout.includes(secret), false, secret);
  });

  test('dump fails with an error if stdout cannot be written', async () => {
    const folder = openFolder();
    await folder.load({ stores: [cafe()] });
    const disk = openSync('/dev/full', 'w');
    const { status, stderr } = spawnSync(EXECUTABLE[0] ?? '', ['dump'], {
      cwd: folder.root,
      stdio: ['ignore', disk, 'pipe'],
      encoding: 'utf8',
    });
    closeSync(disk);
    assert.equal(status, 1);
    assert.match(stderr, /^raan: .*ENOSPC[^\n]*\n$/);
  });

  test('dump accepts a store key or id', async () => {
    const folder = openFolder();
    const stores = await folder.load({ stores: [cafe(), cafe({ key: 'tea' })] });
    for (const name of ['tea', stores.tea?.id as string])
      assert.deepEqual(
        (await folder.runCommandJson('dump', name)).stores.map(({ key }: Json) => key),
        ['tea'],
      );
  });

  test('loading a file again creates nothing, keeps ids and issues no secrets', async () => {
    const folder = openFolder();
    const first = await folder.load(COMPLETE_FILE);
    folder.write('store.json', COMPLETE_FILE);
    const { stores } = (await folder.runCommand('load', folder.path('store.json'))).json;
    const withoutSecrets = JSON.parse(
      JSON.stringify(first, (key, value) => (/_secret$|^standard_key$/.test(key) ? undefined : value)),
    );
    assert.deepEqual(stores, withoutSecrets);
    assert.deepEqual(await folder.runCommandJson('dump'), COMPLETE_FILE);
    const ledger = folder.rows<{ reason: string }>('SELECT reason FROM stock_ledger');
    assert.deepEqual(new Set(ledger.map(({ reason }) => reason)), new Set(['system_init']));
  });

  test('load records its reasons in the stock ledger', async () => {
    const folder = openFolder();
    await folder.load({ stores: [cafe()] });
    const variants = [
      { key: 'hot', stock: { bkk: 12, cnx: 5 } },
      { key: 'cold', name: 'ปั่น', stock: { bkk: 4, cnx: 0 } },
    ];
    folder.write('more.json', { stores: [cafe({ products: [{ key: 'latte', name: 'ลาเต้', variants }] })] });
    assert.equal((await folder.runCommand('load', folder.path('more.json'))).status, 0);
    const ledger = folder.rows(
      `SELECT v.key AS variant, w.key AS warehouse, reason, on_hand_before AS old, on_hand_after AS new FROM stock_ledger
     JOIN variants v ON v.id = variant_id JOIN warehouses w ON w.id = warehouse_id ORDER BY variant_id, warehouse_id, time`,
    );
    assert.deepEqual(
      ledger.map((row) => Object.values(row)),
      [
        ['hot', 'bkk', 'system_init', 0, 10],
        ['hot', 'bkk', 'command_edited', 10, 12],
        ['hot', 'cnx', 'system_init', 0, 5],
        ['iced', 'bkk', 'system_init', 0, 10],
        ['cold', 'bkk', 'variant_created', 0, 4],
      ],
    );
  });

  const BROKEN = {
    stores: [
      cafe({
        nonsense: 1,
        products: [
          {
            key: 'latte',
            name: 'ลาเต้',
            shipping_rates: [{ shipping_type: 'pigeon', first: '1', each_more: -1 }],
            variants: [{ key: 'hot', prices: { silver: '1' }, stock: { moon: 1 }, weight: -1 }, { key: 'hot' }],
          },
        ],
        couriers: [{ shipping_type: 'ems', adapter: 'pigeon' }],
        channels: [{ key: 'page', name: 'Page', price_tier: 'gold', app: 'nobody', expire_time: 1_900_000_000 }],
        apps: [{ key: 'bot', name: 'Bot', url: 'ftp://bot.example' }],
      }),
      { key: 'cafe' },
    ],
  };

  const PROBLEMS = [
    english('not_a_web_address', { path: 'stores[0].apps[0].url' }),
    english('no_such_app', { path: 'stores[0].channels[0].app', name: 'nobody' }),
    english('not_a_time', { path: 'stores[0].channels[0].expire_time' }),
    english('no_such_price_tier', { path: 'stores[0].channels[0].price_tier', name: 'gold' }),
    english('not_one_of', {
      path: 'stores[0].couriers[0].adapter',
      codes: ['number_pool', 'http', 'flash', 'shippop', 'manual'],
    }),
    english('unknown_field', { path: 'stores[0].nonsense' }),
    english('not_an_amount', { path: 'stores[0].products[0].shipping_rates[0].each_more' }),
    english('no_such_courier', { path: 'stores[0].products[0].shipping_rates[0].shipping_type', name: 'pigeon' }),
    english('no_such_price_tier', { path: 'stores[0].products[0].variants[0].prices', name: 'silver' }),
    english('no_such_warehouse', { path: 'stores[0].products[0].variants[0].stock', name: 'moon' }),
    english('below_zero', { path: 'stores[0].products[0].variants[0].weight' }),
    english('key_repeated', { path: 'stores[0].products[0].variants[1].key', name: 'hot' }),
    english('key_repeated', { path: 'stores[1].key', name: 'cafe' }),
    english('required', { path: 'stores[1].name' }),
  ];

  test('load lists all errors of a store file with their paths', async () => {
    const folder = openFolder();
    folder.write('store.json', BROKEN);
    for (const flags of [[], ['--dry-run']]) {
      const { status, stdout, errorLines } = await folder.runCommand('load', folder.path('store.json'), ...flags);
      assert.deepEqual([status, stdout], [1, '']);
      const errors = errorLines.map((line) => line.replace(/^raan: /, '')).sort();
      assert.deepEqual(errors, PROBLEMS);
    }
    assert.deepEqual(readdirSync(folder.root).sort(), ['raan.toml', 'store.json'], 'a refused load makes no database');
  });

  test('a refused load leaves the database byte-identical', async () => {
    const folder = openFolder();
    await folder.load({ stores: [cafe()] });
    const before = folder.bytes('raan.db');
    folder.write('store.json', { stores: [cafe({ name: 'Other' }), { key: 'new', name: 'New' }, ...BROKEN.stores] });
    assert.equal((await folder.runCommand('load', folder.path('store.json'))).status, 1);
    assert.ok(folder.bytes('raan.db').equals(before));
  });

  const UNREADABLE: [string, string | Uint8Array | undefined, RegExp][] = [
    [
      'does not exist',
      undefined,
      errorPattern('file_not_readable', { file: `${ANY}store.json`, why: partialMessage('file_missing') }),
    ],
    ['is not JSON', '{"stores": [', errorPattern('file_not_json', { file: `${ANY}store.json` })],
    [
      'is not UTF-8',
      Buffer.from('{"stores":[{"key":"a","name":"caf\xe9"}]}', 'latin1'),
      errorPattern('file_not_utf8', { file: `${ANY}store.json` }),
    ],
    ['is not an object', '[]', errorPattern('not_an_object', { path: 'store file' })],
  ];

  for (const [what, content, expected] of UNREADABLE)
    test(`a store file that ${what} is refused with one line and creates no database`, async () => {
      const folder = openFolder();
      if (content !== undefined) folder.write('store.json', content);
      const { status, errorLines } = await folder.runCommand('load', folder.path('store.json'));
      assert.equal(status, 1);
      assert.equal(errorLines.length, 1);
      assert.match(errorLines[0] ?? '', expected);
      assert.equal(folder.has('raan.db'), false);
    });

  test('load reads files with a byte order mark, and standard input for -', async () => {
    const folder = openFolder();
    const text = JSON.stringify({ stores: [cafe()] });
    folder.write('marked.json', `\ufeff${text}`);
    assert.equal((await folder.spawnCommand('load', 'marked.json')).status, 0);
    const { status, json } = await folder.spawnCommandWith({ input: text }, 'load', '-');
    assert.equal(status, 0);
    assert.equal(json.stores.cafe.id, '1');
  });

  test('data loaded while a server runs is visible to partners at once', async () => {
    const shop = await openShop();
    const folder = openFolderOf(shop);
    assert.equal((await shop.call('/v1/product/list', { get_count: true })).body.total, 1);
    const mocha = {
      key: 'mocha',
      name: 'มอคค่า',
      variants: [{ key: 'mocha', prices: { retail: '75' }, stock: { bkk: 3 } }],
    };
    folder.write('more.json', { stores: [cafe({ products: [mocha] })] });
    const { stores } = (await folder.runCommand('load', folder.path('more.json'))).json;
    assert.equal((await shop.call('/v1/product/list', { get_count: true })).body.total, 2);
    const { body } = await shop.call('/v1/product/detail', { product_id: stores.cafe.products.mocha });
    assert.equal(body.product.variants[0].available_qty, 3);
  });
});
