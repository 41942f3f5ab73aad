import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { after, before, suite, test } from 'node:test';
import { readConfig } from '../src/config.ts';
import { openContext } from '../src/context.ts';
import { EXECUTABLE, type Folder, type FolderOptions, openFolder, UNPRIVILEGED } from './cli.ts';
import { english } from './errors.ts';
import { signedIn } from './office.ts';
import { addPasskey, codesOn, signInByPasskey, signInPage } from './passkey-steps.ts';
import { openReceiver } from './receiver.ts';
import { type Credentials, openPartner, token } from './remote-partner.ts';
import { inspectPicture, photo } from './sample-photos.ts';
import { Authenticator } from './software-authenticator.ts';
import { cafe, type Json, until } from './support.ts';

const [FILE = ''] = EXECUTABLE;
const MAX_SIZE_RATIO = 1.3; // times the Node binary

/** The environment of a machine without Node, npm and home. */
const BARE_ENVIRONMENT = {
  PATH: '/usr/bin:/bin',
  HOME: undefined,
  NODE_OPTIONS: undefined,
  NODE_COMPILE_CACHE: undefined,
};

/** An empty folder to run the executable in. */
const openEmpty = ({ env, ...options }: FolderOptions = {}): Folder =>
  openFolder({ program: EXECUTABLE, env: { ...BARE_ENVIRONMENT, ...env }, ...options });

const CONFIG = 'listen.port = 0\nwebhooks.allow_networks = ["127.0.0.0/8"]\n';

/** Creates and serves a store, gets a token and stops: SQLite, assets and network work. */
async function assertWorks(folder: Folder): Promise<void> {
  folder.write('raan.toml', CONFIG);
  folder.write('store.json', { stores: [cafe()] });
  const { stores } = await folder.spawnCommandJson('load', 'store.json');
  const server = await folder.start('serve', '--json');
  assert.equal((await token(server.json.address, stores.cafe.channels.page)).status, 200);
  assert.deepEqual(await server.end(), { status: 0, stderr: '' });
}

suite('the executable', { concurrency: 2 }, () => {
  before(() => {
    if (!existsSync(FILE)) throw new Error(`${FILE} is missing; run "npm run build" first`);
  });

  test('init, load, serve, orders, a webhook, a stop and a restart work', async () => {
    const folder = openEmpty();
    const receiver = await openReceiver();
    const { config } = await folder.spawnCommandJson('init');
    folder.write('raan.toml', `${folder.read('raan.toml').replace('port = 8080', 'port = 0')}`);
    folder.write(
      'raan.toml',
      folder.read('raan.toml').replace('allow_networks = []', 'allow_networks = ["127.0.0.0/8"]'),
    );
    assert.equal(config, folder.path('raan.toml'));
    const apps = [{ key: 'bot', name: 'Bot', url: receiver.url }];
    folder.write('store.json', { stores: [cafe({ apps })] });
    const { cafe: ids } = (await folder.spawnCommandJson('load', 'store.json')).stores;
    await receiver.trust(ids.apps.bot.webhook_secret);

    const first = await folder.start('serve', '--json');
    const partner = await openPartner(first.json.address, ids.channels.page as Credentials);
    const listed = (await partner.call('/v1/product/list')).body.products;
    assert.deepEqual(
      listed.map(({ id }: Json) => id),
      [ids.products.latte],
    );
    const { product } = (await partner.call('/v1/product/detail', { product_id: ids.products.latte })).body;
    assert.equal(product.variants[0].available_qty, 15);
    const { addresses } = (await partner.call('/v1/store/address/list')).body;
    assert.equal(addresses[0].id, ids.addresses.shop);

    const body = {
      shipping_type: 'ems',
      products: [{ sku: 'LAT-H', qty: 2 }],
      recipient_address: { name: 'สมชาย ใจดี', telephone: '0812345678', postal_code: 50200 },
      external_order_id: 'X-1',
    };
    const created = await partner.call('/v1/order/create', body);
    assert.equal(created.status, 200, JSON.stringify(created.body));
    const { order } = created.body;
    assert.equal(order.total, '130');
    assert.deepEqual((await partner.call('/v1/order/detail', { order_id: order.id })).body.order, order);
    assert.deepEqual((await partner.call('/v1/order/create', body)).body.order, order, 'a replay');
    const products = Array.from({ length: 1_000 }, () => ({ sku: 'LAT-I', qty: 1 }));
    const tooMany = await partner.call('/v1/order/create', { ...body, products, external_order_id: 'X-2' });
    assert.match(tooMany.body.error_description, /products\[10\]\.qty/, 'the thread of large calls');

    await until('the change arrives', () => receiver.items.length > 0);
    const [{ update_time, ...item }] = receiver.items;
    assert.deepEqual(item, {
      id: ids.variants.hot,
      sku: 'LAT-H',
      old: 10,
      new: 8,
      warehouse_id: ids.warehouses.bkk,
      reason: 'order_reserved',
      order_id: order.id,
    });
    assert.ok(receiver.received[0]?.signed);
    assert.deepEqual(await first.end(), { status: 0, stderr: '' });

    const second = await folder.start('serve', '--json');
    const { address } = second.json;
    assert.deepEqual((await partner.call('/v1/order/detail', { external_order_id: 'X-1' }, address)).body.order, order);
    assert.deepEqual((await partner.call('/v1/order/create', body, address)).body.order, order, 'a replay');
    const again = (await partner.call('/v1/product/detail', { product_id: ids.products.latte }, address)).body.product;
    assert.equal(again.variants[0].available_qty, 13);
    assert.deepEqual(
      (await folder.spawnCommandJson('app', 'deliveries', 'bot')).deliveries.map(({ status }: Json) => status),
      ['acknowledged'],
    );
    assert.deepEqual(await second.end('SIGINT'), { status: 0, stderr: '' });
    assert.equal((await folder.spawnCommandJson('check')).ok, true);
  });

  test('under another user with a read-only home it writes only the database, its lock and a private folder', async () => {
    const [temporary, home] = [openFolder({ uid: UNPRIVILEGED }), openFolder()];
    home.makeReadOnly();
    const folder = openEmpty({ env: { TMPDIR: temporary.root, HOME: home.root }, uid: UNPRIVILEGED });
    await assertWorks(folder);
    const user = UNPRIVILEGED ?? process.getuid?.();
    assert.equal(statSync(folder.path('raan.db')).uid, user);
    assert.deepEqual(readdirSync(folder.root).sort(), [
      `.raan-${user}`,
      'raan.db',
      'raan.db-serving',
      'raan.key',
      'raan.toml',
      'store.json',
    ]);
    for (const { root } of [temporary, home]) assert.deepEqual(readdirSync(root), []);
  });

  test('a database of another user is refused with one line', async (t) => {
    if (UNPRIVILEGED === undefined) return t.skip('only root can switch users');
    const folder = openEmpty({ uid: UNPRIVILEGED });
    await folder.load({ stores: [cafe()] }); // as root
    chmodSync(folder.path('raan.db'), 0o644);
    const { status, errorLines } = await folder.spawnCommand('check');
    assert.equal(status, 1);
    assert.deepEqual(errorLines, [`raan: ${english('database_not_writable', { file: folder.path('raan.db') })}`]);
  });

  test('it works from any folder, with the database next to the config file', async () => {
    const folder = openEmpty({ config: CONFIG });
    await folder.load({ stores: [cafe()] });
    const cwd = folder.path('sub');
    mkdirSync(cwd);
    for (const [place, file] of [
      [cwd, '../raan.toml'],
      ['/', folder.path('raan.toml')],
    ] as const) {
      const { status, json } = await folder.spawnCommandWith(
        { cwd: place },
        'store',
        'list',
        '--json',
        '--config',
        file,
      );
      assert.equal(status, 0);
      assert.equal(json.stores[0].key, 'cafe');
    }
    assert.deepEqual(readdirSync(cwd), []);
  });

  test('labels are printed with the bundled fonts and libraries', async () => {
    const folder = openEmpty({ config: CONFIG });
    const { cafe: ids } = await folder.load({ stores: [cafe()] });
    const server = await folder.start('serve', '--json');
    const partner = await openPartner(server.json.address, ids?.channels.page as Credentials);
    const created = await partner.call('/v1/order/create', {
      shipping_type: 'ems',
      products: [{ sku: 'LAT-H', qty: 1 }],
      recipient_address: { name: 'สมชาย ใจดี', telephone: '0812345678', postal_code: 50200 },
      ship_before_pay: true,
    });
    const { id } = created.body.order;
    await folder.spawnCommandJson('order', 'book', id, '--tracking', 'EX123456785TH');
    const { pages } = await folder.spawnCommandJson('label', id, '--out', 'label.pdf');
    assert.equal(pages, 1);
    assert.equal(folder.bytes('label.pdf').subarray(0, 5).toString(), '%PDF-');
    assert.match(folder.bytes('label.pdf').toString('latin1'), /Sarabun-Bold/);
    assert.deepEqual(await server.end(), { status: 0, stderr: '' });
  });

  test('pictures are resized with the bundled libraries', async () => {
    const home = openFolder();
    home.makeReadOnly();
    const folder = openEmpty({ config: CONFIG, env: { HOME: home.root } });
    const { cafe: ids } = await folder.load({ stores: [cafe()] });
    const server = await folder.start('serve', '--json');
    const ctx = openContext(readConfig(folder.path('raan.toml')), { create: false });
    after(() => ctx.close());
    const office = await signedIn({ ctx, url: server.json.address, stores: {}, now: Date.now });
    const product = `/products/${ids?.products.latte}`;
    await office.open(product);
    const picture = new File([await photo({ width: 4032, height: 3024, orientation: 6 })], 'IMG_1.jpg');
    const seen = await office.send(`${product}/details`, { name: 'Latte', picture });
    assert.equal(seen.status, 200, seen.text);
    const [thumbnail] = /\/pictures\/[\w-]{43}\/thumbnail\.jpg/.exec(seen.html) ?? assert.fail(seen.text);
    const bytes = Buffer.from(await (await fetch(server.json.address + thumbnail)).arrayBuffer());
    assert.deepEqual(await inspectPicture(bytes), { format: 'jpeg', width: 300, height: 400, notes: false });
    assert.deepEqual(readdirSync(home.root), []);
    assert.deepEqual(await server.end(), { status: 0, stderr: '' });
  });

  test('passkeys are checked with the bundled library', async () => {
    const folder = openEmpty({ config: CONFIG });
    await folder.load({ stores: [cafe()] });
    const server = await folder.start('serve', '--json');
    const url = server.json.address.replace('127.0.0.1', 'localhost');
    const ctx = openContext(readConfig(folder.path('raan.toml')), { create: false });
    const owner = await signedIn({ ctx, url, stores: {}, now: Date.now });
    ctx.close();
    const authenticator = new Authenticator(url);
    assert.equal(codesOn(await addPasskey(owner, authenticator)).length, 10);
    const forged = await signInByPasskey(await signInPage(url), authenticator, { forged: true });
    assert.equal(forged.status, 422);
    assert.equal((await signInByPasskey(await signInPage(url), authenticator)).path, '/me');
    assert.deepEqual(await server.end(), { status: 0, stderr: '' });
  });

  test('Node options are not accepted', async () => {
    const { status, errorLines } = await openEmpty().spawnCommand('--eval', 'console.log(1)');
    assert.equal(status, 2);
    assert.match(errorLines[0] ?? '', /unknown option '--eval'/);
  });

  test('it is at most 30 % larger than Node', () => {
    const node = path.join(import.meta.dirname, '..', 'node_modules', `node-linux-${process.arch}`, 'bin', 'node');
    const [ours, theirs] = [FILE, node].map((file) => statSync(file).size) as [number, number];
    assert.ok(ours <= MAX_SIZE_RATIO * theirs, `${ours} bytes are ${(ours / theirs).toFixed(3)} times ${theirs}`);
  });
});
