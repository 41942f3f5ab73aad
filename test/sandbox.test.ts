import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deleteVariant } from '../src/domain/catalogue/delete-product.ts';
import { productByKey } from '../src/domain/catalogue/product-lookup.ts';
import { pullProduct } from '../src/domain/catalogue/pull-product.ts';
import { putCourier } from '../src/domain/couriers/couriers.ts';
import { orderCount } from '../src/domain/monitoring/database-facts.ts';
import { quotaUsed } from '../src/domain/order-counters.ts';
import { addTestChannel } from '../src/domain/sandbox/sandbox.ts';
import { findStore, listStores, sandboxOf } from '../src/domain/stores.ts';
import { findDeliveries } from '../src/domain/webhooks/delivery-log.ts';
import type { Id } from '../src/lib/ids.ts';
import { standardKey } from '../src/lib/secrets.ts';
import { openFolder } from './cli.ts';
import { assertDatabaseValid } from './database-steps.ts';
import { operatorError } from './errors.ts';
import { signedIn } from './office.ts';
import {
  available,
  clockForward,
  detailOf,
  openSandbox,
  pass,
  place,
  reset,
  storeOf,
  untilFilled,
  untilOrder,
} from './sandbox-steps.ts';
import { sql } from './sql.ts';
import { runStep } from './stock-steps.ts';
import { cafe, idOf, type Json, openShop, until } from './support.ts';

test('a sandbox has the catalogue, prices and available stock of its store', async () => {
  const tea = {
    key: 'tea',
    name: 'ชา',
    min: '1',
    variants: [
      { key: 'tea', name: 'ซอง', sku: 'TEA', barcodes: ['BOX-1'], prices: { retail: '10' }, stock: { bkk: 7 } },
      { key: 'set', name: 'ชุด', sku: 'SET', prices: { retail: '90' }, bundle: [{ variant: 'tea', qty: 3 }] },
    ],
  };
  const store = cafe();
  const sandbox = await openSandbox({ stores: [{ ...store, products: [...store.products, tea] }] });
  const { shop, call } = sandbox;
  await shop.order({ products: [{ sku: 'LAT-H', qty: 4 }] });
  await reset(sandbox);
  assert.deepEqual(await available(sandbox), { 'LAT-H': 11, 'LAT-I': 10, TEA: 7, SET: 2 });
  const real = (await shop.call('/v1/product/list', {})).body.products;
  const copied = (await call('/v1/product/list', {})).products;
  const comparable = (products: Json[]) => products.map(({ name, min, max, sku }) => ({ name, min, max, sku }));
  assert.deepEqual(comparable(copied), comparable(real));
  assert.notDeepEqual(
    copied.map(({ id }: Json) => id),
    real.map(({ id }: Json) => id),
  );
  const { id } = copied.find(({ name }: Json) => name === 'ชา');
  const { variants } = (await call('/v1/product/detail', { product_id: id })).product;
  assert.deepEqual(variants[0].barcodes, ['BOX-1']);
});

test('an order of the sandbox is paid, booked, delivered and completed automatically', async () => {
  const sandbox = await openSandbox();
  const { shop, call } = sandbox;
  const order = await place(sandbox, { external_order_id: 'A1' });
  const { total } = await detailOf(sandbox, order);
  await call('/v1/order/payment/notify', { order_id: order.id, method: 'transfer', amount: total });
  clockForward(sandbox);
  await untilOrder(sandbox, order, 'paid', ({ payment_status }) => payment_status === 'paid');
  clockForward(sandbox);
  const booked = await untilOrder(sandbox, order, 'booked', ({ shipping_status }) => shipping_status === 'booked');
  assert.match(booked.shipments[0].tracking_number, /^TESTD/);
  for (const status of ['shipped', 'shipped', 'shipped', 'delivered']) {
    await pass(sandbox, 60_000);
    assert.equal((await detailOf(sandbox, order)).shipping_status, status);
  }
  assert.equal((await detailOf(sandbox, order)).status, 'completed');
  assert.deepEqual(shop.stock('hot'), { onHand: 10, reserved: 0 });
  assert.equal((await available(sandbox))['LAT-H'], 13);
});

test('COD of the sandbox is collected and remitted automatically', async () => {
  const sandbox = await openSandbox();
  const order = await place(sandbox, { is_cod: true, cod_fee: '0', cod_amount: '130', ship_before_pay: true });
  clockForward(sandbox);
  await untilOrder(sandbox, order, 'booked', ({ shipping_status }) => shipping_status === 'booked');
  for (let i = 0; i < 4; i += 1) await pass(sandbox, 60_000);
  clockForward(sandbox);
  const done = await untilOrder(sandbox, order, 'remitted', ({ cod_status }) => cod_status === 'remitted');
  assert.equal(done.status, 'completed');
});

test('notes can request a rejected payment, a refused booking and a returned parcel', async () => {
  const sandbox = await openSandbox();
  const { call, shop } = sandbox;
  const unpaid = await place(sandbox);
  const report = { order_id: unpaid.id, method: 'transfer', amount: '1', note: 'sandbox:reject' };
  await call('/v1/order/payment/notify', report);
  const refused = await place(sandbox, { ship_before_pay: true, shipping_label_note: 'sandbox:refuse' });
  const returned = await place(sandbox, { ship_before_pay: true, shipping_label_note: 'sandbox:return' });
  clockForward(sandbox);
  await untilOrder(sandbox, unpaid, 'rejected', ({ payments }) => payments[0]?.status === 'rejected');
  await untilOrder(sandbox, returned, 'booked', ({ shipping_status }) => shipping_status === 'booked');
  const state = 'SELECT state FROM bookings WHERE order_id = ?';
  await until(
    'the booking has failed',
    () => shop.ctx.db.get(sql<{ state: string }>(state), Number(refused.id))?.state === 'failed',
  );
  for (let i = 0; i < 5; i += 1) await pass(sandbox, 60_000);
  assert.equal((await detailOf(sandbox, returned)).shipping_status, 'returned');
});

test('webhooks of a sandbox without a receiver are recorded and not sent', async () => {
  const sandbox = await openSandbox();
  const { shop, channel } = sandbox;
  await place(sandbox);
  clockForward(sandbox);
  const appId = channel.channel.appId as Id;
  const deliveries = await until('every event is delivered', () => {
    const found = findDeliveries(shop.ctx.db, appId, { limit: 10 });
    const isDone = found.every(({ status }) => status === 'acknowledged');
    return new Set(found.map(({ eventType }) => eventType)).size === 3 && isDone && found;
  });
  assert.deepEqual([...new Set(deliveries.map(({ responseExcerpt }) => responseExcerpt))], ['simulated']);
});

test('a sandbox does not count for --store, quotas, figures and metrics', async () => {
  const sandbox = await openSandbox({ stores: [cafe({ settings: { order_quota: 1 } })] });
  const { shop, storeId } = sandbox;
  for (let i = 0; i < 3; i += 1) await place(sandbox);
  assert.equal(findStore(shop.ctx.db).id, idOf(shop.ids.id));
  assert.equal(listStores(shop.ctx.db).length, 1);
  assert.equal(findStore(shop.ctx.db, 'cafe-sandbox').id, storeId);
  assert.equal(quotaUsed(shop.ctx.db, idOf(shop.ids.id), shop.now()), 0);
  assert.equal(orderCount(shop.ctx.db), 0);
  assert.equal((await shop.order()).status, 200);
  assert.equal(orderCount(shop.ctx.db), 1);
});

test('a sandbox follows deleted products and variants, and changed bundles', async () => {
  const variant = (key: string, more: object) => ({ key, name: key, sku: key, prices: { retail: '1' }, ...more });
  const product = (variants: object[]) => ({ key: 'p', name: 'P', variants });
  const box = (qty: number) => variant('box', { bundle: [{ variant: 'a', qty }] });
  const first = [variant('a', { stock: { bkk: 12 } }), variant('b', { stock: { bkk: 1 } }), box(2)];
  const sandbox = await openSandbox({ stores: [cafe({ products: [product(first)] })] });
  const { shop } = sandbox;
  assert.deepEqual(await available(sandbox), { a: 12, b: 1, box: 6 });
  await runStep(shop, (tx, now) => deleteVariant(tx, idOf(shop.ids.variants.b), now));
  await shop.load({ stores: [cafe({ products: [product([box(3)])] })] });
  await reset(sandbox);
  assert.deepEqual(await available(sandbox), { a: 12, box: 4 });
  assertDatabaseValid(shop.ctx.db);
});

test('a sandbox cannot be loaded, and its couriers stay simulated', async () => {
  const { shop, storeId } = await openSandbox();
  await assert.rejects(
    shop.load({ stores: [{ key: 'cafe-sandbox', name: 'X' }] }),
    operatorError({ key: 'store_is_a_sandbox', path: 'stores[0].key', params: { store: 'cafe-sandbox' } }),
  );
  await assert.rejects(
    runStep(shop, (tx) => putCourier(tx, storeId, 'flash', { adapter: 'manual' })),
    /simulated/,
  );
});

test('the owner adds a test channel with one button and opens the sandbox', async () => {
  const shop = await openShop();
  const browser = await signedIn(shop, { language: 'en' });
  const page = await browser.open('/partners/sandbox');
  const added = await browser.send('/partners/sandbox', {});
  assert.match(added.text, /Test channel added/);
  const codeOf = (id: string) => new RegExp(`id="${id}"[^>]*>([^<]+)<`).exec(added.html)?.[1] ?? '';
  const token = await shop.token({
    grant_type: 'client_credentials',
    client_id: codeOf('client-id'),
    client_secret: codeOf('secret'),
  });
  assert.equal(token.status, 200, page.text);
  const sandbox = sandboxOf(shop.ctx.db, idOf(shop.ids.id));
  await untilFilled(shop, sandbox?.id as Id);
  await browser.open('/partners/sandbox');
  assert.match((await browser.open('/partners/sandbox')).text, /Ready with 1 product/);
  await browser.send('/store', { store_id: String(sandbox?.id) });
  const home = await browser.open('/');
  assert.match(home.text, /orders, products and stock here are not real/);
});

test('a reported payment that cannot be confirmed is rejected and delays no other', async () => {
  const sandbox = await openSandbox();
  const order = await place(sandbox);
  for (const [i, amount] of ['90000000000', '90000000000', '1'].entries())
    await sandbox.call('/v1/order/payment/notify', {
      ...{ order_id: order.id, method: 'transfer', amount, external_payment_id: `P${i}` },
    });
  clockForward(sandbox);
  await untilOrder(sandbox, order, 'reviewed', ({ payments }) =>
    payments.every(({ status }: Json) => status !== 'notified'),
  );
});

test('a COD order is booked if COD counts as ready', async () => {
  const sandbox = await openSandbox({ stores: [cafe({ settings: { cod_counts_as_ready: true } })] });
  const order = await place(sandbox, { is_cod: true, cod_fee: '0', cod_amount: '130' });
  clockForward(sandbox);
  await untilOrder(sandbox, order, 'booked', ({ shipping_status }) => shipping_status === 'booked');
});

test('a COD order waits for payment if COD does not count as ready, as in the store', async () => {
  const sandbox = await openSandbox();
  const cod = { is_cod: true, cod_fee: '0', cod_amount: '130' };
  const order = await place(sandbox, cod);
  const ready = await place(sandbox, { ...cod, ship_before_pay: true });
  clockForward(sandbox);
  await untilOrder(sandbox, ready, 'booked', ({ shipping_status }) => shipping_status === 'booked');
  assert.equal((await detailOf(sandbox, order)).shipping_status, 'unshipped');
});

test('two test channels have their own apps and do not see the orders of each other', async () => {
  const sandbox = await openSandbox();
  const { shop } = sandbox;
  const added = await runStep(shop, (tx, now) =>
    addTestChannel(tx, { store: storeOf(shop), codes: shop.config.values }, now),
  );
  assert.equal(added.channel.storeId, sandbox.storeId);
  assert.notEqual(added.channel.appId, sandbox.channel.channel.appId);
  assert.notEqual(added.webhookSecret, sandbox.channel.webhookSecret);
  assert.equal(added.channel.ownOrdersOnly, true);
});

test('sandbox add-channel prints everything that a partner needs to connect', async () => {
  const folder = openFolder({ config: 'listen.base_url = "https://shop.example/"\n' });
  await folder.load({ stores: [cafe()] });
  const added = await folder.runCommandJson('sandbox', 'add-channel', 'ERP test');
  assert.equal(added.base_url, 'https://shop.example');
  assert.equal(added.standard_key, standardKey(added.webhook_secret));
  const { channels } = await folder.runCommandJson('channel', 'list', '--store', 'cafe-sandbox');
  assert.deepEqual(
    channels.map(({ name, app_id }: Json) => [name, app_id]),
    [['ERP test', added.app_id]],
  );
  const { apps } = await folder.runCommandJson('app', 'list', '--store', 'cafe-sandbox');
  assert.deepEqual([apps[0].name, apps[0].id], ['ERP test', added.app_id]);
  const { stdout } = await folder.runCommand('sandbox', 'add-channel');
  assert.match(
    stdout,
    /^channel {9}\d+ {2}Sandbox 2\napp {13}\d+ {2}Sandbox 2\nsandbox {9}\d+\nbase_url {8}https:\/\/shop\.example\n/,
  );
  assert.match(stdout, /^standard_key {4}whsec_\S+ {3}\(the same as a Standard Webhooks key\)$/m);
  assert.equal((await folder.runCommand('sandbox', 'add-channel', '')).status, 2);
});

test('sandbox add-channel says that base_url is not set', async () => {
  const folder = openFolder();
  await folder.load({ stores: [cafe()] });
  assert.equal('base_url' in (await folder.runCommandJson('sandbox', 'add-channel')), false);
  const { stdout } = await folder.runCommand('sandbox', 'add-channel');
  assert.match(stdout, /^base_url {8}\(listen\.base_url is not set\)$/m);
});

test('a sandbox cannot pull products of its store, nor the store products of its sandbox', async () => {
  const { shop, storeId } = await openSandbox();
  const ofStore = idOf(shop.ids.products.latte);
  const ofSandbox = productByKey(shop.ctx.db, storeId, 'latte')?.id as Id;
  const pull = (store: Id, sourceId: Id) =>
    runStep(shop, (tx, now) => pullProduct(tx, store, { sourceId, key: 'pulled' }, now));
  await assert.rejects(pull(storeId, ofStore), /sandbox/);
  await assert.rejects(pull(idOf(shop.ids.id), ofSandbox), /sandbox/);
});

test('an account of one store can open its sandbox, but the accounts page stays that of the store', async () => {
  const { shop, storeId } = await openSandbox();
  const browser = await signedIn(shop, { language: 'en', store: 'cafe' });
  await browser.send('/store', { store_id: String(storeId) });
  assert.match((await browser.open('/products')).text, /orders, products and stock here are not real/);
  assert.doesNotMatch((await browser.open('/settings/accounts')).text, /not real/);
  const other = await signedIn(shop, { name: 'packer', role: 'packer', language: 'en', store: 'cafe' });
  await other.send('/store', { store_id: String(storeId) });
  assert.match((await other.open('/')).text, /not real/);
});
